/** What the backend shows of a device, and which of its answers counts. */
import { expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { failed } from '../../../test/support/model-backend.ts';
import type { BackendFailureKind, BackendResult } from '../../domain/backend-failure.ts';
import type { Device } from '../../domain/device.ts';
import type { DeliveryBackend } from './ports.ts';
import { readState } from './read-state.ts';

const fails = (kind: BackendFailureKind, status: number) => ({
  ok: false as const,
  failure: failed(kind, status).failure,
});
const shows = <Value>(value: Value) => ({ ok: true as const, value });
const idle = fixtureDevice(0, { uniqueId: 'tB4x', name: 'Door', attributes: { minor: 1 }, pending: null });
const busy = { ...idle, pending: { minor: 3 } };
const shown = (device: Device) => ({
  kind: 'read',
  listed: true,
  values: { minor: 1, name: 'Door' },
  device,
});
const absent = { kind: 'read', listed: false, values: {}, device: null };

interface Answers {
  readonly config: BackendResult<Record<string, number> | null>;
  readonly device?: BackendResult<Device | null>;
  readonly encrypted?: BackendResult<string | null>;
}

async function read({ config, device, encrypted }: Answers) {
  const requests: string[] = [];
  const { signal } = new AbortController();
  const answer =
    <Answer>(name: string, given: Answer | undefined) =>
    async (...parameters: unknown[]): Promise<Answer> => {
      expect(parameters.at(-1)).toBe(signal);
      requests.push(name);
      if (given === undefined) throw new Error(`${name} was not to be asked`);
      return given;
    };
  const backend = {
    readPending: answer('config', config),
    readDevice: answer('device', device),
    encryptConfig: answer('encrypt', encrypted),
  } as unknown as DeliveryBackend;
  return { shown: await readState(backend, 'tB4x', 'BEACON', signal), requests };
}

it.each([
  [
    'config',
    'when it has a pending configuration',
    shows({ minor: 2 }),
    shows(busy),
    { ...shown(busy), pending: { minor: 2 } },
  ],
  ['config', 'when it has none', shows(null), shows(busy), { ...shown(busy), pending: null }],
  ['config', 'when the device has no record', shows({ minor: 2 }), shows(null), { ...absent, pending: { minor: 2 } }],
  ['device', 'when there is no list', fails('notFound', 404), shows(busy), { ...shown(busy), pending: { minor: 3 } }],
  [
    'device',
    'when the list is refused',
    fails('forbidden', 403),
    shows(busy),
    { ...shown(busy), pending: { minor: 3 } },
  ],
  [
    'device',
    'when there is neither list nor record',
    fails('notFound', 404),
    shows(null),
    { ...absent, pending: null },
  ],
] as const)('pending values of a beacon come from the %s %s', async (pendingFrom, _which, config, device, expected) => {
  const { shown: state, requests } = await read({ config, device });
  expect(state).toEqual({ ...expected, pendingFrom });
  expect(requests).toEqual(['config', 'device']);
});

it.each([
  ['shows that nothing is pending when there is no package either', shows(null), 'package'],
  ['is not certain when there is a package', shows('AAAA'), 'device'],
  ['is not certain when the package is refused', fails('forbidden', 403), 'device'],
] as const)('a device record without pending values %s', async (_which, encrypted, pendingFrom) => {
  const { shown: state, requests } = await read({ config: fails('notFound', 404), device: shows(idle), encrypted });
  expect(state).toEqual({ ...shown(idle), pending: null, pendingFrom });
  expect(requests).toEqual(['config', 'device', 'encrypt']);
});

it.each([
  ['the list', 'a wrong key', { config: fails('key', 401) }, ['config']],
  ['the list', 'a missing network', { config: fails('offline', 0) }, ['config']],
  ['the record', 'a wrong key', { config: shows(null), device: fails('key', 401) }, ['config', 'device']],
  [
    'the record',
    'a refusal',
    { config: fails('notFound', 404), device: fails('forbidden', 403) },
    ['config', 'device'],
  ],
] as const)('reading a beacon sends no further request when %s fails with %s', async (_which, _why, answers, asks) => {
  const { shown: state, requests } = await read(answers);
  const failing = 'device' in answers ? answers.device : answers.config;
  expect(state).toEqual({ kind: 'failed', failure: 'failure' in failing && failing.failure });
  expect(requests).toEqual(asks);
});
