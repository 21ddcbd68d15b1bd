import { describe, expect, it } from 'vitest';
import { nextTurn } from '../../test/support/until.ts';
import { coalesced } from './coalesced.ts';

/** A read that ends when the test says so. */
function slowRead() {
  const open: { end(): void; fail(): void }[] = [];
  let begun = 0;
  const read = coalesced(() => {
    begun += 1;
    return new Promise<void>((resolve, reject) => open.push({ end: resolve, fail: () => reject(new Error('no')) }));
  });
  return { read, open, begun: () => begun };
}

describe('reads that are requested while one is running', () => {
  it('are answered by one more read for all of them', async () => {
    const { read, open, begun } = slowRead();
    const ended: string[] = [];
    void read().then(() => ended.push('first'));
    const second = read();
    expect(read()).toBe(second);
    void second.then(() => ended.push('second'));
    expect(begun()).toBe(1);
    open[0]!.end();
    await nextTurn();
    expect([begun(), ended]).toEqual([2, ['first']]);
    open[1]!.end();
    await nextTurn();
    expect(ended).toEqual(['first', 'second']);
    void read();
    expect(begun()).toBe(3);
  });

  it('are answered by a new read even if the running one fails', async () => {
    const { read, open, begun } = slowRead();
    const first = read();
    const second = read();
    open[0]!.fail();
    await expect(first).rejects.toThrow('no');
    await nextTurn();
    open[1]!.end();
    await expect(second).resolves.toBeUndefined();
    expect(begun()).toBe(2);
  });

  it('never run at the same time, even when requested between two reads', async () => {
    const { read, open, begun } = slowRead();
    const first = read();
    void read();
    const third = first.then(() => read());
    open[0]!.end();
    await nextTurn();
    expect(begun()).toBe(2);
    open[1]!.end();
    await nextTurn();
    for (const one of open) one.end();
    await third;
    expect(begun()).toBeLessThanOrEqual(3);
  });

  it('are repeated only if a read is running', async () => {
    const { read, open, begun } = slowRead();
    read.againIfRunning();
    expect(begun()).toBe(0);
    void read();
    read.againIfRunning();
    open[0]!.end();
    await nextTurn();
    expect(begun()).toBe(2);
    open[1]!.fail();
    await nextTurn();
  });
});
