import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../../test/support/fixture-rows.ts';
import type { CarriedPackage } from '../carried-package.ts';
import { newRun, stepTo } from '../provisioning/journal.ts';
import { can, resumeFrom, transition } from '../provisioning/machine.ts';
import type { Effect, Event } from '../provisioning/run-state.ts';
import { nextStepOf } from '../provisioning/next-step.ts';
import type { Run } from '../run.ts';
import { trackOf } from '../track.ts';
import { isCommandName, permissionFor } from './command.ts';
import { hasNewer, isSameCommand } from './same-command.ts';
import { packagesToRenew, stalePackages } from './stale.ts';

const row = (id: string, token: number | null, change: Partial<CarriedPackage> = {}): CarriedPackage =>
  fixturePackage('tB4x', { id, token, preparedAtMs: token ?? 0, fetchedAtMs: 0, ...change });
const command = (id: string, token: number | null, change: Partial<CarriedPackage> = {}): CarriedPackage =>
  row(id, token, { kind: 'command', command: 'restart', ...change });
const runOf = (carried: CarriedPackage, change: Partial<Run> = {}): Run => ({
  ...newRun({ id: `run-${carried.id}`, receiptId: 'x', package: carried, nowMs: 0 }),
  ...change,
});

const INTENT = runOf(command('c', 100));
const WRITING = stepTo(INTENT, 'writing', 1);
const ok: Event = { type: 'done' };
const token = (verdict: 'equal' | 'newer' | 'older' | 'absent'): Event => ({ type: 'token', verdict });
const spell = (effect: Effect): string =>
  effect.do === 'journal'
    ? `journal ${effect.step}`
    : effect.do === 'close'
      ? `close ${effect.end.kind === 'outcome' ? effect.end.outcome : effect.end.kind === 'failure' ? effect.end.code : ''}`
      : effect.do;

function walk(run: Run, events: readonly Event[]): string[] {
  let step = transition(resumeFrom(run, { sameHandle: true, before: 'none', refusedBefore: false }), { type: 'go' });
  const done = [spell(step.effect!)];
  for (const event of events) {
    step = transition(step.state, event);
    if (step.effect !== null) done.push(spell(step.effect));
  }
  expect(step.state.at).toBe('ended');
  return done;
}

describe('a command, which has no response and no receipt,', () => {
  const clean = ['reserve', 'connect', 'discover', 'journal writing', 'write', 'close commandSent', 'release'];
  const back = ['reserve', 'connect', 'discover', 'readToken'];
  it.each<readonly [string, Run, readonly Event[], readonly string[]]>([
    ['ends as sent after the acknowledgement', INTENT, [ok, ok, ok, ok, ok, ok, ok], clean],
    [
      'is uncertain after a drop before the acknowledgement',
      INTENT,
      [ok, ok, ok, ok, { type: 'failed', code: 'droppedDuringWrite' }, ok, ok],
      ['reserve', 'connect', 'discover', 'journal writing', 'write', 'close droppedDuringWrite', 'release'],
    ],
    [
      'ends as sent when the token shows on reconnecting that it was taken',
      WRITING,
      [ok, ok, ok, token('equal'), ok, ok],
      [...back, 'close commandSent', 'release'],
    ],
    [
      'is written again when the token shows on reconnecting that a newer packet was taken',
      WRITING,
      [ok, ok, ok, token('newer'), ok, ok, ok, ok],
      [...back, 'journal writing', 'write', 'close commandSent', 'release'],
    ],
    [
      'is written again when the token shows on reconnecting that it was not taken',
      WRITING,
      [ok, ok, ok, token('older'), ok, ok, ok, ok],
      [...back, 'journal writing', 'write', 'close commandSent', 'release'],
    ],
    [
      'ends without an answer after two writes',
      stepTo(WRITING, 'writing', 2),
      [ok, ok, ok, token('absent'), ok, ok],
      [...back, 'close noAnswer', 'release'],
    ],
    [
      'is abandoned when it is cancelled while connecting',
      INTENT,
      [ok, { type: 'failed', code: 'cancelled' }, ok, ok],
      ['reserve', 'connect', 'close abandoned', 'release'],
    ],
  ])('%s', (_what, run, events, done) => expect(walk(run, events)).toEqual(done));

  it('cannot be cancelled once the write has started', () => {
    let step = transition(resumeFrom(INTENT, { sameHandle: false, before: 'none', refusedBefore: false }), {
      type: 'go',
    });
    for (let at = 0; at < 4; at += 1) step = transition(step.state, ok);
    expect([step.state.at, can(step.state, 'cancel')]).toEqual(['writing', false]);
  });

  it('leaves nothing to do once it was sent, and does not change the state of the configuration', () => {
    const sent: Run = { ...WRITING, outcome: { kind: 'commandSent' } };
    expect(nextStepOf(sent, { elsewhere: false, awaited: false, receipt: null, package: null })).toBe('nothing');
    expect(trackOf({ pending: false, package: null, run: sent, receipt: null }).summary).toBe('nothing');
  });
});

describe('the permission to send a command', () => {
  it.each([
    ['bootloader', 'OWNER', { allowed: true, warning: null }],
    ['bootloader', null, { allowed: true, warning: 'accessUnknown' }],
    ['bootloader', 'SUPERVISOR', { allowed: false, reason: 'ownerOnly' }],
    ['nonConnectable', 'EDITOR', { allowed: false, reason: 'ownerOnly' }],
    ['nonConnectable', 'CUSTODIAN', { allowed: false, reason: 'ownerOnly' }],
    ['restart', 'EDITOR', { allowed: true, warning: null }],
    ['restart', 'VIEWER', { allowed: false, reason: 'viewer' }],
    ['identify', null, { allowed: true, warning: null }],
  ] as const)('is decided for %s with the access level %s', (name, access, expected) =>
    expect(permissionFor(name, access)).toEqual(expected),
  );
});

describe('a stored command', () => {
  it('has one of the known names', () => {
    expect(['identify', 'restart', 'nonConnectable', 'bootloader'].every(isCommandName)).toBe(true);
    expect([isCommandName('Restart'), isCommandName(''), isCommandName(null)]).toEqual([false, false, false]);
  });

  it('is replaced by another command of its device and name that is still to be sent or was prepared later', () => {
    const old = command('old', 10);
    const isReplacedBy = (change: Partial<CarriedPackage>): boolean =>
      hasNewer(old, [old, command('other', 20, { state: 'dead', ...change })]);
    expect(hasNewer(old, [old])).toBe(false);
    expect(isReplacedBy({})).toBe(true);
    expect([isReplacedBy({ preparedAtMs: 10 }), isReplacedBy({ preparedAtMs: 11 })]).toEqual([false, true]);
    expect(isReplacedBy({ preparedAtMs: 5, state: 'carried' })).toBe(true);
    expect(isReplacedBy({ preparedAtMs: 5, state: 'prepared' })).toBe(true);
    for (const other of [
      { uniqueId: 'm3Rw' },
      { command: 'identify' },
      { kind: 'configuration' as const },
      { spare: 1 },
    ])
      expect(isReplacedBy(other)).toBe(false);
  });

  it('whose name is null counts as a configuration, like one without a name', () => {
    expect(isSameCommand(row('a', 1), row('b', 2, { command: null }))).toBe(true);
  });
});

describe('the packages that a later write makes useless', () => {
  const taken = (carried: CarriedPackage): Run =>
    runOf(carried, {
      step: 'receipt',
      outcome: carried.kind === 'command' ? { kind: 'commandSent' } : { kind: 'receipt', receiptId: 'x' },
    });

  it('are all stored packages of that beacon without a newer token', () => {
    const written = row('w', 200);
    const rows = [
      command('older', 150),
      command('same', 200),
      command('newer', 201),
      command('unknown', null),
      command('elsewhere', 100, { uniqueId: 'other' }),
      command('used', 100, { state: 'used' }),
      written,
    ];
    expect(stalePackages(rows, [taken(written)]).map(({ id }) => id)).toEqual(['older', 'same']);
  });

  it('include the packages older than a write whose receipt was lost, but not the written package itself', () => {
    const written = row('w', 200);
    const lost = runOf(written, { outcome: { kind: 'receiptLost' } });
    expect(stalePackages([written, command('c', 100)], [lost]).map(({ id }) => id)).toEqual(['c']);
    expect(stalePackages([command('c', 100)], [{ ...lost, packageToken: null }])).toEqual([]);
  });

  it('are none while it is unknown whether the beacon accepted the write', () => {
    const written = row('w', 200);
    for (const run of [
      runOf(written),
      stepTo(runOf(written), 'writing', 1),
      runOf(written, { outcome: { kind: 'noAnswer' } }),
      runOf(written, { outcome: { kind: 'abandoned' } }),
      // A beacon that was picked by mistake reports "ended" too, and refuses.
      runOf(written, { processedAtSeconds: 5 }),
      runOf(written, { processedAtSeconds: 5, outcome: { kind: 'closed', reason: 'gone' } }),
      runOf(written, { processedAtSeconds: 5, outcome: { kind: 'refused', result: 4, receiptId: 'x' } }),
    ]) {
      expect(stalePackages([command('c', 100)], [run])).toEqual([]);
    }
  });

  it('are fetched again once, unless they were tried or replaced or a newer package is stored', () => {
    const written = row('w', 200, { state: 'used' });
    const dead = command('c', 100, { state: 'dead' });
    const runs = [taken(written)];
    const ids = (rows: readonly CarriedPackage[], all: readonly Run[] = runs) =>
      packagesToRenew(rows, all).map(({ id }) => id);
    expect(ids([written, dead])).toEqual(['c']);
    expect(ids([written, dead], [...runs, runOf(dead, { outcome: { kind: 'packageDead' } })])).toEqual([]);
    expect(ids([written, dead, command('again', 300)])).toEqual([]);
    expect(ids([written, dead, command('blink', 300, { command: 'identify' })])).toEqual(['c']);
    expect(ids([written, { ...dead, state: 'replaced' }])).toEqual([]);
    expect(ids([written, dead], [])).toEqual([]);
  });
});
