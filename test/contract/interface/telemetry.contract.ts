/** Clauses 2.4, 2.5, 4.2 and their limits in 8: the telemetry query. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { pagedList, telemetryPage } from '../shapes.ts';
import { openTarget } from '../target.ts';

const target = await openTarget();
const DAY_MS = 86_400_000;
// Further in the past than any delay of delivery, so that two answers about it are equal.
const END_MS = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
const RANGE = `startTime=${new Date(END_MS - DAY_MS).toISOString()}&endTime=${new Date(END_MS).toISOString()}`;

type Page = z.infer<typeof telemetryPage>;

async function ask(query: string): Promise<Page> {
  const answer = await target.v3('GET', `/telemetry?${query}`);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return telemetryPage.parse(answer.json);
}

/** Returns a gateway that has heard something and a beacon that it heard, because every account has others. */
async function newestReception(): Promise<{ trackingId: string; sourceId: string } | null> {
  const answer = await target.legacy('/device?deviceType=GATEWAY&maxResult=50');
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  // Clause 2.7 covers invalid elements.
  const gateways = pagedList
    .parse(answer.json)
    .devices.flatMap((device) =>
      typeof device === 'object' && device !== null && 'uniqueId' in device && typeof device.uniqueId === 'string'
        ? [device.uniqueId]
        : [],
    );
  if (gateways.length === 0) return null;
  const { content } = await ask(`sourceId=${gateways.join(',')}&size=1&${RANGE}`);
  const record = content[0];
  return record?.sourceId === undefined ? null : { trackingId: record.trackingId, sourceId: record.sourceId };
}

const reception = await newestReception();

describe('4.2 the data that a telemetry query needs', () => {
  it('4.2 include a beacon that a gateway has heard in the last day, without which most clauses cannot be checked', () => {
    expect(reception, 'No gateway of this account has heard a beacon in the day before.').not.toBeNull();
  });

  it('2.5 are in the usual envelope even for a beacon that no gateway has heard', async () => {
    const { links, content } = await ask(`trackingId=00:00:00:00:00:00&${RANGE}`);
    expect([links.map(({ rel }) => rel).includes('self'), content]).toEqual([true, []]);
  });
});

if (reception !== null)
  describe('4.2 telemetry query', () => {
    it('2.5 the answer has links with rel and href, and self is always one of them', async () => {
      const { links } = await ask(`trackingId=${reception.trackingId}&${RANGE}`);
      expect(links.map(({ rel }) => rel)).toContain('self');
      for (const { href } of links) expect(URL.canParse(href)).toBe(true);
    });

    it('2.5 the answer by tracking ID has startTime, endTime, hasNext and size', async () => {
      const { page } = await ask(`trackingId=${reception.trackingId}&size=1&${RANGE}`);
      expect(page).toMatchObject({
        size: expect.any(Number),
        hasNext: expect.any(Boolean),
        startTime: expect.any(String),
        endTime: expect.any(String),
      });
      expect(Date.parse(String(page['endTime']))).toBeLessThanOrEqual(END_MS);
      expect(Date.parse(String(page['startTime']))).toBeGreaterThanOrEqual(END_MS - DAY_MS);
    });

    it('2.5 the answer by source ID has size, totalElements, totalPages and number', async () => {
      const { page } = await ask(`sourceId=${reception.sourceId}&size=1&${RANGE}`);
      expect(page).toMatchObject({
        size: 1,
        totalElements: expect.any(Number),
        totalPages: expect.any(Number),
        number: 0,
      });
    });

    it('4.2 and 8 the defaults are page 0 and size 20', async () => {
      const { page, content } = await ask(`sourceId=${reception.sourceId}&${RANGE}`);
      expect(page).toMatchObject({ size: 20, number: 0 });
      expect(content.length).toBeLessThanOrEqual(20);
    });

    it('4.2 trackingId filters by one beacon, or by several as a list', async () => {
      const { content } = await ask(`trackingId=${reception.trackingId},00:00:00:00:00:00&size=50&${RANGE}`);
      expect(content.length).toBeGreaterThan(0);
      expect(new Set(content.map(({ trackingId }) => trackingId))).toEqual(new Set([reception.trackingId]));
    });

    it('4.2 sourceId filters by gateway', async () => {
      const { content } = await ask(`sourceId=${reception.sourceId}&size=50&${RANGE}`);
      expect(content.filter(({ sourceId }) => sourceId !== undefined && sourceId !== reception.sourceId)).toEqual([]);
    });

    it('4.2 startTime and endTime limit the timestamps of the records', async () => {
      const [from, to] = [END_MS - 3_600_000, END_MS];
      const range = `startTime=${new Date(from).toISOString()}&endTime=${new Date(to).toISOString()}`;
      const { content } = await ask(`sourceId=${reception.sourceId}&size=100&${range}`);
      for (const { timestamp } of content) {
        expect(Date.parse(timestamp ?? '')).toBeGreaterThanOrEqual(from);
        expect(Date.parse(timestamp ?? '')).toBeLessThanOrEqual(to);
      }
    });

    it('4.2 sort takes property,order and may be given several times', async () => {
      const { content } = await ask(
        `sourceId=${reception.sourceId}&size=100&sort=timestamp,desc&sort=trackingId,asc&${RANGE}`,
      );
      const times = content.map(({ timestamp }) => Date.parse(timestamp ?? ''));
      expect(times).toEqual([...times].sort((a, b) => b - a));
    });

    it('4.2 the next page continues where the page before ended', async () => {
      const query = `sourceId=${reception.sourceId}&sort=timestamp,asc&${RANGE}`;
      const [whole, first, second] = [
        await ask(`${query}&size=10`),
        await ask(`${query}&size=5`),
        await ask(`${query}&size=5&page=1`),
      ];
      expect([...first.content, ...second.content]).toEqual(whole.content);
    });

    it('2.4 every record has a trackingId and each known field its type', async () => {
      const { content } = await ask(`sourceId=${reception.sourceId}&size=200&${RANGE}`);
      expect(content.length).toBeGreaterThan(0);
    });

    it('2.4 the timestamp of a record is the beacon’s, else the gateway’s, else the cloud’s', async () => {
      const { content } = await ask(`sourceId=${reception.sourceId}&size=200&${RANGE}`);
      for (const { timestamp, beaconTimestamp, gatewayTimestamp, cloudTimestamp } of content) {
        const best = beaconTimestamp ?? gatewayTimestamp ?? cloudTimestamp;
        if (best !== undefined) expect(Date.parse(timestamp ?? '')).toBe(Date.parse(best));
      }
    });

    it('4.2 /v3/telemetry/latest answers with the envelope, or does not exist', async () => {
      const answer = await target.v3('GET', `/telemetry/latest?sourceId=${reception.sourceId}`);
      if (answer.status === 200) telemetryPage.parse(answer.json);
      else expect([400, 404]).toContain(answer.status);
    });
  });
