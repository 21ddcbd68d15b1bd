/** A result is remembered as long as its inputs stay the same. */
import { describe, expect, it, vi } from 'vitest';
import { haveSameItems, memoizeByObject, memoizeLast, memoizeMembers } from './memoize.ts';

it('a memoized function compares lists by identity, order and length', () => {
  const a = {};
  expect(haveSameItems([a, 1], [a, 1])).toBe(true);
  expect(haveSameItems([a, 1], [{}, 1])).toBe(false);
  expect(haveSameItems([a, 1], [1, a])).toBe(false);
  expect(haveSameItems([a], [a, undefined])).toBe(false);
  expect(haveSameItems([a, undefined], [a])).toBe(false);
});

describe('a function that remembers its last result', () => {
  it('computes again only when an argument differs, and keeps no older result', () => {
    const compute = vi.fn((list: readonly number[], more: number) => ({ sum: list.length + more }));
    const sum = memoizeLast(compute);
    const list = [1, 2];
    const first = sum(list, 1);
    expect(sum(list, 1)).toBe(first);
    expect(compute).toHaveBeenCalledTimes(1);
    expect(sum(list, 2)).toEqual({ sum: 4 });
    expect(sum([1, 2], 2)).toEqual({ sum: 4 });
    expect(sum(list, 1)).not.toBe(first);
    expect(compute).toHaveBeenCalledTimes(4);
  });

  it('remembers an undefined result, and computes again after an error', () => {
    const compute = vi.fn((): undefined => undefined);
    const nothing = memoizeLast(compute);
    nothing();
    nothing();
    expect(compute).toHaveBeenCalledTimes(1);
    compute.mockImplementationOnce(() => {
      throw new Error('no');
    });
    const again = memoizeLast(compute);
    expect(again).toThrow('no');
    expect(again()).toBeUndefined();
  });

  it('compares the members of an object that is its only argument', () => {
    const compute = vi.fn(({ list }: { list: readonly number[]; more: number }) => ({ list }));
    const made = memoizeMembers(compute);
    const list = [1];
    const first = made({ list, more: 1 });
    expect(made({ list, more: 1 })).toBe(first);
    expect(made({ list, more: 2 })).not.toBe(first);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('keeps a result for each object, also the result undefined', () => {
    const compute = vi.fn((list: readonly number[]) => list[0]);
    const head = memoizeByObject(compute);
    const [empty, full] = [[], [1]];
    expect([head(empty), head(full), head(empty), head(full)]).toEqual([undefined, 1, undefined, 1]);
    expect(compute).toHaveBeenCalledTimes(2);
  });
});
