/** The shown part of the list: filtered and sorted once, searched at each keystroke, and cached by its input. */
import type { BeaconTable } from '../../../domain/beacon-table.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { sortDevices, type OrderContext } from '../../../domain/device-list/sort.ts';
import { filterDevices, type FilterContext } from '../../../domain/device-list/filter.ts';
import { narrows, searchIndexOf } from '../../../domain/device-list/search.ts';
import { withEdits, type VirtualEdit } from '../../../domain/virtual-edit.ts';
import type { ListView } from './list-view.ts';

interface FoundInputs {
  readonly devices: readonly CachedDevice[];
  readonly beacons: BeaconTable;
  readonly query: string;
  readonly view: ListView;
  /** Cached by the caller until its content changes. */
  readonly context: FilterContext;
  readonly order: OrderContext;
}

export interface Found extends FoundInputs {
  /** Filtered and sorted, with unsent local values. */
  readonly base: readonly CachedDevice[];
  readonly found: readonly CachedDevice[];
  /** Their indexes in `base`; null when all of it is found. */
  readonly places: readonly number[] | null;
}

/** `before` is the previous result; unchanged parts are reused. */
export function foundDevices(inputs: FoundInputs, before: Found | null): Found {
  const { devices, beacons, query, view, context, order } = inputs;
  const sameBase =
    before !== null &&
    before.devices === devices &&
    before.beacons === beacons &&
    before.context === context &&
    before.order === order &&
    before.view.filter === view.filter &&
    before.view.by === view.by &&
    before.view.descending === view.descending;
  const base = sameBase
    ? before.base
    : sortDevices(
        filterDevices(withEdits(devices, editsOf(beacons)), view.filter, context),
        view.by,
        view.descending,
        order,
      );
  if (sameBase && before.query === query) return { ...before, view };
  if (query.trim() === '') return { ...inputs, base, found: base, places: null };
  const within = sameBase && narrows(query, before.query) ? before.places : null;
  const places = searchIndexOf(base).find(query, within);
  return { ...inputs, base, found: places.map((at) => base[at]!), places };
}

function editsOf({ stored }: BeaconTable): VirtualEdit[] {
  const edits: VirtualEdit[] = [];
  for (const { edit } of stored.values()) if (edit !== null) edits.push(edit);
  return edits;
}
