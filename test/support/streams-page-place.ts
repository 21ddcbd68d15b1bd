/** The streams page with the sandbox’s backend, and the steps of its form. */
import { html } from 'lit';
import { place, settled } from './page-place.ts';
import { action, field as labelled, fill, readable, type Name } from './roles.ts';
import { until as waitFor } from './until.ts';
import { scriptedServices, type ScriptedServices, type ScriptedValues } from './scripted-services.ts';
import { fixtureAccount } from './fixture-rows.ts';
import { createPracticeTail, createStreamCalls } from '../../src/backend/streams.ts';
import { createStreams } from '../../src/use-cases/streams/streams.ts';
import type { BackendFault } from '../../src/sandbox/backend/faults.ts';
import { createSandboxBackend, type SandboxBackend } from '../../src/sandbox/backend/backend.ts';
import type { FkStreamsPage } from '../../src/ui/pages/streams/streams-page.ts';
import '../../src/ui/pages/streams/streams-page.ts';
import { streamStrings } from '../../src/ui/strings/streams.ts';

export const BASE = 'http://sandbox.test/sandbox';
export const ACCESS = 'AKIAEXAMPLE7';
export const SECRET = 'wJalr-EXAMPLE-KEY8';
export const HUB_SECRET = 'c2hhcmVkLWV4YW1wbGU5';

export interface Opened {
  readonly page: FkStreamsPage;
  readonly services: ScriptedServices;
  readonly backend: SandboxBackend;
  readonly heard: string[];
  readonly sent: { method: string; url: string; body: string }[];
  /** Waits until the page shows this text. */
  until(says: string): Promise<void>;
}

export interface Options {
  readonly values?: ScriptedValues;
  readonly key?: string;
  readonly before?: (backend: SandboxBackend) => Promise<unknown>;
  readonly practice?: boolean;
  /** What a request that writes waits for before it reaches the backend. */
  readonly gate?: Promise<void>;
}

export async function open({
  values = {},
  key = 'sandbox-owner-key',
  before,
  practice = false,
  gate,
}: Options = {}): Promise<Opened> {
  const nowMs = Date.now();
  const backend = createSandboxBackend({ now: () => nowMs });
  await before?.(backend);
  const sent: Opened['sent'] = [];
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    init.signal?.throwIfAborted();
    sent.push({ method: init.method!, url, body: typeof init.body === 'string' ? init.body : '' });
    if (init.method !== 'GET') await gate;
    return backend.handle(new Request(url, init)).catch(() => Promise.reject(new TypeError('Failed to fetch')));
  };
  const account = fixtureAccount({ id: 'a', kind: 'sandbox', baseUrl: BASE, legacyBaseUrl: `${BASE}/legacy` });
  const streams = createStreams({
    backend: createStreamCalls({ account, apiKey: () => key, fetch: send, clock: { nowMs: () => nowMs } }),
    clock: { nowMs: () => nowMs },
    onStreamRead: () => {},
    practiceTail: practice ? createPracticeTail({ fetch: send, baseUrl: BASE }) : null,
  });
  const services = scriptedServices(values, { streams: async () => streams });
  const page = await place<FkStreamsPage>(html`<fk-streams-page .services=${services}></fk-streams-page>`);
  const messages: string[] = [];
  page.addEventListener('fk-say', (event) => messages.push(event.message));
  const until = async (words: string): Promise<void> => {
    await waitFor(async () => {
      await settled(page);
      return readable(page).includes(words) || messages.some((message) => message.includes(words));
    }, `the page says "${words}"`);
  };
  return { page, services, backend, heard: messages, sent, until };
}

export const request = (backend: SandboxBackend, method: string, path: string, body?: unknown): Promise<Response> =>
  backend.handle(
    new Request(`${BASE}${path}`, {
      method,
      headers: { 'api-key': 'sandbox-owner-key', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
export const strike = (fault: BackendFault) => (backend: SandboxBackend) =>
  request(backend, 'POST', '/control/faults', fault);

export const CLOUD = {
  endpoint: 'https://streams.eu-west-1.example.com',
  streamName: 'beacons-live',
  region: 'eu-west-1',
};
export const HUB = {
  endpoint: 'sb://fleet-ns.servicebus.windows.net/',
  eventHubName: 'beacons',
  sharedAccessKeyName: 'sender',
};
export const hasCloud = (enabled: boolean) => (backend: SandboxBackend) =>
  request(backend, 'PUT', '/v3/streams/telemetry', {
    enabled,
    cloudStream: { ...CLOUD, accessKey: ACCESS, secretKey: SECRET },
  });
export const hasBoth = async (backend: SandboxBackend): Promise<void> => {
  await hasCloud(true)(backend);
  await request(backend, 'PUT', '/v3/streams/position', {
    enabled: true,
    eventHub: { ...HUB, sharedAccessKey: HUB_SECRET },
  });
};
export const hasHub = (backend: SandboxBackend) =>
  request(backend, 'PUT', '/v3/streams/telemetry', {
    enabled: true,
    eventHub: { ...HUB, sharedAccessKey: HUB_SECRET },
  });

/** A label may also say that the field is required. */
const labelOf = (name: string): Name =>
  new RegExp(`^${streamStrings.fields[name as keyof typeof streamStrings.fields]}( ·|$)`);

export const field = (page: FkStreamsPage, name: string): HTMLInputElement => labelled(page, labelOf(name));

export async function type(page: FkStreamsPage, name: string, value: string): Promise<void> {
  fill(page, labelOf(name), value);
  await settled(page);
}

export async function chooseEventHub(page: FkStreamsPage): Promise<void> {
  fill(page, streamStrings.destination, 'eventHub');
  await settled(page);
}

export async function press(page: HTMLElement, words: string): Promise<void> {
  action(page, words).click();
  await settled(page);
}

export async function fillCloud(page: FkStreamsPage): Promise<void> {
  for (const [name, value] of Object.entries({ ...CLOUD, accessKey: ACCESS, secretKey: SECRET }))
    await type(page, name, value);
}

export const writes = ({ sent }: Opened): string[] =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => `${method} ${body}`);
