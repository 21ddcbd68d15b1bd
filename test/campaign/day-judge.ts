/** The judge of a day's work: compares the app's report with the state of the beacons and the backend. */
import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import { checkReport } from '../../src/domain/report/check-report.ts';
import type { SnapshotDevice } from '../support/sandbox-client.ts';
import type { LoggedRequest } from '../../src/sandbox/backend/log.ts';
import { minorOf, type Plan } from './day-plan.ts';
import type { World } from './world.ts';

interface DayFacts {
  readonly plan: Plan;
  readonly world: World;
  /** The file as it was saved. */
  readonly report: Uint8Array<ArrayBuffer>;
  readonly posts: readonly LoggedRequest[];
  readonly devices: Readonly<Record<string, SnapshotDevice>>;
  readonly choosers: number;
  /** Beacons whose planned wrong pick has not happened. */
  readonly rightPicks: readonly string[];
  readonly findings: readonly string[];
}

export interface DayFigures {
  readonly beacons: number;
  readonly verified: number;
  /** Unverified beacons with their states in the report. */
  readonly others: readonly string[];
  readonly choosers: number;
  readonly receipts: number;
  /** Number of receipts that a beacon returned and that never reached the backend. */
  readonly lost: number;
  readonly posts: number;
  readonly appliedTwice: number;
  readonly findings: readonly string[];
}

/** The largest acceptable number of choosers for each verified beacon. */
const MAX_CHOOSERS = 1.15;
/** With fewer beacons than this, a few faults change the ratio too much, so each fault may cost one chooser instead. */
const ENOUGH_BEACONS = 20;

export async function judgeDay(facts: DayFacts): Promise<DayFigures> {
  const { plan, world, report, posts, devices, choosers } = facts;
  const findings = [...facts.findings, ...neverHappened(facts)];
  const check = await checkReport(report, async (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()));
  if (check.kind !== 'whole' || check.rows !== plan.ids.length) findings.push(`the report: ${JSON.stringify(check)}`);
  const rows = Papa.parse<Record<string, string>>(new TextDecoder().decode(report), { header: true }).data;
  const others: string[] = [];
  let verified = 0;
  for (const id of plan.ids) {
    const row = rows.find((one) => one['beacon'] === id);
    const verdict = row?.['verdict'] ?? 'nothing';
    const record = devices[id]!;
    const wanted = minorOf(plan, id);
    const isVerified = record.pending === null && record.values['minor'] === wanted;
    const isInBeacon = world.beacons.get(id)!.state.values['minor'] === wanted;
    if (isVerified) verified += 1;
    else others.push(`${id}: ${verdict} ${row?.['reason'] ?? ''}`.trim());
    if ((verdict === 'verified') !== isVerified)
      findings.push(`${id}: the report says "${verdict}", the backend ${isVerified ? 'has verified it' : 'has not'}`);
    if (isVerified && !isInBeacon) findings.push(`${id}: verified, and the beacon has not changed`);
    if (!isVerified && verdict === 'nothing') findings.push(`${id}: not verified, and no reason is given`);
  }
  const posted = new Set(
    posts
      .filter(({ method, path }) => method === 'POST' && path.startsWith('/legacy/device/update'))
      .map(({ body }) => new URLSearchParams(body).get('response')),
  );
  const lost = world.handedOut.filter(({ base64 }) => !posted.has(base64));
  for (const { uniqueId, token } of lost) findings.push(`LOST: the receipt ${token} of ${uniqueId}`);
  const appliedTwice = Object.values(devices)
    .flatMap(({ effects }) => Object.values(effects))
    .reduce((sum, times) => sum + Math.max(0, times - 1), 0);
  if (appliedTwice > 0) findings.push(`${appliedTwice} receipts took effect twice`);
  const mishaps = plan.wrongPicks.size + 2;
  const most = plan.ids.length >= ENOUGH_BEACONS ? verified * MAX_CHOOSERS : plan.ids.length + mishaps;
  if (choosers > most) findings.push(`${choosers} choosers for ${verified} verified beacons`);
  return {
    beacons: plan.ids.length,
    verified,
    others,
    choosers,
    receipts: world.handedOut.length,
    lost: lost.length,
    posts: posted.size,
    appliedTwice,
    findings,
  };
}

/** Finds planned faults that did not happen, because a day without faults proves nothing. */
function neverHappened({ plan, world, rightPicks }: DayFacts): string[] {
  const unspent = [...plan.faults].flatMap(([id, planned]) => {
    const left = world.beacons.get(id)!.state.faults.map((fault) => JSON.stringify(fault));
    return planned.filter((fault) => left.includes(JSON.stringify(fault))).map(({ name }) => `${id}: ${name}`);
  });
  return [...unspent, ...rightPicks.map((id) => `${id}: a wrong pick`)].map((what) => `${what} never happened`);
}

export function dayInWords(figures: DayFigures): string {
  const { beacons, verified, others, choosers, receipts, lost, posts, appliedTwice, findings } = figures;
  return [
    `${verified} of ${beacons} Verified`,
    ...(others.length > 0 ? [`the others: ${others.join('; ')}`] : []),
    `${choosers} choosers (${(choosers / Math.max(verified, 1)).toFixed(2)} a verified beacon)`,
    `${lost} of ${receipts} receipts lost`,
    `${posts} different receipts posted`,
    `${appliedTwice} took effect twice`,
    ...(findings.length > 0 ? [`${findings.length} findings`] : []),
  ].join(', ');
}
