/** The views of the telemetry page, each loaded on first use, with one selection and one range. */
import { html, nothing, type TemplateResult } from 'lit';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent, FieldOption } from '../../elements/field/field.ts';
import { MAX_LINES } from '../../elements/chart/line-styles.ts';
import { number } from '../../language/counting.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';
import { queryableIds } from './names.ts';
import type { ChoicePreset } from './range-choice.ts';
import { PLACES, placeOf, presetOf, RANGES_OF, VIEWS, type TelemetryView, type View } from './telemetry-address.ts';
import type { ViewContext } from './view-context.ts';

interface Drawing {
  /** Loads the code on its first use. */
  readonly load: () => Promise<unknown>;
  /** `ranges`: the ranges that the view offers, on a laptop. */
  render(context: ViewContext, ranges: unknown): unknown;
}

/** The code of the fleet comes with the page. */
export const DRAWINGS: Readonly<Record<View, Drawing>> = {
  fleet: { load: () => Promise.resolve(), render: renderFleet },
  hours: {
    load: () => import('./hours-view.ts'),
    render: (context) => html`<fk-telemetry-hours class="stack" .context=${context}></fk-telemetry-hours>`,
  },
  compare: {
    load: () => import('./compare-view.ts'),
    render: (context) => html`<fk-telemetry-compare class="stack" .context=${context}></fk-telemetry-compare>`,
  },
  gateways: {
    load: () => import('./gateways-view.ts'),
    render: (context) => html`<fk-telemetry-gateways class="stack" .context=${context}></fk-telemetry-gateways>`,
  },
  alarms: {
    load: () => import('./alarms-view.ts'),
    render: (context) => html`<fk-telemetry-alarms class="stack far" .context=${context}></fk-telemetry-alarms>`,
  },
  charts: {
    load: () => Promise.all([import('./show-bar.ts'), import('./charts-view.ts')]),
    render: (context, ranges) =>
      html`<fk-telemetry-charts class="stack far" .context=${context}>${ranges}</fk-telemetry-charts>`,
  },
  records: {
    load: () => Promise.all([import('./show-bar.ts'), import('./records-view.ts')]),
    render: (context, ranges) =>
      html`<fk-telemetry-records class="stack" .context=${context}>${ranges}</fk-telemetry-records>`,
  },
};

/** The places, each named by its first view. `raised`: the number of beacons with an alarm. */
export function placeChoices(raised: number): Choices {
  const { label, records } = text.places;
  const options = PLACES.map(([first]) => optionOf(first, first === 'records' ? records : text.views[first], raised));
  return { name: 'place', label, options };
}

/** On a laptop the views of the open place, which stands above them; on a phone all views. */
export function viewChoices(view: View, raised: number, isWide: boolean): Choices {
  const words = isWide ? { ...text.views, ...text.views.wide } : text.views;
  const options = (isWide ? placeOf(view) : VIEWS).map((one) => optionOf(one, words[one], raised));
  return { name: 'view', label: words.label, options };
}

function optionOf(value: View, label: string, raised: number): FieldOption {
  return { value, label: value === 'alarms' && raised > 0 ? `${label} ${number(raised)}` : label };
}

/** The ranges that the view offers, and the times of another view. */
export function presetChoices(view: TelemetryView): Choices {
  const words = { ...text.presets, ...telemetryDeskStrings.presets };
  const offered: readonly ChoicePreset[] = RANGES_OF[view.view];
  const own = offered.length > 0 && presetOf(view) === 'own' ? (['own'] as const) : [];
  const options = [...new Set([...offered, ...own])].map((value) => ({ value, label: words[value] }));
  return { name: 'range', label: words.label, options };
}

interface Choices {
  readonly name: string;
  readonly label: string;
  readonly options: readonly FieldOption[];
}

/** One of a few: a list to choose from, or buttons that are all in view, as tabs or in one frame. Nothing where there is no choice. */
export function renderChoices(
  { name, label, options }: Choices,
  chosen: string,
  choose: (value: string) => void,
  look: 'list' | 'switch wrap' | 'tabs',
): TemplateResult | typeof nothing {
  if (options.length < 2) return nothing;
  if (look !== 'list')
    return html`<div class=${look} role="group" aria-label=${label}>
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

function renderFleet(context: ViewContext): TemplateResult {
  const { known, names, load } = context;
  const received = new Set(known.beacons.map(({ trackingId }) => trackingId.toLowerCase()));
  const others = queryableIds(names).filter((id) => !received.has(id.toLowerCase()));
  return html`
    <fk-telemetry-fleet class="stack" .context=${context}></fk-telemetry-fleet>
    ${
      others.length === 0
        ? nothing
        : html`<fk-notice tone="neutral" .text=${text.fleet.others(others.length)}>
          <fk-button slot="action" .disabled=${known.fetching !== null} @click=${load}>${text.loadFirst}</fk-button>
        </fk-notice>`
    }
  `;
}

/** As many beacons as one chart can show, those heard last first. */
export function heardLast(beacons: TelemetryState['beacons']): string[] {
  return beacons
    .filter(({ lastHeardMs }) => lastHeardMs !== null)
    .toSorted((a, b) => b.lastHeardMs! - a.lastHeardMs!)
    .slice(0, MAX_LINES)
    .map(({ trackingId }) => trackingId);
}
