/** The judge of a day finds its faults: a false report, a lost receipt, a repeated effect, too many choosers. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeReport } from '../../src/domain/report/report-file.ts';
import type { ReportRow, Verdict } from '../../src/domain/report/report-row.ts';
import type { SnapshotDevice } from '../support/sandbox-client.ts';
import { drawFrom } from '../../src/sandbox/seed.ts';
import { beaconNamed } from '../support/journey.ts';
import { judgeDay } from './day-judge.ts';
import { minorOf, planDay } from './day-plan.ts';
import { createWorld } from './world.ts';

const plan = planDay(24, drawFrom('judge'));
const [FIRST] = plan.ids as [string];
const sha256 = async (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());

function rowOf(uniqueId: string, verdict: Verdict, reason = ''): ReportRow {
  const times = { prepared: 1, onThisPhone: 1, written: 1, receipt: 1, sent: 1, verified: 1 };
  return {
    uniqueId,
    alias: '',
    place: 'Room 1',
    changes: [],
    times,
    writes: 1,
    posts: 1,
    verdict,
    reason,
    note: '',
    responseBase64: btoa(uniqueId),
  };
}

/** A day without faults. `reportRows` replaces rows of the report. */
async function day(reportRows: Partial<Record<string, ReportRow>> = {}) {
  const world = createWorld();
  const devices: Record<string, SnapshotDevice> = {};
  for (const id of plan.ids) {
    const beacon = beaconNamed(id);
    const values = { minor: minorOf(plan, id) };
    world.beacons.set(id, { ...beacon, state: { ...beacon.state, values } });
    world.handedOut.push({ uniqueId: id, token: 1, base64: btoa(id), life: 1, atMs: 1, committedAtMs: null });
    devices[id] = { pending: null, values, effects: { a: 1 } } as unknown as SnapshotDevice;
  }
  const head = { job: 'j', site: '', person: '', appVersion: '1', madeAtMs: 1 };
  const report = await writeReport(
    head,
    plan.ids.map((id) => reportRows[id] ?? rowOf(id, 'verified')),
    sha256,
  );
  const posts = plan.ids.map((id) => ({
    method: 'POST',
    path: '/legacy/device/update',
    body: new URLSearchParams({ response: btoa(id) }).toString(),
  }));
  return {
    plan,
    world,
    report: new TextEncoder().encode(report.text),
    posts: posts as unknown as Parameters<typeof judgeDay>[0]['posts'],
    devices,
    choosers: 24,
    rightPicks: [] as string[],
    findings: [] as string[],
  };
}

describe('the judge of a day', () => {
  it('reports nothing on a day without faults', async () => {
    expect(await judgeDay(await day())).toMatchObject({ verified: 24, lost: 0, appliedTwice: 0, findings: [] });
  });

  it('finds a report that contains more or less than the backend knows', async () => {
    const more = await day();
    more.devices[FIRST] = { ...more.devices[FIRST]!, values: { minor: 1 } };
    expect((await judgeDay(more)).findings).toEqual([expect.stringContaining(FIRST)]);
    const less = await day({ [FIRST]: rowOf(FIRST, 'uncertain') });
    expect((await judgeDay(less)).findings).toEqual([expect.stringContaining(FIRST)]);
  });

  it('accepts an unverified beacon only with a reason', async () => {
    const findingsFor = async (row: ReportRow) => {
      const facts = await day({ [FIRST]: row });
      facts.devices[FIRST] = { ...facts.devices[FIRST]!, values: {} };
      return judgeDay(facts);
    };
    expect(await findingsFor(rowOf(FIRST, 'parked', 'locked'))).toMatchObject({ verified: 23, findings: [] });
    expect((await findingsFor(rowOf(FIRST, 'nothing'))).findings).toHaveLength(1);
  });

  it('finds a beacon that was verified but has not changed', async () => {
    const facts = await day();
    const beacon = facts.world.beacons.get(FIRST)!;
    facts.world.beacons.set(FIRST, { ...beacon, state: { ...beacon.state, values: {} } });
    expect((await judgeDay(facts)).findings).toHaveLength(1);
  });

  it('finds a lost receipt, a repeated effect and too many choosers', async () => {
    const lost = await day();
    expect((await judgeDay({ ...lost, posts: lost.posts.slice(1) })).lost).toBe(1);
    const twice = await day();
    twice.devices[FIRST] = { ...twice.devices[FIRST]!, effects: { a: 2 } };
    expect((await judgeDay(twice)).findings).toEqual(['1 receipts took effect twice']);
    expect((await judgeDay({ ...(await day()), choosers: 27 })).findings).toEqual([]);
    expect((await judgeDay({ ...(await day()), choosers: 28 })).findings).toHaveLength(1);
  });

  it('finds planned faults that did not happen', async () => {
    const facts = await day();
    const beacon = facts.world.beacons.get(plan.lockedOut)!;
    const unspent = plan.faults.get(plan.lockedOut)!;
    facts.world.beacons.set(plan.lockedOut, { ...beacon, state: { ...beacon.state, faults: unspent } });
    expect((await judgeDay(facts)).findings).toEqual(
      unspent.map(({ name }) => `${plan.lockedOut}: ${name} never happened`),
    );
    const struck = unspent.map((fault) => ({ ...fault, times: 1 }));
    facts.world.beacons.set(plan.lockedOut, {
      ...beacon,
      state: { ...beacon.state, faults: struck.filter(({ name }) => name === 'lockedOut') },
    });
    expect((await judgeDay({ ...facts, rightPicks: [FIRST] })).findings).toEqual([
      `${FIRST}: a wrong pick never happened`,
    ]);
  });

  it('finds a report in which a byte was changed', async () => {
    const facts = await day();
    facts.report[facts.report.length - 70]! ^= 1;
    expect((await judgeDay(facts)).findings.join()).toContain('the report');
  });
});
