/** What a filter knows beside the list, kept until it tells something new: a list of 100,000 is filtered once for it. */
import { NOTHING_BESIDE, type FilterContext } from '../../../domain/device-list/filter.ts';
import { NO_FACTS, trackOfDevice, type DeviceFacts } from '../../beacon/device-facts.ts';

interface Of {
  readonly facts: ReadonlyMap<string, DeviceFacts>;
  readonly hearing: FilterContext['heardOf'];
}

export interface KeptContext {
  readonly of: Of;
  readonly context: FilterContext;
}

export function contextOf(of: Of, before: KeptContext | null): KeptContext {
  if (before !== null && before.of.facts === of.facts && before.of.hearing === of.hearing) return before;
  const packageOf = (uniqueId: string): string | undefined => of.facts.get(uniqueId)?.package?.state;
  return {
    of,
    context: {
      ...NOTHING_BESIDE,
      wordOf: (device) => trackOfDevice(device, of.facts.get(device.uniqueId) ?? NO_FACTS).summary,
      carries: (uniqueId) => packageOf(uniqueId) === 'carried',
      isDead: (uniqueId) => packageOf(uniqueId) === 'dead',
      heardOf: of.hearing,
      nowMs: Date.now(),
    },
  };
}
