/** The actions that a stream allows in each state (interface.md 3). */
import type { StreamConfig } from './stream.ts';

/**
 * `none`: not configured · `paused`: configured, nothing is pushed · `on`: enabled · `unsaid`: configured, but the
 * backend does not report which.
 */
export type StreamStanding = 'none' | 'paused' | 'on' | 'unsaid';

export type StreamStep = 'create' | 'change' | 'pause' | 'resume' | 'delete';

/** The allowed actions according to interface.md 3. */
const STEPS: Readonly<Record<StreamStanding, readonly StreamStep[]>> = {
  none: ['create'],
  paused: ['change', 'resume', 'delete'],
  on: ['change', 'pause', 'delete'],
  unsaid: ['change', 'pause', 'resume', 'delete'],
};

export function standingOf(config: StreamConfig | null): StreamStanding {
  if (config === null) return 'none';
  if (config.enabled === null) return 'unsaid';
  return config.enabled ? 'on' : 'paused';
}

export function mayTake(config: StreamConfig | null, step: StreamStep): boolean {
  return STEPS[standingOf(config)].includes(step);
}
