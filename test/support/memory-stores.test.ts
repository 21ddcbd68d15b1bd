/** The stores in memory do what those on IndexedDB do (src/storage/stores/store-cases.browser.test.ts). */
import { describe, expect, it } from 'vitest';
import type { JobTemplate } from '../../src/domain/job/template.ts';
import { createSiteClock } from '../lives/clock.ts';
import { createDisk, storesOf } from '../lives/disk.ts';
import { createMortal } from '../lives/mortal.ts';
import { createMemoryJobs } from './job-rows.ts';
import { createMemoryMetaRows } from './memory-meta-rows.ts';
import { createMemoryStores } from './memory-stores.ts';
import { createWorld } from './run-world.ts';
import { STORE_CASES, type StoreCase } from './store-cases.ts';

function casesOf<Stores>(cases: readonly StoreCase<Stores>[], open: () => Promise<Stores>): void {
  it.each(cases.map((one) => ({ ...one, title: one.it })))('$title', async ({ act, wanted }) => {
    expect(await act(await open())).toEqual(wanted);
  });
}

describe('each store in memory for tests of the outbox', () => {
  const open = async () => ({
    ...createMemoryStores(),
    jobs: createMemoryJobs(),
    templates: createMemoryMetaRows<JobTemplate>(),
  });
  const { receipts, edits, queue, devices, jobs, templates, rows } = STORE_CASES;
  casesOf(receipts, open);
  casesOf(edits, open);
  casesOf(queue, open);
  casesOf(devices, open);
  casesOf(jobs, open);
  casesOf(templates, open);
  casesOf(rows, open);
});

describe('each store over the simulated disk of a life', () => {
  const open = async () => {
    const clock = createSiteClock(0, () => undefined);
    return storesOf(
      createDisk(),
      createMortal(() => undefined),
      clock,
    );
  };
  const { runs, packages, receipts, devices } = STORE_CASES;
  casesOf(runs, open);
  casesOf(packages, open);
  casesOf(receipts, open);
  casesOf(devices, open);
});

describe('each store over the simulated disk of a run', () => {
  const open = async () => (await createWorld().open()).stores;
  casesOf(STORE_CASES.runs, open);
  casesOf(STORE_CASES.packages, open);
  casesOf(STORE_CASES.receipts, open);
  casesOf(STORE_CASES.devices, open);
});
