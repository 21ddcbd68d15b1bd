/** Stored telemetry, through its real worker, on a real database. */
import { expect } from '@open-wc/testing';
import { BLOCK_MS } from '../../domain/telemetry/block.ts';
import { openTelemetryDatabase } from './database.ts';
import type { TelemetryCursor, TelemetryFilter } from '../../use-cases/telemetry/offered.ts';
import { openTelemetryStorage, type TelemetryStorage } from './telemetry.ts';

const T0 = BLOCK_MS * 80_000;
const MINUTE = 60_000;
const ALL: TelemetryFilter = { trackingIds: null, sourceIds: null, startMs: null, endMs: null };

let accountId = '';
let storage: TelemetryStorage;
const opened: TelemetryStorage[] = [];

function open(): TelemetryStorage {
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

describe('taking a page', () => {
  /**
   * More records than a function call accepts as arguments, of few beacons and hours, so that the disk is not the
   * limit.
   */
  const large = (count: number): ArrayBuffer =>
    bytes(
      `{"content":[${Array.from({ length: count }, (_, n) => `{"trackingId":"b${n % 20}","timestamp":${T0 + n},"temperature":${n % 40}}`).join(',')}]}`,
    );

  it('of 150,000 records keeps every one', async () => {
    expect(await storage.take(large(150_000), 'page=0', NOW)).to.include({ kind: 'page', records: 150_000 });
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
    expect(taken).to.deep.include({ kind: 'page', records: 4, faulty: 1, nextQuery: 'page=1' });
    expect(taken.kind === 'page' && taken.skipped).to.deep.equal([{ at: 3, problem: 'noTrackingId' }]);
    expect((await storage.finish(null)).added).to.equal(4);
  });

  for (const [what, body] of [
    ['nothing', ''],
    ['words', 'hello'],
    ['half a page', '{"content":[{"tracki'],
    ['JSON without content', '{}'],
  ] as const) {
    it(`rejects ${what} in place of a page`, async () => {
      expect(await storage.take(bytes(body), '', NOW)).to.deep.equal({ kind: 'notAPage' });
    });
  }

  it('keeps every record of a batch in which a value is nested too deep, and reports which one', async () => {
    const deep = `${'['.repeat(60_000)}1${']'.repeat(60_000)}`;
    const body = `{"content":[${JSON.stringify({ trackingId: 'b0', timestamp: at(0), temperature: 1 })},{"trackingId":"b1","timestamp":"${at(1)}","temperature":2,"odd":${deep}}]}`;
    const taken = await storage.take(bytes(body), 'page=0', NOW);
    expect(taken.kind === 'page' && taken.cut).to.deep.equal([{ trackingId: 'b1', timeMs: T0 + MINUTE, field: 'odd' }]);
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

  it('is still stored after the window was closed', async () => {
    await keep(records(5));
    storage.close();
    storage = open();
    expect((await storage.rows(ALL, null, 10, true)).rows).to.have.length(5);
  });
});

describe('the fleet', () => {
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

  it('is announced to other windows', async () => {
    const other = open();
    const notified = new Promise<void>((resolve) => void other.watch(resolve));
    await keep(records(1));
    await notified;
  });
});

describe('reading', () => {
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
      expect(new Set(lines).size).to.equal(kind === 'csv' ? 9001 : 9000);
      expect(lines.at(-1)).to.contain('gas');
    }
  });
});

describe('turns of requests', () => {
  it('share one budget across windows: of any number at once thirty are granted', async () => {
    const other = open();
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => (n % 2 === 0 ? storage : other).takeTurn(T0 + n)),
    );
    const turns = answers.flatMap((answer) => (answer.kind === 'taken' ? [answer.turn] : []));
    expect(turns).to.have.length(30);
    expect(new Set(turns).size).to.equal(30);
    await Promise.all(turns.map((turn, n) => (n % 2 === 0 ? other : storage).endTurn(turn, T0 + 1000, null)));
    expect(await storage.takeTurn(T0 + 2000)).to.deep.equal({ kind: 'wait', untilMs: T0 + 61_000, reason: 'budget' });
    expect((await other.takeTurn(T0 + 61_000)).kind).to.equal('taken');
  });

  it('that were refused delay the others too', async () => {
    const first = await storage.takeTurn(T0);
    await storage.endTurn(first.kind === 'taken' ? first.turn : '', T0 + 100, { retryAfterMs: 5000 });
    expect(await open().takeTurn(T0 + 200)).to.deep.equal({ kind: 'wait', untilMs: T0 + 5100, reason: 'backend' });
  });

  it('do not notify listeners', async () => {
    let notifications = 0;
    const other = open();
    other.watch(() => (notifications += 1));
    const turn = await storage.takeTurn(T0);
    await storage.endTurn(turn.kind === 'taken' ? turn.turn : '', T0, null);
    const news = new Promise<void>((resolve) => void other.watch(resolve));
    await keep(records(1));
    await news;
    // Notifications of the records only: beacons and totals.
    expect(notifications).to.be.at.most(2);
  });

  it('are granted whatever invalid data is stored in their place', async () => {
    const database = await openTelemetryDatabase(accountId);
    await database.write(['budget'], (tx) =>
      tx
        .objectStore('budget')
        .put({ open: [1, { turn: 'a' }], overAtMs: ['x', null], notBeforeMs: 'soon' }, 'requests'),
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

  it('counts only existing records when blocks grow', async () => {
    for (let n = 1; n <= 4; n += 1) await keep(records(n * 25));
    const grown = (await storage.overview()).totals;
    await storage.clear();
    expect((await storage.overview()).totals).to.deep.include({ records: 0, bytes: 0 });
    await keep(records(100));
    expect((await storage.overview()).totals.bytes).to.equal(grown.bytes);
  });

  it('keeps its notes when it is cleared', async () => {
    await storage.writeNote('span', 'limited');
    await storage.clear();
    expect(await storage.readNote('span')).to.equal('limited');
    expect(await storage.readNote('other')).to.equal(null);
  });
});

describe('damage', () => {
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
  /** By beacon: the number of records in each hour, then their temperature. */
  async function hours(): Promise<Record<string, readonly number[]>> {
    const { rows } = await storage.hours(T0, T0 + BLOCK_MS);
    return Object.fromEntries(
      rows.map(({ trackingId, counts, temperature }) => [trackingId, [...counts, ...temperature]] as const),
    );
  }

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
