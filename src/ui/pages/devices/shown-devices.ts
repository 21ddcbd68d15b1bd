/** The shown part of the list: filtered and sorted once, searched at each keystroke. */
import type { BeaconTable } from '../../../domain/beacon-table.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { NOTHING_KNOWN, sortDevices, type OrderContext } from '../../../domain/device-list/sort.ts';
import { NOTHING_BESIDE, filterDevices, type FilterContext } from '../../../domain/device-list/filter.ts';
import { narrows, searchIndexOf } from '../../../domain/device-list/search.ts';
import { rankOfState } from '../../../domain/device-list/view-address.ts';
import { withEdits, type VirtualEdit } from '../../../domain/virtual-edit.ts';
import type { ListView } from './list-view.ts';

interface BaseInputs extends Pick<ListView, 'filter' | 'by' | 'descending'> {
  readonly devices: readonly CachedDevice[];
  readonly beacons: BeaconTable;
  readonly context: FilterContext;
  readonly order: OrderContext;
}

/** Filtered and sorted, with unsent local values. */
export function baseDevices(inputs: BaseInputs): readonly CachedDevice[] {
  const { devices, beacons, filter, by, descending, context, order } = inputs;
  return sortDevices(filterDevices(withEdits(devices, editsOf(beacons)), filter, context), by, descending, order);
}

export interface Found {
  readonly base: readonly CachedDevice[];
  readonly query: string;
  readonly found: readonly CachedDevice[];
  /** Their indexes in `base`; null when all of it is found. */
  readonly places: readonly number[] | null;
}

/** `before` is the previous result: what narrows it is looked for in it alone. */
export function findDevices(base: readonly CachedDevice[], query: string, before: Found | null): Found {
  const isSameBase = before !== null && before.base === base;
  if (isSameBase && before.query === query) return before;
  if (query === '') return { base, query, found: base, places: null };
  const within = isSameBase && narrows(query, before.query) ? before.places : null;
  const places = searchIndexOf(base).find(query, within);
  return { base, query, found: places.map((at) => base[at]!), places };
}

function editsOf({ stored }: BeaconTable): VirtualEdit[] {
  const edits: VirtualEdit[] = [];
  for (const { edit } of stored.values()) if (edit !== null) edits.push(edit);
  return edits;
}

/** What a filter and an order know beside the list. */
interface Sources {
  readonly beacons: BeaconTable;
  readonly hearing: FilterContext['heardOf'];
  readonly jobsOf: FilterContext['jobsOf'];
  /** When telemetry last heard a device; null until loaded, or when not needed. */
  readonly heardAt: OrderContext['heardAtOf'] | null;
}

export function contextOf(
  { beacons, hearing, jobsOf, heardAt }: Sources,
  nowMs: number,
): Pick<BaseInputs, 'context' | 'order'> {
  const packageOf = (uniqueId: string): string | undefined => beacons.stored.get(uniqueId)?.package?.state;
  const wordOf: FilterContext['wordOf'] = (device) => beacons.of(device.uniqueId, device).track.summary;
  return {
    order: {
      stateOf: (device) => rankOfState(wordOf(device)),
      heardAtOf: heardAt ?? NOTHING_KNOWN.heardAtOf,
    },
    context: {
      ...NOTHING_BESIDE,
      wordOf,
      carries: (uniqueId) => packageOf(uniqueId) === 'carried',
      isDead: (uniqueId) => packageOf(uniqueId) === 'dead',
      heardOf: hearing,
      jobsOf,
      nowMs,
    },
  };
}
