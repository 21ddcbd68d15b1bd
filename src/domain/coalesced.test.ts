import { describe, expect, it } from 'vitest';
import { coalesced } from './coalesced.ts';

/** A reading that ends when told to. */
function slowRead() {
  const open: { end(): void; fail(): void }[] = [];
  let begun = 0;
  const read = coalesced(() => {
    begun += 1;
    return new Promise<void>((resolve, reject) => open.push({ end: resolve, fail: () => reject(new Error('no')) }));
  });
  return { read, open, begun: () => begun };
}
const turns = () => new Promise((resolve) => setTimeout(resolve));

describe('readings that many ask for', () => {
  it('are one at a time, and one more for all that is asked meanwhile', async () => {
    const { read, open, begun } = slowRead();
    const ended: string[] = [];
    void read().then(() => ended.push('first'));
    const second = read();
    expect(read()).toBe(second);
    void second.then(() => ended.push('second'));
    expect(begun()).toBe(1);
    open[0]!.end();
    await turns();
    expect([begun(), ended]).toEqual([2, ['first']]);
    open[1]!.end();
    await turns();
    expect(ended).toEqual(['first', 'second']);
    void read();
    expect(begun()).toBe(3);
  });

  it('begin anew after one that failed, and tell only those whose reading it was', async () => {
    const { read, open, begun } = slowRead();
    const first = read();
    const second = read();
    open[0]!.fail();
    await expect(first).rejects.toThrow('no');
    await turns();
    open[1]!.end();
    await expect(second).resolves.toBeUndefined();
    expect(begun()).toBe(2);
  });

  it('are never two at once, whoever asks in the moment between', async () => {
    const { read, open, begun } = slowRead();
    const first = read();
    void read();
    const third = first.then(() => read());
    open[0]!.end();
    await turns();
    expect(begun()).toBe(2);
    open[1]!.end();
    await turns();
    for (const one of open) one.end();
    await third;
    expect(begun()).toBeLessThanOrEqual(3);
  });

  it('are asked for again only where one is under way', async () => {
    const { read, open, begun } = slowRead();
    read.againIfRunning();
    expect(begun()).toBe(0);
    void read();
    read.againIfRunning();
    open[0]!.end();
    await turns();
    expect(begun()).toBe(2);
    open[1]!.fail();
    await turns();
  });
});
