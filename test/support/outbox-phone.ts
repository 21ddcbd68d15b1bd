/**
 * A phone's outbox with the sandbox's backend, and the rows that a run would have left in it; for tests of delivery.
 */
import { expect } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../src/domain/base64.ts';
import { tokenOf } from './packet-token.ts';
import { readReceiptFile } from '../../src/domain/receipt-file-reading.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { SandboxBackend } from '../../src/sandbox/backend/backend.ts';
import { onRead, onWrite, tick } from '../../src/sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../../src/sandbox/beacon/nearby.ts';
import { createMemoryStores } from './memory-stores.ts';
import { fixtureReceipt } from './fixture-rows.ts';
import { createSandboxPhone } from './sandbox-phone.ts';
import { signal } from '@preact/signals-core';
import { createDrainer } from '../../src/use-cases/outbox/drainer.ts';
import { createOutbox, type RunningOutbox } from '../../src/use-cases/outbox/outbox.ts';
import { createOutboxView } from '../../src/use-cases/outbox/outbox-view.ts';
import type { Trigger, TriggerSource } from '../../src/use-cases/outbox/triggers.ts';

const SEED = 'outbox-test';

/** A phone with a key and the sandbox's backend. Its responses come from the practice beacon. */
export function createPhone(accountId = 'phone', shared?: SandboxBackend) {
  /** Called while the answer to a request is in transit. */
  const onRequest: { value: (path: string) => Promise<void> } = { value: async () => {} };
  /** While it is set, reading the receipts fails with it. */
  const storageError: { value: Error | null } = { value: null };
  const stores = createMemoryStores(undefined, () => {
    if (storageError.value !== null) throw storageError.value;
  });
  const phone = createSandboxPhone({
    queue: stores.queue,
    seed: SEED,
    accountId,
    sandbox: shared,
    async around({ path }, send) {
      const answered = await send();
      await onRequest.value(path);
      return answered;
    },
  });
  const { clock, account, backend, key, pace } = phone;
  const offered: string[] = [];
  const troubles: unknown[] = [];
  const verified: Receipt[] = [];
  const learned: (readonly [extension: string, isOffered: boolean])[] = [];
  let listener: (trigger: Trigger) => void = () => {};
  const held = new Map<string, Promise<void>>();
  const cutOff = new Set<() => void>();
  const parts = {
    account,
    ...stores,
    pace,
    backend,
    clock,
    random: () => 0.5,
    hasKey: () => key.value !== null,
    keyMark: async () => markOf(key.value),
    readFile: async (text: string) => readReceiptFile(text),
    isOwnKey: async (mark: string) => mark === markOf(key.value),
    newId: () => `new-${stores.rows.receipts.size}-${Math.random()}`,
    locks: {
      async acquire(name: string) {
        const before = held.get(name) ?? Promise.resolve();
        let release = (): void => {};
        held.set(name, new Promise((resolve) => (release = resolve)));
        await before;
        return release;
      },
    },
    onNewPackage: (uniqueId: string) => void offered.push(uniqueId),
    learn: (extension: string, isOffered: boolean) => void learned.push([extension, isOffered]),
    onVerified: (receipt: Receipt) => void verified.push(receipt),
    async removeImported(ids: readonly string[]) {
      const removed = ids.map((id) => stores.rows.receipts.get(id)!).filter(({ origin }) => origin === 'import');
      for (const { id } of removed) stores.rows.receipts.delete(id);
      return removed;
    },
    valuesOf: async () => null,
    whenCutOff(to: () => void) {
      cutOff.add(to);
      return () => void cutOff.delete(to);
    },
    onTrouble: (error: unknown) => void troubles.push(error),
  };
  const open = (sources: readonly TriggerSource[]): RunningOutbox =>
    createOutbox({
      ...parts,
      sources,
      drainer: createDrainer(parts),
      view: createOutboxView({ ...parts, remarks: signal([]) }),
    });
  const outbox = open([{ subscribe: (to) => ((listener = to), () => (listener = () => {})) }]);
  return {
    ...phone,
    stores,
    parts,
    outbox,
    offered,
    storageError,
    troubles,
    verified,
    learned,
    onRequest,
    anotherWindow: () => open([]),
    /** The browser closes the database on its own. */
    cutOff: () => cutOff.forEach((to) => to()),
    happens: (trigger: Trigger) => listener(trigger),
    rows: () => stores.rows.receipts,
    row: (id: string) => stores.rows.receipts.get(id)!,
    /** Prepares at the backend, writes to the beacon and reads its response; stores the row that a run would leave. */
    async configure(uniqueId: string, minor: number, id = `r-${uniqueId}-${minor}`): Promise<Receipt> {
      await backend.createConfig({ uniqueIds: [uniqueId], deviceType: 'BEACON', values: { minor } });
      const encrypted = await backend.encryptConfig(uniqueId);
      const request = decodeBase64(encrypted.ok ? encrypted.value! : '')!;
      const nowMs = clock.nowMs();
      const written = onWrite(fleetBeacon(SEED, uniqueId), 'request', request, nowMs);
      const response = onRead(tick(written.state, nowMs + 5000), 'response', nowMs + 5000);
      const row = fixtureReceipt(uniqueId, {
        id,
        accountId,
        runId: `run-${id}`,
        responseBase64: encodeBase64(response.bytes!),
        token: tokenOf(response.bytes!),
        updatedSeconds: Math.floor(nowMs / 1000),
        values: { minor },
        createdAtMs: nowMs,
      });
      stores.rows.receipts.set(id, row);
      return row;
    },
    /** Waits until nothing of the device changes on its own. */
    async until(condition: () => boolean) {
      for (let round = 0; round < 5000 && !condition(); round += 1) await clock.sleep(1);
      expect(condition(), JSON.stringify([...stores.rows.receipts.values(), stores.rows.pause])).toBe(true);
    },
  };
}

/** Returns a mark that distinguishes keys without containing them. */
function markOf(key: string | null): string {
  return `mark ${[...(key ?? '')].toReversed().join('')}`;
}

export const IDS = ['tB4x', 'Kf7Qp2', 'm3Rw', '9cVx2LaT', 'Wq8d'];
