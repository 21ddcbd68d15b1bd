import { describe, expect, it } from 'vitest';
import type { Run } from '../../domain/run.ts';
import { samplePackage, sampleReceipt, sampleRun } from '../../../test/support/sample-rows.ts';
import type { RunStore } from '../stores/run-store.ts';
import { notedRuns } from './run-notes.ts';

/** Records what reaches the run store and the mirror. `packageRead` delays each reading of a package. */
function noted({ packageRead = Promise.resolve(), isMirrorBroken = false } = {}) {
  const calls: string[] = [];
  const call =
    (name: string) =>
    async (run: Run): Promise<void> =>
      void calls.push(`${name} ${run.step}`);
  let packagesRead = 0;
  const mirrorCall = async (name: string): Promise<void> => {
    calls.push(name);
    if (isMirrorBroken) throw new DOMException('', 'QuotaExceededError');
  };
  const runs = notedRuns(
    { begin: call('begin'), put: call('put'), takeBack: call('takeBack'), end: call('end') } as unknown as RunStore,
    {
      get: async (id) => {
        packagesRead += 1;
        await packageRead;
        return samplePackage(id.slice('pkg-'.length));
      },
    },
    {
      note: async ({ run, package: carried }) => mirrorCall(`note ${run.step} with ${carried?.id}`),
      release: async (id) => mirrorCall(`release ${id}`),
    },
  );
  return { runs, calls, packagesRead: () => packagesRead };
}
/** Resolves when everything has run that waits for nothing else. */
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const reserved = sampleReceipt('a', '1', { responseBase64: '', state: 'reserved' });

describe('the run of a reservation', () => {
  it('is noted with its package at each step, which is read once, and released at the end', async () => {
    const { runs, calls, packagesRead } = noted();
    await runs.begin(sampleRun('1'), reserved, 'new');
    await idle();
    await runs.put(sampleRun('1', { step: 'writing' }), 'relaxed');
    await idle();
    await runs.end(sampleRun('1', { step: 'reading', outcome: { kind: 'abandoned' } }), null);
    await idle();
    expect(calls).toEqual([
      'begin intent',
      'note intent with pkg-1',
      'put writing',
      'note writing with pkg-1',
      'end reading',
      'release rcp-1',
    ]);
    expect(packagesRead()).toBe(1);
  });

  it('is released when its last step is stored with the outcome', async () => {
    const { runs, calls } = noted();
    await runs.put(sampleRun('1', { step: 'reading', outcome: { kind: 'receiptLost' } }), 'strict');
    await idle();
    expect(calls).toEqual(['put reading', 'release rcp-1']);
  });

  it('is not noted after its end, even if its package is read only then', async () => {
    for (const end of ['end', 'takeBack', 'put'] as const) {
      let packageArrived = (): void => undefined;
      const { runs, calls } = noted({ packageRead: new Promise<void>((resolve) => (packageArrived = resolve)) });
      const ended = sampleRun('1', { step: 'reading', outcome: { kind: 'abandoned' } });
      await runs.begin(sampleRun('1'), reserved, 'new');
      if (end === 'end') await runs.end(ended, null);
      else if (end === 'put') await runs.put(ended, 'strict');
      else await runs.takeBack(sampleRun('1'));
      packageArrived();
      await idle();
      expect(
        calls.filter((call) => call.startsWith('note')),
        end,
      ).toEqual([]);
    }
  });

  it('reads the package again when the same run begins again', async () => {
    const { runs, packagesRead } = noted();
    for (let time = 1; time <= 2; time += 1) {
      await runs.begin(sampleRun('1'), reserved, 'new');
      await idle();
      await runs.takeBack(sampleRun('1'));
    }
    expect(packagesRead()).toBe(2);
  });

  it('is not noted for a command, which has no secure response', async () => {
    const { runs, calls } = noted();
    await runs.begin(sampleRun('1', { command: 'identify' }), reserved, 'new');
    await idle();
    expect(calls).toEqual(['begin intent']);
  });

  it('goes on when the mirror accepts neither note nor release', async () => {
    const { runs, calls } = noted({ isMirrorBroken: true });
    await runs.begin(sampleRun('1'), reserved, 'new');
    await runs.put(sampleRun('1', { step: 'writing' }), 'relaxed');
    await runs.end(sampleRun('1', { step: 'reading', outcome: { kind: 'abandoned' } }), null);
    await idle();
    expect(calls.filter((call) => !/^(note|release)/.test(call))).toEqual([
      'begin intent',
      'put writing',
      'end reading',
    ]);
  });

  it('is noted and released only after its row was stored', async () => {
    const calls: string[] = [];
    const fail = () => Promise.reject(new Error('full'));
    const failing = notedRuns(
      { begin: fail, put: fail, takeBack: fail, end: fail } as unknown as RunStore,
      { get: async () => samplePackage('1') },
      { note: async () => void calls.push('note'), release: async () => void calls.push('release') },
    );
    const ended = sampleRun('1', { step: 'reading', outcome: { kind: 'abandoned' } });
    for (const write of [
      () => failing.begin(sampleRun('1'), reserved, 'new'),
      () => failing.put(sampleRun('1'), 'strict'),
      () => failing.put(ended, 'strict'),
      () => failing.takeBack(sampleRun('1')),
      () => failing.end(ended, null),
    ])
      await expect(write()).rejects.toThrow('full');
    await idle();
    expect(calls).toEqual([]);
  });
});
