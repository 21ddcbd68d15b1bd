/** Requests that share a transaction keep their order, are never lost, and do not fail because of each other. */
import { describe, expect, it } from 'vitest';
import { together } from './together.ts';

function disk(refused: readonly string[] = []): {
  readonly written: string[][];
  readonly write: (change: string) => Promise<string>;
  readonly goOn: () => void;
} {
  const written: string[][] = [];
  let goOn = (): void => undefined;
  const write = together<string, string>(async (changes) => {
    written.push([...changes]);
    await new Promise<void>((resolve) => (goOn = resolve));
    if (changes.some((change) => refused.includes(change))) throw new Error(`no room for ${changes.join()}`);
    return changes.map((change) => `${change} is stored`);
  });
  return { written, write, goOn: () => goOn() };
}

describe('writes that share a transaction', () => {
  it('start at once when nothing is being written, and otherwise share the next transaction in their order', async () => {
    const { written, write, goOn } = disk();
    const first = write('a');
    expect(written).toEqual([['a']]);
    const others = [write('b'), write('c')];
    expect(written).toHaveLength(1);
    goOn();
    await first;
    await expect.poll(() => written).toEqual([['a'], ['b', 'c']]);
    goOn();
    expect(await Promise.all(others)).toEqual(['b is stored', 'c is stored']);
    const last = write('d');
    expect(written.at(-1)).toEqual(['d']);
    goOn();
    await last;
  });

  it('are retried one by one when they fail together, so that only the faulty one is rejected', async () => {
    const { written, write, goOn } = disk(['b']);
    const first = write('a');
    const [good, bad, after] = [write('c'), write('b'), write('e')];
    const refused = expect(bad).rejects.toThrow('no room for b');
    for (let count = 1; count <= 5; count += 1) {
      await expect.poll(() => written.length).toBe(count);
      goOn();
    }
    expect(await Promise.all([first, good, after])).toEqual(['a is stored', 'c is stored', 'e is stored']);
    await refused;
    expect(written).toEqual([['a'], ['c', 'b', 'e'], ['c'], ['b'], ['e']]);
  });

  it('are not repeated when a single one is refused', async () => {
    const { written, write, goOn } = disk(['b']);
    const refused = expect(write('b')).rejects.toThrow('no room for b');
    goOn();
    await refused;
    expect(written).toEqual([['b']]);
    const next = write('c');
    goOn();
    await next;
    expect(written).toEqual([['b'], ['c']]);
  });
});
