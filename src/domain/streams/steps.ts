/** The actions that a stream allows in each state (interface.md 3). */
import type { StreamConfig } from './stream.ts';

/**
 * `none`: not configured · `paused`: configured, nothing is pushed · `on`: enabled · `unsaid`: configured, but the
 * backend does not report which.
 */
export type StreamStanding = 'none' | 'paused' | 'on' | 'unsaid';

export const STREAM_STEPS = ['create', 'change', 'pause', 'resume', 'delete'] as const;
export type StreamStep = (typeof STREAM_STEPS)[number];

/** The result of each allowed action according to interface.md 3. This app creates new streams paused. */
export const STREAM_TABLE: Readonly<Record<StreamStanding, Readonly<Partial<Record<StreamStep, StreamStanding>>>>> = {
  none: { create: 'paused' },
  paused: { change: 'paused', resume: 'on', delete: 'none' },
  on: { change: 'on', pause: 'paused', delete: 'none' },
  unsaid: { change: 'unsaid', pause: 'paused', resume: 'on', delete: 'none' },
};

export function standingOf(config: StreamConfig | null): StreamStanding {
  if (config === null) return 'none';
  if (config.enabled === null) return 'unsaid';
  return config.enabled ? 'on' : 'paused';
}

export function mayTake(config: StreamConfig | null, step: StreamStep): boolean {
  return STREAM_TABLE[standingOf(config)][step] !== undefined;
}
