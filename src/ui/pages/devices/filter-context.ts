/** What a filter knows beside the list, kept until it tells something new: a list of 100,000 is filtered once for it. */
import { NOTHING_BESIDE, type FilterContext } from '../../../domain/device-list/filter.ts';
import { NOTHING_KNOWN, type OrderContext } from '../../../domain/device-list/columns.ts';
import { rankOfState } from '../../../domain/device-list/view-address.ts';
import { NO_FACTS, trackOfDevice, type DeviceFacts } from '../../beacon/device-facts.ts';

interface Of {
  readonly facts: ReadonlyMap<string, DeviceFacts>;
  readonly hearing: FilterContext['heardOf'];
  readonly jobsOf: FilterContext['jobsOf'];
  /** When telemetry heard a device last; null while that is not read, or not asked for. */
  readonly heardAt: OrderContext['heardAtOf'] | null;
}

export interface KeptContext {
  readonly of: Of;
  readonly context: FilterContext;
  readonly order: OrderContext;
}

export function contextOf(of: Of, nowMs: () => number, before: KeptContext | null): KeptContext {
  if (
    before !== null &&
    before.of.facts === of.facts &&
    before.of.hearing === of.hearing &&
    before.of.jobsOf === of.jobsOf &&
    before.of.heardAt === of.heardAt
  )
    return before;
  const packageOf = (uniqueId: string): string | undefined => of.facts.get(uniqueId)?.package?.state;
  const wordOf: FilterContext['wordOf'] = (device) =>
    trackOfDevice(device, of.facts.get(device.uniqueId) ?? NO_FACTS).summary;
  return {
    of,
    order: {
      stateOf: (device) => rankOfState(wordOf(device)),
      heardAtOf: of.heardAt ?? NOTHING_KNOWN.heardAtOf,
    },
    context: {
      ...NOTHING_BESIDE,
      wordOf,
      carries: (uniqueId) => packageOf(uniqueId) === 'carried',
      isDead: (uniqueId) => packageOf(uniqueId) === 'dead',
      heardOf: of.hearing,
      jobsOf: of.jobsOf,
      nowMs: nowMs(),
    },
  };
}
