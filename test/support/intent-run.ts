/** A run that has not touched a beacon yet, and the events that can follow, for tests of the state table. */
import type { Event, Owner } from '../../src/domain/provisioning/machine.ts';
import type { Run } from '../../src/domain/run.ts';

export const INTENT: Run = {
  id: 'r',
  uniqueId: 'tB4x',
  deviceType: 'BEACON',
  packageId: 'p',
  packageBase64: '',
  packageToken: 100,
  receiptId: 'x',
  step: 'intent',
  journal: [{ step: 'intent', atMs: 0 }],
  processedAtSeconds: null,
  clock: 'unchecked',
  writes: 0,
  outcome: null,
  startedAtMs: 0,
  endedAtMs: null,
  lastFailure: null,
};

export const ok: Event = { type: 'done' };
export const found = (owner: Owner): Event => ({ type: 'response', owner });
export const failed = (code: Extract<Event, { type: 'failed' }>['code']): Event => ({ type: 'failed', code });
