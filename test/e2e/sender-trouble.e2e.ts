/** Site data that the browser clears while receipts are sent. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CDPSession, Page } from 'playwright-core';
import { noticeStrings } from '../../src/ui/strings/notices.ts';
import type { AppServices } from '../../src/ui/shell/services.ts';
import type { BackendFault } from '../../src/sandbox/backend/faults.ts';
import type { SandboxControl } from '../support/app-server.ts';
import {
  FEW_WAITS,
  FLEET_IDS,
  beaconNamed,
  counterWords,
  hangUp,
  openOutbox,
  openRun,
  outboxWords,
  prepare,
  receiptPosts,
  runOnce,
  saveSettings,
} from '../support/journey.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { sampled } from '../support/sampled.ts';
import { storedReceipts } from '../support/stored-rows.ts';

const { lost } = noticeStrings;

let stage: Stage;
let sandbox: SandboxControl;
let page: Page;
let devtools: CDPSession;
let used = 0;

beforeEach(async () => {
  stage = await openStage();
  ({ sandbox, page } = stage);
  devtools = await stage.browser.pageSession(page);
  await saveSettings(page, {
    ...FEW_WAITS,
    'delivery.backoffMinMs': '100',
    'delivery.backoffMaxMs': '1000',
    'delivery.timeoutMs': '3000',
  });
});
afterEach(() => stage.close());

const onPost = (fault: BackendFault): BackendFault => ({ ...fault, match: { method: 'POST', path: '/device/update' } });
const notice = (words: string) => page.locator('fk-shell-notices').getByText(words);
const diagnostics = (): Promise<string> =>
  page.evaluate(() =>
    document.querySelector<HTMLElement & { services: AppServices }>('fk-app')!.services.diagnostics(),
  );

/** Leaves the receipt of a real run over the radio that the backend does not accept yet. */
async function receiptThatWaits(fault: BackendFault): Promise<string> {
  const id = FLEET_IDS[used++]!;
  const beacon = beaconNamed(id);
  await hangUp(stage.emulatedRadio, stage.beaconStore, beacon);
  await prepare(page, id, { interval: 1234 });
  await sandbox.setFaults(onPost(fault));
  await sandbox.clearLog();
  await openRun(page, id);
  await runOnce(page, stage.emulatedRadio, beacon.address);
  await openOutbox(page);
  await expect.poll(() => outboxWords(page, id)).toEqual(['Receipt saved']);
  return id;
}

async function deliveredOnce(id: string): Promise<void> {
  await expect.poll(() => outboxWords(page, id)).toEqual(['Verified']);
  await expect.poll(() => counterWords(page)).toBe('Outbox, nothing to send');
  expect((await sandbox.devices(id))[id]).toMatchObject({ pending: null, stateChanges: 1, values: { interval: 1234 } });
  expect(await storedReceipts(page, id)).toHaveLength(1);
}

describe('site data that the browser clears during a post', () => {
  const CLEARED = [
    ['the database', 'indexeddb'],
    ['the database and the second copies', 'indexeddb,file_systems'],
  ] as const;

  it.each(sampled('cleared', CLEARED, 1))(
    'are reported as lost, and the receipt is kept and delivered once: %s',
    async (_, storageTypes) => {
      const id = await receiptThatWaits({ name: 'hang', effect: false });
      await expect.poll(() => receiptPosts(sandbox)).toBeGreaterThan(0);
      await devtools.send('Storage.clearDataForOrigin', { origin: stage.server.origin, storageTypes });
      await notice(lost.emptied).waitFor();
      expect(await diagnostics()).toMatch(/"kind":"storage","word":"remarks"/);
      await sandbox.setFaults();
      await expect.poll(() => storedReceipts(page, id)).toHaveLength(1);
      await deliveredOnce(id);
    },
  );
});
