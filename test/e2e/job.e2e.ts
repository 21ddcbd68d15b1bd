/**
 * A shortened day of work: six beacons from a table to the report, on two phones, without a network from the gate to
 * the evening. `npm run campaign:walk -- 40` runs the full day.
 */
import { expect, it } from 'vitest';
import { runDay } from '../campaign/day.ts';

it('a whole job brings every beacon to Verified in spite of all faults, and no receipt is lost or takes effect twice', async () => {
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
