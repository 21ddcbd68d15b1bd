/**
 * Secrets in a backend's answers: no message contains the key in any spelling, and no returned value contains a
 * beacon's password or the like.
 */
import { describe, expect, it } from 'vitest';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import { HIDDEN_VALUE } from '../domain/attributes/values.ts';
import { createBackend } from './backend.ts';
import { createStreamCalls } from './streams.ts';
import { createTelemetryCalls } from './telemetry.ts';

const KEY = 'kY7+w9/Lq=9XvB3tR8mP~d';
const draft = { name: 'x', baseUrl: 'https://b.example', legacyBaseUrl: 'https://l.example', vendor: 'acme' };

function partsOf(answer: () => Response) {
  return {
    account: fixtureAccount(draft),
    apiKey: () => KEY,
    clock: { nowMs: () => 0 },
    fetch: () => Promise.resolve(answer()),
    timeout: () => new AbortController().signal,
  };
}

const hex = (text: string, between = ''): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join(between);
const reversed = (text: string): string => Array.from(text).toReversed().join('');
const url64 = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const SPELLINGS: readonly (readonly [name: string, spell: (key: string) => string])[] = [
  ['plain', (key) => key],
  ['escaped for a URL', encodeURIComponent],
  ['escaped for a form', (key) => new URLSearchParams({ k: key }).toString().slice(2)],
  ['escaped byte for byte', (key) => `%${hex(key, '%')}`],
  ['escaped for HTML', (key) => key.replace(/[^A-Za-z0-9]/g, (one) => `&#${one.charCodeAt(0)};`)],
  ['in Base64', btoa],
  ['in Base64 behind one byte', (key) => btoa(`:${key}`)],
  ['in Base64 behind two bytes', (key) => btoa(`k:${key}`)],
  ['in Base64 between other bytes', (key) => btoa(`user:${key}:end`)],
  ['in Base64 for URLs', url64],
  ['in hexadecimal', (key) => hex(key)],
  ['in hexadecimal with colons', (key) => hex(key, ':')],
  ['in hexadecimal with blanks', (key) => hex(key, ' ')],
  ['backwards', reversed],
  ['in upper case', (key) => key.toUpperCase()],
  ['in lower case', (key) => key.toLowerCase()],
  ['in upper case hexadecimal', (key) => hex(key).toUpperCase()],
  ['backwards in lower case', (key) => reversed(key).toLowerCase()],
];

/** True when the text contains five characters in a row of the secret, in any case. */
function reveals(text: string, echoed: string): boolean {
  for (let at = 0; at + 5 <= echoed.length; at += 1)
    if (text.toLowerCase().includes(echoed.slice(at, at + 5).toLowerCase())) return true;
  return false;
}

describe.each(SPELLINGS)('the key that a message repeats %s', (name, spell) => {
  it.each([0, 100, 280, 285, 290, 295])('is removed after %i other characters', async (before) => {
    const echo = spell(KEY);
    const message = `${'. '.repeat(before / 2)}<${echo}> no`;
    const body = JSON.stringify({ message, details: [{ field: echo, message: `${'. '.repeat(before / 2)}${echo}` }] });
    const answer = (): Response => new Response(body, { status: 422, headers: { 'content-type': 'application/json' } });
    const parts = partsOf(answer);
    const answers = [
      await createBackend(parts).readDevice('aB12'),
      await createBackend(parts).postVirtual({ uniqueId: 'aB12', deviceType: 'BEACON', values: {} }),
      await createTelemetryCalls(parts).readTelemetry({ path: '/v3/telemetry', query: '' }),
      await createStreamCalls(parts).readStreams('telemetry'),
    ];
    for (const result of answers) {
      if (result.ok) return expect.fail('a refusal was due');
      const { failure } = result;
      for (const text of [
        failure.message,
        ...failure.fields.flatMap(({ field, message: fieldMessage }) => [field, fieldMessage]),
      ]) {
        // The characters of Base64 that depend on its neighbours are not part of the key.
        expect(
          reveals(
            text,
            name.includes('between other') ? echo.slice(8, -9) : name.includes('behind') ? echo.slice(4, -4) : echo,
          ),
          text,
        ).toBe(false);
      }
      if (before === 0) expect(failure.message).toContain('no');
    }
  });
});

it('a message that contains only short parts of the key is not changed', async () => {
  const message = 'Key kY7 is not known; see kY7 in the list, or 3tR8.';
  const read = await createBackend(partsOf(() => Response.json({ message }, { status: 403 }))).readDevice('aB12');
  expect(read).toMatchObject({ ok: false, failure: { message } });
});

it('a message that repeats a secret of a stream in any spelling is withheld', async () => {
  const secretKey = 'sK4/very+secret=destination';
  for (const [name, spell] of SPELLINGS) {
    const parts = partsOf(() => Response.json({ message: `bad: ${spell(secretKey)}` }, { status: 422 }));
    const put = await createStreamCalls(parts).putStream('telemetry', {
      enabled: true,
      cloudStream: { endpoint: 'https://x', secretKey },
    });
    expect(put, name).toMatchObject({
      ok: false,
      failure: { message: '', note: 'repeatsSecret' },
    });
  }
});

describe('secrets that a backend repeats in a record', () => {
  const SECRETS = {
    password: 'CANARY01',
    Password: 'CANARY02',
    eidIdentityKey: 'CANARY03',
    apikey: 'CANARY04',
    applications: { system: { wifiPassword: 'CANARY05', pin: 'CANARY06' } },
    networks: [{ ssid: 'x', psk: 'CANARY07' }],
    access_token: 'CANARY08',
    sharedSecret: 'CANARY09',
  };

  it('are not returned with a device, nor with pending values', async () => {
    const device = {
      uniqueId: 'aB12',
      deviceType: 'BEACON',
      alias: 'Door',
      interval: 350,
      ...SECRETS,
      pendingConfig: { uniqueId: 'aB12', interval: 400, ...SECRETS },
    };
    const read = await createBackend(partsOf(() => Response.json({ devices: [device] }))).readDevice('aB12');
    expect(JSON.stringify(read)).not.toContain('CANARY');
    if (!read.ok || read.value === null) return expect.fail('a device was due');
    expect(read.value.attributes).toMatchObject({
      interval: 350,
      password: HIDDEN_VALUE,
      networks: [{ ssid: 'x', psk: HIDDEN_VALUE }],
    });
    expect(read.value.pending).toMatchObject({
      interval: 400,
      password: HIDDEN_VALUE,
      'applications.system.wifiPassword': HIDDEN_VALUE,
    });
  });

  it('are not returned with a pending configuration', async () => {
    const backend = createBackend(
      partsOf(() => Response.json({ configs: [{ uniqueId: 'aB12', interval: 400, ...SECRETS }] })),
    );
    for (const result of [
      await backend.readPending('aB12', 'BEACON'),
      await backend.createConfig({ uniqueIds: ['aB12'], deviceType: 'BEACON', values: {} }),
    ]) {
      expect(result.ok).toBe(true);
      expect(JSON.stringify(result)).not.toContain('CANARY');
      expect(JSON.stringify(result)).toContain('400');
    }
  });
});
