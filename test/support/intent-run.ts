/** A run that has not touched a beacon yet, and the events that can follow, for tests of the state table. */
import type { Event, Owner } from '../../src/domain/provisioning/run-state.ts';
import { fixtureRun } from './fixture-rows.ts';

export const INTENT = fixtureRun('tB4x', {
  id: 'r',
  packageId: 'p',
  packageToken: 100,
  receiptId: 'x',
  startedAtMs: 0,
});

export const ok: Event = { type: 'done' };
export const found = (owner: Owner): Event => ({ type: 'response', owner });
export const failed = (code: Extract<Event, { type: 'failed' }>['code']): Event => ({ type: 'failed', code });
