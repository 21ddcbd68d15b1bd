/**
 * The second chapter: requests as the vendor's public operations and clients send them, and answers as those clients
 * read them. Changes nothing.
 */
import { describe, expect, it } from 'vitest';
import { deviceList, telemetryPage } from '../shapes.ts';
import { openTarget } from '../target.ts';
import { countOfClient, devicesOfClient, pendingOfClient } from './client-shapes.ts';

const target = await openTarget();

async function read(path: string, accept?: string): Promise<unknown> {
  const answer = await target.legacy(path, accept === undefined ? {} : { accept });
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.json;
}
/** Of any form: what a client makes of them is tested once. */
const devices = async (query: string) => deviceList.parse(await read(`/device${query}`)).devices;
const ids = async (query: string): Promise<string[]> =>
  (await devices(query)).map(({ uniqueId }) => uniqueId).toSorted();

const [one, two] = await ids('?maxResult=2&deviceType=BEACON');

describe('the list of devices', () => {
  it('can be read on every page by a client that maps IDs to UUIDs and words to constants', async () => {
    let query = '?startIndex=0&maxResult=500';
    for (let pages = 0; pages < 20 && query !== ''; pages += 1) {
      const { searchMeta } = devicesOfClient.parse(await read(`/device${query}`));
      query = searchMeta.nextResults === '' ? '' : new URL(searchMeta.nextResults).search;
    }
  });

  it('comes in the media type that was asked for', async () => {
    const { contentType } = await target.legacy('/device?maxResult=1');
    expect(contentType.replaceAll(' ', '')).toMatch(`application/vnd.com.${target.vendor}+json;version=10`);
  });

  it.each([
    ['without a version, which means the newest', ''],
    ['with a blank before the version', '; version=10'],
  ])('is served to an Accept %s', async (_what, version) => {
    deviceList.parse(await read('/device?maxResult=1', `application/vnd.com.${target.vendor}+json${version}`));
  });

  it('is served at an address with a slash at its end', async () => {
    deviceList.parse(await read('/device/?maxResult=1'));
  });

  it('is served to "GET /device?" without any parameter', async () => {
    deviceList.parse(await read('/device?'));
  });

  it('accepts the device type in upper and lower case', async () => {
    expect(await ids('?deviceType=beacon&maxResult=500')).toEqual(await ids('?deviceType=BEACON&maxResult=500'));
  });

  it.each(['NORMAL', 'COUNTED'])('contains the number of devices on request: queryType=%s', async (queryType) => {
    const { searchMeta } = deviceList.parse(await read(`/device?maxResult=1&queryType=${queryType}`));
    expect(searchMeta).toMatchObject({
      queryType,
      count: queryType === 'NORMAL' ? null : (expect.any(Number) as unknown),
    });
  });

  it('contains only the number of devices with queryType=SEARCH_META', async () => {
    const { searchMeta } = countOfClient.parse(await read('/device?queryType=SEARCH_META'));
    if (searchMeta.count <= 500) expect(await devices('?maxResult=500')).toHaveLength(searchMeta.count);
  });
});

if (one !== undefined && two !== undefined)
  describe('a search for devices', () => {
    it.each([
      ['one field with commas', `uniqueId=${one},${two}`],
      ['a field for each', `uniqueId=${one}&uniqueId=${two}`],
    ])('finds devices by their IDs in %s', async (_what, query) => {
      expect(await ids(`?maxResult=2&deviceType=BEACON&${query}`)).toEqual([one, two].toSorted());
    });

    it.each([
      ['equal', `uniqueId==${one}`, [one]],
      ['in brackets', `(uniqueId==${one})`, [one]],
    ])('finds a device by a comparison that is %s', async (_what, q, isFound) => {
      expect(await ids(`?q=${encodeURIComponent(q)}`)).toEqual(isFound);
    });

    it('finds devices by a comparison of a field within an object', async () => {
      const query = `?maxResult=500&q=${encodeURIComponent('(federation.federated==false)')}`;
      for (const device of await devices(query)) expect(device).toMatchObject({ federation: { federated: false } });
    });

    it('returns only the requested fields', async () => {
      const json = await read(`/device?uniqueId=${one}&selector=product,deployment.status`);
      const [device] = (json as { devices: Record<string, unknown>[] }).devices;
      expect(Object.keys(device!).toSorted()).toEqual(['deployment', 'product', 'uniqueId']);
      expect(device).toMatchObject({ uniqueId: one, deployment: { status: expect.any(String) as unknown } });
    });
  });

describe('pending configurations', () => {
  it.each([
    ['all of them', ''],
    ['of a type', '?deviceType=BEACON&maxResult=50&startIndex=0'],
    ['of some devices', `?maxResult=2&uniqueId=${one ?? 'none'},${two ?? 'none'}`],
  ])('are listed with ISO times: %s', async (_what, query) => {
    pendingOfClient.parse(await read(`/config${query}`));
  });
});

describe('telemetry', () => {
  const endMs = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  const range = (spanMs: number, spell = (ms: number) => new Date(ms).toISOString()): string =>
    `startTime=${spell(endMs - spanMs)}&endTime=${spell(endMs)}`;

  it.each([
    ['two minutes in large pages', `${range(120_000)}&size=2000&page=0`],
    ['a day, the newest first', `${range(86_400_000)}&size=20&sort=timestamp,desc`],
    ['a bare order', `${range(120_000)}&sort=asc`],
    ['several properties with one order', `${range(120_000)}&sort=trackingId,timestamp,desc`],
    ['an order for each property', `${range(120_000)}&sort=trackingId,asc&sort=timestamp,desc`],
    ['microseconds', range(120_000, (ms) => new Date(ms).toISOString().replace('Z', '000Z'))],
    ['a range in whole seconds', range(120_000, (ms) => new Date(ms).toISOString().replace(/\.\d+Z/, 'Z'))],
  ])('is returned for a query by %s', async (_what, query) => {
    const gateways = await devices('?deviceType=GATEWAY&maxResult=50');
    const sources = gateways.map(({ uniqueId }) => uniqueId).join(',') || 'none';
    const answer = await target.v3('GET', `/telemetry?sourceId=${sources}&${query}`);
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    telemetryPage.parse(answer.json);
  });
});
