/** What a filter and an order know beside the list. */
import { NOTHING_BESIDE, type FilterContext } from '../../../domain/device-list/filter.ts';
import { NOTHING_KNOWN, type OrderContext } from '../../../domain/device-list/sort.ts';
import { rankOfState } from '../../../domain/device-list/view-address.ts';
import { NO_FACTS, trackOfDevice, type DeviceFacts } from '../../beacon/device-facts.ts';

interface Sources {
  readonly facts: ReadonlyMap<string, DeviceFacts>;
  readonly hearing: FilterContext['heardOf'];
  readonly jobsOf: FilterContext['jobsOf'];
  /** When telemetry last heard a device; null until loaded, or when not needed. */
  readonly heardAt: OrderContext['heardAtOf'] | null;
}

interface ListContext {
  readonly context: FilterContext;
  readonly order: OrderContext;
}

export function contextOf({ facts, hearing, jobsOf, heardAt }: Sources, nowMs: number): ListContext {
  const packageOf = (uniqueId: string): string | undefined => facts.get(uniqueId)?.package?.state;
  const wordOf: FilterContext['wordOf'] = (device) =>
    trackOfDevice(device, facts.get(device.uniqueId) ?? NO_FACTS).summary;
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
