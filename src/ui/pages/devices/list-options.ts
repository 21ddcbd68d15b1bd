/** The panel of the list: filters, order, columns, and fetching a part from the backend. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { MAX_PAGE_SIZE } from '../../../domain/default-settings.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { LOW_BATTERY_PERCENT } from '../../../domain/low-battery.ts';
import { FACTS } from '../../../domain/device-facts.ts';
import { DEVICE_ORDERS, type DeviceOrder } from '../../../domain/device-list/columns.ts';
import { HEARINGS, NEEDS, STATE_WORDS, type DeviceView, UNSAID } from '../../../domain/device-list/view-address.ts';
import {
  CHOICE_FILTERS,
  NO_FILTER,
  choicesOf,
  countFilters,
  type ChoiceFilter,
} from '../../../domain/device-list/filter.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { DeviceQuery } from '../../../use-cases/devices/device-list.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import { choiceWord, heardAsWord, needWord } from './filter-chips.ts';
import './filter-choice.ts';
import type { ChoiceOption } from './filter-choice.ts';
import './saved-views.ts';
import { elementStrings } from '../../strings/elements.ts';
import { shellStrings } from '../../strings/shell.ts';
import { columnWords, heardWord } from '../../strings/device-list.ts';
import { listOptionStrings as text, orderWords } from '../../strings/list-options.ts';
import {
  DENSITIES,
  LIST_COLUMNS,
  columnsOf,
  type Density,
  type ListColumn,
  type ListShape,
  type ListView,
} from './list-view.ts';

interface ListOptions {
  readonly devices: readonly CachedDevice[];
  readonly jobs: readonly ChoiceOption[];
  readonly view: ListView;
  readonly accountId: string;
  /** The present view as a query string. */
  readonly search: string;
  readonly shape: ListShape;
  readonly pageSize: number;
  /** Why the backend cannot be asked at the moment; empty when it can. */
  readonly locked: string;
  changeView(view: ListView): void;
  /** Asks the backend for a part of the list. */
  fetchPart(query: DeviceQuery): void;
}

/** `alias` and `uniqueId` are always shown. */
const ORDER_WORDS: Readonly<Record<DeviceOrder, string>> = { ...columnWords, heard: heardWord, ...orderWords };

const CHOOSABLE = LIST_COLUMNS.filter((column) => column !== 'uniqueId' && column !== 'alias');

/** Filters that accept several values. */
type ChoiceList = ChoiceFilter | 'states' | 'needs' | 'jobs' | 'heard' | 'facts';

const STATES = STATE_WORDS.map((value) => ({ value, label: elementStrings.track.summaries[value] }));
const NEED_OPTIONS = NEEDS.map((value) => ({ value, label: needWord(value) }));
const HEARD_OPTIONS = HEARINGS.map((value) => ({ value, label: heardAsWord(value) }));
const FACT_OPTIONS = FACTS.map((value) => ({ value, label: text.facts[value] }));

/** Filters that the backend applies. */
const PART_FILTERS = [
  ['deviceType', 'types', ['BEACON', 'GATEWAY', 'CLOUD_BEACON', 'EXTERNAL']],
  ['access', 'accesses', ['OWNER', 'SUPERVISOR', 'EDITOR', 'VIEWER']],
] as const;

@customElement('fk-list-options')
class FkListOptions extends LitElement {
  @property({ attribute: false }) list!: ListOptions;
  @state() private partRange: { readonly [name: string]: string } = {};

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-4);
        padding: var(--space-4);
      }
      .grid {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
        gap: var(--space-3);
        align-items: start;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { devices, jobs, view, accountId, search, shape, locked } = this.list;
    const { filter, by, descending } = view;
    const options = this.optionsOf(devices);
    const choice = (name: ChoiceList, label: string, found: readonly ChoiceOption[]): TemplateResult =>
      html`<fk-filter-choice .name=${name} .label=${label} .options=${found} .values=${filter[name]}
        .choose=${(values: readonly string[]) => this.change({ filter: { ...filter, [name]: values } })}></fk-filter-choice>`;
    const table = shape !== 'list';
    return html`<div class="wrap">
        <fk-button href="/orders">${shellStrings.titles.orders}</fk-button>
        <fk-button href="/device-table">${shellStrings.titles.deviceTable}</fk-button>
      </div>
      <h3>${text.filters}</h3>
      <div>
        ${choice('states', text.stateFilter, STATES)}${choice('needs', text.needsFilter, NEED_OPTIONS)}
        ${CHOICE_FILTERS.map((name) => choice(name, text.choices[name], options[name]))}
        ${
          jobs.length === 0 && filter.jobs.length === 0
            ? nothing
            : choice('jobs', text.jobs, [...jobs, { value: UNSAID, label: text.noJob }])
        }
        ${choice('heard', text.heardFilter, HEARD_OPTIONS)}${choice('facts', text.factFilter, FACT_OPTIONS)}
      </div>
      <div class="grid" @fk-change=${this.onFilter}>
        <fk-field kind="number" name="battery" .label=${text.battery} unit="%" .min=${0} .max=${100}
          .value=${batteryText(filter)}></fk-field>
        <fk-field kind="number" name="seen" .label=${text.notSeenFor} .unit=${text.hours} .min=${1}
          .value=${typeof filter.seen === 'object' && filter.seen !== null ? String(filter.seen.olderThanHours) : ''}></fk-field>
        <fk-field kind="check" name="never" .label=${text.neverHeard} .value=${String(filter.seen === 'never')}></fk-field>
      </div>
      ${
        countFilters(filter) === 0
          ? nothing
          : html`<fk-button @click=${() => this.change({ filter: NO_FILTER })}>${text.clear}</fk-button>`
      }
      <h3>${text.views.heading}</h3>
      <fk-saved-views .accountId=${accountId} .search=${search}></fk-saved-views>
      <h3>${text.looking}</h3>
      <div class="grid" @fk-change=${this.onOrder}>
        <fk-field kind="select" name="by" .label=${text.sort}
          .options=${DEVICE_ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] }))} .value=${by}></fk-field>
        ${
          table
            ? html`<fk-field kind="select" name="density" .label=${text.density}
              .options=${DENSITIES.map((value) => ({ value, label: text.densities[value] }))} .value=${view.density}></fk-field>`
            : nothing
        }
        <fk-field kind="check" name="descending" .label=${text.descending} .value=${String(descending)}></fk-field>
      </div>
      <fk-field
        kind="list"
        name="columns"
        .label=${table ? text.tableColumns : text.columns}
        .options=${CHOOSABLE.filter((column) => column !== 'heard' || table).map((value) => ({
          value,
          label: value === 'heard' ? heardWord : columnWords[value],
        }))}
        .value=${columnsOf(view, shape).join(',')}
        @fk-change=${this.onColumns}
      ></fk-field>
      ${
        table && Object.keys(view.widths).length > 0
          ? html`<fk-button @click=${() => this.change({ widths: {} })}>${text.usualWidths}</fk-button>`
          : nothing
      }
      <details>
        <summary>${text.ask.heading}</summary>
        <div class="grid" @fk-input=${this.onDeviceQuery} @fk-change=${this.onDeviceQuery}>
          <fk-field kind="number" name="startIndex" .label=${text.ask.startIndex} min="0" .value=${this.partText('startIndex')}></fk-field>
          <fk-field kind="number" name="maxResult" .label=${text.ask.maxResult} min="1" .max=${MAX_PAGE_SIZE}
            .value=${this.partText('maxResult')}></fk-field>
          <fk-field name="orderBy" .label=${text.ask.orderBy} .help=${text.ask.orderByHelp} mono
            .value=${this.partText('orderBy')}></fk-field>
          <fk-field kind="select" name="order" .label=${text.ask.order}
            .options=${['ASC', 'DESC'].map((value) => ({ value, label: value }))} .value=${this.partText('order')}></fk-field>
          ${PART_FILTERS.map(
            ([name, kind, values]) => html`<fk-field kind="select" .name=${name} .label=${text.choices[kind]}
            .options=${[{ value: '', label: text.ask.all }, ...values.map((value) => ({ value, label: choiceWord(kind, value) }))]}
            .value=${this.partText(name)}></fk-field>`,
          )}
          <fk-field kind="check" name="oneOnly" .label=${text.ask.oneOnly} .value=${this.partText('oneOnly')}></fk-field>
        </div>
        <p class="soft">${text.ask.note} ${locked}</p>
        <fk-button .disabled=${locked !== ''} @click=${this.requestPart}>${text.ask.go}</fk-button>
      </details>`;
  }

  /** Counting what occurs among 100,000 devices is done once a list, when the panel is open. */
  private readonly optionsOf = memoizeLast(
    (devices: readonly CachedDevice[]) =>
      Object.fromEntries(
        CHOICE_FILTERS.map((name) => [
          name,
          choicesOf(devices, name).map(({ value, count }) => ({
            value,
            label: text.choice(choiceWord(name, value), count),
          })),
        ]),
      ) as unknown as Readonly<Record<ChoiceFilter, readonly ChoiceOption[]>>,
  );

  private partText(name: string): string {
    const usual: Readonly<Record<string, string>> = {
      startIndex: '0',
      maxResult: String(this.list.pageSize),
      orderBy: 'created',
      order: 'ASC',
      oneOnly: 'true',
    };
    return this.partRange[name] ?? usual[name] ?? '';
  }

  private change(part: Partial<ListView>): void {
    this.list.changeView({ ...this.list.view, ...part });
  }

  private readonly onFilter = ({ name, value }: FieldChangeEvent): void => {
    const { filter } = this.list.view;
    const on = value === 'true';
    const number = Number(value);
    const hasNumber = value.trim() !== '' && Number.isFinite(number);
    switch (name) {
      case 'never':
        return this.change({ filter: { ...filter, seen: on ? 'never' : null } });
      case 'seen':
        return this.change({
          filter: { ...filter, seen: hasNumber && number >= 1 ? { olderThanHours: Math.floor(number) } : null },
        });
      case 'battery': {
        const to = Math.round(Math.min(100, Math.max(0, number)));
        return this.change({ filter: { ...filter, battery: hasNumber ? { from: 0, to } : null } });
      }
    }
  };

  private readonly onOrder = (event: FieldChangeEvent): void => {
    if (event.name === 'descending') this.change({ descending: event.value === 'true' });
    else if (event.name === 'density') this.change({ density: event.value as Density });
    else this.change({ by: event.value as DeviceOrder });
  };

  private readonly onColumns = (event: FieldChangeEvent): void => {
    const wanted = event.value.split(',');
    this.change({ columns: CHOOSABLE.filter((column: ListColumn) => wanted.includes(column)) });
  };

  private readonly onDeviceQuery = (event: FieldChangeEvent): void => {
    this.partRange = { ...this.partRange, [event.name]: event.value };
  };

  private readonly requestPart = (): void => {
    const whole = (name: string, least: number, most: number, usual: number): number => {
      const value = Number(this.partText(name));
      return Number.isInteger(value) && value >= least ? Math.min(value, most) : usual;
    };
    this.list.fetchPart({
      startIndex: whole('startIndex', 0, Number.MAX_SAFE_INTEGER, 0),
      maxResult: whole('maxResult', 1, MAX_PAGE_SIZE, this.list.pageSize),
      orderBy: this.partText('orderBy').trim() || 'created',
      order: this.partText('order') === 'DESC' ? 'DESC' : 'ASC',
      ...Object.fromEntries(
        PART_FILTERS.map(([name]) => [name, this.partText(name)]).filter(([, value]) => value !== ''),
      ),
      onePage: this.partText('oneOnly') === 'true',
    });
  };
}

function batteryText({ battery }: Pick<DeviceView, 'battery'>): string {
  if (battery === null || battery === 'unsaid') return '';
  return String(battery === 'low' ? LOW_BATTERY_PERCENT : battery.to);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-list-options': FkListOptions;
  }
}
