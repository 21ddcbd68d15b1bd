/** Clauses 2.6, 2.7, 4.3 and their limits in 8: legacy lists. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { deviceList, pagedList } from '../shapes.ts';
import { openTarget } from '../target.ts';

const target = await openTarget();

type List = z.infer<typeof pagedList>;

async function list(query: string): Promise<List> {
  const answer = await target.legacy(query.startsWith('http') ? query : `/device${query}`);
  expect(answer.status).toBe(200);
  return pagedList.parse(answer.json);
}

/**
 * Returns what distinguishes one element from another: its ID in any spelling, else the whole element. Clause 2.7
 * covers invalid elements.
 */
function idOf(device: unknown): string {
  const { uniqueId } = (typeof device === 'object' && device !== null ? device : {}) as { readonly uniqueId?: unknown };
  return typeof uniqueId === 'string' || typeof uniqueId === 'number' ? String(uniqueId) : JSON.stringify(device);
}

/** Applies the query to the requested address, because a backend behind a proxy may name itself differently. */
function sameQuery(address: string): string {
  return new URL(address).search;
}

describe('2.6 legacy paging block', () => {
  it('2.6 a list has its elements under a plural name, followed by searchMeta with every field', async () => {
    const answer = await target.legacy('/device');
    pagedList.parse(answer.json);
    const names = Object.keys(answer.json as object);
    expect(names.indexOf('searchMeta')).toBeGreaterThan(names.indexOf('devices'));
  });

  it('2.6 queryType is NORMAL, and filter is empty when none was requested', async () => {
    const { searchMeta } = await list('');
    expect([searchMeta.queryType, searchMeta.filter]).toEqual(['NORMAL', '']);
  });

  it('2.6 prevResults is empty on the first page and a URL on a later one', async () => {
    expect((await list('?maxResult=1')).searchMeta.prevResults).toBe('');
    const second = await list('?maxResult=1&startIndex=1');
    expect(second.devices.length === 0 || URL.canParse(second.searchMeta.prevResults)).toBe(true);
  });
});

describe('2.7 device attributes', () => {
  it('2.7 every device has a uniqueId and a read-only device type', async () => {
    const { devices } = deviceList.parse((await target.legacy('/device?maxResult=100')).json);
    for (const { uniqueId, deviceType } of devices) expect([uniqueId, deviceType]).not.toContain('');
  });
});

describe('4.3 paging of legacy list resources', () => {
  it('4.3 and 8 the defaults are startIndex 0, maxResult 50, orderBy created and order ASC', async () => {
    const { devices, searchMeta } = await list('');
    expect(searchMeta).toMatchObject({ startIndex: 0, maxResult: 50, orderBy: 'created', order: 'ASC' });
    expect(devices.length).toBeLessThanOrEqual(50);
  });

  it('4.3 the parameters of the request are repeated in searchMeta', async () => {
    const { devices, searchMeta } = await list('?startIndex=2&maxResult=3&orderBy=created&order=DESC');
    expect(searchMeta).toMatchObject({ startIndex: 2, maxResult: 3, orderBy: 'created', order: 'DESC' });
    expect(devices.length).toBeLessThanOrEqual(3);
  });

  it('4.3 nextResults has the same path, startIndex advanced by maxResult', async () => {
    const { searchMeta } = await list('?maxResult=2');
    if (searchMeta.nextResults === '') return;
    const next = new URL(searchMeta.nextResults);
    expect(next.pathname.endsWith('/device')).toBe(true);
    expect([next.searchParams.get('startIndex'), next.searchParams.get('maxResult')]).toEqual(['2', '2']);
  });

  it('4.3 the pages from nextResults to nextResults contain each device once, up to 20 pages', async () => {
    const seen: string[] = [];
    let page = await list('?maxResult=100');
    for (let count = 1; ; count += 1) {
      seen.push(...page.devices.map(idOf));
      if (page.searchMeta.nextResults === '' || count === 20) break;
      page = await list(sameQuery(page.searchMeta.nextResults));
    }
    expect(new Set(seen).size).toBe(seen.length);
    if (target.sandbox) expect(seen.length).toBeGreaterThanOrEqual(230);
  });

  it('4.3 DESC returns the devices in the opposite order of ASC', async () => {
    const all = (await list('?maxResult=500&orderBy=created&order=ASC')).devices;
    const [first] = (await list('?maxResult=500&orderBy=created&order=DESC')).devices;
    const created = (device: unknown): unknown =>
      typeof device === 'object' && device !== null && 'created' in device ? device.created : undefined;
    expect(all.length === 0 || all.length === 500 || created(first) === created(all.at(-1))).toBe(true);
  });

  it('4.3 a startIndex beyond the end returns an empty page that is the last one', async () => {
    const { devices, searchMeta } = await list('?startIndex=10000000');
    expect([devices, searchMeta.nextResults]).toEqual([[], '']);
  });
});
