/**
 * The steps of setting up a stream, the requests that were sent meanwhile, and everything that the browser has stored.
 */
import type { Locator, Page } from 'playwright-core';
import { OWNER_KEY, goTo, readable } from './journey.ts';
import type { SandboxControl } from './app-server.ts';

export type StreamName = 'telemetry' | 'position';

export const CLOUD = {
  endpoint: 'https://streams.eu-west-1.example.com/',
  streamName: 'beacons-live',
  region: 'eu-west-1',
  forcedPartitionKey: 'site-7',
} as const;
export const CLOUD_SECRETS = {
  accessKey: 'AKIAEXAMPLEKEY77',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLE',
} as const;

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** Records every later request of the page with its real body. */
export function watchRequests(page: Page): SentRequest[] {
  const sent: SentRequest[] = [];
  page.on('request', (request) =>
    sent.push({ method: request.method(), url: request.url(), body: request.postData() ?? '' }),
  );
  return sent;
}

/** Returns the stream as the backend shows it; null when there is none. */
export async function streamAt(sandbox: SandboxControl, type: StreamName): Promise<unknown> {
  const response = await fetch(`${sandbox.baseUrl}/v3/streams/${type}`, { headers: { 'Api-Key': OWNER_KEY } });
  return ((await response.json()) as unknown[])[0] ?? null;
}

/** Opens the page again, so that it reads the backend's current state. */
export async function openStreams(page: Page, type: StreamName = 'telemetry'): Promise<void> {
  await goTo(page, '/more');
  // Wait for another page first; otherwise this one would stay without reading again.
  await page.locator('fk-more-page').waitFor();
  const read = page.waitForResponse((response) => response.url().includes(`/v3/streams/${type}`));
  await goTo(page, '/streams');
  await read;
}

export function streamField(page: Page, name: string): Locator {
  return page
    .locator('fk-stream-form')
    .locator(`fk-field[name="${name}"] input, fk-field[name="${name}"] select`)
    .first();
}

export async function fillStream(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await streamField(page, name).fill(value);
}

export async function chooseKind(page: Page, kind: 'cloudStream' | 'eventHub'): Promise<void> {
  await streamField(page, 'kind').selectOption(kind);
}

/** Of the first stream that has it: a button of the list also names its stream. */
export function streamButton(page: Page, name: string): Locator {
  return page
    .locator('fk-streams-page')
    .getByRole('button', { name: new RegExp(`^${name}( ?,|$)`) })
    .first();
}

export async function press(page: Page, name: string): Promise<void> {
  await streamButton(page, name).click();
}

export async function streamsSay(page: Page): Promise<string> {
  return readable(page.locator('fk-streams-page'));
}

/**
 * Returns everything that this origin stores and shows as one text: page, fields, addresses, storages, databases,
 * caches.
 */
export async function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
    ];
    const collect = (root: ParentNode): void => {
      for (const one of root.querySelectorAll('*')) {
        parts.push(...[...one.attributes].map(({ value }) => value));
        if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) parts.push(one.value);
        for (const node of one.childNodes) if (node instanceof Text) parts.push(node.data);
        if (one.shadowRoot !== null) collect(one.shadowRoot);
      }
    };
    collect(document);
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      for (const store of database.objectStoreNames)
        parts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    for (const name of await caches.keys())
      parts.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    return parts.join('\n');
  });
}
