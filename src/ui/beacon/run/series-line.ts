/** The position in a series of beacons, "4 of 50 written", and the name of the next one. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import { roomOf } from '../../../domain/room.ts';
import type { RunSeries } from '../../../domain/run-series.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';

/** Renders nothing for a single beacon. */
export function renderSeries(series: RunSeries | null): TemplateResult | typeof nothing {
  return series === null
    ? nothing
    : html`<p class="series soft">${runStrings.series(series.written, series.beacons, series.verified)}</p>`;
}

/** Uses the alias or ID, because the device name may be the same on all beacons, and the place or room. */
export function nextWords(devices: readonly CachedDevice[], nextId: string | null, place: string): string {
  if (nextId === null) return runActionWords.nextBeacon;
  const device = devices.find(({ uniqueId }) => uniqueId === nextId);
  const where = place === '' ? (roomOf(device?.tags ?? []) ?? '') : place;
  return runStrings.nextNamed([device?.alias ?? nextId, where].filter((part) => part !== '').join(', '));
}
