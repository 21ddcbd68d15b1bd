/** A backend's answer is applied to the right device, and never to one whose ID only looks similar. */
import { expect, it } from 'vitest';
import { fixtureDevice } from '../../test/support/fixture-rows.ts';
import { isSameId, ofDevice, withVerified } from './device-answers.ts';

it('a device shows verified values, and nothing as pending', () => {
  const device = fixtureDevice(0, {
    name: 'Door',
    attributes: { interval: 350, txPower: 3 },
    pending: { interval: 500 },
  });
  expect(withVerified(device, { interval: 500 })).toEqual({
    ...device,
    attributes: { interval: 500, txPower: 3 },
    pending: null,
  });
  expect(withVerified(device, { name: 'Gate' }).name).toBe('Gate');
  expect(withVerified(device, { name: null }).name).toBe('Door');
});

it.each([
  ['aB3d', 'aB3d', true],
  [' ab3D ', 'aB3d', true],
  ['aB3d', 'aB3e', false],
])('%j and %j are the same ID apart from the spelling: %s', (one, other, isSame) =>
  expect(isSameId(one, other)).toBe(isSame),
);

it.each([
  ['the one with exactly its spelling', ['ab3d', 'aB3d', 'AB3D'], 1],
  ['the only one that differs in case alone', ['AB3D', 'other'], 0],
  ['none, when two differ in case', ['AB3D', 'ab3d'], null],
  ['none, when it is not there', ['other'], null],
  ['none, in an empty answer', [], null],
])('the answer about an ID gives as the device %s', (_which, ids, at) => {
  const elements = ids.map((uniqueId) => ({ uniqueId }));
  expect(ofDevice(elements, 'aB3d')).toBe(at === null ? null : elements[at]);
});
