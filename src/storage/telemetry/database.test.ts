/** Stored rows of telemetry: what can be read, and what is taken as damaged. */
import { describe, expect, it } from 'vitest';
import { BLOCK_MS, mergeIntoBlock, UNDATED, type TelemetryBlock } from '../../domain/telemetry/block.ts';
import { freshBeacon } from '../../domain/telemetry/fleet.ts';
import { hoursOfBlock } from '../../domain/telemetry/hours.ts';
import { readRecord } from '../../domain/telemetry/record.ts';
import { readBeacon, readBlock, readHours } from './database.ts';

const T0 = BLOCK_MS * 80_000;

/** A block with a column of each kind. */
function blockAt(timestamp: number | undefined): TelemetryBlock {
  const records = [1, 2, 3].map((temperature) => {
    const reading = readRecord({
      trackingId: 'b0',
      sourceId: 'g0',
      timestamp,
      temperature,
      moving: true,
      firmware: 'text',
      txPower: 'wrong',
      bleMac: '12:34',
      name: 'Desk',
    });
    if (reading === null) throw new Error('no record');
    return reading.record;
  });
  return mergeIntoBlock(null, records).block;
}
const block = blockAt(T0 + 60_000);

describe('a stored block of telemetry', () => {
  it('is read with and without a time', () => {
    expect(readBlock(block)).toEqual(block);
    const undated = blockAt(undefined);
    expect(undated.startMs).toBe(UNDATED);
    expect(readBlock(undated)).toEqual(undated);
  });

  it('is damaged when it does not start with a window', () => {
    for (const startMs of [T0 + 1, T0 - 1, UNDATED + 1000, Number.NaN])
      expect(readBlock({ ...block, startMs })).toBe(null);
  });

  it('is damaged when a column has fewer or more values than it has records', () => {
    const { times, sources, rest, count } = block;
    const words = { words: ['a'], at: new Uint32Array(count) };
    const whole = {
      ...block,
      numbers: { ...block.numbers, temperature: new Float64Array(count) },
      flags: { moving: new Uint8Array(count) },
      texts: { name: words },
      rest: [null, null, null],
      faults: [null, null, null],
    };
    expect(readBlock(whole)).not.toBe(null);
    expect(readBlock({ ...whole, rest: null, faults: null })).not.toBe(null);
    for (const change of [
      { times: times.slice(1) },
      { times: new Float64Array(count + 1) },
      { sources: { ...sources, at: sources.at.slice(1) } },
      { numbers: { temperature: new Float64Array(count - 1) } },
      { flags: { moving: new Uint8Array(count - 1) } },
      { texts: { name: { ...words, at: new Uint32Array(count + 1) } } },
      { rest: (rest ?? []).slice(1) },
      { faults: [null] },
      { count: count + 1 },
    ])
      expect(readBlock({ ...whole, ...change }), JSON.stringify(Object.keys(change))).toBe(null);
  });
});

it('the time of a gateway counts as unchecked in hours of an earlier version, which did not store whose clock it was', () => {
  const hours = hoursOfBlock(block);
  const gateways = hours.gateways.map(({ sourceId, count, lastMs }) => ({ sourceId, count, lastMs }));
  expect(readHours({ ...hours, gateways })!.gateways).toEqual([
    { sourceId: 'g0', count: 3, lastMs: T0 + 60_000, isUnchecked: true },
  ]);
  expect(readHours({ ...hours, gateways: [{ ...gateways[0], isUnchecked: false }] })!.gateways[0]!.isUnchecked).toBe(
    false,
  );
  expect(readHours({ ...hours, counts: hours.counts.slice(1) })).toBe(null);
});

it('the state of a beacon is read with the clock by which the beacon was heard, and without an unknown word for it', () => {
  const beacon = freshBeacon('b0');
  for (const heardBy of ['cloud', 'gateway', 'beacon', null])
    expect(readBeacon({ ...beacon, heardBy })).toEqual({ ...beacon, heardBy });
  expect(readBeacon({ ...beacon, heardBy: 'moon' })).toEqual(beacon);
  expect(readBeacon({ lastHeardMs: T0 })).toBe(null);
});
