/** The time of the last check, a button to check again, and the optional automatic refresh with its cost. */
import { html, nothing, type TemplateResult } from 'lit';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { syncIcon } from '../../kit/icons.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { isFresh } from './opening-query.ts';

const text = telemetryDeskStrings.fresh;
const EVERY_MINUTES = [0, 1, 5, 15, 60];

export type Pause = keyof typeof text.paused;

interface Fresh {
  /** Unix ms; null: never. */
  readonly checkedAtMs: number | null;
  readonly nowMs: number;
  /** True when the phone's clock was compared with the backend's. */
  readonly clockChecked: boolean;
  readonly busy: boolean;
  /** True when there is a beacon to request. */
  readonly able: boolean;
  readonly minutes: number;
  readonly pause: Pause | null;
  readonly budget: { readonly left: number; readonly of: number } | null;
  check(): void;
  setEvery(minutes: number): void;
}

/** The state and the actions that change it. `isFull`: nothing of the range that is shown is missing. */
export function renderFresh(
  { checkedAtMs, nowMs, clockChecked, busy, minutes, pause, budget }: Fresh,
  isFull: boolean,
  actions: TemplateResult,
): TemplateResult {
  const standing = busy ? 'now' : checkedAtMs === null ? 'never' : isFresh(checkedAtMs, nowMs) ? 'fresh' : 'old';
  const age = html`${text.checked} <fk-age .at=${checkedAtMs} .now=${nowMs}></fk-age>`;
  return html`<div class="fresh row">
    <p class="small" data-checked=${standing}>
      ${busy ? text.checking : checkedAtMs === null ? text.never : isFull ? age : telemetryDeskStrings.unloaded}${
        checkedAtMs === null || clockChecked ? nothing : html` · ${telemetryStrings.clockUnchecked}`
      }
    </p>
    ${actions}
    ${
      minutes === 0
        ? nothing
        : html`<p class="soft budget">
          ${budget === null ? nothing : text.left(budget.left, budget.of)} ${pause === null ? nothing : text.paused[pause]}
        </p>`
    }
  </div>`;
}

/** `isRange`: it loads the range that is shown. `isMain`: nothing else on the page comes first. */
export function renderCheck(
  { busy, able, check }: Pick<Fresh, 'busy' | 'able' | 'check'>,
  isRange: boolean,
  isMain: boolean,
): TemplateResult {
  return html`<fk-button
    .variant=${isMain ? 'primary' : 'plain'}
    .icon=${syncIcon}
    .busy=${busy}
    .disabled=${!able}
    @click=${check}
  >${isRange ? text.checkRange : text.check}</fk-button>`;
}

/** How often telemetry is loaded by itself. */
export function renderEvery({ minutes, setEvery }: Pick<Fresh, 'minutes' | 'setEvery'>): TemplateResult {
  return html`<fk-field
    kind="select"
    name="every"
    .label=${text.every}
    .value=${String(minutes)}
    .options=${EVERY_MINUTES.map((value) => ({ value: String(value), label: value === 0 ? text.off : text.minutes(value) }))}
    @fk-change=${(event: FieldChangeEvent) => {
      event.stopPropagation();
      setEvery(Number(event.value));
    }}
  ></fk-field>`;
}
