/** A day's work in short: six beacons from a table to the report, on two phones, without a network from the gate to the evening. `npm run campaign:walk -- 40` is the whole of it. */
import { expect, it } from 'vitest';
import { runDay } from '../campaign/day.ts';

it('brings every beacon to Verified, whatever happens on the way, and no receipt is lost or takes effect twice', async () => {
  const { beacons, verified, receipts, lost, appliedTwice, findings } = await runDay({
    beacons: 6,
    seed: '1',
    say: (line) => process.stdout.write(`${line}\n`),
  });
  expect(findings).toEqual([]);
  expect({ beacons, verified, receipts, lost, appliedTwice }).toEqual({
    beacons: 6,
    verified: 6,
    receipts: 6,
    lost: 0,
    appliedTwice: 0,
  });
});
