/**
 * Receipts without a radio: prepared at the sandbox over HTTP, answered by the practice beacon's firmware, and written
 * to a file for import.
 */
import type { Page } from 'playwright-core';
import { writeReceiptFile } from '../../src/domain/receipt-file.ts';
import { fixtureReceipt } from './fixture-rows.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import { clientOver } from './sandbox-client.ts';
import { onRead, onWrite, tick } from '../../src/sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../../src/sandbox/beacon/nearby.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import type { SandboxControl } from './app-server.ts';
import { toastAfter } from './toasts.ts';
import { OWNER_KEY } from './journey.ts';
import { storedAccounts } from './stored-rows.ts';

export interface MadeReceipt {
  readonly uniqueId: string;
  readonly responseBase64: string;
  readonly updatedSeconds: number;
  readonly createdAtMs: number;
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * Returns the beacon's genuine response to a configuration that is pending at the backend from now on; it was never
 * posted.
 */
export async function makeReceipt(
  sandbox: SandboxControl,
  uniqueId: string,
  values: Readonly<Record<string, string | number>> = { interval: 1234 },
): Promise<MadeReceipt> {
  const client = clientOver((request) => fetch(request), sandbox.baseUrl, OWNER_KEY);
  const created = await client.create(
    uniqueId,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
  );
  if (!created.ok) throw new Error(`prepare ${uniqueId}: ${created.status}`);
  const base64 = await client.package(uniqueId);
  if (base64 === null) throw new Error(`nothing is pending for ${uniqueId}`);
  const nowMs = Date.now();
  const beacon = fleetBeacon(DEFAULT_SEED, uniqueId, { processingMs: 0 });
  const written = onWrite(beacon, 'request', Buffer.from(base64, 'base64'), nowMs);
  const { bytes } = onRead(tick(written.state, nowMs), 'response', nowMs);
  return {
    uniqueId,
    responseBase64: Buffer.from(bytes!).toString('base64'),
    updatedSeconds: Math.floor(nowMs / 1000),
    createdAtMs: nowMs,
    values,
  };
}

/** Returns the text of an export file of `account`, as the app writes it. */
export function receiptFile(
  account: { id: string; baseUrl: string; legacyBaseUrl: string },
  made: readonly MadeReceipt[],
): string {
  const rows = made.map(({ uniqueId, ...rest }): Receipt =>
    fixtureReceipt(uniqueId, { ...rest, id: `file-${uniqueId}` }),
  );
  return writeReceiptFile(account, rows, Date.now());
}

/** Gives the outbox page a file, as from the file chooser. */
export async function importText(page: Page, text: string, name = 'receipts.json'): Promise<void> {
  await page
    .locator('fk-outbox-page input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

/**
 * Imports genuine receipts of these beacons by a file of the account that was connected last. The outbox page must be
 * open.
 */
export async function importReceipts(
  page: Page,
  sandbox: SandboxControl,
  ...uniqueIds: readonly string[]
): Promise<MadeReceipt[]> {
  const account = (await storedAccounts(page)).find(({ baseUrl }) => baseUrl === sandbox.baseUrl);
  if (account === undefined) throw new Error('no account of this sandbox');
  const made: MadeReceipt[] = [];
  for (const uniqueId of uniqueIds) made.push(await makeReceipt(sandbox, uniqueId));
  await importText(page, receiptFile(account, made));
  const howMany = made.length === 1 ? '1 receipt' : `${made.length} receipts`;
  await toastAfter(page, `${howMany} imported`, () =>
    page.getByRole('button', { name: `Import ${howMany}`, exact: true }).click(),
  );
  return made;
}
