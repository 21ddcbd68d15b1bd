/** Alarms are checked in the background while a rule exists, by one window that has a key. */
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Telemetry, TelemetryState } from '../use-cases/telemetry/telemetry.ts';
import type { Environment } from './environment.ts';
import { followAlarmChecks } from './follow-alarm-checks.ts';

const RULE = {} as TelemetryState['rules'][number];
const state = signal({ rules: [] } as unknown as TelemetryState);
const periodicSync = { register: vi.fn(async () => undefined), unregister: vi.fn(async () => undefined) };
const telemetry = { state, checkAlarms: vi.fn(async () => undefined), close: vi.fn() };
const release = vi.fn();
const tryAcquire = vi.fn<Environment['locks']['tryAcquire']>(async () => release);
let hasKey = true;

class Container extends EventTarget {
  readonly getRegistration = async () => ({ periodicSync });
  startMessages(): void {}
}
let container: Container;

function follow(): Telemetry {
  const env = { account: { id: 'a' }, hasKey: () => hasKey, locks: { tryAcquire }, onTrouble: expect.unreachable };
  return followAlarmChecks(telemetry as unknown as Telemetry, env as unknown as Environment);
}
const requestCheck = (): boolean =>
  container.dispatchEvent(new MessageEvent('message', { data: { type: 'check-alarms' } }));

beforeEach(() => {
  container = new Container();
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  state.value = { ...state.value, rules: [] };
  hasKey = true;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('the browser wakes the worker for alarms from the first rule until the last one is removed', async () => {
  follow();
  await vi.waitFor(() => expect(periodicSync.unregister).toHaveBeenCalledOnce());
  for (const rules of [[RULE], [RULE, RULE]]) state.value = { ...state.value, rules };
  await vi.waitFor(() => expect(periodicSync.register).toHaveBeenCalledOnce());
  state.value = { ...state.value, rules: [] };
  await vi.waitFor(() => expect(periodicSync.unregister).toHaveBeenCalledTimes(2));
  expect(periodicSync.register).toHaveBeenCalledOnce();
});

it('a window checks the alarms when the worker asks, and lets other windows check afterwards', async () => {
  follow();
  requestCheck();
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  expect(telemetry.checkAlarms).toHaveBeenCalledOnce();
});

it('a window without a key does not check the alarms, nor one beside which another window checks them', async () => {
  follow();
  hasKey = false;
  requestCheck();
  expect(tryAcquire).not.toHaveBeenCalled();
  hasKey = true;
  tryAcquire.mockResolvedValueOnce(null);
  requestCheck();
  await vi.waitFor(() => expect(tryAcquire).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect(telemetry.checkAlarms).not.toHaveBeenCalled();
});

it('a closed telemetry follows neither its rules nor the worker', () => {
  const followed = follow();
  followed.close();
  expect(telemetry.close).toHaveBeenCalledOnce();
  state.value = { ...state.value, rules: [RULE] };
  requestCheck();
  expect(tryAcquire).not.toHaveBeenCalled();
});
