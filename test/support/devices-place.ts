/** Shared by the tests of devices: requests that reached the backend, and the screens. */
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { SandboxControl } from './app-server.ts';
import { deviceShown, goTo, readable } from './journey.ts';

export const soon = <T>(read: () => T) => expect.poll(read);

interface Call {
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly outcome: number | string;
}

/** Returns requests of the app that reached the backend at this path, oldest first. */
export async function callsOf(sandbox: SandboxControl, method: 'GET' | 'POST', path: string): Promise<Call[]> {
  const log = await sandbox.log();
  return log.flatMap((entry) => {
    const [at, query = ''] = entry.path.split('?') as [string, string?];
    if (entry.method !== method || at !== `/legacy${path}`) return [];
    const fields = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
    return [{ query: fields(query), form: fields(entry.body), outcome: entry.outcome }];
  });
}

export async function openDevicePage(page: Page, uniqueId: string): Promise<void> {
  await goTo(page, `/devices/${encodeURIComponent(uniqueId)}`);
  await deviceShown(page, uniqueId);
}

/** Returns all readable text of the open page, from the main part of the shell. */
export function shown(page: Page): Promise<string> {
  return readable(page.locator('main'));
}
