/** Small multiples: battery and temperature of each beacon over the range, all on one scale. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { FleetHours, HoursRow } from '../../../domain/telemetry/hours.ts';
import { farLines } from '../../elements/chart/far-lines.ts';
import '../../elements/chart/spark.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { ListController, type ListOrder } from '../../elements/list/list-controller.ts';
import { listStyles } from '../../elements/list/list-styles.ts';
import { chartStrings } from '../../strings/chart.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { HoursController } from './hours-controller.ts';
import type { ViewContext } from './view-context.ts';
import { shownValue } from '../../words/chart.ts';
import { fieldLabel } from '../../words/telemetry.ts';

const text = telemetryDeskStrings.compare;
const PORTION = 60;

const METRICS = [
  { name: 'battery', field: 'batteryLevel', unit: '%' },
  { name: 'temperature', field: 'temperature', unit: '°C' },
] as const;
type Metric = (typeof METRICS)[number];
const PERCENT: Scale = { least: 0, most: 100 };

interface Card {
  readonly row: HoursRow;
  readonly title: string;
  readonly battery: Ends | null;
  readonly temperature: Ends | null;
  /** The scale of a temperature so far from the others that it would flatten them; null on the common scale. */
  readonly ownScale: Scale | null;
}
interface Ends {
  readonly first: number;
  readonly last: number;
  /** A single reading makes no line. */
  readonly readings: number;
}
interface Scale {
  readonly least: number;
  readonly most: number;
}

const ORDERS: readonly ListOrder<Card>[] = [
  {
    name: 'battery',
    label: text.orders.battery,
    direction: 'ascending',
    compare: (a, b) => (a.battery?.last ?? Infinity) - (b.battery?.last ?? Infinity) || byName(a, b),
  },
  {
    name: 'temperature',
    label: text.orders.temperature,
    direction: 'descending',
    compare: (a, b) => (b.temperature?.last ?? -Infinity) - (a.temperature?.last ?? -Infinity) || byName(a, b),
  },
  { name: 'name', label: text.orders.name, direction: 'ascending', compare: byName },
];

@customElement('fk-telemetry-compare')
class FkTelemetryCompare extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  private readonly list = new ListController(this, { portion: PORTION, more: PORTION * 2 });
  private readonly hours = new HoursController(this, () => this.context);

  static override styles = [
    shared,
    listStyles,
    css`
      ul.stack {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
        gap: var(--space-3);
      }
      .card {
        height: 100%;
        gap: var(--space-1);
        padding: var(--space-2) var(--space-3) var(--space-3);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const made = this.hours.value === null ? null : this.cardsFor(this.hours.value, this.context.names.titleOf);
    const isLine = (ends: Ends | null): boolean => (ends?.readings ?? 0) > 1;
    const hasLines = made?.cards.some(({ battery, temperature }) => isLine(battery) || isLine(temperature)) === true;
    const unread = this.hours.renderUnread(!hasLines, text.empty);
    if (unread !== null || made === null) return html`${unread}`;
    const { cards, warmth } = made;
    const scale = (value: number): string => shownValue(value, '°C');
    return html`
      ${this.list.render<Card>(
        {
          label: text.intro,
          keyOf: ({ row }) => row.trackingId,
          search: { label: telemetryStrings.fleet.find, textsOf: ({ row, title }) => [title, row.trackingId] },
          orders: ORDERS,
          row: (card) => this.renderCard(card, warmth),
        },
        cards,
      )}
      <p class="soft">
        ${text.intro} ${text.scale(fieldLabel('batteryLevel'), shownValue(0, '%'), shownValue(100, '%'))}.
        ${text.scale(fieldLabel('temperature'), scale(warmth.least), scale(warmth.most))}.
      </p>
    `;
  }

  private renderCard(card: Card, warmth: Scale): TemplateResult {
    return html`<div class="card stack">
      <button
        type="button"
        class="link-button"
        aria-label=${text.open(card.title)}
        @click=${() => this.context.go({ view: 'charts', beacons: [card.row.trackingId] }, 'push')}
      >
        <bdi class="strong">${card.title}</bdi>
      </button>
      ${METRICS.map((metric) => renderMetric(card, metric, metric.name === 'battery' ? PERCENT : (card.ownScale ?? warmth)))}
    </div>`;
  }

  private readonly cardsFor = memoizeLast(cardsOf);
}

function renderMetric(
  card: Card,
  { name, field, unit }: Metric,
  { least, most }: Scale,
): TemplateResult | typeof nothing {
  const isOwn = name === 'temperature' && card.ownScale !== null;
  const label = isOwn ? chartStrings.ownScale(fieldLabel(field)) : fieldLabel(field);
  const ends = card[name];
  if (ends === null) return nothing;
  const value = (reading: number): string => shownValue(Number(reading.toPrecision(4)), unit);
  const words = text.line(label, value(ends.first), value(ends.last));
  return html`<p class="spread small">
      <span class="faint">${label}</span><span class="mono">${value(ends.last)}</span>
    </p>
    ${
      ends.readings < 2
        ? nothing
        : html`<fk-spark .values=${card.row[name]} .least=${least} .most=${most} .label=${words}></fk-spark>`
    }`;
}

function byName(a: Card, b: Card): number {
  return a.title.localeCompare(b.title, 'en', { numeric: true });
}

function cardsOf(
  { rows }: FleetHours,
  titleOf: (trackingId: string) => string,
): { readonly cards: readonly Card[]; readonly warmth: Scale } {
  const temperatures = rows.map(({ temperature }) => temperature);
  const far = farLines(temperatures);
  const cards = rows.flatMap((row): Card[] => {
    const [battery, temperature] = [endsOf(row.battery), endsOf(row.temperature)];
    const ownScale = far.has(row.temperature) ? scaleOf([row.temperature]) : null;
    return battery === null && temperature === null
      ? []
      : [{ row, title: titleOf(row.trackingId), battery, temperature, ownScale }];
  });
  return { cards, warmth: scaleOf(temperatures.filter((values) => !far.has(values))) };
}

/** From the lowest to the highest of these readings, in whole degrees. */
function scaleOf(lines: readonly Float64Array[]): Scale {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of lines)
    for (const value of values) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  return least <= most ? { least: Math.floor(least), most: Math.ceil(most) } : { least: 0, most: 1 };
}

function endsOf(values: Float64Array): Ends | null {
  const read = values.filter((value) => !Number.isNaN(value));
  return read.length === 0 ? null : { first: read[0]!, last: read.at(-1)!, readings: read.length };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-compare': FkTelemetryCompare;
  }
}
