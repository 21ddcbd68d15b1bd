/** Stored telemetry, through its real worker, on a real database. */
import { expect } from '@open-wc/testing';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { BLOCK_MS, mergeIntoBlock, UNDATED, type TelemetryBlock } from '../../domain/telemetry/block.ts';
import type { BeaconState } from '../../domain/telemetry/fleet.ts';
import { hoursOfBlock } from '../../domain/telemetry/hours.ts';
import { changesChannel, telemetryDatabase } from '../../names.ts';
import { openTelemetryDatabase } from './database.ts';
import type { TelemetryCursor, TelemetryFilter } from '../../use-cases/telemetry/telemetry.ts';
import type { QueriedTelemetry, TelemetryStore } from '../../use-cases/telemetry/ports.ts';
import { openTelemetryStorage } from './telemetry.ts';

const T0 = BLOCK_MS * 80_000;
const MINUTE = 60_000;
const ALL: TelemetryFilter = { trackingIds: null, sourceIds: null, startMs: null, endMs: null };

let accountId = '';
let storage: TelemetryStore;
const opened: TelemetryStore[] = [];

function open(): TelemetryStore {
  const one = openTelemetryStorage({ accountId, trustUrl: (url) => url });
  opened.push(one);
  return one;
}

beforeEach(() => {
  accountId = crypto.randomUUID();
  storage = open();
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const NOW = { ms: T0 + 1e12, isChecked: true };

function bytes(value: unknown): ArrayBuffer {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).buffer;
}

const at = (minutes: number): string => new Date(T0 + minutes * MINUTE).toISOString();

function records(count: number, change: (n: number) => object = () => ({}), from = 0): object[] {
  return Array.from({ length: count }, (_, n) => ({
    trackingId: `b${n % 3}`,
    sourceId: `g${n % 2}`,
    timestamp: at(from + n),
    temperature: n,
    ...change(n),
  }));
}

async function keep(content: readonly object[], page: object = {}): Promise<number> {
  await storage.take(bytes({ content, page }), 'page=0', NOW);
  return (await storage.finish(null)).added;
}

/** A request for these beacons, by default for their first ten minutes. */
function requestFor(trackingIds: readonly string[], change: Partial<QueriedTelemetry> = {}): QueriedTelemetry {
  const range = { startMs: T0, endMs: T0 + 10 * MINUTE, latestAtMs: null, latestFromMs: null };
  return { trackingIds, ...range, ...change };
}

async function beaconsById(): Promise<Readonly<Record<string, BeaconState>>> {
  const { beacons } = await storage.overview();
  return Object.fromEntries(beacons.map((beacon) => [beacon.trackingId, beacon]));
}

/** Resolves at the next change that is announced. */
function nextChange(): Promise<void> {
  return new Promise((resolve) => void open().watch(resolve));
}

/** Returns which stores were announced as changed, once for each transaction. */
async function changesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const channel = new BroadcastChannel(changesChannel(telemetryDatabase(accountId)));
  const changes: string[] = [];
  const ended = new Promise<void>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
      if (data.join() === 'meta') resolve();
      else changes.push(data.join());
    });
  });
  await work();
  // Announcements of one worker arrive in order. Only this one changes nothing but "meta".
  await storage.writeNote('end', '');
  await ended;
  channel.close();
  return changes;
}

async function allRows(filter: TelemetryFilter, limit: number, newestFirst: boolean): Promise<number[]> {
  const times: number[] = [];
  let cursor: TelemetryCursor | null = null;
  do {
    const page = await storage.rows(filter, cursor, limit, newestFirst);
    times.push(...page.rows.map(({ timeMs }) => (timeMs === null ? Number.NaN : (timeMs - T0) / MINUTE)));
    cursor = page.next;
  } while (cursor !== null);
  return times;
}

describe('storing a page of telemetry', () => {
  /**
   * More records than a function call accepts as arguments, of few beacons and hours, so that the disk is not the
   * limit.
   */
  const large = (count: number): ArrayBuffer =>
    bytes(
      `{"content":[${Array.from({ length: count }, (_, n) => `{"trackingId":"b${n % 20}","timestamp":${T0 + n},"temperature":${n % 40}}`).join(',')}]}`,
    );

  it('of 150,000 records keeps every one', async () => {
    expect(await storage.take(large(150_000), 'page=0', NOW)).to.include({ records: 150_000 });
    expect(await storage.finish(null)).to.deep.equal({ added: 150_000 });
  });

  it('can be stopped in the middle of a page, and keeps what was written', async () => {
    const controller = new AbortController();
    const taking = storage.take(large(150_000), 'page=0', NOW, controller.signal);
    // Abort once the first batch is on the disk.
    const stop = storage.watch(() => controller.abort());
    await taking;
    stop();
    const { added } = await storage.finish(null);
    expect(added).to.be.greaterThan(0).and.lessThan(150_000);
    expect((await storage.overview()).totals.records).to.equal(added);
  });

  it('keeps all of the pages that follow one that was stopped', async () => {
    const [stopped, read] = [new AbortController(), new AbortController()];
    const taking = storage.take(bytes({ content: records(1) }), 'page=0', NOW, stopped.signal);
    stopped.abort();
    await taking;
    await storage.take(bytes({ content: records(1, () => ({}), 5) }), 'page=1', NOW, read.signal);
    const following = storage.take(large(30_000), 'page=2', NOW);
    // That page was read already.
    read.abort();
    await following;
    expect(await storage.finish(null)).to.deep.equal({ added: 30_002 });
  });

  it('stores ten thousand records at once, without waiting for the last page', async () => {
    await storage.take(large(10_000), 'page=0', NOW);
    expect((await storage.overview()).totals.records).to.equal(10_000);
  });

  it('reports the result, and where the next page begins', async () => {
    const content = [...records(3), { rssi: 1 }, { trackingId: 'x', moving: 'yes' }];
    const taken = await storage.take(
      bytes({
        content,
        links: [{ rel: 'next', href: 'https://elsewhere/v3/telemetry?page=1' }],
        page: { size: 5, hasNext: true },
      }),
      'page=0',
      NOW,
    );
    expect(taken).to.deep.include({ records: 4, faulty: 1, skipped: 1, nextQuery: 'page=1' });
    expect((await storage.finish(null)).added).to.equal(4);
  });

  for (const [what, body] of [
    ['nothing', ''],
    ['words', 'hello'],
    ['half a page', '{"content":[{"tracki'],
    ['JSON without content', '{}'],
  ] as const) {
    it(`rejects ${what} in place of a page`, async () => {
      expect(await storage.take(bytes(body), '', NOW)).to.equal(null);
    });
  }

  it('keeps every record of a batch in which a value is nested too deep, and reports which one', async () => {
    const deep = `${'['.repeat(60_000)}1${']'.repeat(60_000)}`;
    const body = `{"content":[${JSON.stringify({ trackingId: 'b0', timestamp: at(0), temperature: 1 })},{"trackingId":"b1","timestamp":"${at(1)}","temperature":2,"odd":${deep}}]}`;
    const taken = await storage.take(bytes(body), 'page=0', NOW);
    expect(taken?.cut).to.deep.equal([{ trackingId: 'b1', timeMs: T0 + MINUTE, field: 'odd' }]);
    expect((await storage.finish(null)).added).to.equal(2);
    const { rows } = await storage.rows(ALL, null, 10, false);
    expect(rows.map(({ values }) => values['temperature'])).to.deep.equal([1, 2]);
    expect(JSON.stringify(rows[1]!.rest)).to.contain('left out');
    // Taking the same page again adds nothing.
    await storage.take(bytes(body), 'page=0', NOW);
    expect((await storage.finish(null)).added).to.equal(0);
  });

  it('stores a duplicate record once', async () => {
    expect(await keep(records(40))).to.equal(40);
    expect(await keep(records(60))).to.equal(20);
    expect((await storage.overview()).totals.records).to.equal(60);
  });

  it('transfers the bytes instead of copying them', async () => {
    const body = bytes({ content: [] });
    await storage.take(body, '', NOW);
    expect(body.byteLength).to.equal(0);
  });

  it('loses nothing when the window is closed afterwards', async () => {
    await keep(records(5));
    storage.close();
    storage = open();
    expect((await storage.rows(ALL, null, 10, true)).rows).to.have.length(5);
  });
});

describe('the stored state of a fleet', () => {
  it('contains the last state of each beacon, and the requested range', async () => {
    await keep([
      { trackingId: 'b0', timestamp: at(5), batteryLevel: 50, uniqueId: 'tB4x' },
      { trackingId: 'b0', timestamp: at(9), temperature: 4 },
    ]);
    await storage.finish({
      trackingIds: ['b0', 'b9'],
      startMs: T0,
      endMs: T0 + 10 * MINUTE,
      latestAtMs: null,
      latestFromMs: null,
    });
    const { beacons } = await storage.overview();
    expect(beacons.find(({ trackingId }) => trackingId === 'b0')).to.deep.include({
      uniqueId: 'tB4x',
      lastHeardMs: T0 + 9 * MINUTE,
      battery: { value: 50, atMs: T0 + 5 * MINUTE },
      askedUntilMs: T0 + 10 * MINUTE,
    });
    expect(beacons.find(({ trackingId }) => trackingId === 'b9')).to.deep.include({
      lastHeardMs: null,
      askedFromMs: T0,
    });
  });

  it('keeps what earlier pages told of a beacon', async () => {
    await keep([{ trackingId: 'b0', timestamp: at(5), batteryLevel: 50 }]);
    await keep([{ trackingId: 'b0', timestamp: at(9), temperature: 4 }]);
    expect((await beaconsById())['b0']).to.deep.include({
      battery: { value: 50, atMs: T0 + 5 * MINUTE },
      temperature: { value: 4, atMs: T0 + 9 * MINUTE },
    });
  });

  it('notes a request at the beacon with exactly the requested spelling, else at the same beacon in another spelling', async () => {
    await keep(['Tag', 'tag', 'Other'].map((trackingId) => ({ trackingId, timestamp: at(0) })));
    await storage.finish(requestFor(['Tag', 'OTHER', 'other']));
    const beacons = await beaconsById();
    expect(Object.values(beacons).map((beacon) => [beacon.trackingId, beacon.askedFromMs])).to.deep.equal([
      ['Other', T0],
      ['Tag', T0],
      ['tag', null],
    ]);
    expect(beacons['Other']!.lastHeardMs).to.equal(T0);
  });

  it('notes a request for the last record up to its end, and for a beacon that was never heard too', async () => {
    await keep([5, 10, 12].map((minute) => ({ trackingId: `at ${minute}`, timestamp: at(minute) })));
    await storage.finish(
      requestFor(['at 5', 'at 10', 'at 12', 'silent'], {
        startMs: null,
        latestAtMs: T0 + 20 * MINUTE,
        latestFromMs: T0 - MINUTE,
      }),
    );
    await storage.finish(requestFor(['never requested'], { startMs: null }));
    const asked = Object.values(await beaconsById()).map((beacon) => {
      expect(beacon).to.deep.include({ latestAtMs: T0 + 20 * MINUTE, latestFromMs: T0 - MINUTE });
      return [beacon.trackingId, beacon.askedFromMs, beacon.askedUntilMs];
    });
    // What was heard at the end of the request or later says nothing about a time after it.
    expect(asked).to.deep.equal([
      ['at 10', null, null],
      ['at 12', null, null],
      ['at 5', T0 + 5 * MINUTE, T0 + 10 * MINUTE],
      ['silent', null, null],
    ]);
    await storage.finish(requestFor(['at 5'], { startMs: T0 + MINUTE }));
    expect((await beaconsById())['at 5']).to.deep.include({ askedFromMs: T0 + MINUTE, latestAtMs: T0 + 20 * MINUTE });
  });

  it('is announced to other windows, but not to those that no longer watch', async () => {
    let told = 0;
    const [left, closed] = [open(), open()];
    left.watch(() => (told += 1))();
    closed.watch(() => (told += 1));
    closed.close();
    const notified = nextChange();
    await keep(records(1));
    await notified;
    expect(told).to.equal(0);
  });

  it('is announced once when several pages are stored, and not when there is nothing to store', async () => {
    const changes = await changesDuring(async () => {
      for (const from of [0, 10, 20]) await storage.take(bytes({ content: records(3, () => ({}), from) }), '', NOW);
      await storage.finish(null);
      await storage.finish(null);
      await storage.hours(T0, T0 + BLOCK_MS);
    });
    expect(changes).to.deep.equal(['blocks,hours,beacons,meta']);
  });
});

describe('reading stored telemetry', () => {
  it('goes through all rows, newest or oldest first, whatever the size of a page', async () => {
    await keep([...records(50), ...records(50, () => ({}), 1000), { trackingId: 'undated' }]);
    const expected = [...Array.from({ length: 50 }, (_, n) => n), ...Array.from({ length: 50 }, (_, n) => 1000 + n)];
    for (const limit of [7, 50, 1000]) {
      const oldest = await allRows(ALL, limit, false);
      expect(Number.isNaN(oldest[0])).to.equal(true);
      expect(oldest.slice(1)).to.deep.equal(expected);
      expect((await allRows(ALL, limit, true)).slice(0, -1)).to.deep.equal(expected.toReversed());
    }
  });

  it('filters by beacon, gateway and range', async () => {
    await keep(records(60));
    expect(await allRows({ ...ALL, trackingIds: ['b1'] }, 100, false)).to.deep.equal(
      Array.from({ length: 20 }, (_, n) => n * 3 + 1),
    );
    expect(
      await allRows({ ...ALL, sourceIds: ['g1'], startMs: T0 + 10 * MINUTE, endMs: T0 + 14 * MINUTE }, 100, false),
    ).to.deep.equal([11, 13]);
    // The first and the last moment belong to the range.
    expect(await allRows({ ...ALL, startMs: T0 + 11 * MINUTE, endMs: T0 + 13 * MINUTE }, 100, false)).to.deep.equal([
      11, 12, 13,
    ]);
    expect(await allRows({ ...ALL, trackingIds: ['nobody'] }, 100, true)).to.deep.equal([]);
  });

  it('takes the first and the last millisecond of a range, on both sides of the border of a window', async () => {
    const border = T0 + BLOCK_MS;
    await keep([
      ...[-2, -1, 0, 1, 2].map((ms) => ({ trackingId: 'b0', timestamp: new Date(border + ms).toISOString() })),
      { trackingId: 'b0', temperature: 1 },
    ]);
    for (const [from, to, expected] of [
      [-1, 0, [-1, 0]],
      [0, 1, [0, 1]],
      [1, null, [1, 2]],
      [0, null, [0, 1, 2]],
      [null, -1, [-2, -1]],
      [null, 0, [-2, -1, 0]],
      [2, 1, []],
      [0, -1, []],
      [3, 4, []],
    ] as const) {
      const startMs = from === null ? null : border + from;
      const endMs = to === null ? null : border + to;
      for (const newestFirst of [false, true]) {
        const { rows } = await storage.rows({ ...ALL, startMs, endMs }, null, 10, newestFirst);
        const found = rows.map(({ timeMs }) => timeMs! - border);
        expect(newestFirst ? found.toReversed() : found, `${from} to ${to}`).to.deep.equal(expected);
      }
    }
  });

  it('returns only records without a time when asked for them, whatever the range', async () => {
    await keep([...records(3), { trackingId: 'b0', temperature: 1 }]);
    const count = async (change: Partial<TelemetryFilter>): Promise<number> =>
      (await storage.rows({ ...ALL, ...change }, null, 10, true)).rows.length;
    expect(await count({ undatedOnly: true })).to.equal(1);
    expect(await count({ undatedOnly: true, startMs: T0, endMs: T0 + MINUTE })).to.equal(1);
    expect(await count({ undatedOnly: false })).to.equal(4);
    expect(await count({ undatedOnly: false, startMs: T0, endMs: T0 + MINUTE })).to.equal(2);
  });

  it('returns records of the same moment in the order of their beacons, in both directions', async () => {
    await keep(['b2', 'b0', 'b1'].map((trackingId) => ({ trackingId, timestamp: at(0) })));
    for (const newestFirst of [false, true]) {
      const { rows } = await storage.rows(ALL, null, 10, newestFirst);
      expect(rows.map(({ trackingId }) => trackingId)).to.deep.equal(['b0', 'b1', 'b2']);
    }
  });

  it('finds the records of a few beacons among hundreds of names', async () => {
    await keep(records(9));
    for (const others of [10, 199, 200, 500]) {
      const trackingIds = ['b1', ...Array.from({ length: others }, (_, n) => `other ${n}`)];
      expect(await allRows({ ...ALL, trackingIds }, 100, false), `${others} others`).to.deep.equal([1, 4, 7]);
    }
  });

  it('says that there are more rows only when there are', async () => {
    await keep(records(5));
    expect((await storage.rows(ALL, null, 5, true)).next).to.equal(null);
    const { rows, next } = await storage.rows(ALL, null, 4, true);
    expect(rows).to.have.length(4);
    expect((await storage.rows(ALL, next, 4, true)).rows.map(({ timeMs }) => timeMs)).to.deep.equal([T0]);
  });

  it('returns series of chosen gateways only', async () => {
    await keep(records(12));
    const series = async (sourceIds: readonly string[] | null): Promise<number[]> =>
      (await storage.series(['b0'], ['temperature'], { ...ALL, sourceIds })).flatMap(({ values }) => [...values]);
    expect(await series(null)).to.deep.equal([0, 3, 6, 9]);
    expect(await series(['g1'])).to.deep.equal([3, 9]);
    expect(await series(['g7'])).to.deep.equal([]);
  });

  it('returns series for charts as typed arrays, only where there is data', async () => {
    await keep(records(30, (n) => ({ clickCounter: (250 + n) % 256 })));
    const lines = await storage.series(['b0', 'b1', 'none'], ['temperature', 'clickCounter', 'humidity'], {
      ...ALL,
      startMs: T0,
      endMs: T0 + 60 * MINUTE,
    });
    expect(lines.map(({ trackingId, field }) => `${trackingId} ${field}`)).to.deep.equal([
      'b0 temperature',
      'b0 clickCounter',
      'b1 temperature',
      'b1 clickCounter',
    ]);
    expect([...lines[0]!.values]).to.deep.equal([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
    expect(new Set(lines[1]!.values)).to.deep.equal(new Set([3]));
  });

  it('creates files piece by piece, with all rows and one header', async () => {
    await keep(records(9000, () => ({ firmware: 'a'.repeat(60), gas: 7 })));
    for (const kind of ['csv', 'ndjson'] as const) {
      let text = '';
      let rows = 0;
      let pieces = 0;
      let cursor: TelemetryCursor | null = null;
      do {
        const piece = await storage.file(
          ALL,
          cursor,
          { kind, columns: ['timestamp', 'trackingId', 'firmware'] },
          false,
        );
        text += new TextDecoder().decode(piece.bytes);
        rows += piece.rows;
        pieces += 1;
        cursor = piece.next;
      } while (cursor !== null);
      const lines = text.trimEnd().split(/\r?\n/);
      expect(pieces).to.be.greaterThan(1);
      expect(rows).to.equal(9000);
      expect(lines).to.have.length(kind === 'csv' ? 9001 : 9000);
      expect(new Set(lines).size).to.equal(lines.length);
      if (kind === 'csv') {
        expect(lines[0]).to.equal('timestamp,trackingId,firmware,otherFields');
        expect(lines.at(-1)).to.equal(`${at(8999)},b2,${'a'.repeat(60)},"{""gas"":7}"`);
      } else expect(JSON.parse(lines.at(-1)!)).to.deep.include({ trackingId: 'b2', timestamp: at(8999), gas: 7 });
    }
  });

  it('ends a piece of a file at half a million characters', async () => {
    const row = { trackingId: 'b0', timestamp: at(0), firmware: '' };
    const firmware = 'a'.repeat(1000 - JSON.stringify(row).length - 1);
    await keep(Array.from({ length: 501 }, (_, n) => ({ ...row, timestamp: at(n), firmware })));
    const { bytes: piece, rows } = await storage.file(ALL, null, { kind: 'ndjson', columns: [] }, false);
    expect([piece.byteLength, rows]).to.deep.equal([500_000, 500]);
  });
});

describe('turns of requests', () => {
  it('are counted down for all windows until a minute after their end', async () => {
    expect(await storage.turnsLeft(T0)).to.equal(30);
    const turn = await storage.takeTurn(T0);
    expect(await open().turnsLeft(T0)).to.equal(29);
    await storage.endTurn(turn.kind === 'taken' ? turn.turn : '', T0 + 100);
    expect(await storage.turnsLeft(T0 + 200)).to.equal(29);
    expect(await storage.turnsLeft(T0 + 60_100)).to.equal(30);
  });

  it('share one budget across windows: of any number at once thirty are granted', async () => {
    const other = open();
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => (n % 2 === 0 ? storage : other).takeTurn(T0 + n)),
    );
    const turns = answers.flatMap((answer) => (answer.kind === 'taken' ? [answer.turn] : []));
    expect(turns).to.have.length(30);
    expect(new Set(turns).size).to.equal(30);
    await Promise.all(turns.map((turn, n) => (n % 2 === 0 ? other : storage).endTurn(turn, T0 + 1000)));
    expect(await storage.takeTurn(T0 + 2000)).to.deep.equal({ kind: 'wait', untilMs: T0 + 61_000 });
    expect((await other.takeTurn(T0 + 61_000)).kind).to.equal('taken');
  });

  it('do not notify listeners', async () => {
    let notifications = 0;
    const other = open();
    other.watch(() => (notifications += 1));
    const turn = await storage.takeTurn(T0);
    await storage.endTurn(turn.kind === 'taken' ? turn.turn : '', T0);
    const news = new Promise<void>((resolve) => void other.watch(resolve));
    await keep(records(1));
    await news;
    // Notifications of the records only: beacons and totals.
    expect(notifications).to.be.at.most(2);
  });

  it('are granted whatever invalid data is stored in their place', async () => {
    const database = await openTelemetryDatabase(accountId);
    await database.write(['budget'], (tx) =>
      tx.objectStore('budget').put({ open: [1, { turn: 'a' }], overAtMs: ['x', null] }, 'requests'),
    );
    database.close();
    expect((await storage.takeTurn(T0)).kind).to.equal('taken');
  });
});

describe('the limit of stored telemetry', () => {
  it('removes the oldest windows first and reports the new beginning', async () => {
    await keep(records(300));
    await keep(records(300, () => ({}), 10_000));
    const before = (await storage.overview()).totals;
    await storage.setLimit(Math.ceil(before.bytes * 0.6));
    const { totals } = await storage.overview();
    expect(totals.bytes).to.be.at.most(totals.limitBytes);
    expect(totals.records).to.equal((await allRows(ALL, 1000, false)).length);
    expect(Math.min(...(await allRows(ALL, 1000, false)))).to.be.at.least(10_000);
    expect(totals.sweptUntilMs).to.be.at.least(T0 + 299 * MINUTE);
  });

  it('removes nothing while what is stored fits, to the last byte', async () => {
    await keep(records(30));
    const { bytes: limit } = (await storage.overview()).totals;
    await storage.clear();
    await storage.setLimit(limit);
    const changes = await changesDuring(() => keep(records(30)));
    expect(changes).to.deep.equal(['blocks,hours,beacons,meta']);
    await storage.setLimit(limit);
    expect((await storage.overview()).totals).to.deep.equal({
      records: 30,
      bytes: limit,
      limitBytes: limit,
      sweptUntilMs: null,
    });
  });

  it('is kept while new records arrive', async () => {
    await keep(records(30));
    await storage.setLimit((await storage.overview()).totals.bytes);
    await keep(records(6, () => ({}), 10_000));
    const { totals } = await storage.overview();
    expect(totals.bytes).to.be.at.most(totals.limitBytes);
    expect(await allRows(ALL, 1000, false))
      .to.include(10_005)
      .and.not.include(0);
  });

  it('removes records without a time and damaged ones first, then the oldest, and no more than it must', async () => {
    const block = (startMs: number, bytes: number): TelemetryBlock => {
      const minutes = startMs === UNDATED ? [null, null, null] : [0, 1, 2];
      const content = minutes.map((minute, n) => ({
        trackingId: 'b0',
        sourceId: null,
        timeMs: minute === null ? null : startMs + minute * MINUTE,
        values: { temperature: n },
        rest: null,
        faults: null,
      }));
      return { ...mergeIntoBlock(null, content).block, bytes };
    };
    const dated = Array.from({ length: 19 }, (_, n) => block(T0 + n * BLOCK_MS, 50));
    const database = await openTelemetryDatabase(accountId);
    const put = (added: readonly TelemetryBlock[], totals: object): Promise<void> =>
      database.write(['blocks', 'hours', 'meta'], async (tx) => {
        for (const one of added) {
          void tx.objectStore('blocks').put(one);
          if (one.startMs !== UNDATED) void tx.objectStore('hours').put(hoursOfBlock(one));
        }
        await tx.objectStore('meta').put({ limitBytes: 2000, ...totals }, 'totals');
      });
    await put([block(UNDATED, 50), ...dated], { records: 60, bytes: 1000 });
    await database.write(['blocks'], (tx) =>
      tx.objectStore('blocks').put({ trackingId: 'b0', startMs: T0 - 2 * BLOCK_MS, count: 9, bytes: 900 }),
    );
    await storage.setLimit(960);
    expect((await storage.overview()).totals).to.deep.include({
      records: 51,
      bytes: 850,
      sweptUntilMs: T0 + BLOCK_MS + 2 * MINUTE,
    });
    await storage.setLimit(500);
    const lastRemoved = T0 + 9 * BLOCK_MS + 2 * MINUTE;
    const after = { records: 27, bytes: 450, limitBytes: 500, sweptUntilMs: lastRemoved };
    expect((await storage.overview()).totals).to.deep.equal(after);
    const { rows } = await storage.hours(T0 - 2 * BLOCK_MS, T0 + 20 * BLOCK_MS);
    expect(rows.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))).to.deep.equal([27]);
    // What was older and came later does not set the beginning back.
    await put([block(T0 - BLOCK_MS, 200)], { ...after, records: 30, bytes: 650 });
    database.close();
    await storage.setLimit(600);
    expect((await storage.overview()).totals).to.deep.equal({ ...after, limitBytes: 600 });
  });

  it('stays when telemetry is cleared, and nothing else does', async () => {
    await storage.setLimit(1_000_000);
    await keep([...records(2), { trackingId: 'undated' }]);
    // A page that was read, but not finished.
    await storage.take(bytes({ content: records(9) }), '', NOW);
    await storage.clear();
    expect(await storage.finish(null)).to.deep.equal({ added: 0 });
    expect(await storage.overview()).to.deep.equal({
      beacons: [],
      totals: { records: 0, bytes: 0, limitBytes: 1_000_000, sweptUntilMs: null },
    });
    expect(await allRows(ALL, 10, false)).to.deep.equal([]);
    expect((await storage.hours(T0, T0 + BLOCK_MS)).rows).to.deep.equal([]);
  });

  it('does not store again what another window has cleared', async () => {
    await keep(records(5));
    await open().clear();
    expect(await keep(records(2, () => ({}), 100))).to.equal(2);
    expect(await allRows(ALL, 10, false)).to.deep.equal([100, 101]);
  });

  it('counts only existing records when blocks grow', async () => {
    for (let n = 1; n <= 4; n += 1) await keep(records(n * 25));
    const grown = (await storage.overview()).totals;
    await storage.clear();
    expect((await storage.overview()).totals).to.deep.include({ records: 0, bytes: 0 });
    await keep(records(100));
    expect((await storage.overview()).totals.bytes).to.equal(grown.bytes);
  });

  it('leaves the notes of the storage when the telemetry is cleared', async () => {
    await storage.writeNote('span', 'limited');
    await storage.writeNote('typed', '{}');
    await storage.clear();
    expect(await storage.readNote('span')).to.equal('limited');
    expect(await open().readNote('typed')).to.equal('{}');
    expect(await storage.readNote('other')).to.equal(null);
  });
});

type Stores = IDBPDatabase;

/** Creates the database as an earlier version of the app did. */
function openEarlier(version: 1 | 2): Promise<Stores> {
  return openDB(telemetryDatabase(accountId), version, {
    upgrade(db) {
      db.createObjectStore('blocks', { keyPath: ['trackingId', 'startMs'] }).createIndex('byStart', 'startMs');
      db.createObjectStore('beacons', { keyPath: 'trackingId' });
      db.createObjectStore('meta');
      if (version === 2) db.createObjectStore('budget');
    },
  });
}

describe('a failure of the database', () => {
  /** Changes the database as another version of the app would. */
  async function upgrade(version: number, change: (db: Stores) => void): Promise<void> {
    (await openDB(telemetryDatabase(accountId), version, { upgrade: change })).close();
  }
  const messageOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'no failure',
      ({ message }: Error) => message,
    );

  it('reaches everyone who changes something', async () => {
    await storage.overview();
    await upgrade(4, (db) => {
      for (const store of ['beacons', 'budget', 'meta']) db.deleteObjectStore(store);
    });
    const failures = await Promise.all(
      [
        storage.finish(requestFor(['b0'])),
        storage.takeTurn(T0),
        storage.endTurn('turn', T0),
        storage.writeNote('span', 'limited'),
        storage.setLimit(1000),
      ].map(messageOf),
    );
    for (const failure of failures) expect(failure).to.contain('NotFoundError');
  });

  it('reaches whoever takes the next page, clears or sets the limit, and nothing is lost when it is over', async () => {
    await storage.overview();
    await upgrade(4, (db) => db.deleteObjectStore('hours'));
    const page = (from: number): ArrayBuffer => bytes({ content: records(10_000, () => ({ trackingId: 'b0' }), from) });
    await storage.take(page(0), 'page=0', NOW);
    expect(await messageOf(storage.take(page(10_000), 'page=1', NOW))).to.contain('NotFoundError');
    expect(await messageOf(storage.finish(null))).to.contain('NotFoundError');
    expect(await messageOf(storage.setLimit(1000))).to.contain('NotFoundError');
    expect(await messageOf(storage.clear())).to.contain('NotFoundError');
    await upgrade(5, (db) =>
      db.createObjectStore('hours', { keyPath: ['trackingId', 'startMs'] }).createIndex('byStart', 'startMs'),
    );
    await storage.setLimit(1e9);
    await storage.take(page(0), 'page=0', NOW);
    await storage.take(page(10_000), 'page=1', NOW);
    await storage.finish(null);
    expect((await storage.overview()).totals.records).to.equal(20_000);
  });

  it('is reported to all who wait while a window of an earlier version holds the database, and ends with that window', async () => {
    const held = await openEarlier(1);
    const failures = await Promise.all([messageOf(storage.overview()), messageOf(storage.readNote('span'))]);
    for (const failure of failures) expect(failure).to.contain('held by another window');
    held.close();
    expect((await storage.overview()).beacons).to.deep.equal([]);
  });

  it('does not leave anyone waiting when the storage is closed', async () => {
    const reading = storage.overview();
    storage.close();
    expect(await messageOf(reading)).to.equal('Telemetry was closed');
  });
});

describe('a database of an earlier version', () => {
  for (const version of [1, 2] as const) {
    it(`${version} is still read, and holds what is new`, async () => {
      await keep(records(3));
      storage.close();
      const current = await openDB(telemetryDatabase(accountId));
      const rows = new Map<string, unknown[]>();
      for (const store of ['blocks', 'beacons']) rows.set(store, await current.getAll(store));
      current.close();
      await deleteDB(telemetryDatabase(accountId));
      const old = await openEarlier(version);
      for (const [store, stored] of rows) for (const row of stored) await old.put(store, row);
      old.close();
      storage = open();
      expect(await allRows(ALL, 10, false)).to.deep.equal([0, 1, 2]);
      expect(Object.keys(await beaconsById())).to.deep.equal(['b0', 'b1', 'b2']);
      expect((await storage.takeTurn(T0)).kind).to.equal('taken');
      expect((await storage.hours(T0, T0 + BLOCK_MS)).rows).to.have.length(3);
    });
  }
});

describe('damage to stored telemetry', () => {
  it('costs only the damaged block, until it is fetched again', async () => {
    await keep(records(30));
    const database = await openTelemetryDatabase(accountId);
    await database.write(['blocks', 'beacons'], async (tx) => {
      await tx.objectStore('blocks').put({ trackingId: 'b1', startMs: T0, count: 4, times: 'gone' });
      await tx.objectStore('beacons').put({ trackingId: 'b2', lastHeardMs: 'late' });
    });
    database.close();
    expect(await allRows(ALL, 100, false)).to.have.length(20);
    expect((await storage.overview()).beacons.map(({ trackingId }) => trackingId)).to.deep.equal(['b0', 'b1', 'b2']);
    await keep(records(30));
    expect(await allRows(ALL, 100, false)).to.have.length(30);
  });
});

describe('the hours of a fleet', () => {
  /** By beacon: the number of records in each hour, their temperature, and how many its gateways heard. */
  async function hours(): Promise<Record<string, readonly number[]>> {
    const { rows, heard } = await storage.hours(T0, T0 + BLOCK_MS);
    return Object.fromEntries(
      rows.map(({ trackingId, counts, temperature }) => {
        const heardOf = heard.filter((gateway) => gateway.trackingId === trackingId).map(({ count }) => count);
        return [trackingId, [...counts, ...temperature, ...heardOf]] as const;
      }),
    );
  }

  it('in which beacons were heard are stored with the records, without records that have no time', async () => {
    await keep([...records(2), { trackingId: 'b0', temperature: 1 }]);
    const database = await openTelemetryDatabase(accountId);
    const keys = await database.read(['hours'], (tx) => tx.objectStore('hours').getAllKeys());
    database.close();
    expect(keys).to.deep.equal([
      ['b0', T0],
      ['b1', T0],
    ]);
  });

  it('are the same when a summary is missing or damaged, and are stored from then on', async () => {
    await keep(records(300, (n) => ({ trackingId: `b${n % 250}` })));
    const before = await hours();
    expect(Object.keys(before)).to.have.length(250);
    const database = await openTelemetryDatabase(accountId);
    const keys = await database.write(['hours'], async (tx) => {
      const store = tx.objectStore('hours');
      const all = await store.getAllKeys();
      await store.clear();
      await store.put({ trackingId: 'b1', startMs: T0, counts: 'gone' });
      return all;
    });
    expect(await hours()).to.deep.equal(before);
    const again = await database.read(['hours'], (tx) => tx.objectStore('hours').getAllKeys());
    database.close();
    expect(again).to.deep.equal(keys);
    expect(await hours()).to.deep.equal(before);
  });
});
