/** The work on many devices: "61 of 118", the outcome of each, and trying the failed ones again. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { mayPass } from '../../../domain/backend-failure.ts';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { PrepareMany, PrepareManyState } from '../../../use-cases/prepare/prepare-many.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { outcomeWords } from '../../beacon/prepare-outcome.ts';
import { renderPrepareProgress } from '../../beacon/prepare-progress.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import '../../elements/row-window/row-window.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { renderFailureDetails } from '../../shared/failure.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import './many-line.ts';
import { lineRem, type ManyLine } from './many-line.ts';

type Part = TemplateResult | typeof nothing;

/** Set `many`, its `work` at each change, and the `devices` that it may contain. */
@customElement('fk-many-work')
class FkManyWork extends LitElement {
  @property({ attribute: false }) many!: PrepareMany;
  @property({ attribute: false }) work!: PrepareManyState;
  @property({ attribute: false }) devices: ReadonlyMap<string, CachedDevice> = new Map();
  /** The person closes the results; `left` were not prepared. */
  @property({ attribute: false }) onClosed: (left: number) => void = () => {};
  /** The person wants a job of these devices, which were not prepared. */
  @property({ attribute: false }) onMakeJob: (uniqueIds: readonly string[]) => void = () => {};
  @state() private onlyTrouble = false;
  /** The device whose outcome is shown in full. */
  @state() private detailed: string | null = null;
  private readonly wide = new MediaController(this, LAPTOP);

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: flex;
        flex: 1;
        flex-direction: column;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { work } = this;
    const here = work.tasks.filter(({ uniqueId }) => isDone(work.outcomes.get(uniqueId))).length;
    const all = work.tasks.length;
    const words = wordsOf(work);
    const left = leftOf(work);
    const lines = this.linesOf(work);
    const message = words.done(here, all);
    return html`<div class="column lines grow">
        <h2 tabindex="-1">${text.results}</h2>
        <p role="status"><strong>${work.running ? nothing : message}</strong></p>
        ${
          here === all || here === 0
            ? nothing
            : html`<fk-field kind="check" name="only" .label=${text.onlyTrouble} .value=${String(this.onlyTrouble)}
              @fk-change=${this.onOnly}></fk-field>`
        }
        ${work.running || left.length === 0 ? nothing : html`<div class="wrap">${this.waysOn(work, left).other}</div>`}
        <fk-row-window
          .label=${text.results}
          .rem=${lineRem(Object.keys(lines[0]?.values ?? {}).length, this.wide.matches, 'outcome')}
          .rows=${lines}
          .row=${(line: ManyLine) =>
            html`<fk-many-line
              tried
              .table=${this.wide.matches}
              .line=${line}
              .outcome=${work.outcomes.get(line.device.uniqueId)}
              .onDetails=${this.openDetails}
            ></fk-many-line>`}
        ></fk-row-window>
      </div>
      <fk-foot class="foot">${
        work.running ? renderPrepareProgress(work, words.doing, () => this.many.cancel()) : this.renderEnd(work)
      }</fk-foot>
      ${this.renderDetails(work)}`;
  }

  /** All that is known of what came of one device, with the backend's own words. */
  private renderDetails({ tasks, outcomes }: PrepareManyState): TemplateResult {
    const uniqueId = this.detailed ?? '';
    const outcome = outcomes.get(uniqueId);
    const kind = tasks.find((task) => task.uniqueId === uniqueId)?.kind;
    const words = outcome === undefined ? null : outcomeWords(outcome, uniqueId, kind);
    return html`<fk-dialog .open=${words !== null} .heading=${this.devices.get(uniqueId)?.alias ?? uniqueId} @fk-close=${this.closeDetails}>
      ${
        words === null
          ? nothing
          : html`<div class="stack anywhere">
              <p>${words.text}</p>
              ${words.failure === null ? nothing : renderFailureDetails(words.failure)}
              ${
                words.details.length === 0
                  ? nothing
                  : html`<ul class="points">${words.details.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`
              }
            </div>`
      }
    </fk-dialog>`;
  }

  private readonly openDetails = (uniqueId: string): void => {
    this.detailed = uniqueId;
  };

  private readonly closeDetails = (): void => {
    this.detailed = null;
  };

  private renderEnd(work: PrepareManyState): TemplateResult {
    const left = leftOf(work);
    const kinds = [...work.outcomes.values()].map(({ kind }) => kind);
    const packages = kinds.filter((kind) => kind === 'onThisPhone').length;
    const waiting = kinds.filter((kind) => kind === 'waitingForGateway').length;
    return html`${
      work.stopped === null
        ? nothing
        : html`<fk-notice tone="attention" urgent .text=${text.stopped[work.stopped]}></fk-notice>`
    }
      ${left.length === 0 && packages > 0 ? html`<fk-notice tone="info" .text=${text.allHere}></fk-notice>` : nothing}
      ${waiting > 0 ? html`<fk-notice tone="info" .text=${text.gatewaysFetch(waiting)}></fk-notice>` : nothing}
      <div class="row pair">
        <fk-button big wide @click=${() => this.close(left.length)}>${text.done}</fk-button>
        ${
          left.length > 0
            ? this.waysOn(work, left).main
            : packages > 0
              ? html`<fk-button big wide variant="primary" href="/run">${text.toRuns}</fk-button>`
              : nothing
        }
      </div>`;
  }

  /**
   * The main action for the remaining devices: try again if that can succeed, else a job in which each can be handled
   * individually. `other` is the one that helps fewer devices.
   */
  private waysOn(work: PrepareManyState, left: PrepareManyState['tasks']): { main: TemplateResult; other: Part } {
    const beacons = toPlan(left);
    const button = (isMain: boolean, isBig: boolean, words: string, onPress: () => void): TemplateResult =>
      html`<fk-button .big=${isBig} .wide=${isBig} .variant=${isMain ? 'primary' : 'plain'} @click=${onPress}>${words}</fk-button>`;
    const retry = (isMain: boolean, isBig = isMain) =>
      button(isMain, isBig, text.retry(left.length), () => this.many.retry());
    const job = (isMain: boolean) => button(isMain, isMain, text.makeJob(beacons.length), () => this.makeJob(beacons));
    if (work.stopped === 'key') {
      const key = button(true, true, text.enterKey, () => this.dispatchEvent(new AskKeyEvent()));
      return { main: html`${key}${retry(false, true)}`, other: nothing };
    }
    // A job is for beacons alone.
    if (beacons.length === 0) return { main: retry(true), other: nothing };
    return left.some(({ uniqueId }) => canBeRetried(work.outcomes.get(uniqueId)))
      ? { main: retry(true), other: job(false) }
      : { main: job(true), other: retry(false) };
  }

  private makeJob(left: PrepareManyState['tasks']): void {
    this.onMakeJob(left.map(({ uniqueId }) => uniqueId));
  }

  private close(left: number): void {
    this.many.dismiss();
    this.onClosed(left);
  }

  private readonly onOnly = (event: FieldChangeEvent): void => {
    this.onlyTrouble = event.value === 'true';
  };

  /** Cached for each list of tasks: the rows change at each outcome, the lines do not. */
  private readonly linesOfTasks = memoizeLast((tasks: PrepareManyState['tasks']) =>
    tasks.map((task): ManyLine => {
      const device = this.devices.get(task.uniqueId) ?? { uniqueId: task.uniqueId, alias: null };
      return { ...task, device, leftOut: null, warning: null };
    }),
  );
  private linesOf(work: PrepareManyState): readonly ManyLine[] {
    const lines = this.linesOfTasks(work.tasks);
    // While the work runs, lines keep their places.
    if (work.running && !this.onlyTrouble) return lines;
    const isLineDone = ({ device }: ManyLine): boolean => isDone(work.outcomes.get(device.uniqueId));
    const left = lines.filter((line) => !isLineDone(line));
    return this.onlyTrouble ? left : [...left, ...lines.filter(isLineDone)];
  }
}

/** The tasks that did not succeed. */
export function leftOf({ tasks, outcomes }: PrepareManyState): PrepareManyState['tasks'] {
  return tasks.filter(({ uniqueId }) => !isDone(outcomes.get(uniqueId)));
}

/** Nothing is left to do for it here: its package is on this phone, its gateway fetches it, or its change is taken back. */
function isDone(outcome: PrepareOutcome | undefined): boolean {
  return outcome?.kind === 'onThisPhone' || outcome?.kind === 'waitingForGateway' || outcome?.kind === 'withdrawn';
}

/** Those that a job can look after. */
function toPlan(left: PrepareManyState['tasks']): PrepareManyState['tasks'] {
  return left.filter(({ deviceType, kind }) => isWrittenByBluetooth(deviceType) && kind !== 'withdraw');
}

function wordsOf({ tasks }: PrepareManyState): { readonly doing: string; done(n: number, all: number): string } {
  if (tasks.every(({ kind }) => kind === 'withdraw')) return text.withdraw;
  return tasks.every(({ kind }) => kind === 'fetch')
    ? { doing: text.fetching, done: text.fetched }
    : { doing: text.preparing, done: text.prepared };
}

/** True if another try may succeed without anything else being done first. */
function canBeRetried(outcome: PrepareOutcome | undefined): boolean {
  if (outcome === undefined) return true;
  const { kind } = outcome;
  if (kind === 'failed') return mayPass(outcome.failure.kind);
  return kind === 'preparedOnly' || kind === 'unknown' || kind === 'storageFailed';
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-many-work': FkManyWork;
  }
}
