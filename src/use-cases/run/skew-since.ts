/** The skew of the phone's clock, which holds only while nobody sets that clock. */
import type { RunClock } from '../surroundings.ts';
import type { SkewReading } from './ports.ts';

/** The two clocks of the phone never drift apart this far by themselves, ms. */
const CLOCK_WAS_SET_MS = 30_000;

/**
 * Returns a function that gives the skew as it holds when it is called: with an unchecked clock, once the clock was set
 * since `read` was called. The phone's own sleep looks the same where the other clock stops with it.
 */
export function skewSince(
  clock: Pick<RunClock, 'nowMs' | 'monotonicMs'>,
  read: Promise<SkewReading>,
): () => Promise<SkewReading> {
  const differenceMs = (): number => clock.nowMs() - clock.monotonicMs();
  const beforeMs = differenceMs();
  return async () => {
    const skew = await read;
    return Math.abs(differenceMs() - beforeMs) < CLOCK_WAS_SET_MS ? skew : { ...skew, trust: 'unchecked' };
  };
}
