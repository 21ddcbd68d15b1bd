/** Clauses 2.1, 3 (stream configuration) and 4.1. Changes something only where nothing is configured. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { streamConfiguration } from '../shapes.ts';
import { openTarget } from '../target.ts';

const target = await openTarget();
const TYPES = ['position', 'telemetry'] as const;

const EVENT_HUB = {
  endpoint: 'sb://fieldkit-contract.servicebus.windows.net/',
  sharedAccessKeyName: 'send-only',
  sharedAccessKey: 'bm90LWEtcmVhbC1rZXk=',
  eventHubName: 'contract',
};
const CLOUD_STREAM = {
  endpoint: 'https://streams.example',
  accessKey: 'not-a-real-key',
  secretKey: 'not-a-real-secret',
  streamName: 'contract',
  region: 'eu-west-1',
  forcedPartitionKey: 'one',
};

async function read(type: string): Promise<z.infer<typeof streamConfiguration>[]> {
  const answer = await target.v3('GET', `/streams/${type}`);
  expect(answer.status).toBe(200);
  return z.array(streamConfiguration).parse(answer.json);
}

describe('4.1 stream configurations that are read', () => {
  it.each(TYPES)(
    '4.1 GET /v3/streams/%s answers 200 with an array of configurations of that type (2.1)',
    async (type) => {
      for (const stream of await read(type)) expect(stream.type).toBe(type);
    },
  );

  it('4.1 streams have two data types and no other', async () => {
    expect((await target.v3('GET', '/streams/weather')).status).toBeGreaterThanOrEqual(400);
  });
});

const free = [];
if (target.write) for (const type of TYPES) if ((await read(type)).length === 0) free.push(type);

if (free.length > 0) {
  describe.each(free)('4.1 a stream configuration of %s that is changed', (type) => {
    async function change(method: string, body?: unknown): Promise<void> {
      const answer = await target.v3(method, `/streams/${type}`, body);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }

    it('3 and 4.1 PUT answers 204 without a body and creates the stream, enabled as the body says', async () => {
      await change('PUT', { enabled: false, eventHub: EVENT_HUB });
      const { sharedAccessKey: _secret, ...shown } = EVENT_HUB;
      expect(await read(type)).toMatchObject([{ enabled: false, type, eventHub: shown }]);
    });

    it('2.1 the key of the event hub is not in the answer', async () => {
      expect((await target.v3('GET', `/streams/${type}`)).text).not.toContain(EVENT_HUB.sharedAccessKey);
    });

    // An account in use must not get a stream that would push with invented credentials to somebody's host.
    if (target.sandbox) {
      it('3 and 4.1 PATCH with enabled alone resumes and pauses the stream, and changes nothing else', async () => {
        for (const enabled of [true, false]) {
          await change('PATCH', { enabled });
          expect(await read(type)).toMatchObject([{ enabled, eventHub: { eventHubName: EVENT_HUB.eventHubName } }]);
        }
      });
    }

    it('4.1 PUT of the other destination is read back with every field but the secrets', async () => {
      await change('PUT', { enabled: false, cloudStream: CLOUD_STREAM });
      const { accessKey, secretKey, ...shown } = CLOUD_STREAM;
      const answer = await target.v3('GET', `/streams/${type}`);
      expect(answer.json).toMatchObject([{ enabled: false, cloudStream: shown }]);
      for (const secret of [accessKey, secretKey]) expect(answer.text).not.toContain(secret);
    });

    it('3 and 4.1 DELETE answers 204 without a body, and the stream is gone', async () => {
      await change('DELETE');
      expect(await read(type)).toEqual([]);
    });
  });
}
