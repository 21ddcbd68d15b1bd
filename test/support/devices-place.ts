/**
 * Shared by the tests of devices, commands and ownership: beacons of the fleet by their traits, requests that reached
 * the backend, and the screens.
 */
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { commandTexts } from '../../src/ui/strings/commands.ts';
import type { CommandName } from '../../src/domain/commands/command.ts';
import { clientOver, type SandboxClient } from './sandbox-client.ts';
import { fleetOf, type Access, type AccountName, type FleetDevice } from '../../src/sandbox/fleet.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import type { SandboxControl } from './app-server.ts';
import { OWNER_KEY, deviceShown, goTo, readable } from './journey.ts';

export const soon = <T>(read: () => T) => expect.poll(read);

/**
 * Returns beacons of the fleet for one account with one access. `bare` beacons omit their attributes and their access
 * in lists.
 */
export function beaconsWith(account: AccountName, access: Access, { bare = false } = {}): FleetDevice[] {
  return fleetOf(DEFAULT_SEED).filter(
    (device) =>
      device.deviceType === 'BEACON' &&
      device.access[account] === access &&
      device.bare === bare &&
      /^[a-z0-9]+$/i.test(device.uniqueId),
  );
}

/** A second client of the same namespace: another manager, or an oracle. */
export function besides(sandbox: SandboxControl, key: string = OWNER_KEY): SandboxClient {
  return clientOver((request) => fetch(request), sandbox.baseUrl, key);
}

export interface Call {
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

export async function openCommand(page: Page, uniqueId: string, command: CommandName): Promise<void> {
  await goTo(page, `/devices/${encodeURIComponent(uniqueId)}/commands/${command}`);
  await page.getByRole('heading', { level: 1, name: commandTexts[command].name, exact: true }).waitFor();
}

export async function openDevicePage(page: Page, uniqueId: string): Promise<void> {
  await goTo(page, `/devices/${encodeURIComponent(uniqueId)}`);
  await deviceShown(page, uniqueId);
}

/** Returns all readable text of the open page, from the main part of the shell. */
export function shown(page: Page): Promise<string> {
  return readable(page.locator('main'));
}

/** Parses CSV strictly by RFC 4180, so that a fault of the writer is not hidden. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (found === null) throw new Error(`no CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    rows.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === '\r\n') rows.push([]);
    else if (found[3] === '') break;
  }
  return rows.filter((row) => row.length > 0);
}
