import { describe, expect, it } from 'vitest';
import { fixtureEdit, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { followSync } from './sync-progress.ts';

const waits = (id: string) => fixtureReceipt(id, { state: 'waiting' });

describe('the progress of a sync', () => {
  it('counts the answered entries, with new entries and without entries that a person takes away', () => {
    const progressOf = followSync();
    const edits = [] as const;
    const old = fixtureReceipt('old', { state: 'verified' });
    expect(progressOf({ receipts: [old], edits })).toEqual({ done: 0, of: 0 });
    expect(progressOf({ receipts: [old, waits('a'), waits('b'), waits('c')], edits })).toEqual({ done: 0, of: 3 });
    const answered = [fixtureReceipt('a', { state: 'verified' }), fixtureReceipt('b', { state: 'parked' })];
    expect(progressOf({ receipts: [old, ...answered, waits('c')], edits })).toEqual({ done: 2, of: 3 });
    expect(progressOf({ receipts: [old, ...answered, waits('c'), waits('d')], edits })).toEqual({ done: 2, of: 4 });
    expect(progressOf({ receipts: [old, ...answered, { ...waits('c'), held: true }, waits('d')], edits })).toEqual({
      done: 2,
      of: 3,
    });
    expect(progressOf({ receipts: [old, ...answered, { ...waits('d'), givenUpAtMs: 1 }], edits })).toEqual({
      done: 2,
      of: 2,
    });
  });

  it('counts edits beside receipts of the same beacon, except those that are held or were saved before', () => {
    const progressOf = followSync();
    const saved = fixtureEdit('old', { state: 'saved' });
    const held = fixtureEdit('held', { held: true });
    expect(progressOf({ receipts: [waits('a')], edits: [saved, held, fixtureEdit('a')] })).toEqual({ done: 0, of: 2 });
    for (const state of ['saved', 'parked'] as const)
      expect(progressOf({ receipts: [waits('a')], edits: [saved, held, fixtureEdit('a', { state })] })).toEqual({
        done: 1,
        of: 2,
      });
  });
});
