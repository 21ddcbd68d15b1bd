/** Where one is in a row of beacons: "4 of 50 written", and how the next one is called. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import { seriesOf } from '../../../domain/run-series.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';

/** Nothing is said for a beacon alone. */
export function renderSeries(rows: Parameters<typeof seriesOf>[0], uniqueId: string): TemplateResult | typeof nothing {
  const series = seriesOf(rows, uniqueId);
  return series === null
    ? nothing
    : html`<p class="series soft">${runStrings.series(series.written, series.beacons, series.verified)}</p>`;
}

export function nextWords(devices: readonly CachedDevice[], nextId: string | null): string {
  if (nextId === null) return runActionWords.nextBeacon;
  const device = devices.find(({ uniqueId }) => uniqueId === nextId);
  return runStrings.nextNamed(device?.alias ?? device?.name ?? nextId);
}
