/** The views of the telemetry page, each loaded on first use, with one selection and one range. */
import { html, nothing, type TemplateResult } from 'lit';
import { RANGE_PRESETS } from '../../../domain/telemetry/record-query.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent, FieldOption } from '../../elements/field/field.ts';
import type { ChartViewEvent } from '../../elements/chart/chart.ts';
import { MAX_LINES } from '../../elements/chart/line-styles.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import { onAccountChange } from '../../shared/account-state.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';
import { storeChoice, loadChoice } from './view-choice.ts';
import { queryableIds } from './names.ts';
import type { ChoicePreset } from './range-choice.ts';
import { presetOf, type TelemetryView, type View } from './telemetry-address.ts';
import { isRangeValid, type ViewContext } from './view-context.ts';

const USUAL_METRICS: readonly string[] = ['temperature', 'batteryLevel'];

/** A range counts as loaded when less than this share is missing at either end. */
const WORTH_LOADING = 0.08;

/** Loads the code of a view on its first use; that of the fleet comes with the page. */
export const LOAD_VIEW: Readonly<Record<View, () => Promise<unknown>>> = {
  fleet: () => Promise.resolve(),
  hours: () => import('./hours-view.ts'),
  compare: () => import('./compare-view.ts'),
  gateways: () => import('./gateways-view.ts'),
  alarms: () => import('./alarms-view.ts'),
  charts: () => import('./charts-view.ts'),
  records: () => import('./records-view.ts'),
};

/** The common ranges, and the others that the view can show. */
export function presetChoices(view: TelemetryView): Choices {
  const words = { ...text.presets, ...telemetryDeskStrings.presets };
  const others: readonly ChoicePreset[] =
    view.view === 'records'
      ? ['own', 'allTimes', 'undated']
      : view.view === 'charts' || presetOf(view) === 'own'
        ? ['own']
        : [];
  const options = [...RANGE_PRESETS, ...others].map((value) => ({ value, label: words[value] }));
  return { name: 'range', label: words.label, options };
}

interface Choices {
  readonly name: string;
  readonly label: string;
  readonly options: readonly FieldOption[];
}

/** One of a few: a list to choose from, or buttons that are all in view. Nothing where there is no choice. */
export function renderChoices(
  { name, label, options }: Choices,
  chosen: string,
  choose: (value: string) => void,
  asButtons = false,
): TemplateResult | typeof nothing {
  if (options.length < 2) return nothing;
  if (asButtons)
    return html`<div class="switch wrap" role="group" aria-label=${label}>
      ${options.map(
        ({ value, label: words }) =>
          html`<button type="button" aria-pressed=${chosen === value} @click=${() => choose(value)}>${words}</button>`,
      )}
    </div>`;
  return html`<fk-field
    kind="select"
    .name=${name}
    .labelHidden=${true}
    .label=${label}
    .value=${chosen}
    .options=${options}
    @fk-change=${(event: FieldChangeEvent) => {
      event.stopPropagation();
      choose(event.value);
    }}
  ></fk-field>`;
}

/** `zoom` is told which part of the range a chart shows. */
export function renderView(context: ViewContext, zoom: (event: ChartViewEvent) => void): TemplateResult {
  switch (context.view.view) {
    case 'fleet':
      return renderFleet(context);
    case 'hours':
      return html`<fk-telemetry-hours class="stack" .context=${context}></fk-telemetry-hours>`;
    case 'compare':
      return html`<fk-telemetry-compare class="stack" .context=${context}></fk-telemetry-compare>`;
    case 'gateways':
      return html`<fk-telemetry-gateways class="stack" .context=${context}></fk-telemetry-gateways>`;
    case 'alarms':
      return html`<fk-telemetry-alarms class="stack far" .context=${context}></fk-telemetry-alarms>`;
    case 'charts':
      return renderShown(context, () => renderCharts(context, zoom));
    case 'records':
      return renderShown(
        context,
        () => html`<fk-telemetry-records class="stack" .context=${context}></fk-telemetry-records>`,
      );
  }
}

function renderFleet(context: ViewContext): TemplateResult {
  const { known, names, busy, load } = context;
  const received = new Set(known.beacons.map(({ trackingId }) => trackingId.toLowerCase()));
  const others = queryableIds(names).filter((id) => !received.has(id.toLowerCase()));
  return html`
    <fk-telemetry-fleet class="stack" .context=${context}></fk-telemetry-fleet>
    ${
      others.length === 0
        ? nothing
        : html`<fk-notice tone="neutral" .text=${text.fleet.others(others.length)}>
          <fk-button slot="action" .disabled=${busy} @click=${load}>${text.loadFirst}</fk-button>
        </fk-notice>`
    }
  `;
}

/** Records and charts, below what they are of. */
function renderShown(context: ViewContext, content: () => TemplateResult): TemplateResult {
  return html`<fk-telemetry-show .context=${context}></fk-telemetry-show>
    ${isRangeValid(context.shown) ? content() : nothing}`;
}

function renderCharts(context: ViewContext, zoom: (event: ChartViewEvent) => void): TemplateResult {
  const { view, shown, known, names, telemetry, version, accountId, recent, go } = context;
  // Without a choice, charts show the beacons that were heard last.
  const drawn = view.beacons.length === 0 ? recent : view.beacons;
  const lines = drawn.slice(0, MAX_LINES);
  return html`<fk-telemetry-charts
      class="stack far"
      .telemetry=${telemetry}
      .trackingIds=${drawn}
      .sourceIds=${shown.filter.sourceIds}
      .whole=${shown.whole}
      .view=${view.zoom}
      .requested=${requestedRange(known, new Set(lines))}
      .names=${names}
      .version=${version}
      .zone=${view.zone}
      .metrics=${view.metrics ?? metricsOf(accountId)}
      .chooseMetrics=${(metrics: readonly string[]) => {
        storeChoice(accountId, { metrics: [...metrics] });
        go({ metrics }, 'replace');
      }}
      @fk-view=${zoom}
    ></fk-telemetry-charts>`;
}

/** True when the range was loaded for all of these beacons, and when there is none. */
export function isLoaded(known: TelemetryState, ids: readonly string[], { startMs, endMs }: TimeView): boolean {
  const read = new Set(known.beacons.map(({ trackingId }) => trackingId));
  const range = ids.every((id) => read.has(id)) ? requestedRange(known, new Set(ids)) : null;
  // The end of the range moves with the clock.
  const slackMs = (endMs - startMs) * WORTH_LOADING;
  return range !== null && range.startMs <= startMs + slackMs && range.endMs >= endMs - slackMs;
}

/** As many beacons as one chart can show, those heard last first. */
export function heardLast(beacons: TelemetryState['beacons']): string[] {
  return beacons
    .filter(({ lastHeardMs }) => lastHeardMs !== null)
    .toSorted((a, b) => b.lastHeardMs! - a.lastHeardMs!)
    .slice(0, MAX_LINES)
    .map(({ trackingId }) => trackingId);
}

let storedMetrics = USUAL_METRICS;

onAccountChange(() => (storedMetrics = USUAL_METRICS));

/** Returns the same list while its names are the same, because a new one is read again. */
function metricsOf(accountId: string | null): readonly string[] {
  const now = loadChoice(accountId).metrics ?? USUAL_METRICS;
  if (now.join() !== storedMetrics.join()) storedMetrics = now;
  return storedMetrics;
}

/** The range that was requested for all of these; empty when one was not. */
function requestedRange({ beacons }: TelemetryState, chosen: ReadonlySet<string>): { startMs: number; endMs: number } {
  let range = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };
  for (const { trackingId, askedFromMs, askedUntilMs } of beacons) {
    if (!chosen.has(trackingId)) continue;
    range = {
      startMs: Math.max(range.startMs, askedFromMs ?? Number.POSITIVE_INFINITY),
      endMs: Math.min(range.endMs, askedUntilMs ?? Number.NEGATIVE_INFINITY),
    };
  }
  return range.endMs > range.startMs ? range : { startMs: 0, endMs: 0 };
}
