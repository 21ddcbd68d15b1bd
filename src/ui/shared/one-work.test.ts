import { describe, expect, it } from 'vitest';
import { OneWork } from './one-work.ts';

function open(): { work: OneWork; drawn: boolean[] } {
  const drawn: boolean[] = [];
  const host = { requestUpdate: () => void drawn.push(work.isBusy) };
  const work = new OneWork(host as unknown as ConstructorParameters<typeof OneWork>[0]);
  return { work, drawn };
}

function pending() {
  let resolve!: (value: string) => void;
  let reject!: (reason: string) => void;
  const promise = new Promise<string>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

describe('one piece of work at a time', () => {
  it('gives its result, and the page is drawn when it begins and ends', async () => {
    const { work, drawn } = open();
    expect(await work.run(async () => 7)).toBe(7);
    expect(drawn).toEqual([true, false]);
  });

  it('does not begin while other work is going on', async () => {
    const { work } = open();
    const ends = pending();
    const first = work.run(() => ends.promise);
    let hasBegun = false;
    expect(await work.run(async () => (hasBegun = true))).toBe(null);
    ends.resolve('first');
    expect([await first, hasBegun]).toEqual(['first', false]);
  });

  it('drops the result and the failure of work that was stopped, and lets other work begin at once', async () => {
    const { work } = open();
    for (const end of ['resolve', 'reject'] as const) {
      const late = pending();
      const stopped = work.run(() => late.promise);
      work.stop();
      expect(work.isBusy).toBe(false);
      const next = pending();
      const second = work.run(() => next.promise);
      late[end]('late');
      expect(await stopped).toBe(null);
      expect(work.isBusy).toBe(true);
      next.resolve('second');
      expect(await second).toBe('second');
    }
  });

  it('passes a failure on, or rejects with it where nobody takes it', async () => {
    const { work } = open();
    const failure = new Error('no');
    const failures: unknown[] = [];
    expect(
      await work.run(
        () => Promise.reject(failure),
        (error) => failures.push(error),
      ),
    ).toBe(null);
    expect(failures).toEqual([failure]);
    await expect(work.run(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(work.isBusy).toBe(false);
  });
});
