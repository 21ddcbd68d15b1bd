/** The shown part of the list: filtered and sorted once, searched at each keystroke, and cached by its input. */
import type { BeaconTable } from '../../../domain/beacon-table.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { NOTHING_KNOWN, sortDevices, type OrderContext } from '../../../domain/device-list/sort.ts';
import { NOTHING_BESIDE, filterDevices, type FilterContext } from '../../../domain/device-list/filter.ts';
import { narrows, searchIndexOf } from '../../../domain/device-list/search.ts';
import { rankOfState } from '../../../domain/device-list/view-address.ts';
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
): Pick<FoundInputs, 'context' | 'order'> {
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
