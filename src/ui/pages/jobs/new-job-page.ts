/** Creates a job or adds beacons to one: from the chosen devices, typed IDs, or a table. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { draftText } from '../../../domain/draft-text.ts';
import { labelIndex } from '../../../domain/label/label.ts';
import { readTypedIds } from '../../../domain/label/typed-list.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { roomOf } from '../../../domain/room.ts';
import { lenientList } from '../../../domain/schema.ts';
import type { JobsState, NewTask } from '../../../use-cases/jobs/jobs.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { SayEvent } from '../../shared/say.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';
import { isForChosen, jobPath, navigate } from '../../shell/router.ts';
import { jobStrings } from '../../strings/jobs.ts';
import '../../beacon/csv/csv-import.ts';
import type { CsvTasksEvent } from '../../beacon/csv/csv-import.ts';
import { JobsBase } from '../../beacon/jobs-base.ts';

const text = jobStrings.make;
/** Longest name of a job or a site, in characters. */
const MAX_NAME = 100;
/** Unknown IDs listed by name. */
const MAX_NAMED = 12;

const newJobDraft = z.object({
  into: draftText,
  name: draftText,
  site: draftText,
  due: draftText,
  ids: draftText,
  /** The chosen devices, if they are used. */
  chosen: lenientList(z.string()),
});

interface Made {
  readonly id: string;
  /** Null: the job is new. */
  readonly added: number | null;
}

const NONE_TYPED = { found: [], unknown: [], isTooLong: false } as const;

@customElement('fk-new-job-page')
class FkNewJobPage extends JobsBase {
  /** '' for a new job. */
  @state() private into = '';
  @state() private name = '';
  @state() private site = '';
  @state() private due = '';
  @state() private ids = '';
  /** The chosen devices are used only if the page was opened to plan a job for them. */
  @state() private useChosen = isForChosen(location.search);
  @state() private fromTable: readonly NewTask[] = [];
  @state() private wasSubmitted = false;
  @state() private saving = false;
  /** The devices that were chosen when the restored draft was made. */
  @state() private chosenBefore: readonly string[] = [];
  private readonly draft = new DraftController(this, () => this.services?.drafts, {
    of: () => 'new-job',
    schema: newJobDraft,
    read: () => ({
      into: this.into,
      name: this.name,
      site: this.site,
      due: this.due,
      ids: this.ids,
      chosen: this.useChosen ? [...this.chosenNow] : [],
    }),
    restore: ({ into, name, site, due, ids, chosen }) => {
      this.into = into;
      this.name = name;
      this.site = site;
      this.due = due;
      this.ids = ids;
      this.chosenBefore = chosen;
      this.useChosen = isForChosen(location.search) || chosen.length > 0;
    },
  });

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    css`
      /* Name and typed IDs beside the table. */
      @media (min-width: 68.75em) {
        .column {
          grid-template: auto 1fr / minmax(16rem, 1fr) minmax(0, 3fr);
          gap: var(--space-4) var(--space-5);
          max-width: none;
        }
        section {
          display: contents;
        }
        .part {
          grid-column: 1;
        }
        fk-csv-import {
          grid-area: 1 / 2 / span 2;
          align-content: start;
        }
      }
    `,
  ];

  protected override renderJobs({ jobs }: JobsState): TemplateResult {
    const { tasks, missing, isTooLong, noBeacons } = this.planned();
    const into = this.jobOf(jobs);
    const isNew = into === '';
    return html`<div class="column" @fk-input=${this.onInput} @fk-change=${this.onInput}>
        <div class="stack far part">
          ${renderRestored(this, this.draft)}
          ${
            jobs.length === 0
              ? nothing
              : html`<fk-field
                kind="select"
                name="into"
                .label=${text.into}
                .options=${[{ value: '', label: text.intoNew }, ...jobs.map(({ id, name }) => ({ value: id, label: name }))]}
                .value=${into}
              ></fk-field>`
          }
          ${
            isNew
              ? html`<fk-field name="name" .label=${text.name} .help=${text.nameHelp} .maxlength=${MAX_NAME} .required=${true} .value=${this.name} .error=${this.wasSubmitted && this.name.trim() === '' ? text.nameMissing : ''}></fk-field>
                <fk-field name="site" .label=${text.site} .help=${text.siteHelp} .maxlength=${MAX_NAME} .value=${this.site}></fk-field>
                <fk-field kind="date" name="due" .label=${text.due} .value=${this.due}></fk-field>`
              : nothing
          }
        </div>
        <section aria-labelledby="beacons">
          <div class="stack part">
            <h2 id="beacons">${text.beacons}</h2>
            ${this.renderChosen()}
            <fk-field kind="textarea" name="ids" .mono=${true} .label=${text.ids} .help=${text.idsHelp} .value=${this.ids}></fk-field>
            ${isTooLong ? html`<fk-notice tone="attention" .text=${text.idsTooLong}></fk-notice>` : nothing}
            ${missing.length === 0 ? nothing : html`<fk-notice tone="attention" .text=${text.missing(missing.length, missing.slice(0, MAX_NAMED).join(', '))}></fk-notice>`}
            ${noBeacons === 0 ? nothing : html`<fk-notice tone="info" .text=${text.noBeacons(noBeacons)}></fk-notice>`}
          </div>
          <fk-csv-import .services=${this.services} .devices=${this.factsNow().devices} .accountId=${this.accountId} @fk-csv-tasks=${(event: CsvTasksEvent) => (this.fromTable = event.tasks)}></fk-csv-import>
        </section>
      </div>
      <fk-foot class="foot">
        <p role="status">${text.count(tasks.length)}</p>
        <div class="row pair">
          <fk-button .big=${true} .wide=${true} href="/jobs">${text.cancel}</fk-button>
          <fk-button .big=${true} .wide=${true} variant="primary" .busy=${this.saving} @click=${() => this.save(into, tasks)}>${isNew ? text.create : text.add}</fk-button>
        </div>
      </fk-foot>`;
  }

  /** A job that a restored draft names may have been removed. */
  private jobOf(jobs: JobsState['jobs']): string {
    return jobs.some(({ id }) => id === this.into) ? this.into : '';
  }

  private get chosenNow(): readonly string[] {
    const now = selection.value ?? [];
    const isForNow = isForChosen(location.search) && now.length > 0;
    return isForNow || this.chosenBefore.length === 0 ? now : this.chosenBefore;
  }

  private renderChosen(): TemplateResult {
    const count = this.chosenNow.length;
    return count === 0
      ? html`<p class="soft">${text.noneChosen} <a href="/devices">${text.choose}</a></p>`
      : html`<fk-field kind="check" name="chosen" .label=${text.chosen(count)} .value=${String(this.useChosen)}></fk-field>`;
  }

  /** Table rows come first because they contain room and values; each beacon is used once. */
  private planned(): {
    readonly tasks: NewTask[];
    readonly missing: readonly string[];
    readonly isTooLong: boolean;
    readonly noBeacons: number;
  } {
    const { devices } = this.factsNow();
    const typed = this.typedIn(devices, this.ids);
    const wanted = [...(this.useChosen ? this.chosenNow : []), ...typed.found];
    const chosen = wanted.flatMap((id) => devices.get(id) ?? []);
    const beacons = chosen.filter(({ deviceType }) => isWrittenByBluetooth(deviceType));
    const all = [...this.fromTable, ...beacons.map(plain)].map((task) => withRoomOf(devices.get(task.uniqueId), task));
    return {
      tasks: [...new Map(all.toReversed().map((task) => [task.uniqueId, task])).values()].toReversed(),
      missing: typed.unknown,
      isTooLong: typed.isTooLong,
      noBeacons: chosen.length - beacons.length,
    };
  }

  private readonly indexOf = memoizeLast((devices: ReadonlyMap<string, CachedDevice>) => labelIndex(devices.values()));
  private readonly typedIn = memoizeLast((devices: ReadonlyMap<string, CachedDevice>, ids: string) =>
    ids.trim() === '' ? NONE_TYPED : readTypedIds(this.indexOf(devices), ids),
  );

  private readonly onInput = ({ name, value }: FieldChangeEvent): void => {
    if (name === 'into') this.into = value;
    else if (name === 'name') this.name = value;
    else if (name === 'site') this.site = value;
    else if (name === 'due') this.due = value;
    else if (name === 'ids') this.ids = value;
    else if (name === 'chosen') this.useChosen = value === 'true';
  };

  private async save(into: string, tasks: readonly NewTask[]): Promise<void> {
    const { jobs } = this;
    if (jobs === null || this.saving) return;
    const names = { name: this.name.trim(), site: this.site.trim(), due: this.due };
    this.wasSubmitted = true;
    if (into === '' && names.name === '') return this.focusName();
    this.saving = true;
    const made = await this.keep(
      into === ''
        ? jobs.create({ ...names, tasks }).then(({ id }): Made => ({ id, added: null }))
        : jobs.add(into, tasks).then((added): Made => ({ id: into, added })),
    );
    this.saving = false;
    if (made === null) return;
    if (this.useChosen) endSelection();
    this.draft.remove();
    this.renderRoot.querySelector('fk-csv-import')?.submitted();
    if (made.added !== null) this.dispatchEvent(new SayEvent(text.added(made.added)));
    navigate(jobPath(made.id), { replace: true });
  }

  private focusName(): void {
    this.renderRoot.querySelector<HTMLElement>('fk-field[name="name"]')?.focus();
  }
}

/** Returns the task with its room: the one in the table, or else the one in the beacon's tags. */
function withRoomOf(device: CachedDevice | undefined, task: NewTask): NewTask {
  return task.place === '' ? { ...task, place: roomOf(device?.tags ?? []) ?? '' } : task;
}

function plain({ uniqueId, deviceType }: CachedDevice): NewTask {
  return { uniqueId, deviceType, place: '', values: {}, note: '' };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-new-job-page': FkNewJobPage;
  }
}
