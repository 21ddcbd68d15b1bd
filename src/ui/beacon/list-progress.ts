/** How far the device list has been read, how long the backend asks to wait, and why the list has fewer devices than it. */
import { html, type TemplateResult } from 'lit';
import { MAX_DEVICES } from '../../domain/limits.ts';
import type { DeviceListState } from '../../use-cases/devices/device-list.ts';
import type { ListCount } from '../../use-cases/stores.ts';
import '../elements/progress/progress.ts';
import { time } from '../language/times.ts';
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
