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
import '../../elements/basics.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController, type Texts } from '../../shared/form-controller.ts';
import { SayEvent } from '../../shared/say.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';
import { isForChosen, jobPath, navigate } from '../../shell/router.ts';
import { jobStrings } from '../../strings/jobs.ts';
import '../../beacon/csv/csv-import.ts';
import { BackendLookUp } from '../../beacon/backend-look-up.ts';
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
  batteries: draftText,
  ids: draftText,
  /** The chosen devices, if they are used. */
  chosen: lenientList(z.string()),
});

/** Where beacons come from. All that was given is used, whichever is shown. */
const SOURCES = ['chosen', 'table', 'ids'] as const;
type Source = (typeof SOURCES)[number];

interface Made {
  readonly id: string;
  /** Null: the job is new. */
  readonly added: number | null;
}

const NONE_TYPED = { found: [], unknown: [], isTooLong: false } as const;

@customElement('fk-new-job-page')
class FkNewJobPage extends JobsBase {
  @state() private source: Source = isForChosen(location.search) ? 'chosen' : 'table';
  @state() private fromTable: readonly NewTask[] = [];
  private readonly takeRows = (tasks: readonly NewTask[]): void => void (this.fromTable = tasks);
  /** The devices that were chosen when the restored draft was made. */
  @state() private chosenBefore: readonly string[] = [];
  private readonly lookUp = new BackendLookUp(this, () => this.services);
  private readonly form = new FormController(this, {
    // `into` is empty for a new job. The chosen devices are used only if the page was opened to plan a job for them.
    first: {
      into: '',
      name: '',
      site: '',
      due: '',
      batteries: 'false',
      chosen: String(isForChosen(location.search)),
      ids: '',
    },
    fields: {
      into: {
        kind: 'select',
        label: text.into,
        options: () => [
          { value: '', label: text.intoNew },
          ...this.listed.map(({ id, name }) => ({ value: id, label: name })),
        ],
        when: () => this.listed.length > 0,
      },
      name: {
        label: text.name,
        help: text.nameHelp,
        maxlength: MAX_NAME,
        required: true,
        when: () => this.into === '',
      },
      site: { label: text.site, help: text.siteHelp, maxlength: MAX_NAME, when: () => this.into === '' },
      due: { kind: 'date', label: text.due, when: () => this.into === '' },
      batteries: { kind: 'check', label: text.batteries, help: text.batteriesHelp },
      chosen: { kind: 'check', label: () => text.chosen(this.chosenNow.length) },
      ids: { kind: 'textarea', label: text.ids, help: text.idsHelp, mono: true },
    },
    faults: ({ name }) => ({ name: this.into === '' && name.trim() === '' ? text.nameMissing : '' }),
    draft: {
      drafts: () => this.services.drafts,
      of: () => 'new-job',
      as: {
        schema: newJobDraft,
        read: (texts) => ({ ...texts, chosen: texts.chosen === 'true' ? [...this.chosenNow] : [] }),
        restore: ({ chosen, ...texts }) => {
          this.chosenBefore = chosen;
          return { ...texts, chosen: String(isForChosen(location.search) || chosen.length > 0) };
        },
      },
    },
    submit: (texts) => this.save(texts),
  });

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    css`
      [hidden] {
        display: none;
      }
      [role='group'] .option {
        justify-content: center;
      }
      @media (min-width: 20em) {
        [role='group'] {
          display: grid;
          grid-template-columns: repeat(3, minmax(0, 10rem));
        }
      }
      .wide .stack {
        max-width: var(--measure);
      }
    `,
  ];

  protected override renderJobs(): TemplateResult {
    const { tasks, missing, isTooLong, noBeacons } = this.planned();
    const named = missing.slice(0, MAX_NAMED).join(', ');
    // The rows of a table take the whole width.
    const isWide = this.source === 'table' && this.fromTable.length > 0;
    return html`<div class="column ${isWide ? 'wide' : ''}">
        ${this.form.renderRestored()}
        <section aria-labelledby="beacons">
          <h2 id="beacons">${text.beacons}</h2>
          <div class="wrap" role="group" aria-labelledby="beacons">${SOURCES.map((source) => this.renderSource(source))}</div>
          <div class="stack" ?hidden=${this.source !== 'chosen'}>
            ${this.renderChosen()}
            ${noBeacons === 0 ? nothing : html`<fk-notice tone="info" .text=${text.noBeacons(noBeacons)}></fk-notice>`}
          </div>
          <fk-csv-import
            ?hidden=${this.source !== 'table'}
            .services=${this.services}
            .devices=${this.factsNow().devices}
            .accountId=${this.accountId}
            .onTasks=${this.takeRows}
          ></fk-csv-import>
          <div class="stack" ?hidden=${this.source !== 'ids'}>
            ${this.form.field('ids')}
            ${isTooLong ? html`<fk-notice tone="attention" .text=${text.idsTooLong}></fk-notice>` : nothing}
            ${missing.length === 0 ? nothing : html`<fk-notice tone="attention" .text=${text.missing(missing.length, named)}></fk-notice>`}
            ${this.lookUp.renderAsk(missing)}
          </div>
        </section>
        <div class="stack far">${this.form.rows('into', 'name', 'site', 'due', 'batteries')}</div>
      </div>
      <fk-foot class="foot">
        <p role="status">${text.count(tasks.length)}</p>
        <div class="row">
          <fk-button variant="primary" big wide .disabled=${tasks.length === 0} .busy=${this.form.isBusy}
            @click=${this.form.submit}>${this.into === '' ? text.create : text.add}</fk-button>
        </div>
      </fk-foot>`;
  }

  /** A source says how many beacons come from it, because only one of them is shown at a time. */
  private renderSource(source: Source): TemplateResult {
    const { texts } = this.form;
    const counts = {
      chosen: this.useChosen ? this.chosenNow.length : 0,
      table: this.fromTable.length,
      ids: this.typedIn(this.factsNow().devices, texts.ids).found.length,
    };
    return html`<button
      type="button"
      class="option"
      aria-pressed=${this.source === source}
      @click=${() => (this.source = source)}
    >${text.from[source](counts[source])}</button>`;
  }

  private get listed(): JobsState['jobs'] {
    return this.jobs?.state.value.jobs ?? [];
  }

  /** The job that gets the beacons; '' for a new one. One that a restored draft names may have been removed. */
  private get into(): string {
    const { into } = this.form.texts;
    return this.listed.some(({ id }) => id === into) ? into : '';
  }

  private get chosenNow(): readonly string[] {
    const now = selection.value;
    const isForNow = isForChosen(location.search) && now.length > 0;
    return isForNow || this.chosenBefore.length === 0 ? now : this.chosenBefore;
  }

  private renderChosen(): TemplateResult | typeof nothing {
    return this.chosenNow.length === 0
      ? html`<p class="soft">${text.noneChosen} <a href="/devices">${text.choose}</a></p>`
      : this.form.field('chosen');
  }

  /** Table rows come first because they contain room and values; each beacon is used once. */
  private planned(): {
    readonly tasks: NewTask[];
    readonly missing: readonly string[];
    readonly isTooLong: boolean;
    readonly noBeacons: number;
  } {
    const { devices } = this.factsNow();
    const typed = this.typedIn(devices, this.form.texts.ids);
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

  private get useChosen(): boolean {
    return this.form.texts.chosen === 'true';
  }

  private async save({ name, site, due, batteries }: Texts<'name' | 'site' | 'due' | 'batteries'>): Promise<void> {
    const { jobs, into } = this;
    if (jobs === null) return;
    const planned = this.planned().tasks;
    const tasks = batteries === 'true' ? planned.map((task) => ({ ...task, battery: {} })) : planned;
    const made = await this.keep(
      into === ''
        ? jobs
            .create({ name: name.trim(), site: site.trim(), due, tasks })
            .then(({ id }): Made => ({ id, added: null }))
        : jobs.add(into, tasks).then((added): Made => ({ id: into, added })),
    );
    if (made === null) return;
    if (this.useChosen) endSelection();
    this.form.settled();
    this.renderRoot.querySelector('fk-csv-import')?.submitted();
    if (made.added !== null) this.dispatchEvent(new SayEvent(text.added(made.added)));
    navigate(jobPath(made.id), { replace: true });
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
