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
import { memoizeLast } from '../../../domain/memoize.ts';
import { labelIndex } from '../../../domain/label/label.ts';
import { readTypedIds } from '../../../domain/label/typed-list.ts';
import { WIRE_COLUMNS } from '../../../domain/telemetry/table.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { Zone } from '../../language/times.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController, type FormField, type Texts } from '../../shared/form-controller.ts';
import { QueryEvent } from '../../shared/query-event.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import type { QueryableDevice } from './names.ts';
import './picker.ts';
import type { PickEvent, PickerEntry } from './picker.ts';
import './range-field.ts';
import { FIRST_RANGE, isRangePreset, rangeOf, type RangeChoice } from './range-choice.ts';
import type { RangeEvent } from './range-field.ts';
import { fieldLabel } from '../../words/telemetry.ts';

const text = telemetryStrings.query;
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

const SORTS = [1, 2, 3] as const;
const FIRST = {
  by: 'devices',
  devices: '',
  gateways: '',
  latest: 'false',
  size: String(DEFAULT_SIZE),
  sort1: '',
  order1: 'desc',
  sort2: '',
  order2: 'desc',
  sort3: '',
  order3: 'desc',
};

function extra(by: RecordQuery['by']): FormField<object> {
  return { kind: 'textarea', label: text.extra[by], labelHidden: true, help: text.extraHelp, mono: true };
}

const COLUMNS = WIRE_COLUMNS.map((value) => ({ value, label: fieldLabel(value) }));
const ORDERS = (['desc', 'asc'] as const).map((value) => ({ value, label: text[value] }));

function sort(at: number): FormField<object> {
  const options = [{ value: '', label: text.sortNone }, ...COLUMNS];
  return { kind: 'select', label: text.sort(at), options, transient: true };
}

function order<Of extends string>(of: Of): FormField<Texts<Of>> {
  const disabled = (texts: Texts<Of>): boolean => texts[of] === '';
  return { kind: 'select', label: text.sortBy, options: ORDERS, disabled, transient: true };
}

/** A dialog. Events: `fk-query`, `fk-close`, `fk-name-tracking`, `fk-range` (the page uses the same time zone). */
@customElement('fk-telemetry-query')
export class FkTelemetryQuery extends LitElement {
  @property({ type: Boolean }) open = false;
  @property({ attribute: false }) devices: readonly QueryableDevice[] = [];
  /** Tracking ids ticked when the form opens. */
  @property({ attribute: false }) beacons: ReadonlySet<string> = new Set();
  @property() zone: Zone = 'local';
  @property({ attribute: false }) drafts!: Drafts;
  @property({ attribute: false }) nowMs: () => number = () => Date.now();
  @state() private picked: Readonly<Record<RecordQuery['by'], ReadonlySet<string>>> = {
    devices: new Set(),
    gateways: new Set(),
  };
  @state() private range: RangeChoice = FIRST_RANGE;
  /** Without the ticked beacons: those that are selected on the page are ticked when the form opens. */
  private readonly form = new FormController(this, {
    first: FIRST,
    fields: {
      latest: { kind: 'check', label: text.latest, help: text.latestHelp },
      devices: extra('devices'),
      gateways: extra('gateways'),
      size: { kind: 'number', label: text.size, help: text.sizeHelp, min: 1, max: 2000, step: 1 },
      sort1: sort(1),
      order1: order('sort1'),
      sort2: sort(2),
      order2: order('sort2'),
      sort3: sort(3),
      order3: order('sort3'),
    },
    faults: () => {
      const query = this.query();
      const faults: readonly QueryFault[] = query === null ? [{ field: 'ids', reason: 'tooMany' }] : checkQuery(query);
      const words: Readonly<Record<string, string>> = text.faults;
      return Object.fromEntries(faults.map(({ field, reason }) => [field, words[`${field} ${reason}`] ?? '']));
    },
    draft: {
      drafts: () => this.drafts,
      of: () => (this.open ? 'telemetry-query' : null),
      as: {
        schema: queryDraft,
        read: ({ devices, gateways, latest, size }) => ({
          ...this.range,
          by: this.by,
          devices,
          gateways,
          latest: latest === 'true',
          size,
        }),
        restore: ({ by, devices, gateways, latest, size, ...range }) => {
          this.range = range;
          return { by, devices, gateways, latest: String(latest), size };
        },
      },
    },
    // Without one order there is none after it.
    changed: () => {
      const { sort1, sort2 } = this.form.texts;
      if (sort1 === '') this.form.change({ sort2: '', sort3: '' });
      else if (sort2 === '') this.form.change({ sort3: '' });
    },
    submit: () => {
      const query = this.query()!;
      this.form.settled();
      this.close();
      this.dispatchEvent(new QueryEvent(query));
    },
  });

  static override styles = [
    shared,
    pageStyles,
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
    if (changed.has('open') && this.open && this.beacons.size > 0)
      this.picked = { ...this.picked, devices: this.beacons };
  }

  protected override render(): TemplateResult {
    const { form, by } = this;
    const faults: Readonly<Record<string, string>> = form.faults;
    return html`<fk-dialog .open=${this.open} .heading=${text.title}>
      <form class="stack far scroll" novalidate @submit=${form.submit}>
        ${form.renderRestored()}
        <fieldset class="wrap">
          <legend class="small strong">${text.by}</legend>
          ${(['devices', 'gateways'] as const).map(
            (one) => html`<label class="option">
              <input type="radio" name="by" .value=${one} .checked=${by === one} @change=${() => form.change({ by: one })} />
              <span>${one === 'devices' ? text.byDevices : text.byGateways}</span>
            </label>`,
          )}
        </fieldset>
        <fk-telemetry-picker
          data-field="ids"
          .label=${text.what[by]}
          .findLabel=${text.find[by]}
          .entries=${this.entriesOf(this.devices, by)}
          .chosen=${this.picked[by]}
          .error=${faults['ids'] ?? ''}
          @fk-pick=${this.onPick}
        ></fk-telemetry-picker>
        <fk-range-field
          data-field="range"
          .label=${text.range}
          .choice=${this.range}
          .zone=${this.zone}
          .error=${faults['range'] ?? ''}
          .nowMs=${this.nowMs}
          @fk-range=${this.onRange}
        ></fk-range-field>
        ${form.field('latest')}
        <details ?open=${form.restoredAtMs !== null && form.texts[by] !== ''}>
          <summary>${text.extra[by]}</summary>
          ${form.field(by)}
        </details>
        <details ?open=${faults['size'] !== undefined}>
          <summary>${text.more}</summary>
          ${form.field('size')}
          ${SORTS.map((at) =>
            at > 1 && form.texts[`sort${(at - 1) as 1 | 2}`] === ''
              ? nothing
              : html`<div class="sort">${form.rows(`sort${at}`, `order${at}`)}</div>`,
          )}
        </details>
      </form>
      <fk-button slot="actions" @click=${this.close}>${text.cancel}</fk-button>
      <fk-button slot="actions" variant="primary"
        @click=${() => this.renderRoot.querySelector('form')?.requestSubmit()}>${text.go}</fk-button>
    </fk-dialog>`;
  }

  private get by(): RecordQuery['by'] {
    return this.form.texts.by === 'gateways' ? 'gateways' : 'devices';
  }

  private readonly entriesOf = memoizeLast((devices: readonly QueryableDevice[], by: RecordQuery['by']) =>
    devices
      .filter(({ isGateway }) => isGateway === (by === 'gateways'))
      .map(({ trackingId, title, uniqueId }): PickerEntry => ({
        id: by === 'gateways' ? uniqueId : trackingId,
        title,
        uniqueId,
      })),
  );

  private readonly onPick = (event: PickEvent): void => {
    event.stopPropagation();
    this.picked = { ...this.picked, [this.by]: event.ids };
  };

  private readonly onRange = (event: RangeEvent): void => {
    this.range = event.choice;
    this.zone = event.zone;
  };

  /** What was asked for; null: too many IDs were typed. */
  private query(): RecordQuery | null {
    const typed = this.typed();
    if (typed === null) return null;
    const { latest, size, ...texts } = this.form.texts;
    const sorts = SORTS.map((at) => ({ property: texts[`sort${at}`], order: texts[`order${at}`] }));
    return {
      by: this.by,
      ids: [...new Set([...this.picked[this.by], ...typed])],
      ...rangeOf(this.range, this.nowMs()),
      latest: latest === 'true',
      size: size.trim() === '' ? Number.NaN : Number(size),
      sort: sorts.filter(({ property }) => property !== '') as SortRule[],
    };
  }

  /** The typed IDs: of a device in the list the one that telemetry knows, of any other what was typed. Null: too many. */
  private typed(): readonly string[] | null {
    const { index, idOf } = this.indexOf(this.entriesOf(this.devices, this.by));
    const { found, unknown, isTooLong } = readTypedIds(index, this.form.texts[this.by]);
    return isTooLong ? null : [...found.flatMap((uniqueId) => idOf.get(uniqueId) ?? []), ...unknown];
  }

  private readonly indexOf = memoizeLast((entries: readonly PickerEntry[]) => ({
    index: labelIndex(entries.map(({ uniqueId, id }) => ({ uniqueId, mac: id, attributes: {} }))),
    idOf: new Map(entries.map(({ uniqueId, id }) => [uniqueId, id])),
  }));

  private readonly close = (): void => {
    this.renderRoot.querySelector('fk-dialog')!.open = false;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-query': FkTelemetryQuery;
  }
}
