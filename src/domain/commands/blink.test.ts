import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { packageAges, tasksOf } from '../overview/needs-you.ts';
import { newRun, stepTo } from '../provisioning/journal.ts';
import { killedBy } from '../provisioning/token-rule.ts';
import type { Run } from '../run.ts';
import { chooseBlink } from './blink.ts';
import { hasNewer, isSameCommand } from './same-command.ts';
import { packagesToRenew, stalePackages } from './stale.ts';

const ID = 'tB4x';
const row = (id: string, token: number, change: Partial<CarriedPackage> = {}): CarriedPackage =>
  fixturePackage(ID, { id, token, preparedAtMs: token, fetchedAtMs: token, ...change });
const spare = (number: 1 | 2, token: number, change: Partial<CarriedPackage> = {}): CarriedPackage =>
  row(`spare-${number}-${token}`, token, { kind: 'command', command: 'identify', spare: number, ...change });
const runOf = (carried: CarriedPackage, change: Partial<Run> = {}): Run => ({
  ...newRun({ id: `run-${carried.id}`, receiptId: 'x', package: carried, nowMs: 0 }),
  ...change,
});
const taken = (carried: CarriedPackage): Run =>
  runOf(carried, {
    step: 'receipt',
    outcome: carried.kind === 'command' ? { kind: 'commandSent' } : { kind: 'receipt', receiptId: 'x' },
  });

const configuration = row('c', 30);
const [first, second] = [spare(1, 10), spare(2, 20)];

describe('making a beacon blink on site', () => {
  it('uses the oldest packet first, whatever its number', () => {
    expect(chooseBlink(ID, [second, configuration, first], [])).toEqual({ left: 2, next: first, whyNot: null });
    const renewed = spare(1, 25);
    expect(chooseBlink(ID, [renewed, second, configuration], [])).toMatchObject({ left: 2, next: second });
  });

  it('counts one packet less after each blink, and is refused with the reason once all packets were sent', () => {
    const used = { ...first, state: 'used' } as const;
    expect(chooseBlink(ID, [used, second, configuration], [taken(used)])).toMatchObject({ left: 1, next: second });
    const both = [used, { ...second, state: 'used' } as const];
    expect(chooseBlink(ID, [...both, configuration], both.map(taken))).toEqual({ left: 0, next: null, whyNot: 'used' });
  });

  it('offers no packet once the configuration was written, even if the packets are not marked as dead yet', () => {
    const runs = [taken(configuration)];
    const written = { ...configuration, state: 'used' } as const;
    for (const state of ['carried', 'dead'] as const)
      expect(chooseBlink(ID, [{ ...first, state }, { ...second, state }, written], runs)).toEqual({
        left: 0,
        next: null,
        whyNot: 'written',
      });
    const used = { ...first, state: 'used' } as const;
    expect(chooseBlink(ID, [used, second, written], [taken(used), ...runs]).whyNot).toBe('written');
  });

  it('is refused because all packets were sent, although packets of an earlier configuration are dead', () => {
    const old = [spare(1, 1, { state: 'dead' }), spare(2, 2, { state: 'dead' })];
    const used = [first, second].map((one) => ({ ...one, state: 'used' as const }));
    expect(
      chooseBlink(ID, [...old, ...used, configuration], [taken(row('before', 3)), ...used.map(taken)]).whyNot,
    ).toBe('used');
  });

  it('offers no packet when none was fetched, and ignores the packets of another beacon', () => {
    const other = spare(1, 10, { uniqueId: 'other' });
    expect(chooseBlink(ID, [configuration, other], [])).toEqual({ left: 0, next: null, whyNot: 'none' });
  });

  it('uses a packet whose age is unknown first', () => {
    const unknown = { ...spare(1, 50), token: null };
    for (const packages of [
      [second, unknown],
      [unknown, second],
    ])
      expect(chooseBlink(ID, packages, [])).toMatchObject({ left: 2, next: unknown });
    const used = { ...second, state: 'used' } as const;
    for (const packages of [
      [{ ...unknown, state: 'dead' as const }, used],
      [used, { ...unknown, state: 'dead' as const }],
    ])
      expect(chooseBlink(ID, packages, [taken(used)]).whyNot).toBe('used');
  });

  it('has to wait while the beacon may hold a response, or if the blink would make an older package useless', () => {
    const cut = stepTo(runOf(configuration), 'writing', 1);
    expect(chooseBlink(ID, [first, second, configuration], [cut])).toEqual({ left: 2, next: null, whyNot: 'response' });
    const older = row('older', 5);
    expect(chooseBlink(ID, [first, second, older], [])).toEqual({ left: 2, next: null, whyNot: 'older' });
  });
});

describe('spare packets that make a beacon blink', () => {
  const rows = [first, second, configuration];

  it('hold back no other packet, and are not replaced by other packets', () => {
    expect(killedBy(configuration, rows)).toEqual([]);
    expect(killedBy(second, rows)).toEqual([]);
    expect(isSameCommand(first, second)).toBe(false);
    expect(isSameCommand(first, row('asked', 40, { kind: 'command', command: 'identify' }))).toBe(false);
    expect(hasNewer(first, [first, spare(1, 50)])).toBe(true);
  });

  it('become dead with the configuration and are not fetched again automatically', () => {
    const runs = [taken(configuration)];
    const written = { ...configuration, state: 'used' } as const;
    expect(stalePackages([first, second, written], runs)).toEqual([first, second]);
    const dead = [first, second].map((one) => ({ ...one, state: 'dead' as const }));
    expect(packagesToRenew([...dead, written], runs)).toEqual([]);
  });

  it('do not count as packages in the overview', () => {
    const facts = {
      packages: [first, second],
      runs: [taken(configuration)],
      receipts: [],
      edits: [],
      elsewhere: new Set<string>(),
      losses: 0,
      keyWanted: false,
      needPackage: 0,
      alarms: 0,
      silent: 0,
      batteryLow: 0,
      nowMs: 1e12,
    };
    expect(tasksOf(facts)).toEqual([]);
    const cut = stepTo(runOf(first), 'writing', 1);
    expect(tasksOf({ ...facts, runs: [cut] })).toEqual([]);
    expect(packageAges(rows, 40)).toMatchObject({ carried: 1, commands: 0 });
  });
});
