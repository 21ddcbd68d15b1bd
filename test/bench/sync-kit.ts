/** Loaded into the page of the sync bench: the outbox with the real database, locks and requests, and rows to send. */
import { createBackend } from '../../src/backend/backend.ts';
import { makeAccount } from '../../src/domain/account.ts';
import { createLocks } from '../../src/storage/locks.ts';
import { composeSender } from '../../src/use-cases/outbox/compose.ts';
import { createCachedRows } from '../../src/use-cases/cached-rows.ts';
import { createOutboxView } from '../../src/use-cases/outbox/outbox-view.ts';
import { createPace } from '../../src/use-cases/pace.ts';
import { createPackagesView } from '../../src/use-cases/prepare/packages-view.ts';
import { openSample, sampleReceipt } from '../support/sample-rows.ts';

export const syncKit = {
  composeSender,
  createBackend,
  createCachedRows,
  createLocks,
  createOutboxView,
  createPace,
  createPackagesView,
  makeAccount,
  openSample,
  sampleReceipt,
};

export interface SyncWindow {
  syncKit: typeof syncKit;
}

(globalThis as unknown as SyncWindow).syncKit = syncKit;
