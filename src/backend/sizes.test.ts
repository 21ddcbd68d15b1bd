/**
 * Answers of any size: counted while they arrive, shortened to what a phone can store and draw, and marked as
 * shortened.
 */
import { MAX_BODY_BYTES } from '../domain/limits.ts';
import { describe, expect, it } from 'vitest';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { isCutText, MAX_TEXT } from '../domain/storable-text.ts';
import { createBackendOnRequest } from './on-request.ts';
import { createBackend } from './backend.ts';
import { readBytes } from './body.ts';
import { createTelemetryCalls } from './telemetry.ts';

const draft = { name: 'x', baseUrl: 'https://b.example', legacyBaseUrl: 'https://l.example', vendor: 'acme' };

function partsOf(answer: () => Response) {
  return {
    account: fixtureAccount(draft),
    apiKey: () => 'key-0123456789',
    clock: { nowMs: () => 0 },
    fetch: () => Promise.resolve(answer()),
    timeout: () => new AbortController().signal,
  };
}

/** An endless body, with the number of bytes that were read. */
function endless(): { readonly body: ReadableStream<Uint8Array>; taken(): number; wasCancelled(): boolean } {
  const piece = new TextEncoder().encode(' '.repeat(1_000_000));
  let taken = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += piece.length;
      controller.enqueue(piece);
    },
    cancel: () => void (cancelled = true),
  });
  return { body, taken: () => taken, wasCancelled: () => cancelled };
}

describe('the body of an answer', () => {
  it.each([200, 422, 503])(
    'is cancelled at the size limit if an answer with the status %i does not end',
    async (status) => {
      for (const call of [
        (parts: ReturnType<typeof partsOf>) => createBackend(parts).readDevice('aB12'),
        (parts: ReturnType<typeof partsOf>) =>
          createTelemetryCalls(parts).readTelemetry({ path: '/v3/telemetry', query: '' }),
      ]) {
        const stream = endless();
        const result = await call(
          partsOf(() => new Response(stream.body, { status, headers: { 'content-type': 'application/json' } })),
        );
        if (result.ok) return expect.fail('a failure was due');
        expect(result.failure).toMatchObject(
          status === 200
            ? { kind: 'unreadable', status, note: 'tooLarge' }
            : { kind: status === 503 ? 'server' : 'invalid', status },
        );
        expect(stream.taken()).toBeLessThan(MAX_BODY_BYTES + 3_000_000);
        expect(stream.wasCancelled()).toBe(true);
      }
    },
  );

  it('leaves the page time for other work if it arrives faster than it is read', async () => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      timer = setTimeout(turn);
    };
    let timer = setTimeout(turn);
    expect(await readBytes(new Response(endless().body))).toBeNull();
    clearTimeout(timer);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('is ignored if the request was cancelled just after all of it had arrived', async () => {
    const stopping = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"content":[]}'));
        controller.close();
        stopping.abort();
      },
    });
    const calls = createTelemetryCalls(partsOf(() => new Response(body)));
    const request = { path: '/v3/telemetry', query: '' } as const;
    expect(await calls.readTelemetry(request, stopping.signal)).toMatchObject({
      ok: false,
      failure: { kind: 'cancelled' },
    });
  });

  it('is not read if the declared length is above the size limit', async () => {
    const stream = endless();
    const result = await createBackend(
      partsOf(() => new Response(stream.body, { headers: { 'content-length': String(MAX_BODY_BYTES + 1) } })),
    ).readDevice('aB12');
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    expect(stream.taken()).toBeLessThan(2_000_000);
  });
});

describe('a device that the backend returns', () => {
  const long = 'x'.repeat(10_000_000);

  async function read(fields: Record<string, unknown>) {
    const read = await createBackend(
      partsOf(() => Response.json({ devices: [{ uniqueId: 'aB12', deviceType: 'BEACON', ...fields }] })),
    ).readDevice('aB12');
    if (!read.ok || read.value === null) throw new Error('a device was due');
    return read.value;
  }

  it.each(['alias', 'name', 'notes', 'model', 'mac', 'access', 'firmware'])(
    'has its %s shortened with a mark if that is too long',
    async (field) => {
      const device = await read({ [field]: long });
      const text = device[field as 'alias']!;
      expect(text.length).toBeLessThan(MAX_TEXT + 100);
      expect(isCutText(text)).toBe(true);
      expect(text.startsWith('xxx')).toBe(true);
    },
  );

  it('keeps each digit of a long number, and is readable with numbers that JSON does not allow', async () => {
    const devices =
      '[{"uniqueId":1234567890123456789,"deviceType":"BEACON","asset":9876543210987654321,"lat":59.91386880000000001,"gain":NaN}]';
    const answer = new Response(`{"devices":${devices}}`, { headers: { 'content-type': 'application/json' } });
    expect(await createBackend(partsOf(() => answer)).readDevice('1234567890123456789')).toMatchObject({
      ok: true,
      value: {
        uniqueId: '1234567890123456789',
        attributes: { asset: '9876543210987654321', lat: '59.91386880000000001', gain: 'NaN' },
      },
    });
  });

  it('has its attributes, pending values and tags shortened if they are large together, with a mark', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`odd${at}`, 'y'.repeat(5000)]));
    const device = await read({
      odd: long,
      list: Array.from({ length: 100_000 }, () => 'zzzzzzzz'),
      deep: { text: long },
      ...many,
      tags: Array.from({ length: 100_000 }, (_, at) => `tag${at}`),
      pendingConfig: { name: long, ...many },
    });
    expect(JSON.stringify(device).length).toBeLessThan(600_000);
    expect(JSON.stringify(device.attributes)).toContain('left out');
    expect(JSON.stringify(device.pending)).toContain('left out');
    expect(device.tags.length).toBeLessThanOrEqual(100);
  });

  it('keeps texts of usual length complete, and no character of a long text is cut in half', async () => {
    const device = await read({ alias: 'Door', notes: 'n'.repeat(5000), tags: ['a', 'b'], odd: { list: [1, 'x'] } });
    expect(device).toMatchObject({
      alias: 'Door',
      notes: 'n'.repeat(5000),
      tags: ['a', 'b'],
      attributes: { 'odd.list': [1, 'x'] },
    });
    const odd = await read({ alias: `${'x'.repeat(MAX_TEXT - 1)}\u{1f468}\u{1f468}` });
    expect(odd.alias).not.toMatch(/\p{Surrogate}/u);
  });

  it('is skipped if its ID is too long, because it could not be requested', async () => {
    const backend = createBackend(
      partsOf(() =>
        Response.json({
          devices: [
            { uniqueId: long, deviceType: 'BEACON' },
            { uniqueId: 'aB12', deviceType: 'BEACON' },
          ],
        }),
      ),
    );
    expect(await backend.devicePage(0, 50)).toMatchObject({
      ok: true,
      value: { skipped: 1, devices: [{ uniqueId: 'aB12' }] },
    });
  });
});

describe('a text of 10 million characters in an answer', () => {
  const long = 'x'.repeat(10_000_000);

  it('is shortened with a mark if it is the name or role of a person who may use a device', async () => {
    const managers = [{ email: `${long}@b.example`, firstName: long, lastName: long, role: long }];
    const read = await createBackendOnRequest(partsOf(() => Response.json({ managers }))).readAccess('aB12');
    expect(JSON.stringify(read).length).toBeLessThan(5 * MAX_TEXT);
    expect(read).toMatchObject({ ok: true, value: [{ role: expect.stringMatching(/^xxx.+left out/) as string }] });
  });

  it('is left out if it is the ID of an ordered device', async () => {
    const read = await createBackendOnRequest(partsOf(() => Response.json({ devices: [long, 'aB12'] }))).unclaimedOf(
      'o',
    );
    expect(read).toEqual({ ok: true, value: ['aB12'] });
  });

  it.each(['devices', 'configs'])('is shortened in pending values that arrive in the list "%s"', async (name) => {
    const calls = createBackend(
      partsOf(() => Response.json({ [name]: [{ uniqueId: 'aB12', name: long, odd: long }] })),
    );
    expect(JSON.stringify(await calls.readPending('aB12', 'BEACON')).length).toBeLessThan(500_000);
  });
});

it('a refusal that names 100,000 faulty fields is returned with the first 50 and the number of the others', async () => {
  const details = Array.from({ length: 100_000 }, (_, at) => ({ field: `f${at}`, message: 'm'.repeat(250) }));
  const read = await createBackend(
    partsOf(() => Response.json({ message: 'no', details }, { status: 422 })),
  ).readDevice('aB12');
  if (read.ok) return expect.fail('a refusal was due');
  expect(read.failure.fields).toHaveLength(50);
  expect(read.failure.fields[0]).toEqual({ field: 'f0', message: 'm'.repeat(250) });
  expect(read.failure.moreFields).toBe(99_950);
});
