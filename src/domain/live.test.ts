import { describe, expect, it } from 'vitest';
import { createLive, createRelay } from './live.ts';

describe('createLive', () => {
  it('tells its listeners of changes only, until they leave', () => {
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

describe('createRelay', () => {
  it('shows the source it follows, and no longer one it has left', () => {
    const first = createLive('a');
    const second = createLive('b');
    const relay = createRelay('idle');
    const seen: string[] = [];
    relay.subscribe(() => seen.push(relay.value));
    relay.follow(first);
    first.set('a2');
    relay.follow(second);
    first.set('late');
    relay.follow(null);
    expect(seen).toEqual(['a', 'a2', 'b', 'idle']);
  });
});
