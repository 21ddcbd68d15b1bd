/** The state word of a beacon on each screen: device list, device page, run list, run screen, outbox. */
import type { Receipt } from '../../src/domain/receipt.ts';
import type { TrackSummary } from '../../src/domain/track-marks.ts';
import { trackOf } from '../../src/domain/track.ts';
import { NO_FACTS, factsByDevice, factsOfDevice, trackOfDevice } from '../../src/ui/beacon/device-facts.ts';
import { beaconWords } from '../../src/ui/pages/outbox/beacon-words.ts';
import { beaconNow, groupOutbox } from '../../src/ui/pages/outbox/entries.ts';
import { viewRun } from '../../src/ui/beacon/run/run-case.ts';
import { listRuns, type RunListFacts } from '../../src/ui/pages/run-list/runnable.ts';

type Screens = 'devices' | 'device' | 'runList' | 'run' | `outbox ${string}`;

/** Returns the words by screen; a screen without a row of the beacon has none. */
export function wordsOfBeacon(uniqueId: string, facts: RunListFacts): Partial<Record<Screens, TrackSummary>> {
  const device = facts.devices.find((one) => one.uniqueId === uniqueId) ?? null;
  const rows = { ...facts, edits: [] };
  const ofDevices = trackOfDevice(device, factsByDevice(rows).get(uniqueId) ?? NO_FACTS).summary;
  const wordOf = beaconWords(facts);
  const { unfinished, ready, notReady, closed } = listRuns(facts);
  const row = [...unfinished, ...ready, ...notReady, ...closed].find((one) => one.uniqueId === uniqueId);
  const groups = groupOutbox({ receipts: facts.receipts, edits: [] });
  const items = Object.values(groups).flat();
  return {
    devices: ofDevices,
    device: trackOfDevice(device, factsOfDevice(uniqueId, rows)).summary,
    run: viewRun({ ...facts, uniqueId, listed: device }).track.summary,
    ...(row === undefined ? {} : { runList: row.track.summary }),
    ...Object.fromEntries(
      items.flatMap((item) =>
        item.kind === 'edit' || item.uniqueId !== uniqueId
          ? []
          : [[`outbox ${item.id}`, beaconNow(item, wordOf) ?? wordOfReceipt(item.receipt)]],
      ),
    ),
  };
}

function wordOfReceipt(receipt: Receipt): TrackSummary {
  return trackOf({ pending: false, package: null, run: null, receipt }).summary;
}
