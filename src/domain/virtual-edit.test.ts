import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixtureDevices, fixtureEdit } from '../../test/support/fixture-rows.ts';
import { isUnsent, shownName, withEdit, withEdits } from './virtual-edit.ts';

const device = fixtureDevice(0);
const id = device.uniqueId;

describe('a device with an edit by a person', () => {
  it('shows unsent values, empty ones too', () => {
    const shown = withEdit(device, fixtureEdit(id, { values: { alias: '', tags: 'a,b' } }));
    expect([shown.alias, shown.tags, shown.notes]).toEqual([null, ['a', 'b'], device.notes]);
  });

  it('has unsent values until the edit is saved', () => {
    expect([
      isUnsent(null),
      isUnsent(fixtureEdit(id)),
      isUnsent(fixtureEdit(id, { state: 'parked' })),
      isUnsent(fixtureEdit(id, { state: 'saved' })),
    ]).toEqual([false, true, true, false]);
  });

  it.each([
    ['its alias', { alias: 'Door', name: 'FK' }, null, 'Door'],
    ['the unsent alias first', { alias: 'Door', name: 'FK' }, { alias: 'Gate' }, 'Gate'],
    ['the alias where something else is edited', { alias: 'Door', name: 'FK' }, { notes: 'n' }, 'Door'],
    ['its name where it has no alias', { alias: null, name: 'FK' }, null, 'FK'],
    ['its name where the alias was emptied and is not sent yet', { alias: 'Door', name: 'FK' }, { alias: '' }, 'FK'],
    ['nothing where it has neither', { alias: null, name: null }, null, null],
    ['the unsent alias of one that is in no list', null, { alias: 'Gate' }, 'Gate'],
  ])('is called by %s', (_what, of, values, name) => {
    expect(shownName(of, values === null ? null : { values, state: 'waiting' })).toBe(name);
  });

  it('is computed once for the same list and edits, and the list stays the same object without edits', () => {
    const devices = fixtureDevices(5);
    expect(withEdits(devices, [])).toBe(devices);
    const edit = fixtureEdit(devices[2]!.uniqueId, { values: { alias: 'Gate' } });
    const shown = withEdits(devices, [edit]);
    expect(shown.map(({ alias }) => alias)).toEqual(devices.map(({ alias }, at) => (at === 2 ? 'Gate' : alias)));
    expect(withEdits(devices, [edit])).toBe(shown);
    expect(withEdits(devices, [{ ...edit }])).not.toBe(shown);
  });
});

it.each([
  ['an empty list of tags', { tags: '' }, { tags: [] }],
  ['an empty note', { notes: '' }, { notes: null }],
  ['another note', { notes: 'left' }, { notes: 'left' }],
  ['another alias', { alias: 'Gate' }, { alias: 'Gate' }],
] as const)('a device with an edit shows %s, and leaves all other fields', (_what, values, changed) => {
  expect(withEdit(device, fixtureEdit(id, { values }))).toEqual({ ...device, ...changed });
});

it('a device with an edit shows the edited attributes beside its other attributes', () => {
  const values = { 'deployment.status': 'DEPLOYED', metadata: '' } as const;
  const shown = withEdit(device, fixtureEdit(id, { values }));
  expect(shown).toEqual({ ...device, attributes: { ...device.attributes, ...values } });
  expect(withEdit(device, fixtureEdit(id, { values: { alias: 'x' } })).attributes).toBe(device.attributes);
});

it('a device with an edit shows the values and the name of the backend once the edit is saved', () => {
  const saved = fixtureEdit(id, { values: { alias: 'Gate' }, state: 'saved' });
  expect(withEdit(device, saved)).toBe(device);
  expect(withEdit(device, null)).toBe(device);
  expect(shownName({ alias: 'Door', name: 'FK' }, saved)).toBe('Door');
  expect(shownName({ alias: 'Door', name: 'FK' }, { ...saved, state: 'parked' })).toBe('Gate');
});
