import { describe, expect, it } from 'vitest';
import {
  fixtureBareDevice,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../../test/support/fixture-rows.ts';
import { beaconGiven, type GivenRows } from '../../../../test/support/table-given.ts';
import { RUN_FAILURES } from '../../../domain/run.ts';
import { failure, progress } from '../../../../test/support/fixture-progress.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import { viewRun, type RunFacts, type RunView } from './run-case.ts';
import { messageOf, type MessageFacts } from './run-say.ts';
import { NEXT_ACTIONS } from '../../../domain/provisioning/next-action.ts';
import { runFailureWords, runStrings } from '../../strings/run.ts';

type Given = Partial<RunFacts> & GivenRows & { readonly listed?: RunFacts['beacon']['listed'] };
const facts = (given: Given): Given => given;
const viewOf = (given: Given): RunView =>
  viewRun({
    uniqueId: 'aB3d',
    beacon: beaconGiven('aB3d', given, given.listed),
    current: null,
    elsewhere: new Set(),
    nextStep: () => 'resume',
    ...given,
  });

const context: MessageFacts = {
  radio: 'available',
  noBluetooth: () => 'The reason.',
  hasNext: true,
  nextStep: null,
  source: 'fetch',
  state: 'onThisPhone',
  isSendingStopped: false,
};
const carried = fixturePackage('aB3d');
const command = fixturePackage('aB3d', {
  id: 'command',
  kind: 'command',
  command: 'restart',
  token: carried.token! - 1,
});

describe('a run that is opened again after it failed', () => {
  const seen = (code: (typeof RUN_FAILURES)[number], current: RunProgress | null = null) => {
    const view = viewOf(
      facts({
        packages: [carried],
        runs: [fixtureRun('aB3d', { step: 'intent', lastFailure: failure(code) })],
        current,
        nextStep: () => 'start',
      }),
    );
    return messageOf(view.case, context).action;
  };
  it.each(['storageFull', 'busyElsewhere', 'bluetoothOff', 'noBluetooth'] as const)(
    'offers Connect after %s, because the reason was this phone and may be gone',
    (code) => {
      expect(seen(code)).toBe('connect');
      expect(seen(code, progress({ phase: 'ended', failure: failure(code) }))).not.toBe('connect');
    },
  );
  it('shows the failure again when the beacon was the reason', () => {
    expect(seen('connectFailed')).toBe('connectAgain');
  });
});

describe('the track of a run', () => {
  it('follows the receipt that the outcome names, even if another run has read that receipt', () => {
    const settled = fixtureRun('aB3d', {
      step: 'reading',
      receiptId: 'reserved',
      outcome: { kind: 'receipt', receiptId: 'read-by-another' },
    });
    const receipt = {
      ...fixtureReceipt('aB3d', { state: 'verified', runId: 'run-of-another' }),
      id: 'read-by-another',
    };
    expect(viewOf(facts({ runs: [settled], receipts: [receipt] })).track.summary).toBe('verified');
  });

  it.each([
    ['still show its beginning', [fixtureRun('aB3d', { step: 'intent' })]],
    ['do not contain it yet', []],
  ])('does not hide that the beacon may have changed when the run has ended and the stored rows %s', (_name, runs) => {
    const view = viewOf(
      facts({
        packages: [carried],
        runs,
        receipts: [fixtureReceipt('aB3d', { state: 'reserved' })],
        current: progress({ phase: 'ended', outcome: { kind: 'receipt', receiptId: 'receipt-aB3d' } }),
      }),
    );
    expect(view.case.kind).toBe('ended');
    expect(view.track.marks.find(({ word }) => word === 'written')!.state).toBe('uncertain');
  });

  const runs = [fixtureRun('aB3d', { step: 'writing' })];

  it('is Uncertain after a drop, but not while the run continues here', () => {
    const going = viewOf(
      facts({ packages: [carried], runs, current: progress({ phase: 'processing', cancelSafe: false }) }),
    ).track;
    expect([going.summary, going.marks.map((mark) => mark.state).join()]).toEqual([
      'onThisPhone',
      'reached,reached,empty,empty,empty,empty',
    ]);
    expect(viewOf(facts({ packages: [carried], runs })).track.summary).toBe('uncertain');
  });
});

describe('the state that the run screen shows', () => {
  it.each([
    ['is loading until the device list is read', facts({ listed: 'unread' }), 'loading'],
    ['is nothing for a beacon without a configuration', facts({}), 'nothing'],
    [
      'is unreadable, and not nothing, when the rows contradict each other',
      facts({ beacon: { ...beaconGiven('aB3d'), isUnreadable: true } }),
      'unreadable',
    ],
    [
      'is prepared only when the device list shows something pending',
      facts({ listed: fixtureBareDevice('aB3d', { pending: { txPower: 1 }, readAtMs: 1 }) }),
      'preparedOnly',
    ],
    [
      'is prepared only for a package that was not fetched',
      facts({ packages: [fixturePackage('aB3d', { state: 'prepared' })] }),
      'preparedOnly',
    ],
    ['is dead for a dead package', facts({ packages: [fixturePackage('aB3d', { state: 'dead' })] }), 'dead'],
    ['is ready for a package on this phone', facts({ packages: [carried] }), 'ready'],
    ['is nothing for the package of another beacon', facts({ packages: [fixturePackage('zzzz')] }), 'nothing'],
    ['is waiting while an older command of this beacon is carried', facts({ packages: [carried, command] }), 'waits'],
    [
      'is ready beside a newer command and one of another beacon',
      facts({ packages: [carried, { ...command, token: carried.token! + 1 }, { ...command, uniqueId: 'zzzz' }] }),
      'ready',
    ],
    ['is running for a run of this window', facts({ packages: [carried], current: progress() }), 'running'],
    [
      'is ready while another beacon is written',
      facts({ packages: [carried], current: progress({ uniqueId: 'zzzz' }) }),
      'ready',
    ],
    [
      'is unfinished for a run that may have written, even with a package',
      facts({ packages: [carried], runs: [fixtureRun('aB3d', { step: 'writing' })] }),
      'unfinished',
    ],
    [
      'is ready with a package that was fetched after an uncertain run',
      facts({
        packages: [fixturePackage('aB3d', { id: 'newer', fetchedAtMs: fixtureRun('aB3d').startedAtMs + 60_000 })],
        runs: [fixtureRun('aB3d', { step: 'writing' })],
      }),
      'ready',
    ],
    [
      'is ended for a run that a person has closed',
      facts({
        packages: [fixturePackage('aB3d', { state: 'used' })],
        runs: [fixtureRun('aB3d', { step: 'writing', outcome: { kind: 'closed', reason: 'gone' } })],
      }),
      'ended',
    ],
    [
      'is elsewhere for a run of another window',
      facts({ runs: [fixtureRun('aB3d')], elsewhere: new Set(['run-aB3d']) }),
      'elsewhere',
    ],
    [
      'is a missing copy before everything else',
      facts({
        current: progress({ phase: 'ended', copyMissing: 'second', outcome: { kind: 'receipt', receiptId: 'r' } }),
      }),
      'copyMissing',
    ],
    [
      'is ended for a run that this window has ended',
      facts({ current: progress({ phase: 'ended', outcome: { kind: 'receiptLost' } }) }),
      'ended',
    ],
    [
      'is ended for an older run when nothing newer is stored',
      facts({ runs: [fixtureRun('aB3d', { step: 'reading', outcome: { kind: 'packageDead' } })] }),
      'ended',
    ],
    [
      'is ready after a run that was given up',
      facts({ packages: [carried], runs: [fixtureRun('aB3d', { outcome: { kind: 'abandoned' } })] }),
      'ready',
    ],
  ])('%s', (_name, input, kind) => {
    expect(viewOf(input).case.kind).toBe(kind);
  });

  it('shows the ending that this window saw until another window has been connected to the beacon', () => {
    const refused = fixtureRun('aB3d', {
      id: 'refused',
      step: 'receipt',
      outcome: { kind: 'refused', receiptId: 'no', result: 4 },
    });
    const since = (changes: Partial<typeof refused>): Given =>
      facts({
        packages: [fixturePackage('aB3d', { state: 'used' })],
        runs: [refused, fixtureRun('aB3d', { id: 'later', startedAtMs: refused.startedAtMs + 1, ...changes })],
        current: progress({ phase: 'ended', runId: 'refused', outcome: refused.outcome }),
      });
    const outcomeOf = (input: Given): string | undefined => {
      const { case: chosen } = viewOf(input);
      return chosen.kind === 'ended' ? chosen.outcome.kind : chosen.kind;
    };
    expect(outcomeOf(since({ step: 'receipt', outcome: { kind: 'receipt', receiptId: 'r' } }))).toBe('receipt');
    expect(outcomeOf(since({ step: 'writing' }))).toBe('unfinished');
    expect(outcomeOf(since({ step: 'intent', outcome: { kind: 'abandoned' } }))).toBe('refused');
    expect(outcomeOf({ ...since({}), runs: [refused] })).toBe('refused');
    expect(outcomeOf({ ...since({}), runs: [] })).toBe('refused');
  });

  it('clears a refusal when the command that caused it is gone', () => {
    const refused = progress({ phase: 'ended', failure: failure('newerPacketWaiting') });
    expect(viewOf(facts({ packages: [carried, command], current: refused })).case).toEqual({
      kind: 'waits',
      package: carried,
      commands: [command],
    });
    expect(viewOf(facts({ packages: [carried, { ...command, state: 'dead' }], current: refused })).case).toMatchObject({
      kind: 'ready',
      failure: null,
    });
  });

  it("does not repeat the previous package's failure for a fetched package", () => {
    const earlier = fixturePackage('aB3d', {
      id: 'earlier',
      state: 'replaced',
      preparedAtMs: carried.preparedAtMs - 10,
    });
    const run = fixtureRun('aB3d', {
      packageId: earlier.id,
      step: 'reading',
      startedAtMs: carried.preparedAtMs - 5,
      lastFailure: failure('beaconIsAhead'),
    });
    const current = progress({ runId: run.id, phase: 'ended', failure: failure('beaconIsAhead') });
    const view = viewOf(facts({ packages: [carried, earlier], runs: [run], current }));
    expect(view.case).toMatchObject({ kind: 'ready', package: { id: carried.id }, failure: null });
  });

  it('keeps the failure of a run that wrote nothing beside the package', () => {
    const view = viewOf(
      facts({ packages: [carried], current: progress({ phase: 'ended', failure: failure('connectFailed') }) }),
    );
    expect(view.case).toMatchObject({ kind: 'ready', failure: { code: 'connectFailed' } });
    expect(view.track.summary).toBe('onThisPhone');
  });
});

describe('runs that can be closed', () => {
  const open = fixtureRun('aB3d', { step: 'writing' });
  const newer = fixturePackage('aB3d', { id: 'newer', fetchedAtMs: open.startedAtMs + 1 });
  it.each([
    ['include the unfinished run', facts({ runs: [open] }), open.id],
    [
      'include the unfinished run beside a newer package, because the beacon may be gone',
      facts({ packages: [newer], runs: [open] }),
      open.id,
    ],
    ['leave out a run that has written nothing', facts({ runs: [fixtureRun('aB3d')] }), undefined],
    [
      'leave out a run of another window',
      facts({ packages: [newer], runs: [open], elsewhere: new Set([open.id]) }),
      undefined,
    ],
    ['leave out the run that continues here', facts({ runs: [open], current: progress() }), undefined],
    ['leave out a run of another beacon', facts({ runs: [fixtureRun('zzzz', { step: 'writing' })] }), undefined],
  ])('%s', (_name, input, id) => {
    expect(viewOf(input).closable?.id).toBe(id);
  });
});

describe('the sentence of the run screen', () => {
  it('names the earlier commands that wait for the beacon, and offers no connection, while writing would make them useless', () => {
    const view = messageOf(
      { kind: 'waits', package: carried, commands: [command, { ...command, command: 'identify' }] },
      context,
    );
    expect(view).toMatchObject({
      text: 'An earlier command is waiting for this beacon: Restart, Identify. Writing the configuration would make it useless.',
      action: null,
      signal: null,
    });
  });

  it.each(RUN_FAILURES)('comes with one action and the signal of its severity: %s', (code) => {
    const view = messageOf(
      { kind: 'ready', package: carried, failure: failure(code), refusedWith: null, before: null },
      context,
    );
    expect(view.text).not.toBe('');
    expect(view.action).not.toBeNull();
    expect(view.detail).toContain('NetworkError');
    const { severity } = NEXT_ACTIONS[code];
    expect(view.signal).toBe(severity === 'none' ? null : severity === 'stop' ? 'stop' : 'again');
  });

  it('never claims that nothing was written in a run that had started to write', () => {
    const run = fixtureRun('aB3d', { step: 'writing', lastFailure: failure('connectFailed') });
    const view = messageOf(
      { kind: 'unfinished', run, step: 'resume', mayBeHere: false, failure: run.lastFailure },
      context,
    );
    expect(view.text).toBe(
      'The beacon did not accept the connection. What the beacon did before that is still uncertain.',
    );
    expect(view.action).toBe('connectAgain');
  });

  it('does not promise that a saved receipt is sent while sending is stopped', () => {
    const receipt = fixtureReceipt('aB3d', { mirrored: true });
    const ended = (isSendingStopped: boolean): string =>
      messageOf(
        { kind: 'ended', run: null, outcome: { kind: 'receipt', receiptId: receipt.id }, receipt },
        { ...context, isSendingStopped },
      ).text;
    const unfinished = (isSendingStopped: boolean): string =>
      messageOf(
        {
          kind: 'unfinished',
          run: fixtureRun('aB3d', { step: 'receipt' }),
          step: 'deliver',
          mayBeHere: false,
          failure: null,
        },
        { ...context, isSendingStopped },
      ).text;
    for (const text of [ended(false), unfinished(false)]) expect(text).toContain('sent automatically');
    for (const text of [ended(true), unfinished(true)]) {
      expect(text).not.toContain('automatically');
      expect(text).toContain('ending has stopped');
    }
  });

  it('does not promise that a receipt is sent which a person holds back', () => {
    const receipt = fixtureReceipt('aB3d', { mirrored: true, held: true });
    const outcome = { kind: 'receipt', receiptId: receipt.id } as const;
    const { text } = messageOf({ kind: 'ended', run: null, outcome, receipt }, context);
    expect(text).not.toContain('automatically');
    expect(text).toContain('You hold it back');
  });

  it('does not connect again for a run whose receipt only waits for delivery', () => {
    const run = fixtureRun('aB3d', { step: 'receipt' });
    expect(
      messageOf(
        { kind: 'unfinished', run, step: 'deliver', mayBeHere: false, failure: failure('connectFailed') },
        context,
      ).action,
    ).toBe('toOutbox');
  });

  const ended = (receipt: Parameters<typeof fixtureReceipt>[1]) =>
    messageOf(
      {
        kind: 'ended',
        run: null,
        outcome: { kind: 'receipt', receiptId: 'r' },
        receipt: fixtureReceipt('aB3d', receipt),
      },
      context,
    );

  it('shows "Receipt saved" only with two copies and a known owner', () => {
    expect(ended({}).text).toContain('Receipt saved');
    expect(ended({}).signal).toBe('done');
    expect(ended({ mirrored: false }).text).not.toContain('Receipt saved');
    expect(ended({ owner: 'unsure' }).text).not.toContain('Receipt saved');
  });

  it('shows "Verified" for a verified receipt only', () => {
    expect(ended({ state: 'verified' })).toMatchObject({ tone: 'done', text: 'Verified by the backend.' });
    for (const state of ['waiting', 'sent', 'parked'] as const) expect(ended({ state }).text).not.toContain('Verified');
    for (const state of ['waiting', 'sent', 'parked', 'notVerified'] as const)
      expect(ended({ state }).tone).not.toBe('done');
  });

  it('shows what the check after a refusal found', () => {
    const answer = { atMs: 1, status: 409, message: '' };
    expect(ended({ state: 'parked', lastAnswer: { ...answer, code: 'shown' } }).text).toContain(
      'the device shows these values',
    );
    expect(ended({ state: 'parked', lastAnswer: { ...answer, code: 'conflict' } }).text).not.toContain('shows these');
  });

  it.each([
    ['sent', 'newerChange', runStrings.receiptNewerChange],
    ['sent', 'sent', runStrings.receiptSent],
    ['notVerified', 'replaced', runStrings.receiptReplaced],
    ['notVerified', 'gone', runStrings.receiptGone],
    ['notVerified', 'notVerified', runStrings.receiptNotVerified],
    ['parked', 'unproven', runStrings.receiptUnproven],
    ['parked', 'conflict', runStrings.receiptParked],
  ] as const)(
    'describes a receipt in state %s with the answer "%s" in the words of the outbox',
    (state, code, words) => {
      expect(ended({ state, lastAnswer: { atMs: 1, status: 200, code, message: '' } }).text).toBe(words);
    },
  );

  it.each([
    ['waiting', runStrings.unsure, 'nextBeacon'],
    ['sent', runStrings.unsureSent, 'nextBeacon'],
    ['notVerified', runStrings.unsureDenied, 'toOutbox'],
    ['parked', runStrings.unsureDenied, 'toOutbox'],
    ['verified', runStrings.receiptVerified, 'nextBeacon'],
  ] as const)(
    'claims nothing of this beacon from a receipt in state %s that may be another beacon’s',
    (state, words, next) => {
      expect(ended({ state, owner: 'unsure', mirrored: true })).toMatchObject({ text: words, action: next });
    },
  );

  it('sends the receipt of another beacon that may be this one’s before it fetches a package', () => {
    const outcome = { kind: 'refused', receiptId: 'r', result: 7 } as const;
    const refused = { kind: 'ended', run: null, outcome, receipt: null } as const;
    const shown = messageOf(refused, { ...context, nextStep: 'fetchPackage', source: 'outbox' });
    expect(shown.action).toBe('toOutbox');
    expect(shown.text).toContain(runStrings.sendFirst);
  });

  it('lets the journal decide whether a refused package may be written again', () => {
    const refused = {
      kind: 'ended',
      run: null,
      outcome: { kind: 'refused', receiptId: 'r', result: 3 },
      receipt: null,
    } as const;
    expect(messageOf(refused, { ...context, nextStep: 'start' }).action).toBe('pickAgain');
    expect(messageOf(refused, { ...context, nextStep: 'fetchPackage' }).action).toBe('fetchPackage');
  });

  it('calls a beacon uncertain that refused a package after an earlier one that it may have taken', () => {
    const run = fixtureRun('aB3d', { id: 'later', outcome: { kind: 'refused', receiptId: 'r', result: 7 } });
    const refused = { kind: 'ended', run, outcome: run.outcome!, receipt: null } as const;
    expect(messageOf(refused, { ...context, state: 'uncertain' }).text).toMatch(
      /^It is still not known what the beacon holds\. This package was refused: /,
    );
    expect(messageOf(refused, { ...context, state: 'refused' }).text).toMatch(/^Refused: /);
  });

  it('leaves the state word of a failed run to the track beside its sentence', () => {
    for (const { text } of Object.values(runFailureWords)) expect(text).not.toContain('Uncertain');
  });

  it('claims nothing about a beacon that gave no receipt or was closed, and always offers a next step', () => {
    const closed = messageOf(
      { kind: 'ended', run: null, outcome: { kind: 'closed', reason: 'gone' }, receipt: null },
      context,
    );
    expect(closed).toMatchObject({
      text: 'This run was closed. What the beacon did is still uncertain.',
      action: 'nextBeacon',
      detail: 'gone',
    });
    for (const kind of ['receiptLost', 'noAnswer', 'packageDead'] as const) {
      expect(messageOf({ kind: 'ended', run: null, outcome: { kind }, receipt: null }, context)).toMatchObject({
        text: runStrings[kind],
        action: 'nextBeacon',
      });
    }
    expect(
      messageOf({ kind: 'ended', run: null, outcome: { kind: 'settledLater', receiptId: 'x' }, receipt: null }, context)
        .text,
    ).toBe('A later run of this beacon was verified.');
  });

  it('sends the person to another browser only where there is no Bluetooth', () => {
    expect(
      messageOf(
        { kind: 'ready', package: carried, failure: null, refusedWith: null, before: null },
        { ...context, radio: 'absent' },
      ),
    ).toMatchObject({ action: 'useOtherBrowser', text: 'The reason.' });
    expect(messageOf({ kind: 'preparedOnly', package: carried }, { ...context, radio: 'absent' }).action).toBe(
      'fetchPackage',
    );
  });
});
