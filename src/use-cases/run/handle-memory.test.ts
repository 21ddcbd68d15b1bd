/**
 * Whether a handle belongs to the beacon that took every write of a run: what proves it, and what makes it uncertain
 * again.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { fixtureRun } from '../../../test/support/fixture-rows.ts';
import type { Run } from '../../domain/run.ts';
import type { RadioHandle } from './bluetooth-port.ts';
import { createHandleMemory, type Session } from './handle-memory.ts';

const [HERE, ELSEWHERE] = [{}, {}] as unknown as [RadioHandle, RadioHandle];
const begun: Run = fixtureRun('tB4x', { id: 'r1', step: 'intent', journal: [{ step: 'intent', atMs: 1 }] });
const writing = (run: Run): Run => ({
  ...run,
  step: 'writing',
  writes: run.writes + 1,
  journal: [...run.journal, { step: 'writing', atMs: 2 }],
});
const written = writing(begun);
const session = (changes: Partial<Session> = {}): Session => ({
  handle: HERE,
  run: begun,
  after: written,
  sameHandle: true,
  othersMayHaveWritten: false,
  acknowledged: true,
  refusedWrite: false,
  end: { kind: 'stopped' } as unknown as Session['end'],
  code: null,
  ...changes,
});

let handles: ReturnType<typeof createHandleMemory>;
beforeEach(() => {
  handles = createHandleMemory();
});
const isSure = (run = written): boolean => handles.tookAllOf(run, HERE);

describe('the identity of the beacon behind a handle', () => {
  it.each<[what: string, Partial<Session>, boolean]>([
    ['is certain after an acknowledged write', {}, true],
    ['is certain without an acknowledgement if no other run may have written', { acknowledged: false }, true],
    ['is certain with an acknowledgement even if another run may have written', { othersMayHaveWritten: true }, true],
    [
      'is uncertain without an acknowledgement if another run may have written',
      { acknowledged: false, othersMayHaveWritten: true },
      false,
    ],
    ['is uncertain after it refused the write', { refusedWrite: true }, false],
    ['is uncertain when nothing was written', { after: begun }, false],
  ])('%s', (_what, changes, sure) => {
    handles.learn(session(changes));
    expect(isSure(changes.after)).toBe(sure);
    expect(handles.tookAllOf(written, ELSEWHERE)).toBe(false);
  });

  it('stays certain after a later session with it, or with another beacon, that writes nothing', () => {
    handles.learn(session());
    handles.learn(session({ run: written }));
    handles.learn(session({ run: written, handle: ELSEWHERE, sameHandle: false }));
    expect(isSure()).toBe(true);
  });

  it('stays certain while a run that was written elsewhere only reads from it, but not after that run writes here', () => {
    const other = { ...written, id: 'r2', uniqueId: 'Kf7Qp2' };
    handles.learn(session());
    handles.learn(session({ run: other, after: other, sameHandle: false }));
    expect(isSure()).toBe(true);
    handles.learn(session({ run: other, after: writing(other), sameHandle: false }));
    expect(isSure()).toBe(false);
  });

  it('stays certain when it is written again, but not when another beacon is written', () => {
    handles.learn(session());
    const twice = writing(written);
    handles.learn(session({ run: written, after: twice }));
    expect(isSure(twice)).toBe(true);
    handles.learn(session({ run: written, after: twice, handle: ELSEWHERE, sameHandle: false }));
    expect(isSure(twice)).toBe(false);
  });

  it('is uncertain after another run has written to it', () => {
    handles.learn(session());
    const other = { ...begun, id: 'r2' };
    handles.learn(session({ run: other, after: writing(other) }));
    expect(isSure()).toBe(false);
  });

  it('is uncertain after another window has written to any beacon', () => {
    handles.learn(session());
    handles.updateWrites([written]);
    expect(isSure()).toBe(true);
    handles.updateWrites([written, writing({ ...begun, id: 'r2' })]);
    expect(isSure()).toBe(false);
  });

  it('stays certain when the journal notes the failure of the last write, because that is no further write', () => {
    handles.learn(session());
    handles.updateWrites([
      { ...written, journal: [...written.journal, { step: 'writing', atMs: 3, note: 'otherBeacon' }] },
    ]);
    expect(isSure()).toBe(true);
  });
});

it.each<[what: string, Partial<Session>, boolean]>([
  ['a session with a receipt', {}, true],
  ['a response of an unsure owner', { end: { kind: 'unsure' } as unknown as Session['end'] }, false],
  ['a response of another beacon', { code: 'otherBeacon' }, false],
  ['a beacon out of range', { code: 'outOfRange' }, false],
  ['a dropped link', { code: 'droppedWhileReading' }, true],
  ...([3, 4] as const).map((result): [string, Partial<Session>, boolean] => [
    `a refusal of another beacon (${result})`,
    { after: { ...written, outcome: { kind: 'refused', receiptId: 'x', result } } },
    false,
  ]),
  [
    'a refusal of this beacon',
    { after: { ...written, outcome: { kind: 'refused', receiptId: 'x', result: 7 } } },
    true,
  ],
])('the handle of a beacon is kept only if it can still be trusted after %s', (_what, changes, isKept) => {
  handles.keep('tB4x', HERE);
  handles.learn(session(changes));
  expect(handles.of('tB4x')).toBe(isKept ? HERE : null);
});
