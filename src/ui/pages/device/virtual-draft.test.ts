import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixtureEdit } from '../../../../test/support/fixture-rows.ts';
import { savedDifferences } from '../../../domain/delivery/edits.ts';
import { devicePageStrings } from '../../strings/device-page.ts';
import { changedMeanwhile, changedTexts, changedValues, faultsOf, storedTexts, textsBefore } from './virtual-draft.ts';

const device = fixtureDevice(0, { alias: 'Old', tags: ['a', 'b'], notes: null });
const edit = fixtureEdit(device.uniqueId, { values: { alias: 'Mine' }, base: { alias: 'Old' } });

describe('the text of an alias, tags or notes field in which nothing is typed', () => {
  it('is the value that is not sent yet, or else the value from the backend', () => {
    expect(textsBefore(device, edit).alias).toBe('Mine');
    expect(textsBefore(device, edit).tags).toBe('a,b');
    expect(textsBefore(device, null).alias).toBe('Old');
    expect(textsBefore(device, null).notes).toBe('');
  });
});

describe('the values that saving the device form sends', () => {
  it.each([
    ['are none when nothing is typed', null, {}, {}],
    ['are none when the current values are typed', null, { alias: 'Old', tags: ' a , b,', notes: '' }, {}],
    ['include a new alias', null, { alias: 'New' }, { alias: 'New' }],
    ['include an emptied alias', null, { alias: '' }, { alias: '' }],
    [
      'include the value from the backend when that is typed in place of an unsent value',
      edit,
      { alias: 'Old' },
      { alias: 'Old' },
    ],
    ['are none when the unsent value is typed again', edit, { alias: 'Mine' }, {}],
    ['include the tags trimmed and joined', null, { tags: 'x ,  y y ' }, { tags: 'x,y y' }],
  ] as const)('%s', (_, unsent, typed, expected) => {
    expect(changedValues(textsBefore(device, unsent), typed)).toEqual(expected);
  });
});

describe('the stored draft of the device form', () => {
  it.each([
    ["the backend's value", null, { alias: 'Old' }],
    ['the unsent value', edit, { alias: 'Mine' }],
    ['tags as they are shown', null, { tags: 'a,b' }],
    ['an empty field', null, { notes: '' }],
  ] as const)('does not contain what the form shows anyway: %s', (_, unsent, shown) => {
    expect(changedTexts(textsBefore(device, unsent), { metadata: '{', ...shown })).toEqual({ metadata: '{' });
  });

  it('does not contain a backend value that the form itself would refuse', () => {
    const before = textsBefore({ ...device, tags: ['t'.repeat(33)] }, null);
    expect(changedTexts(before, { ...before, notes: 'New' })).toEqual({ notes: 'New' });
    expect(faultsOf(before, before)).toEqual({});
  });

  it('contains exactly the texts that saving would send or refuse', () => {
    const typed = { alias: 'Old', tags: ' a , b,', notes: 'New', metadata: '{' };
    expect(changedTexts(textsBefore(device, null), typed)).toEqual({ notes: 'New', metadata: '{' });
    expect(changedTexts(textsBefore(device, edit), { alias: 'Mine' })).toEqual({});
    expect(changedTexts(textsBefore(device, edit), { alias: 'Old' })).toEqual({ alias: 'Old' });
  });
});

describe('the limits of alias, tags and notes', () => {
  const tag = (length: number): string => 't'.repeat(length);
  it.each([
    ['allow 20 tags of 32 characters', Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(32, 'x')).join(','), 0],
    ['refuse 21 tags', Array.from({ length: 21 }, (_, n) => `${n}`).join(','), 1],
    ['refuse a tag of 33 characters', tag(33), 1],
    ['count an emoji as one character', '🔦'.repeat(32), 0],
  ])('%s', (_, tags, faults) => {
    expect(Object.keys(faultsOf({}, { tags }))).toHaveLength(faults);
  });

  it('refuse invisible characters in the alias but accept line breaks in notes', () => {
    expect(faultsOf({}, { alias: 'a\u0007b' })).toEqual({ alias: devicePageStrings.tagFaults.controlCharacter });
    expect(faultsOf({}, { notes: 'a\nb' })).toEqual({});
  });
});

describe('a change in the backend during editing', () => {
  it.each([
    ['is reported with the new value', fixtureDevice(0, { alias: 'Theirs' }), edit, 'Theirs'],
    ['is reported when the value was emptied', fixtureDevice(0, { alias: null }), edit, ''],
    ['is not reported when the value is the same', device, edit, null],
    ['is not reported when the new value equals the unsent edit', fixtureDevice(0, { alias: 'Mine' }), edit, null],
    ['is not reported without an unsent edit', fixtureDevice(0, { alias: 'Theirs' }), null, null],
    [
      'is not reported when the edit is saved',
      fixtureDevice(0, { alias: 'Theirs' }),
      { ...edit, state: 'saved' as const },
      null,
    ],
  ])('%s', (_, of, unsent, there) => {
    expect(changedMeanwhile(of, unsent, 'alias')).toBe(there);
  });

  it('is not reported when the change comes from an unanswered request of this phone', () => {
    const lost = { ...edit, unanswered: { alias: 'Ours' } };
    expect(changedMeanwhile(fixtureDevice(0, { alias: 'Ours' }), lost, 'alias')).toBeNull();
    expect(changedMeanwhile(fixtureDevice(0, { alias: 'Theirs' }), lost, 'alias')).toBe('Theirs');
  });

  it('is not reported when the backend lists the same tags in another order', () => {
    const tags = fixtureEdit(device.uniqueId, { values: { tags: 'x,y,z' }, base: { tags: 'x,y' } });
    expect(changedMeanwhile(fixtureDevice(0, { tags: ['y', 'x'] }), tags, 'tags')).toBeNull();
    expect(changedMeanwhile(fixtureDevice(0, { tags: ['y'] }), tags, 'tags')).toBe('y');
  });
});

it.each([
  [
    { alias: 'a', tags: '', notes: 'n' },
    { alias: 'a', tags: '', notes: 'n' },
  ],
  [{ alias: 'a', interval: '5', tags: 7 }, { alias: 'a' }],
  [{ alias: 'a', notes: 'Door 4\nSharedAccessKey=abc' }, { alias: 'a' }],
  [{}, {}],
])('the device form takes from the stored draft %j only texts that belong in its fields', (stored, typed) => {
  expect(storedTexts.parse(stored)).toEqual(typed);
});

describe('an edit that the backend has saved', () => {
  const saved = {
    ...edit,
    state: 'saved' as const,
    lastAnswer: { atMs: 1000, status: 200, code: 'saved', message: '' },
  };

  it('gives way to what the backend shows later, and a value that the backend did not accept is reported', () => {
    const device = fixtureDevice(0, { alias: 'Cut', readAtMs: 2000 });
    expect(textsBefore(device, saved).alias).toBe('Cut');
    expect(savedDifferences(saved, device)).toEqual([
      { kind: 'changed', name: 'alias', requested: 'Mine', answered: 'Cut' },
    ]);
  });

  it('is not compared with an older reading of the backend, nor with a record without values', () => {
    expect(savedDifferences(saved, fixtureDevice(0, { alias: 'Old', readAtMs: 900 }))).toEqual([]);
    const bare = fixtureDevice(0, { alias: null, tags: [], notes: null, attributes: {}, readAtMs: 2000 });
    expect(savedDifferences(saved, bare)).toEqual([]);
  });
});

describe('deployment and metadata in the device form', () => {
  const fitted = fixtureDevice(0, { attributes: { 'deployment.status': 'DEPLOYED', metadata: { floor: 3 } } });

  it("show the backend's values, and save only changes", () => {
    const before = textsBefore(fitted, null);
    expect(before['deployment.status']).toBe('DEPLOYED');
    expect(before.metadata).toBe('{"floor":3}');
    const typed = { 'deployment.status': 'DEPLOYED', metadata: '{ "floor": 3 }', 'deployment.installerName': 'Ada' };
    expect(changedValues(before, typed)).toEqual({ 'deployment.installerName': 'Ada' });
    expect(changedValues(before, { metadata: '{ "floor": 4 }' })).toEqual({ metadata: '{"floor":4}' });
    expect(changedValues(before, { metadata: '' })).toEqual({ metadata: '' });
  });

  it.each(['floor 3', '[1]', '3', '{"floor":'])('refuse metadata such as %s that is not a JSON object', (metadata) => {
    expect(faultsOf({}, { metadata })).toEqual({ metadata: devicePageStrings.noMetadata });
  });
});
