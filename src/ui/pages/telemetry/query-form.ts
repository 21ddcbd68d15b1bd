/** The form of a telemetry request: beacons, time range, and order (interface.md 4.2). */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { draftText } from '../../../domain/draft-text.ts';
import {
  checkQuery,
  type QueryFault,
  type SortRule,
  type RecordQuery,
} from '../../../domain/telemetry/record-query.ts';
import { labelIndex } from '../../../domain/label/label.ts';
import { readTypedIds } from '../../../domain/label/typed-list.ts';
import { WIRE_COLUMNS } from '../../../domain/telemetry/table.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import type { ChartZone } from '../../elements/chart/moments.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { QueryEvent } from '../../shared/query-event.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { tickStyles } from './control-styles.ts';
import type { QueryableDevice } from './names.ts';
import './picker.ts';
import type { PickEvent, PickerEntry } from './picker.ts';
import './range-field.ts';
import { FIRST_RANGE, isRangePreset, rangeOf, type RangeChoice } from './range-choice.ts';
import type { RangeEvent } from './range-field.ts';
import { fieldLabel } from '../../words/telemetry.ts';

const text = telemetryStrings.query;
const SORTS = 3;
/** Large pages, because the number of requests is limited. */
const DEFAULT_SIZE = 1000;

/** Not a number while the field of the time is empty. */
const momentMs = z.catch(z.number(), Number.NaN);
const queryDraft = z.object({
  by: z.catch(z.enum(['devices', 'gateways']), 'devices'),
  devices: draftText,
  gateways: draftText,
  preset: z.catch(
    z.custom<RangeChoice['preset']>((preset) => typeof preset === 'string' && isRangePreset(preset)),
    FIRST_RANGE.preset,
  ),
  startMs: momentMs,
  endMs: momentMs,
  latest: z.catch(z.boolean(), false),
  size: z.catch(z.string(), String(DEFAULT_SIZE)),
});

/** A dialog. Events: `fk-query`, `fk-close`, `fk-name-tracking`, `fk-range` (the page uses the same time zone). */
@customElement('fk-telemetry-query')
export class FkTelemetryQuery extends LitElement {
  @property({ type: Boolean }) open = false;
  @property({ attribute: false }) devices: readonly QueryableDevice[] = [];
  /** Tracking ids ticked when the form opens. */
  @property({ attribute: false }) beacons: ReadonlySet<string> = new Set();
  @property() zone: ChartZone = 'local';
  @property({ attribute: false }) drafts: Drafts | undefined;
  @property({ attribute: false }) nowMs: () => number = () => Date.now();
  @state() private by: RecordQuery['by'] = 'devices';
  @state() private picked: ReadonlySet<string> = new Set();
  @state() private gateways: ReadonlySet<string> = new Set();
  @state() private extra: Readonly<Record<RecordQuery['by'], string>> = { devices: '', gateways: '' };
  @state() private range: RangeChoice = FIRST_RANGE;
  @state() private latest = false;
  @state() private size = String(DEFAULT_SIZE);
  @state() private sorts: readonly (SortRule | null)[] = Array<null>(SORTS).fill(null);
  @state() private faults: readonly QueryFault[] = [];
  /** Without the ticked beacons: those that are selected on the page are ticked when the form opens. */
  private readonly draft = new DraftController(this, () => this.drafts, {
    of: () => (this.open ? 'telemetry-query' : null),
    schema: queryDraft,
    read: () => ({
      by: this.by,
      devices: this.extra.devices,
      gateways: this.extra.gateways,
      preset: this.range.preset,
      startMs: this.range.startMs,
      endMs: this.range.endMs,
      latest: this.latest,
      size: this.size,
    }),
    restore: ({ by, devices, gateways, preset, startMs, endMs, latest, size }) => {
      this.by = by;
      this.extra = { devices, gateways };
      this.range = { preset, startMs, endMs };
      this.latest = latest;
      this.size = size;
      this.faults = [];
    },
  });

  static override styles = [
    shared,
    pageStyles,
    tickStyles,
    css`
      /* The buttons stay visible; the content above them scrolls. */
      form {
        max-height: max(12rem, calc(100dvh - 15rem));
        padding: var(--focus-width);
      }
      legend {
        margin-bottom: var(--space-1);
      }
      .option {
        flex: 1 1 12rem;
      }
      .sort {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        gap: var(--space-2);
      }
      details > * + * {
        margin-top: var(--space-3);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open') && this.open && this.beacons.size > 0) this.picked = this.beacons;
  }

  protected override render(): TemplateResult {
    return html`<fk-dialog .open=${this.open} .heading=${text.title}>
      <form class="stack far scroll" @submit=${this.onSubmit}>
        ${renderRestored(this, this.draft)}
        <fieldset class="wrap">
          <legend class="small strong">${text.by}</legend>
          ${(['devices', 'gateways'] as const).map(
            (by) => html`<label class="option">
              <input type="radio" name="by" .value=${by} .checked=${this.by === by} @change=${() => (this.by = by)} />
              <span>${by === 'devices' ? text.byDevices : text.byGateways}</span>
            </label>`,
          )}
        </fieldset>
        <fk-telemetry-picker
          .label=${text.what[this.by]}
          .findLabel=${text.find[this.by]}
          .entries=${this.entries}
          .chosen=${this.chosen}
          .error=${this.faultOf('ids')}
          @fk-pick=${this.onPick}
        ></fk-telemetry-picker>
        <fk-range-field .label=${text.range} .choice=${this.range} .zone=${this.zone} .error=${this.faultOf('range')} .nowMs=${this.nowMs} @fk-range=${this.onRange}></fk-range-field>
        <fk-field kind="check" name="latest" .label=${text.latest} .help=${text.latestHelp} .value=${String(this.latest)} @fk-change=${(event: FieldChangeEvent) => (this.latest = event.value === 'true')}></fk-field>
        <details ?open=${this.draft.restoredAtMs !== null && this.extra[this.by] !== ''}>
          <summary>${text.extra[this.by]}</summary>
          <fk-field kind="textarea" name="extra" mono label-hidden .label=${text.extra[this.by]} .help=${text.extraHelp} .value=${this.extra[this.by]} @fk-input=${this.onExtra}></fk-field>
        </details>
        <details ?open=${this.faultOf('size') !== ''}>
          <summary>${text.more}</summary>
          <fk-field
            kind="number"
            name="size"
            min="1"
            max="2000"
            step="1"
            .label=${text.size}
            .help=${text.sizeHelp}
            .error=${this.faultOf('size')}
            .value=${this.size}
            @fk-input=${(event: FieldChangeEvent) => (this.size = event.value)}
          ></fk-field>
          ${this.sorts.map((rule, index) => (index > 0 && this.sorts[index - 1] === null ? nothing : this.renderSort(rule, index)))}
        </details>
      </form>
      <fk-button slot="actions" @click=${this.close}>${text.cancel}</fk-button>
      <fk-button slot="actions" variant="primary" @click=${() => this.renderRoot.querySelector('form')?.requestSubmit()}>${text.go}</fk-button>
    </fk-dialog>`;
  }

  private renderSort(rule: SortRule | null, index: number): TemplateResult {
    const set = (next: SortRule | null): void => {
      this.sorts = this.sorts.map((one, at) => (at === index ? next : next === null && at > index ? null : one));
    };
    return html`<div class="sort">
      <fk-field
        kind="select"
        .name="sort-${index}"
        .label=${text.sort(index + 1)}
        .value=${rule?.property ?? ''}
        .options=${[{ value: '', label: text.sortNone }, ...WIRE_COLUMNS.map((value) => ({ value, label: fieldLabel(value) }))]}
        @fk-change=${(event: FieldChangeEvent) => set(event.value === '' ? null : { property: event.value, order: rule?.order ?? 'desc' })}
      ></fk-field>
      <fk-field
        kind="select"
        .name="order-${index}"
        .label=${text.sortBy}
        .value=${rule?.order ?? 'desc'}
        .disabled=${rule === null}
        .options=${[
          { value: 'desc', label: text.desc },
          { value: 'asc', label: text.asc },
        ]}
        @fk-change=${(event: FieldChangeEvent) => set(rule === null ? null : { ...rule, order: event.value as SortRule['order'] })}
      ></fk-field>
    </div>`;
  }

  private get entries(): readonly PickerEntry[] {
    return this.by === 'devices'
      ? this.devices
          .filter(({ isGateway }) => !isGateway)
          .map(({ trackingId, title, uniqueId }) => ({ id: trackingId, title, uniqueId }))
      : this.devices
          .filter(({ isGateway }) => isGateway)
          .map(({ title, uniqueId }) => ({ id: uniqueId, title, uniqueId }));
  }

  private get chosen(): ReadonlySet<string> {
    return this.by === 'devices' ? this.picked : this.gateways;
  }

  private readonly onPick = (event: PickEvent): void => {
    event.stopPropagation();
    if (this.by === 'devices') this.picked = event.ids;
    else this.gateways = event.ids;
  };

  private readonly onExtra = (event: FieldChangeEvent): void => {
    this.extra = { ...this.extra, [this.by]: event.value };
  };

  private readonly onRange = (event: RangeEvent): void => {
    this.range = event.choice;
    this.zone = event.zone;
  };

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const typed = this.typed();
    if (typed === null) {
      this.faults = [{ field: 'ids', reason: 'tooMany' }];
      return;
    }
    const query: RecordQuery = {
      by: this.by,
      ids: [...new Set([...this.chosen, ...typed])],
      ...rangeOf(this.range, this.nowMs()),
      latest: this.latest,
      size: this.size.trim() === '' ? Number.NaN : Number(this.size),
      sort: this.sorts.filter((rule) => rule !== null),
    };
    this.faults = checkQuery(query);
    if (this.faults.length > 0) return;
    this.draft.remove();
    this.close();
    this.dispatchEvent(new QueryEvent(query));
  };

  /** The typed IDs: of a device in the list the one that telemetry knows, of any other what was typed. Null: too many. */
  private typed(): readonly string[] | null {
    const listed = this.devices.filter(({ isGateway }) => isGateway === (this.by !== 'devices'));
    const idOf = new Map(
      listed.map(({ uniqueId, trackingId }) => [uniqueId, this.by === 'devices' ? trackingId : uniqueId]),
    );
    const index = labelIndex(listed.map(({ uniqueId, trackingId }) => ({ uniqueId, mac: trackingId, attributes: {} })));
    const { found, unknown, isTooLong } = readTypedIds(index, this.extra[this.by]);
    return isTooLong ? null : [...found.flatMap((uniqueId) => idOf.get(uniqueId) ?? []), ...unknown];
  }

  private readonly close = (): void => {
    this.renderRoot.querySelector('fk-dialog')!.open = false;
  };

  private faultOf(field: QueryFault['field']): string {
    const fault = this.faults.find((one) => one.field === field);
    const words: Readonly<Record<string, string>> = text.faults;
    return fault === undefined ? '' : (words[`${fault.field} ${fault.reason}`] ?? '');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-query': FkTelemetryQuery;
  }
}
