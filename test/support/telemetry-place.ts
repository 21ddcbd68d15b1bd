/** The telemetry page with its real worker and database, and with scripted answers of the backend. */
import { html } from 'lit';
import { fixtureDevice } from './fixture-rows.ts';
import { memoryPace, noting } from './pace.ts';
import { clear, place, settled } from './page-place.ts';
import { action, all, field, fill, has, hasAction, readable, the } from './roles.ts';
import { until } from './until.ts';
import { scriptedServices, type ScriptedServices } from './scripted-services.ts';
import { telemetryStrings } from '../../src/ui/strings/telemetry.ts';
import type { BackendFailure, BackendResult } from '../../src/domain/backend-failure.ts';
import { signal } from '@preact/signals-core';
import type { CachedDevice } from '../../src/domain/device.ts';
import { createTelemetry, type Telemetry } from '../../src/use-cases/telemetry/telemetry.ts';
import type { TelemetryBackend } from '../../src/use-cases/telemetry/ports.ts';
import { openTelemetryStorage } from '../../src/storage/telemetry/telemetry.ts';
import type { SayEvent } from '../../src/ui/shared/say.ts';
import type { FkTelemetryPage } from '../../src/ui/pages/telemetry/telemetry-page.ts';
import '../../src/ui/pages/telemetry/telemetry-page.ts';
import { placeOf, VIEWS } from '../../src/ui/pages/telemetry/telemetry-address.ts';

export const HOUR = 3_600_000;
export const MAC = (n: number): string => `00:00:00:00:00:${n.toString(16).padStart(2, '0')}`;

export type Answer = (
  query: URLSearchParams,
  path: string,
) => BackendResult<ArrayBuffer> | Promise<BackendResult<ArrayBuffer>>;

export const page = (content: readonly object[], facts: object = {}): BackendResult<ArrayBuffer> => ({
  ok: true,
  value: new TextEncoder().encode(JSON.stringify({ content, page: facts })).buffer,
});
export const failure = (kind: BackendFailure['kind'], status: number): BackendResult<ArrayBuffer> => ({
  ok: false,
  failure: {
    kind,
    status,
    message: 'As the backend says it',
    fields: [{ field: 'endTime', message: 'too late' }],
    retryAfterMs: null,
  },
});

/** Returns a reading every ten minutes of the last day, for this number of beacons. */
export function readings(beacons: number, more: (n: number) => object = () => ({})): object[] {
  const now = Date.now();
  return Array.from({ length: beacons * 100 }, (_, n) => ({
    trackingId: MAC(n % beacons),
    sourceId: 'gateway1',
    timestamp: new Date(now - Math.floor(n / beacons) * 600_000).toISOString(),
    temperature: 20 + (n % 7),
    batteryLevel: 50,
    clickCounter: (n * 3) % 256,
    moving: n % 2 === 0,
    ...more(n),
  }));
}

export const devices = (count: number): CachedDevice[] => [
  ...Array.from({ length: count }, (_, n) =>
    fixtureDevice(n, { deviceType: 'BEACON', mac: MAC(n), alias: `Ward ${n}` }),
  ),
  fixtureDevice(count, { deviceType: 'BEACON', mac: null, alias: 'Without a MAC', uniqueId: 'noMac' }),
  fixtureDevice(count + 1, { deviceType: 'GATEWAY', uniqueId: 'gateway1', alias: 'Hall' }),
];

export const opened: Telemetry[] = [];

export interface Opened {
  readonly page: FkTelemetryPage;
  readonly telemetry: ReturnType<typeof createTelemetry>;
  readonly services: ScriptedServices;
  readonly requests: { path: string; query: URLSearchParams }[];
  readonly messages: SayEvent[];
}

export function telemetryOver(answer: Answer): Pick<Opened, 'telemetry' | 'requests'> {
  const requests: Opened['requests'] = [];
  const pace = memoryPace({ nowMs: () => Date.now() });
  const telemetry = createTelemetry({
    pace,
    backendClock: signal({ skewMs: 0, isChecked: true }),
    backend: noting<TelemetryBackend>(
      {
        async readTelemetry({ path, query }, signal) {
          const parameters = new URLSearchParams(query);
          requests.push({ path, query: parameters });
          // Like `fetch`: an event that comes later has no effect.
          if (signal?.aborted === true) return failure('cancelled', 0);
          const stopped = new Promise<BackendResult<ArrayBuffer>>((resolve) =>
            signal?.addEventListener('abort', () => resolve(failure('cancelled', 0))),
          );
          return Promise.race([stopped, Promise.resolve(answer(parameters, path))]);
        },
      },
      pace,
    ),
    store: openTelemetryStorage({ accountId: crypto.randomUUID(), trustUrl: (url) => url }),
    clock: {
      nowMs: () => Date.now(),
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    },
  });
  opened.push(telemetry);
  return { telemetry, requests };
}

/** `key` "needed": the page sends no request when it opens. */
export async function open(
  answer: Answer = () => page([]),
  list = devices(3),
  online = true,
  key: 'ready' | 'needed' = 'needed',
  answers: Parameters<typeof scriptedServices>[1] = {},
): Promise<Opened> {
  const { telemetry, requests } = telemetryOver(answer);
  const services = scriptedServices(
    { devices: { devices: list }, app: { online }, session: { key } },
    { telemetry: () => telemetry.opened.then(() => telemetry), ...answers },
  );
  history.replaceState(null, '', location.pathname);
  const shown = await place<FkTelemetryPage>(html`<fk-telemetry-page .services=${services}></fk-telemetry-page>`);
  const messages: SayEvent[] = [];
  shown.addEventListener('fk-say', (event) => messages.push(event));
  await telemetry.opened;
  await settled(shown);
  return { page: shown, telemetry, services, requests, messages };
}

export async function openWith(answer: Answer, beacons = 3, list = devices(beacons)): Promise<Opened> {
  const all = await open(answer, list);
  await all.telemetry.fetchRecords({
    by: 'devices',
    ids: Array.from({ length: beacons }, (_, n) => MAC(n)),
    startMs: Date.now() - 24 * HOUR,
    endMs: Date.now(),
    latest: false,
    size: 2000,
    sort: [],
  });
  await settled(all.page);
  return all;
}

export { until };
export const words = (root: Element): string => readable(root);

/** Chooses by a button, or on a phone from a list. */
export function pick(shown: Element, label: string, name: string): void {
  if (has(shown, 'group', label)) action(the(shown, 'group', label), name).click();
  else {
    const options = [...field<HTMLSelectElement>(shown, label).options];
    fill(shown, label, options.find(({ text }) => text.startsWith(name))!.value);
  }
}

export async function view(shown: FkTelemetryPage, name: string, ready: () => boolean): Promise<void> {
  const { places, views } = telemetryStrings;
  const [first, ...others] = placeOf(VIEWS.find((one) => views[one] === name)!);
  if (has(shown, 'group', places.label)) {
    action(the(shown, 'group', places.label), first === 'records' ? places.records : views[first]).click();
    await settled(shown);
  }
  if (!has(shown, 'group', places.label) || others.some((one) => views[one] === name)) pick(shown, views.label, name);
  await until(ready);
  await settled(shown);
}

/** Opens how often telemetry is loaded by itself, and what is saved. */
export async function openOptions(shown: FkTelemetryPage): Promise<void> {
  action(shown, telemetryStrings.options).click();
  await until(() => has(shown, 'dialog', telemetryStrings.options));
  await settled(shown);
}

export async function openQuery(shown: FkTelemetryPage): Promise<void> {
  if (!hasAction(shown, telemetryStrings.chooseQuery)) await openOptions(shown);
  action(shown, telemetryStrings.chooseQuery).click();
  await until(() => has(shown, 'dialog', telemetryStrings.query.title));
  await settled(shown);
}

/** Returns the rows of the tables without their headings, and without those of their groups. */
export const rows = (root: Element): HTMLElement[] => all(root, 'row').filter((row) => has(row, 'cell'));
export const charts = (root: Element): HTMLElement[] => all(root, 'figure');

/** Waits until each chart has its picture. */
export async function drawn(root: Element): Promise<void> {
  await until(() => charts(root).every((chart) => chart.querySelector('canvas') !== null));
  await settled(root);
}

/** Returns the legend of the chart; a lone line is named in the sentence about it. */
export function linesOf(chart: Element): HTMLElement[] {
  const named = [...chart.querySelectorAll<HTMLElement>('.legend li')];
  return named.length > 0 ? named : all(the(chart, 'list'), 'listitem');
}

afterEach(() => {
  clear();
  // The choices of one test must not reach the next one.
  localStorage.clear();
  for (const one of opened.splice(0)) one.close();
});
