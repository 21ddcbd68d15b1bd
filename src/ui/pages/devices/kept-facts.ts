/** Facts by device, kept until what they are made of changes. */
import { factsByDevice, type DeviceFacts } from '../../beacon/device-facts.ts';

type Sources = Parameters<typeof factsByDevice>[0];
type Of = readonly [
  packages?: Sources['packages'],
  runs?: Sources['runs'],
  receipts?: Sources['receipts'],
  edits?: Sources['edits'],
  current?: Sources['current'],
  elsewhere?: Sources['elsewhere'],
];

export interface KeptFacts {
  readonly of: Of;
  readonly facts: ReadonlyMap<string, DeviceFacts>;
}

export function keptFacts(of: Of, before: KeptFacts | null): KeptFacts {
  if (before !== null && before.of.every((part, index) => part === of[index])) return before;
  const [packages = [], runs = [], receipts = [], edits = [], current, elsewhere] = of;
  return { of, facts: factsByDevice({ packages, runs, receipts, edits, current, elsewhere }) };
}
