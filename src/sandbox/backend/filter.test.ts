import { expect, it } from 'vitest';
import { readFilter } from './filter.ts';

const DEVICE = {
  uniqueId: 'tB4x',
  alias: 'Ward 3, left',
  tags: ['north', 'spare'],
  minor: 77,
  batteryLevel: 9,
  federation: { federated: false },
  'powerSaving.mode': 'RTC',
  lastSeen: null,
};

it.each([
  ['uniqueId==tB4x', true],
  ['uniqueId==TB4X', false],
  ['uniqueId == "tB4x"', true],
  ['uniqueId!=tB4x', false],
  ['(federation.federated==false)', true],
  ['alias==Ward*', true],
  ['alias=="Ward 3, left"', true],
  ['alias==ard*', false],
  ['tags==spare', true],
  ['tags!=spare', false],
  ['powerSaving.mode==RTC', true],
  ['batteryLevel<10', true],
  ['batteryLevel>=10', false],
  ['minor>=77&&minor<=77', true],
  ['minor==1||minor==77', true],
  ['minor==1,minor==77', true],
  ['minor==77;batteryLevel>50', false],
  ['minor==77 and (batteryLevel>50 or uniqueId==tB4x)', true],
  ['minor==1 or minor==2 and minor==77', false],
  ['lastSeen==null', true],
  ['lastSeen>0', false],
  ['nothing==1', false],
  ['nothing!=1', true],
])('the filter of GET /device evaluates %s', (q, fits) => {
  expect(readFilter(q)!(DEVICE)).toBe(fits);
});

it.each(['', 'Ward 3', 'a=b', 'name with (brackets)'])('the filter %j is read as text without a comparison', (q) => {
  expect(readFilter(q)).toBeNull();
});

it.each(['uniqueId==', '==tB4x', '(uniqueId==tB4x', 'uniqueId==tB4x)', 'a==1 b==2', 'a==1 and', 'a<<1'])(
  'the filter %j is refused because it cannot be read',
  (q) => {
    expect(() => readFilter(q)).toThrow('q: is no comparison');
  },
);

it.each([
  ['uniqueId==a', ['a']],
  ['uniqueId==a || uniqueId=="b"', ['a', 'b']],
  ['minor==1 && (uniqueId==a, uniqueId==b)', ['a', 'b']],
  ['uniqueId==a || minor==1', null],
  ['uniqueId==a*', null],
  ['uniqueId!=a', null],
])('the filter %s is read for the IDs of the only devices that can pass it', (q, ids) => {
  expect(readFilter(q)!.ids).toEqual(ids);
});
