/** The progress of a run while a copy of its receipt is missing and is saved again. */
import { expect, it } from 'vitest';
import { INTENT } from '../../../test/support/intent-run.ts';
import { resumeFrom, type State } from '../../domain/provisioning/machine.ts';
import { enterState, firstProgress } from './run-progress.ts';

const { flags } = resumeFrom(INTENT, { sameHandle: false, before: 'none' })!;
const at = (where: 'held' | 'saving' | 'marking' | 'releasing', row: boolean): State =>
  ({ at: where, flags, copies: { row, mirror: false }, after: 'finish', end: { kind: 'saved' } }) as unknown as State;
const choosing = firstProgress('r1', 'tB4x', null, 'choosing', 4, 0);

it.each([
  [true, 'second'],
  [false, 'both'],
] as const)('says which copies are missing until both are there (row stored: %s)', (row, missing) => {
  const held = enterState(choosing, at('held', row), 1, null);
  expect(held).toMatchObject({ copyMissing: missing, failure: { code: 'secondCopyMissing' } });
  for (const where of ['saving', 'marking'] as const)
    expect(enterState(held, at(where, row), 2, null)).toMatchObject({ copyMissing: missing, failure: held.failure });
  expect(enterState(held, at('releasing', row), 3, null)).toMatchObject({ copyMissing: null, failure: null });
});
