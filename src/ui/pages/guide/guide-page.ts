/** Practice in three steps: change a value, prepare, write; then again with a link that drops. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { allErrandsOf, knownOf } from '../../../domain/beacon-table.ts';
import { TX_POWER_DBM } from '../../../domain/attributes/catalogue.ts';
import { valueIn } from '../../../domain/device.ts';
import { devicesById } from '../../../domain/device-list/by-id.ts';
import type { Job } from '../../../domain/job/job.ts';
import { progressOf, type JobFacts } from '../../../domain/job/progress.ts';
import { nextTask } from '../../../domain/job/route.ts';
import { isUnfinished } from '../../../domain/run.ts';
import type { Track } from '../../../domain/track-marks.ts';
import { TYPICAL_TRACKS } from '../../../domain/typical-tracks.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { FreshListController } from '../../beacon/fresh-list.ts';
import '../../beacon/prepare-outcome.ts';
import '../../elements/basics.ts';
import { checkIcon, icon, practiceIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { onAccountChange } from '../../shared/account-state.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobPath, navigate, runPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import type { PracticeActions } from '../../shell/services.ts';
import { guideStrings as text } from '../../strings/guide.ts';
import { number } from '../../language/counting.ts';
import { guideStyles } from './guide-styles.ts';

/** Levels of `txPower`, a value that needs no manual. */
const RANGES = [
  ['near', 1],
  ['middle', 4],
  ['far', 7],
] as const;
/** Advertising interval of the practice job, which no sandbox beacon has initially. */
const JOB_INTERVAL_MS = 505;
const BEACONS_A_ROOM = 4;

/** `plain`: nothing fails · `drop`: the link drops while writing. */
type Round = 'plain' | 'drop';
/** It survives the way to the run screen and back; a new start of the app begins with the first. */
let round: Round = 'plain';
onAccountChange(() => (round = 'plain'));

@customElement('fk-guide-page')
export class FkGuidePage extends AccountElement {
  @state() private level: number | null = null;
  @state() private preparing = false;
  private readonly planning = new OneWork(this);
  @state() private outcome: PrepareOutcome | null = null;
  /** A new round: ignore what was verified before. */
  @state() private isFresh = false;

  protected readonly fresh = new FreshListController(this, () => this.services);

  static override styles = [shared, pageStyles, guideStyles];

  protected override render(): TemplateResult {
    const { services } = this;
    const account = this.services.session.state.value.account;
    if (account === null)
      return html`<fk-skeleton class="page sheet" shape="card" .count=${3} .label=${text.opening}></fk-skeleton>`;
    const practice = account.kind === 'sandbox' ? services.app.practice() : null;
    if (practice === null)
      return html`<div class="page stack sheet"><fk-notice tone="neutral" .text=${text.notPractice}>
        <fk-button slot="action" href="/overview">${text.toOverview}</fk-button>
      </fk-notice></div>`;
    return this.renderGuide(practice);
  }

  private renderGuide(practice: PracticeActions): TemplateResult {
    const uniqueId = practice.firstBeacon;
    const beacon = this.services.beacons.of(uniqueId);
    const run = allErrandsOf(beacon.rows).runs.find(isUnfinished) ?? null;
    const isCarried = beacon.package?.state === 'carried';
    if (beacon.track.summary === 'verified' && !this.isFresh) return this.renderEnd(practice, beacon.track);
    const at = isCarried || run !== null ? 3 : this.level === null ? 1 : 2;
    const track = at <= 2 && this.isFresh ? TYPICAL_TRACKS.nothing : beacon.track;
    return html`<div class="page stack sheet">
        <p>${round === 'drop' ? text.leadDrop(uniqueId) : text.lead(uniqueId)}</p>
        <fk-track class="track" size="card" .track=${track}></fk-track>
        <ol>
          ${this.renderStep(1, at, text.steps.change, this.renderChange(uniqueId, at))}
          ${this.renderStep(2, at, text.steps.prepare, this.renderPrepare(uniqueId, at))}
          ${this.renderStep(
            3,
            at,
            text.steps.write,
            html`<p class="soft">${round === 'drop' ? text.steps.writeSaysDrop : text.steps.writeSays}</p>
            ${
              at === 3
                ? html`<fk-button variant="primary" big wide
                  .href=${runPath(uniqueId)}>${run === null ? text.write : text.goOn}</fk-button>`
                : nothing
            }`,
          )}
        </ol>
      </div>
      <p class="page skip"><fk-button variant="quiet" href="/overview">${text.skip}</fk-button> <fk-button
        variant="quiet" .busy=${this.planning.isBusy} @click=${() => void this.planJob(practice)}>${text.job.start}</fk-button></p>`;
  }

  private renderStep(step: number, at: number, name: string, body: TemplateResult): TemplateResult {
    const isBehind = at > step;
    return html`<li class="card ${isBehind ? 'behind' : at === step ? 'here' : 'ahead'}" aria-current=${at === step ? 'step' : nothing}>
      <span class="strong number" aria-hidden="true">${isBehind ? icon(checkIcon) : number(step)}</span>
      <div class="stack close">
        <h2>${name}${isBehind ? html`<span class="aside">, ${text.reached}</span>` : nothing}</h2>
        ${isBehind && step !== 1 ? nothing : body}
      </div>
    </li>`;
  }

  private renderChange(uniqueId: string, at: number): TemplateResult {
    if (at > 2) return html``;
    const now = this.levelNow(uniqueId);
    return html`<fieldset>
      <legend class="soft">${text.steps.changeSays}</legend>
      <div class="stack close ranges">
        ${RANGES.map(
          ([name, level]) => html`<label class="option">
            <input type="radio" name="range" .value=${String(level)} .checked=${this.level === level}
              ?disabled=${this.preparing || level === now} @change=${() => this.choose(level)} />
            <span>${text.ranges[name]} <span
              class="soft">${text.power(TX_POWER_DBM[level])}${level === now ? `, ${text.now}` : ''}</span></span>
          </label>`,
        )}
      </div>
    </fieldset>`;
  }

  private renderPrepare(uniqueId: string, at: number): TemplateResult {
    const isOnThisPhone = this.outcome?.kind === 'onThisPhone';
    return html`<p class="soft">${text.steps.prepareSays}</p>
      ${
        at === 2
          ? html`<fk-button variant="primary" big wide .icon=${practiceIcon} .busy=${this.preparing}
            @click=${() => this.prepare(uniqueId)}>${this.preparing ? text.preparing : text.steps.prepare}</fk-button>`
          : nothing
      }
      ${
        this.outcome === null || isOnThisPhone
          ? nothing
          : html`<fk-prepare-outcome .outcome=${this.outcome} .uniqueId=${uniqueId}
            @fk-outcome-action=${() => this.prepare(uniqueId)}></fk-prepare-outcome>`
      }`;
  }

  private renderEnd(practice: PracticeActions, track: Track): TemplateResult {
    const isDrop = round === 'drop';
    const job = html`<fk-button .variant=${isDrop ? 'primary' : 'plain'} wide .busy=${this.planning.isBusy}
      @click=${() => void this.planJob(practice)}>${text.job.start}</fk-button>`;
    return html`<div class="column short">
      <fk-track class="track" size="card" .track=${track}></fk-track>
      <fk-notice tone="done" .text=${isDrop ? text.doneDrop : text.done(practice.firstBeacon)}></fk-notice>
      <h2>${text.whatNext}</h2>
      <div class="stack close ways">
        ${isDrop ? job : html`<fk-button variant="primary" wide @click=${() => this.again('drop')}>${text.drop}</fk-button>`}
        ${isDrop ? html`<fk-button wide @click=${() => this.again('plain')}>${text.again}</fk-button>` : job}
        <fk-button variant="quiet" wide href="/overview">${text.toOverview}</fk-button>
        <fk-button variant="quiet" wide href="/connect">${text.connect}</fk-button>
      </div>
    </div>`;
  }

  /** Opens the practice job that has beacons left, or creates one. It is an ordinary job, which the job pages handle. */
  private planJob(practice: PracticeActions): Promise<unknown> {
    return this.planning.run(
      async () => {
        const jobs = await this.services.jobs();
        const unfinished = this.unfinishedJob(practice, jobs.state.value);
        if (unfinished !== null) return navigate(jobPath(unfinished.id));
        // A new value each time, because a beacon that has it already would have no change.
        const interval = JOB_INTERVAL_MS + 10 * (jobs.state.value.jobs.length % 50);
        const { id } = await jobs.create({
          name: text.job.name,
          site: text.job.site,
          tasks: practice.job.map(({ uniqueId, lesson }, at) => ({
            uniqueId,
            deviceType: 'BEACON',
            place: text.job.room(1 + Math.floor(at / BEACONS_A_ROOM)),
            values: { name: uniqueId, interval },
            note: text.lessons[lesson],
          })),
        });
        practice.failSomeOfJob();
        navigate(jobPath(id));
      },
      () => this.dispatchEvent(new SayEvent(text.job.failed)),
    );
  }

  /** Returns the latest job with exactly the beacons of the practice job, under whatever name, that has beacons left. */
  private unfinishedJob(practice: PracticeActions, { jobs, tasks }: JobsState): Job | null {
    const ids = new Set(practice.job.map(({ uniqueId }) => uniqueId));
    const facts: JobFacts = {
      devices: devicesById(this.services.devices.list.value.devices ?? []),
      beacons: this.services.beacons.table.value,
    };
    const unfinished = jobs.find(({ id }) => {
      const own = tasks.get(id) ?? [];
      const isPractice = own.length === ids.size && own.every(({ uniqueId }) => ids.has(uniqueId));
      return isPractice && nextTask(progressOf(own, facts), null, Date.now()) !== null;
    });
    return unfinished ?? null;
  }

  private levelNow(uniqueId: string): number | null {
    const device = knownOf(this.services.beacons.of(uniqueId));
    const level = device === null ? undefined : valueIn(device.attributes, 'txPower');
    return typeof level === 'number' ? level : null;
  }

  private choose(level: number): void {
    this.level = level;
    this.outcome = null;
  }

  private async prepare(uniqueId: string): Promise<void> {
    const { services, level } = this;
    if (level === null || this.preparing) return;
    const now = this.levelNow(uniqueId);
    this.preparing = true;
    try {
      this.outcome = await services.prepare.prepare({
        uniqueId,
        deviceType: 'BEACON',
        values: { txPower: level },
        before: now === null ? {} : { txPower: now },
      });
      // Drop the link only when the package is stored, so that no other run is affected.
      if (this.outcome.kind === 'onThisPhone') {
        if (round === 'drop') services.app.practice()?.dropNextLink();
        this.isFresh = false;
        this.level = null;
      }
    } catch (error) {
      this.outcome = { kind: 'storageFailed', detail: String(error) };
    } finally {
      this.preparing = false;
    }
  }

  private again(next: Round): void {
    round = next;
    this.isFresh = true;
    this.level = null;
    this.outcome = null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-guide-page': FkGuidePage;
  }
}
