/** What is remembered of a backend's calls beyond the interface, and for how long. */
import { describe, expect, it } from 'vitest';
import { createMemoryMetaRows } from '../../test/support/memory-meta-rows.ts';
import type { KnownExtension } from '../domain/extensions.ts';
import { createExtensions, type ExtensionStore, type Extensions } from './extensions.ts';

const HOUR_MS = 3_600_000;
let nowMs = Date.UTC(2026, 0, 2);
const troubles: unknown[] = [];

function open(store: ExtensionStore): Extensions {
  return createExtensions({
    extensions: store,
    clock: { nowMs: () => nowMs },
    onTrouble: (error) => troubles.push(error),
  });
}

describe('whether a backend offers a call beyond the interface', () => {
  it('is unknown until an answer has shown it', async () => {
    const extensions = open(createMemoryMetaRows());
    expect(await extensions.offer('commandLists')).toBe('unknown');
    extensions.learn('commandLists', true);
    expect(await extensions.offer('commandLists')).toBe('offered');
    expect(await extensions.offer('configLists')).toBe('unknown');
  });

  it('is known after a restart, and counts as unknown again a day after the call was missing', async () => {
    const store = createMemoryMetaRows<KnownExtension>();
    const before = open(store);
    before.learn('commandLists', false);
    before.learn('configLists', true);
    const after = open(store);
    nowMs += 23 * HOUR_MS;
    expect(await after.offer('commandLists')).toBe('notOffered');
    nowMs += 2 * HOUR_MS;
    expect(await after.offer('commandLists')).toBe('unknown');
    expect(await after.offer('configLists')).toBe('offered');
  });

  it('is remembered only while the window is open if the storage cannot be written', async () => {
    const full = new DOMException('no room', 'QuotaExceededError');
    const extensions = open({ all: () => Promise.reject(full), put: () => Promise.reject(full) });
    expect(await extensions.offer('commandLists')).toBe('unknown');
    extensions.learn('commandLists', false);
    expect(await extensions.offer('commandLists')).toBe('notOffered');
    expect(troubles).toEqual([full, full]);
  });
});
