import { describe, expect, it } from 'vitest';
import { createLive } from './live.ts';

describe('createLive', () => {
  it('notifies its listeners of changes only, until they unsubscribe', () => {
    const live = createLive(1);
    const seen: number[] = [];
    const leave = live.subscribe(() => seen.push(live.value));
    live.set(1);
    live.set(2);
    leave();
    live.set(3);
    expect(seen).toEqual([2]);
  });
});
