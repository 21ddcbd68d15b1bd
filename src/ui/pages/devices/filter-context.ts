/** What a filter and an order know beside the list. */
import type { BeaconTable } from '../../../domain/beacon-table.ts';
import { NOTHING_BESIDE, type FilterContext } from '../../../domain/device-list/filter.ts';
import { NOTHING_KNOWN, type OrderContext } from '../../../domain/device-list/sort.ts';
import { rankOfState } from '../../../domain/device-list/view-address.ts';

interface Sources {
  readonly beacons: BeaconTable;
  readonly hearing: FilterContext['heardOf'];
  readonly jobsOf: FilterContext['jobsOf'];
  /** When telemetry last heard a device; null until loaded, or when not needed. */
  readonly heardAt: OrderContext['heardAtOf'] | null;
}

interface ListContext {
  readonly context: FilterContext;
  readonly order: OrderContext;
}

export function contextOf({ beacons, hearing, jobsOf, heardAt }: Sources, nowMs: number): ListContext {
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
