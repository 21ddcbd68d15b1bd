/** The state word of a beacon on each screen: device list and page, run list, run screen, outbox. */
import type { BeaconTable } from '../../src/domain/beacon-table.ts';
import type { CachedDevice } from '../../src/domain/device.ts';
import type { NextStep } from '../../src/domain/provisioning/next-step.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import type { TrackSummary } from '../../src/domain/track-marks.ts';
import { trackOf } from '../../src/domain/track.ts';
import type { RunProgress } from '../../src/use-cases/run/runs.ts';
import { beaconNow, groupOutbox } from '../../src/ui/pages/outbox/entries.ts';
import { viewRun } from '../../src/ui/beacon/run/run-case.ts';
import { tableGiven, type GivenRows } from './table-given.ts';

type Screens = 'derivedAtOnce' | 'devices' | 'run' | `outbox ${string}`;

interface WordFacts extends Required<Omit<GivenRows, 'edits'>> {
  readonly devices: readonly CachedDevice[];
  readonly current: RunProgress | null;
  readonly elsewhere: ReadonlySet<string>;
  readonly nextStep: (run: Run) => NextStep;
}

/**
 * Returns the words by screen; a screen without a row of the beacon has none. `table`: as it came about step by step,
 * by default derived from these rows at once.
 */
export function wordsOfBeacon(
  uniqueId: string,
  facts: WordFacts,
  table: BeaconTable = tableGiven(facts),
): Partial<Record<Screens, TrackSummary>> {
  const listedOf = (id: string) => facts.devices.find((one) => one.uniqueId === id) ?? null;
  const beaconOf = (id: string) => table.of(id, listedOf(id));
  const beacon = beaconOf(uniqueId);
  const groups = groupOutbox({ receipts: facts.receipts, edits: [] });
  const items = Object.values(groups).flat();
  return {
    derivedAtOnce: tableGiven(facts).of(uniqueId, listedOf(uniqueId)).track.summary,
    devices: beacon.track.summary,
    run: viewRun({ ...facts, uniqueId, beacon }).track.summary,
    ...Object.fromEntries(
      items.flatMap((item) =>
        item.kind === 'edit' || item.uniqueId !== uniqueId
          ? []
          : [[`outbox ${item.id}`, beaconNow(item, (id) => beaconOf(id).track.summary) ?? wordOfReceipt(item.receipt)]],
      ),
    ),
  };
}

function wordOfReceipt(receipt: Receipt): TrackSummary {
  return trackOf({ pending: false, package: null, run: null, receipt }).summary;
}
