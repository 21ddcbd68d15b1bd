/**
 * How far the device list has been read, how long the backend asks to wait, why the list has fewer devices than it, and what is in
 * place of an empty list.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { MAX_DEVICES } from '../../domain/limits.ts';
import type { DeviceListState } from '../../use-cases/devices/device-list.ts';
import type { ListCount } from '../../use-cases/stores.ts';
import '../elements/button/button.ts';
import '../elements/empty/empty.ts';
import '../elements/progress/progress.ts';
import '../elements/skeleton/skeleton.ts';
import { devicesIcon } from '../kit/icons.ts';
import { time } from '../language/times.ts';
import '../shared/failure.ts';
import { deviceStrings as text } from '../strings/devices.ts';

export function renderProgress(
  { read, total = null, doing, waitsUntilMs = null }: NonNullable<DeviceListState['refreshing']>,
  cancel: () => void,
): TemplateResult {
  return html`<fk-progress
    .label=${total === null ? `${text.refreshing}: ${text.readSoFar(read)}` : text.refreshing}
    .done=${read}
    .total=${total}
    .doing=${waitsUntilMs !== null ? waitInWords(waitsUntilMs) : doing === 'missing' ? text.lookingForMissing : ''}
    .cancellable=${true}
    @fk-cancel=${cancel}
  ></fk-progress>`;
}

/** A time in minutes says nothing of a wait of seconds: it may be the present one. */
export function waitInWords(untilMs: number): string {
  return untilMs - Date.now() < 60_000 ? text.waitsBriefly : text.waitsUntil(time(untilMs));
}

export function shortInWords({ read, counted }: ListCount): string {
  return read < MAX_DEVICES ? text.short(read, counted) : text.full(read, counted);
}

/** The message in place of an empty list. */
export function renderNone(state: DeviceListState, again: () => void): TemplateResult {
  if (state.devices === null || state.refreshing !== null)
    return html`<fk-skeleton class="pad" count="7" .label=${text.loading}></fk-skeleton>`;
  if (state.failure !== null)
    return html`<div class="middle grow"><fk-failure retry .failure=${state.failure} @fk-again=${again}></fk-failure></div>`;
  const isKnown = state.completedAtMs !== null;
  return html`<div class="middle grow">
    <fk-empty .icon=${devicesIcon} .text=${isKnown ? text.empty : text.never}>
      ${isKnown ? html`<fk-button slot="action" variant="primary" href="/orders">${text.emptyClaim}</fk-button>` : nothing}
      <fk-button slot="action" .variant=${isKnown ? 'plain' : 'primary'} @click=${again}>${text.emptyAction}</fk-button>
    </fk-empty>
  </div>`;
}
