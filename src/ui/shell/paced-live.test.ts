import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLive } from '../../domain/live.ts';
import { paced } from './paced-live.ts';

describe('a paced value', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const source = createLive(1);
  function heard(): number[] {
    source.set(1);
    const seen: number[] = [];
    const shown = paced(source, (told, now) => now - told < 10);
    shown.subscribe(() => seen.push(shown.value));
    return seen;
  }

  it('tells small changes a little later, as one', () => {
    const seen = heard();
    source.set(2);
    source.set(3);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(seen).toEqual([3]);
  });

  it('tells what cannot wait at once, and what waited with it', () => {
    const seen = heard();
    source.set(2);
    source.set(20);
    expect(seen).toEqual([20]);
    vi.advanceTimersByTime(10);
    expect(seen).toEqual([20]);
  });

  it('is never behind for who asks', () => {
    const shown = paced(source, () => true);
    source.set(7);
    expect(shown.value).toBe(7);
  });

  it('tells nobody who has left', () => {
    const seen: number[] = [];
    const stop = paced(source, () => true).subscribe(() => seen.push(source.value));
    source.set(8);
    stop();
    vi.advanceTimersByTime(10);
    source.set(9);
    vi.advanceTimersByTime(10);
    expect(seen).toEqual([]);
  });
});
