/** The position in a series of beacons, "4 of 50 written", and the name of the next one. */
import { html, nothing, type TemplateResult } from 'lit';
import { knownOf, type Beacon } from '../../../domain/beacon-table.ts';
import { roomOf } from '../../../domain/room.ts';
import type { RunSeries } from '../../../domain/run-series.ts';
import { runStrings } from '../../strings/run.ts';

/** Renders nothing for a single beacon. */
export function renderSeries(series: RunSeries | null): TemplateResult | typeof nothing {
  return series === null
    ? nothing
    : html`<p class="series soft">${runStrings.series(series.written, series.beacons, series.verified)}</p>`;
}

/** Uses the alias or ID, because the device name may be the same on all beacons, and the place or room. */
export function nextWords(uniqueId: string, next: Beacon, place: string): string {
  const device = knownOf(next);
  const where = place === '' ? (roomOf(device?.tags ?? []) ?? '') : place;
  return runStrings.nextNamed([device?.alias ?? uniqueId, where].filter((part) => part !== '').join(', '));
}
