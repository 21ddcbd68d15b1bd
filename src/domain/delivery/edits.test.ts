/** The row of unsent virtual values: what typing, an answer and a person's choice change in it. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixtureEdit } from '../../../test/support/fixture-rows.ts';
import { context, failure, NOW } from '../../../test/support/delivery-rows.ts';
import type { BackendFailure } from '../backend-failure.ts';
import type { CachedDevice } from '../device.ts';
import type { VirtualEdit, VirtualValues } from '../virtual-edit.ts';
import {
  beginEdit,
  changedMeanwhile,
  editAgain,
  editChangedMeanwhile,
  editFailed,
  editSaved,
  mergeEdit,
  recoverCutOffEdit,
  savedDifferences,
  virtualValuesOf,
} from './edits.ts';

const device = (changes: Partial<CachedDevice> = {}): CachedDevice =>
  fixtureDevice(0, { uniqueId: 'tB4x', alias: 'Ward 1', notes: 'left', tags: ['a', 'b'], attributes: {}, ...changes });
const edit = (changes: Partial<VirtualEdit> = {}): VirtualEdit =>
  fixtureEdit('tB4x', { values: { alias: 'Ward 9' }, base: { alias: 'Ward 1' }, createdAtMs: 5, ...changes });
const answer = (code: string, status = 0) => ({ atMs: NOW, status, code, message: '' });

it('the values of a device that only the backend stores are texts, empty where a value is missing', () => {
  const attributes = { 'deployment.status': 'DEPLOYED', 'deployment.installerName': 7, metadata: { room: 5 } };
  expect(virtualValuesOf(device({ attributes }))).toEqual({
    alias: 'Ward 1',
    tags: 'a,b',
    notes: 'left',
    'deployment.status': 'DEPLOYED',
    'deployment.deploymentDate': '',
    'deployment.installerName': '7',
    'deployment.installerEmail': '',
    metadata: '{"room":5}',
  });
  expect(virtualValuesOf(device({ alias: null, notes: null, tags: [] }))).toMatchObject({
    alias: '',
    notes: '',
    tags: '',
  });
});

describe('typing a value', () => {
  it('begins an edit that remembers what the backend showed for the typed values', () => {
    expect(mergeEdit(null, device(), { alias: 'Ward 9', tags: 'c' }, NOW)).toEqual({
      uniqueId: 'tB4x',
      deviceType: 'BEACON',
      values: { alias: 'Ward 9', tags: 'c' },
      base: { alias: 'Ward 1', tags: 'a,b' },
      inFlight: null,
      unanswered: {},
      state: 'waiting',
      held: false,
      createdAtMs: NOW,
      changedAtMs: NOW,
      tries: 0,
      lastAnswer: null,
      nextAtMs: null,
    });
  });

  it('adds to an edit that waits, keeps its age, and ends its wait', () => {
    const row = edit({
      held: true,
      tries: 3,
      nextAtMs: NOW + 5,
      unanswered: { notes: 'n' },
      lastAnswer: answer('server'),
    });
    expect(mergeEdit(row, device(), { alias: 'Ward 10', notes: 'right' }, NOW)).toMatchObject({
      values: { alias: 'Ward 10', notes: 'right' },
      base: { alias: 'Ward 1', notes: 'left' },
      unanswered: { notes: 'n' },
      held: true,
      createdAtMs: 5,
      changedAtMs: NOW,
      tries: 3,
      lastAnswer: row.lastAnswer,
      nextAtMs: null,
    });
  });

  it('leaves nothing to send when it gives the value that the backend has', () => {
    expect(mergeEdit(edit(), device(), { alias: 'Ward 1' }, NOW)).toBeNull();
    expect(mergeEdit(edit({ values: { alias: 'x', notes: 'y' } }), device(), { alias: 'Ward 1' }, NOW)).toMatchObject({
      values: { notes: 'y' },
    });
    expect(mergeEdit(null, device(), {}, NOW)).toBeNull();
  });

  it.each<[what: string, Partial<VirtualEdit>]>([
    ['is in flight', { inFlight: { alias: 'Ward 9' } }],
    ['got no answer', { unanswered: { alias: 'Ward 9' } }],
  ])('sends the value that the backend had while a post with another value %s', (_what, changed) => {
    expect(mergeEdit(edit(changed), device(), { alias: 'Ward 1' }, NOW)).toMatchObject({ values: { alias: 'Ward 1' } });
  });

  it('keeps the edit while a request with it is in flight, although nothing is left to send', () => {
    const row = edit({ values: { notes: 'right' }, base: { notes: 'left' }, inFlight: { alias: 'Ward 9' } });
    expect(mergeEdit(row, device(), { notes: 'left' }, NOW)).toEqual({
      ...row,
      values: {},
      base: {},
      changedAtMs: NOW,
    });
  });

  it('begins a new edit after one was saved', () => {
    const saved = edit({ state: 'saved', tries: 4, held: true });
    expect(mergeEdit(saved, device(), { notes: 'right' }, NOW)).toMatchObject({
      values: { notes: 'right' },
      base: { notes: 'left' },
      tries: 0,
      held: false,
      createdAtMs: NOW,
    });
  });

  it('lets a parked edit be sent, and takes the values that the backend shows now as the old ones', () => {
    const parked = edit({ state: 'parked', base: { alias: 'Ward 0' }, unanswered: { alias: 'x' } });
    expect(mergeEdit(parked, device(), { notes: 'right' }, NOW)).toMatchObject({
      state: 'waiting',
      base: { alias: 'Ward 1', notes: 'left' },
      unanswered: {},
    });
  });
});

describe('a change at the backend since editing began', () => {
  it.each<[what: string, Partial<CachedDevice>, Partial<VirtualEdit>, string[]]>([
    ['no, for the value of when editing began', {}, {}, []],
    ['no, for the value that is to be sent', { alias: 'Ward 9' }, {}, []],
    [
      'no, for what a post without an answer may have saved',
      { alias: 'Ward 8' },
      { unanswered: { alias: 'Ward 8' } },
      [],
    ],
    ['no, for another value that is not edited', { notes: 'right' }, {}, []],
    ['yes, for another value', { alias: 'Ward 2' }, {}, ['alias']],
    [
      'yes, for two of three values',
      { alias: 'Ward 2', tags: ['c'] },
      { values: { alias: 'x', tags: 'd', notes: 'y' }, base: { alias: 'Ward 1', tags: 'a,b', notes: 'left' } },
      ['alias', 'tags'],
    ],
  ])('is noticed: %s', (_what, shown, row, names) => {
    expect(changedMeanwhile(edit(row), device(shown))).toEqual(names);
  });

  it('parks the edit, with the names of the changed values', () => {
    expect(editChangedMeanwhile(edit({ nextAtMs: 7 }), ['alias', 'tags'], NOW)).toEqual({
      ...edit(),
      changedAtMs: expect.any(Number),
      state: 'parked',
      nextAtMs: null,
      lastAnswer: { atMs: NOW, status: 0, code: 'changedMeanwhile', message: 'alias, tags' },
    });
  });

  it.each<[what: string, CachedDevice | null, VirtualValues]>([
    ['the values that the backend shows now', device({ alias: 'Ward 2' }), { alias: 'Ward 2' }],
    ['the values of when editing began, where the device is gone', null, { alias: 'Ward 1' }],
  ])('is overruled by a person who sends anyway, which replaces %s', (_what, shown, base) => {
    const parked = edit({ state: 'parked', nextAtMs: 7, unanswered: { alias: 'x' } });
    expect(editAgain(parked, shown)).toMatchObject({ state: 'waiting', base, unanswered: {}, nextAtMs: null });
  });

  it('does not matter to a person who sends a waiting edit now, which only ends its wait', () => {
    const waits = edit({ nextAtMs: 7, unanswered: { alias: 'x' } });
    expect(editAgain(waits, device({ alias: 'Ward 2' }))).toEqual({ ...waits, nextAtMs: null });
  });
});

describe('the answer to the post of an edit', () => {
  it('saves the edit when it has every value', () => {
    const posted = beginEdit(edit({ tries: 2 }));
    expect(posted).toMatchObject({ inFlight: { alias: 'Ward 9' }, tries: 3 });
    expect(editSaved({ ...posted, unanswered: { alias: 'x' }, nextAtMs: 7 }, 204, NOW)).toMatchObject({
      state: 'saved',
      values: { alias: 'Ward 9' },
      inFlight: null,
      unanswered: {},
      lastAnswer: { atMs: NOW, status: 204, code: 'saved' },
      nextAtMs: null,
    });
  });

  it('leaves what was typed since the post, over the saved values', () => {
    const posted = edit({
      values: { alias: 'Ward 10', notes: 'right' },
      base: { alias: 'Ward 1', notes: 'left' },
      inFlight: { alias: 'Ward 9', notes: 'right' },
      unanswered: { alias: 'x' },
      nextAtMs: 7,
    });
    expect(editSaved(posted, 200, NOW)).toMatchObject({
      state: 'waiting',
      values: { alias: 'Ward 10' },
      base: { alias: 'Ward 9', notes: 'right' },
      inFlight: null,
      unanswered: {},
      lastAnswer: { status: 200 },
      nextAtMs: null,
    });
  });

  it('leaves open whether the values were saved when it did not come', () => {
    const posted = edit({ inFlight: { alias: 'Ward 9' }, unanswered: { notes: 'n' } });
    expect(recoverCutOffEdit(posted)).toMatchObject({ inFlight: null, unanswered: { alias: 'Ward 9', notes: 'n' } });
  });

  const failed = (kind: BackendFailure['kind'], status: number): BackendFailure => {
    const posted = failure(kind, status);
    if (posted.kind !== 'failed') throw new Error('a failure');
    return posted.failure;
  };
  it.each<[BackendFailure['kind'], status: number, mayBeSaved: boolean, Partial<VirtualEdit>]>([
    ['timeout', 0, true, { state: 'waiting', lastAnswer: expect.objectContaining({ code: 'timeout' }) }],
    ['server', 503, true, { state: 'waiting', lastAnswer: expect.objectContaining({ code: 'server', status: 503 }) }],
    ['rateLimit', 429, false, { state: 'waiting', lastAnswer: expect.objectContaining({ code: 'rateLimit' }) }],
    ['forbidden', 403, false, { state: 'parked', nextAtMs: null }],
    ['key', 401, false, { state: 'waiting', nextAtMs: 7, lastAnswer: expect.objectContaining({ code: 'key' }) }],
    ['noKey', 0, false, { state: 'waiting', nextAtMs: 7, lastAnswer: null }],
  ])('that is %s (%i) means that the values may be saved: %s', (kind, status, mayBeSaved, after) => {
    const posted = edit({ inFlight: { alias: 'Ward 9' }, nextAtMs: 7 });
    const row = editFailed(posted, failed(kind, status), context);
    expect(row).toMatchObject({ inFlight: null, ...after });
    expect(row.unanswered).toEqual(mayBeSaved ? { alias: 'Ward 9' } : undefined);
    if (row.state === 'waiting' && row.nextAtMs !== 7) expect(row.nextAtMs).toBeGreaterThan(NOW);
  });
});

describe('the difference between a saved edit and what the backend shows', () => {
  const saved = edit({ state: 'saved', values: { alias: 'Ward 9', notes: 'right' }, lastAnswer: answer('saved', 204) });
  const shows = (changes: Partial<CachedDevice>) =>
    device({ readAtMs: NOW + 1, alias: 'Ward 9', notes: 'right', ...changes });

  it('is named once the device was read again', () => {
    expect(savedDifferences(saved, shows({}))).toEqual([]);
    expect(savedDifferences(saved, shows({ alias: 'WARD 9' }))).toEqual([
      { kind: 'changed', name: 'alias', requested: 'Ward 9', answered: 'WARD 9' },
    ]);
    expect(savedDifferences(saved, shows({ notes: null }))).toEqual([
      { kind: 'ignored', name: 'notes', requested: 'right' },
    ]);
  });

  it.each<[what: string, VirtualEdit | null, CachedDevice | null]>([
    ['before the device was read again', saved, shows({ alias: 'x', readAtMs: NOW })],
    ['for an edit without a time', { ...saved, lastAnswer: null }, shows({ alias: 'x' })],
    ['for an edit that waits', { ...saved, state: 'waiting' }, shows({ alias: 'x' })],
    ['without an edit', null, shows({ alias: 'x' })],
    ['without a device', saved, null],
    ['where the backend shows none of the values', saved, shows({ alias: null, notes: null, tags: [] })],
  ])('is not named %s', (_what, row, shown) => {
    expect(savedDifferences(row, shown)).toEqual([]);
  });
});

it('an edit of which nothing was sent is not marked as saved, and keeps the typed values', () => {
  const row = edit({ inFlight: null, values: { alias: 'Ward 9' } });
  expect(editSaved(row, 204, NOW)).toMatchObject({ state: 'waiting', values: { alias: 'Ward 9' }, base: row.base });
  expect(recoverCutOffEdit(row)).toMatchObject({ inFlight: null, unanswered: {} });
});

it('a value that equals the one shown in another order of tags leaves nothing to send', () => {
  expect(mergeEdit(null, device(), { tags: 'b, a' }, NOW)).toBeNull();
  expect(mergeEdit(null, device(), { alias: '', notes: '' }, NOW)).toMatchObject({ values: { alias: '', notes: '' } });
  expect(mergeEdit(null, device({ alias: null }), { alias: '' }, NOW)).toBeNull();
});

it('an edit keeps the value of a post in flight when another value is typed', () => {
  const row = edit({ inFlight: { alias: 'Ward 9' }, tries: 2 });
  expect(mergeEdit(row, device({ alias: 'Ward 5' }), { alias: 'Ward 7' }, NOW)).toMatchObject({
    values: { alias: 'Ward 7' },
    base: { alias: 'Ward 1' },
    inFlight: { alias: 'Ward 9' },
    tries: 2,
  });
});

it('a person who sends a parked edit anyway replaces an empty value where the backend shows none', () => {
  const parked = edit({ state: 'parked', values: { notes: 'x', alias: 'y' }, base: { alias: 'Ward 1' } });
  expect(editAgain(parked, device({ notes: null })).base).toEqual({ notes: '', alias: 'Ward 1' });
  expect(editAgain(parked, null).base).toEqual({ notes: '', alias: 'Ward 1' });
});
