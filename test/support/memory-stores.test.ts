/** The stores in memory do what those on IndexedDB do. */
import { describe, expect, it } from 'vitest';
import { createMemoryJobs } from './job-rows.ts';
import { createMemoryStores } from './memory-stores.ts';
import { STORE_CASES } from './store-cases.ts';

describe.each(Object.entries(STORE_CASES))('%s in memory', (_, cases) => {
  it.each(cases)('$it', async ({ act, wanted }) => {
    expect(await act({ ...createMemoryStores(), jobs: createMemoryJobs() })).toEqual(wanted);
  });
});
