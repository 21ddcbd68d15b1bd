/** Clauses 2.2, 2.3 and 6: what streams push. Only the sandbox shows what reached the destination. */
import { describe, expect, it } from 'vitest';
import { positionStreamRecord, telemetryStreamRecord } from '../shapes.ts';
import { openTarget } from '../target.ts';

const target = await openTarget();
const DESTINATION = {
  endpoint: 'https://streams.example',
  accessKey: 'a',
  secretKey: 'b',
  streamName: 'events',
  region: 'eu-west-1',
};

interface Pushed {
  readonly sequence: number;
  readonly at: string;
  readonly partitionKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Moves the sandbox's clock forward by `seconds`. */
let aheadSeconds = 0;
async function later(seconds: number): Promise<void> {
  aheadSeconds += seconds;
  await target.control('PUT', 'options', { clockSkewSeconds: aheadSeconds });
}

async function pushed(type: string, after = 0): Promise<Pushed[]> {
  return (await target.control('GET', `streams/${type}/tail?after=${after}`)) as Pushed[];
}

describe('2.1 destinations of an account', () => {
  it('6 a configured stream belongs to one of the two data types', async () => {
    for (const type of ['position', 'telemetry']) {
      const { json } = await target.v3('GET', `/streams/${type}`);
      expect((json as { type: string }[]).every((stream) => stream.type === type)).toBe(true);
    }
  });
});

if (target.sandbox) {
  describe.each([
    ['telemetry', telemetryStreamRecord, '2.2'],
    ['position', positionStreamRecord, '2.3'],
  ] as const)('6 events of the %s stream', (type, record, clause) => {
    it('6 no event is pushed without a stream, nor while enabled is false', async () => {
      await later(60);
      expect(await pushed(type)).toEqual([]);
      await target.v3('PUT', `/streams/${type}`, { enabled: false, cloudStream: DESTINATION });
      await later(60);
      expect(await pushed(type)).toEqual([]);
    });

    it(`6 records of ${clause} are pushed while the stream is enabled, with trackingId as partition key`, async () => {
      await target.v3('PATCH', `/streams/${type}`, { enabled: true });
      await later(300);
      const records = await pushed(type);
      expect(records.length).toBeGreaterThan(0);
      for (const { partitionKey, payload } of records) {
        record.parse(payload);
        expect(partitionKey).toBe(payload['trackingId']);
      }
    });

    it('6 forcedPartitionKey replaces trackingId as partition key', async () => {
      const newest = (await pushed(type)).at(-1)!.sequence;
      await target.v3('PUT', `/streams/${type}`, {
        enabled: true,
        cloudStream: { ...DESTINATION, forcedPartitionKey: 'one' },
      });
      await later(300);
      const records = (await pushed(type, newest)).filter(
        ({ at }) => Date.parse(at) > Date.now() + (aheadSeconds - 300) * 1000,
      );
      expect(records.length).toBeGreaterThan(0);
      expect(new Set(records.map(({ partitionKey }) => partitionKey))).toEqual(new Set(['one']));
    });

    it('6 no event is pushed after DELETE', async () => {
      await target.v3('DELETE', `/streams/${type}`);
      await later(60);
      expect(await pushed(type)).toEqual([]);
    });
  });
}
