/** Limits, budget, hours and alarms of telemetry over real storage and a scripted backend. */
import { expect } from '@open-wc/testing';
import { HOUR_MS } from '../../domain/telemetry/record-query.ts';
import { alarmKey, type Alarm, type AlarmRule } from '../../domain/telemetry/alarms.ts';
import { FREE_BOUND } from '../../domain/telemetry/estimate.ts';
import { openTelemetryStorage } from '../../storage/telemetry/telemetry.ts';
import {
  NOW,
  open,
  recordQuery,
  answer,
  failure,
  record,
  scripted,
  closingTelemetry,
  testClock,
} from '../../../test/support/telemetry-queries.ts';

closingTelemetry();

/** A backend with endless pages. */
const endless = () =>
  scripted((query) => answer({ content: [record(Number(query.get('page')))], page: { hasNext: true, size: 1 } }));

describe('a telemetry query with a limit of requests', () => {
  it('ends after the given number of requests, keeps what it has read, and claims no range', async () => {
    const { backend, requests } = endless();
    const { telemetry, clock } = open(backend);
    const outcome = await telemetry.fetchRecords(recordQuery({ size: 1 }), FREE_BOUND);
    expect(requests).to.have.length(FREE_BOUND.requests);
    expect(outcome).to.deep.include({ end: { kind: 'bounded' }, records: 10 });
    expect(telemetry.state.value.stored.records).to.equal(10);
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(null);
    expect(clock.slept).to.deep.equal([]);
  });

  it('does not wait for further requests of the rate limit once its time is over', async () => {
    const { backend, requests } = endless();
    const { telemetry, clock } = open(backend);
    await telemetry.fetchRecords(recordQuery({ size: 1 }), { requests: 30, ms: 1000 });
    expect(requests).to.have.length(30);
    const outcome = await telemetry.fetchRecords(recordQuery({ size: 1 }), FREE_BOUND);
    expect(outcome).to.deep.include({ end: { kind: 'bounded' }, records: 0 });
    expect(requests).to.have.length(30);
    expect(clock.slept).to.deep.equal([]);
  });

  it('reports how many of the requested beacons were heard and how many were not', async () => {
    const { backend } = scripted((query, path) =>
      path.endsWith('latest')
        ? failure('notFound', 404)
        : answer({
            // One beacon per page, newest first.
            content: [{ trackingId: query.get('trackingId')!.split(',')[0], timestamp: query.get('endTime') }],
            page: { hasNext: true, size: 1 },
          }),
    );
    const { telemetry, seen } = open(backend);
    const ids = Array.from({ length: 20 }, (_, n) => `b${n}`);
    const outcome = await telemetry.fetchRecords(recordQuery({ ids, latest: true, size: 1 }), FREE_BOUND);
    // One request found that `/latest` does not exist.
    expect(outcome).to.deep.include({ end: { kind: 'bounded' }, unheard: 11 });
    expect(seen.at(-1)).to.deep.include({ heard: { count: 9, of: 20 }, mostRequests: 10 });
  });

  it('ends earlier when everything was read', async () => {
    const { backend } = scripted(() => answer({ content: [record(1)], page: { hasNext: false } }));
    const { telemetry } = open(backend);
    expect(await telemetry.fetchRecords(recordQuery(), FREE_BOUND)).to.deep.include({ end: { kind: 'done' } });
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(NOW);
  });
});

describe('the last record that was heard of a beacon', () => {
  it('comes from the answer; beacons that are not in it are requested once without a range', async () => {
    const hours = (n: number): number => NOW - n * HOUR_MS;
    const heard = (trackingId: string, n: number) => ({ trackingId, timestamp: new Date(hours(n)).toISOString() });
    const answers = [
      [heard('b0', 5), heard('b1', 5)],
      [heard('b0', 2)],
      // Beacons it left out are requested once without a range.
      [],
      // A record without a time does not tell when.
      [{ trackingId: 'b0' }, { trackingId: 'b1' }],
    ];
    const { backend } = scripted((_, __, call) => answer({ content: answers[call - 1], page: { hasNext: false } }));
    const { telemetry } = open(backend);
    const ids = ['b0', 'b1'];
    const untils = () => telemetry.state.value.beacons.map(({ askedUntilMs }) => askedUntilMs);
    await telemetry.fetchRecords(recordQuery({ ids, startMs: hours(24), endMs: hours(4) }));
    await telemetry.fetchRecords(recordQuery({ ids, latest: true, endMs: hours(1) }));
    expect(untils()).to.deep.equal([hours(1), hours(1)]);
    await telemetry.fetchRecords(recordQuery({ ids, latest: true }));
    expect(untils()).to.deep.equal([hours(1), hours(1)]);
  });
});

describe('the budget of telemetry requests', () => {
  it('shows how many requests are left, and none while the backend requires a pause', async () => {
    const { backend } = scripted((_, __, call) =>
      call === 3 ? failure('rateLimit', 429, 30_000) : answer({ content: [], page: { hasNext: false } }),
    );
    const { telemetry } = open(backend);
    expect(await telemetry.budget()).to.deep.equal({ left: 30, of: 30 });
    await telemetry.fetchRecords(recordQuery());
    await telemetry.fetchRecords(recordQuery());
    expect(await telemetry.budget()).to.deep.equal({ left: 28, of: 30 });
    await telemetry.fetchRecords(recordQuery(), FREE_BOUND);
    expect(await telemetry.budget()).to.deep.equal({ left: 0, of: 30 });
  });
});

describe('the time at which telemetry was last read', () => {
  it('is stored, and is not changed by a failure', async () => {
    const accountId = crypto.randomUUID();
    const clock = testClock();
    const { backend } = scripted((_, __, call) =>
      call === 1 ? answer({ content: [record(1)] }) : failure('forbidden', 403),
    );
    const { telemetry } = open(backend, clock, { accountId });
    await telemetry.fetchRecords(recordQuery());
    expect(telemetry.state.value.checkedAtMs).to.equal(NOW);
    await clock.sleep(HOUR_MS);
    await telemetry.fetchRecords(recordQuery());
    const again = open(backend, clock, { accountId }).telemetry;
    await again.opened;
    expect(again.state.value.checkedAtMs).to.equal(NOW);
  });
});

describe('the hourly summary of stored telemetry', () => {
  it('counts the stored records, and is empty after they are deleted', async () => {
    const { backend } = scripted(() =>
      answer({
        content: [0, 30, 90].map((minutes) => ({
          trackingId: 'b0',
          sourceId: 'g1',
          batteryLevel: minutes,
          timestamp: new Date(NOW - 3 * HOUR_MS + minutes * 60_000).toISOString(),
        })),
        page: { hasNext: false },
      }),
    );
    const { telemetry } = open(backend);
    await telemetry.fetchRecords(recordQuery());
    const { rows, heard: receptions, startMs } = await telemetry.hours(NOW - 3 * HOUR_MS, NOW);
    expect(startMs).to.equal(NOW - 3 * HOUR_MS);
    expect(
      rows.map(({ trackingId, counts, battery }) => [trackingId, [...counts], battery[0], battery[1]]),
    ).to.deep.equal([['b0', [2, 1, 0], 30, 90]]);
    expect(receptions).to.deep.equal([
      { trackingId: 'b0', sourceId: 'g1', count: 3, lastMs: NOW - 1.5 * HOUR_MS, isUnchecked: true },
    ]);
    await telemetry.clear();
    expect((await telemetry.hours(NOW - 3 * HOUR_MS, NOW)).rows).to.deep.equal([]);
  });
});

describe('alarms on telemetry', () => {
  const low: AlarmRule = { id: 'low', kind: 'battery', belowPercent: 20, tag: null };
  const reading = (trackingId: string, batteryLevel: number, minutes = 1) => ({
    trackingId,
    batteryLevel,
    timestamp: new Date(NOW - minutes * 60_000).toISOString(),
  });

  it('are checked when telemetry is read, reported once, and stored with their rules', async () => {
    const accountId = crypto.randomUUID();
    const notified: string[][] = [];
    let levels = { b0: 80, b1: 10 };
    const { backend } = scripted((_, __, call) =>
      answer({
        content: Object.entries(levels).map(([id, level]) => reading(id, level, 10 - call)),
        page: { hasNext: false },
      }),
    );
    const { telemetry } = open(backend, testClock(), {
      accountId,
      onAlarms: (fresh) => notified.push(fresh.map(alarmKey)),
    });
    await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1'] }));
    expect(telemetry.state.value.alarms).to.deep.equal([]);
    await telemetry.setRules([low]);
    const shown = (): [string, number][] =>
      telemetry.state.value.alarms.map(({ trackingId, value }: Alarm) => [trackingId, value]);
    expect(shown()).to.deep.equal([['b1', 10]]);
    // The person who created the rule has seen this alarm; later ones are reported, once.
    expect(notified).to.deep.equal([]);
    levels = { b0: 15, b1: 9 };
    await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1'] }));
    await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1'] }));
    // Worst first.
    expect(shown()).to.deep.equal([
      ['b1', 9],
      ['b0', 15],
    ]);
    expect(notified).to.deep.equal([['low b0']]);
    levels = { b0: 90, b1: 9 };
    await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1'] }));
    levels = { b0: 5, b1: 9 };
    await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1'] }));
    expect(notified).to.deep.equal([['low b0'], ['low b0']]);
    const again = open(backend, testClock(), { accountId }).telemetry;
    await again.opened;
    expect(again.state.value.rules).to.deep.equal([low]);
    expect(again.state.value.alarms.map(({ trackingId }) => trackingId)).to.deep.equal(['b0', 'b1']);
  });

  it('are seen by the person who sets their rule, even while stored telemetry is read', async () => {
    const store = openTelemetryStorage({ accountId: crypto.randomUUID(), trustUrl: (url) => url });
    let held: Promise<void> | null = null;
    let goOn = (): void => undefined;
    const overview = async () => {
      await held;
      return store.overview();
    };
    const notified: string[][] = [];
    const { backend } = scripted(() => answer({ content: [reading('b0', 10)], page: { hasNext: false } }));
    const { telemetry } = open(backend, testClock(), {
      // Without news from the store, each read is one that is asked for here.
      store: { ...store, overview, watch: () => () => undefined },
      onAlarms: (fresh) => notified.push(fresh.map(alarmKey)),
    });
    await telemetry.fetchRecords(recordQuery());
    held = new Promise<void>((resolve) => (goOn = resolve));
    const isRead = telemetry.checkAlarms();
    const isSet = telemetry.setRules([low]);
    // Answered after the rule was stored.
    expect(await store.readNote('alarmRules')).to.contain('low');
    goOn();
    await Promise.all([isRead, isSet]);
    await telemetry.fetchRecords(recordQuery());
    expect(telemetry.state.value.alarms).to.have.length(1);
    expect(notified).to.deep.equal([]);
  });

  it('of a tag apply to the devices with that tag', async () => {
    const { backend } = scripted(() =>
      answer({ content: [reading('00:00:00:00:00:01', 5), reading('00:00:00:00:00:02', 5)], page: { hasNext: false } }),
    );
    const { telemetry } = open(backend, testClock(), {
      devices: () => [
        { uniqueId: 'one', mac: '00:00:00:00:00:01', tags: ['freezer'], deviceType: 'BEACON' },
        { uniqueId: 'two', mac: '000000000002', tags: [], deviceType: 'BEACON' },
      ],
    });
    await telemetry.setRules([{ ...low, tag: 'freezer' }]);
    await telemetry.fetchRecords(recordQuery({ ids: ['00:00:00:00:00:01', '00:00:00:00:00:02'] }));
    expect(telemetry.state.value.alarms.map(({ trackingId }) => trackingId)).to.deep.equal(['00:00:00:00:00:01']);
  });

  it('are checked in the background only when there is a rule, for every beacon and no gateway', async () => {
    const { backend, requests } = scripted(() =>
      answer({ content: [reading('00:00:00:00:00:01', 5)], page: { hasNext: false } }),
    );
    const notified: string[] = [];
    const { telemetry } = open(backend, testClock(), {
      onAlarms: (fresh) => notified.push(...fresh.map(({ trackingId }) => trackingId)),
      devices: () => [
        { uniqueId: 'one', mac: '00:00:00:00:00:01', tags: [], deviceType: 'BEACON' },
        { uniqueId: 'near', mac: '00:00:00:00:00:02', tags: [], deviceType: 'GATEWAY' },
      ],
    });
    await telemetry.checkAlarms();
    expect(requests).to.deep.equal([]);
    await telemetry.setRules([low]);
    await telemetry.checkAlarms();
    expect(notified).to.deep.equal(['00:00:00:00:00:01']);
    expect(requests.every(({ query }) => !String(query).includes('02'))).to.equal(true);
  });
});
