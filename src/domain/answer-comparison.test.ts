import { describe, expect, it } from 'vitest';
import { compareAnswer, valuesAtBackend } from './answer-comparison.ts';

describe('the comparison of the values in an answer with the requested ones', () => {
  it.each([
    [
      'values in another spelling are the same',
      { minor: '7', packets: 'KONTAKT,IBEACON' },
      { minor: 7, packets: ['IBEACON', 'KONTAKT'] },
      [],
    ],
    [
      'an empty list that the answer leaves out is the same',
      { 'powerSaving.features': '', minor: 7 },
      { minor: 7 },
      [],
    ],
    [
      'another value is changed',
      { interval: 300 },
      { interval: 350 },
      [{ name: 'interval', kind: 'changed', requested: 300, answered: 350 }],
    ],
    [
      'a value that is left out beside others is ignored',
      { custom: 'x', minor: 7 },
      { minor: 7 },
      [{ name: 'custom', kind: 'ignored', requested: 'x' }],
    ],
    [
      'a value that is left out beside what was pending before is ignored',
      { custom: 'x' },
      { txPower: 3 },
      [{ name: 'custom', kind: 'ignored', requested: 'x' }],
    ],
    [
      'an answer without any values does not tell about the requested value',
      { minor: 7 },
      { created: 1 },
      [{ name: 'minor', kind: 'notSaid', requested: 7 }],
    ],
    [
      'several values differ in several ways',
      { interval: 300, custom: 'x', minor: 7 },
      { interval: 350, minor: 7 },
      [
        { name: 'interval', kind: 'changed', requested: 300, answered: 350 },
        { name: 'custom', kind: 'ignored', requested: 'x' },
      ],
    ],
    [
      'a value that the answer empties is changed',
      { interval: 300 },
      { interval: null },
      [{ name: 'interval', kind: 'changed', requested: 300, answered: null }],
    ],
    [
      'a value is not called ignored when the answer contains only values that the backend alone has',
      { minor: 7 },
      { alias: 'x', lastSeen: 5 },
      [{ name: 'minor', kind: 'notSaid', requested: 7 }],
    ],
    ['nothing, when no value was requested', {}, { minor: 7 }, []],
    ['nothing about a password, which is never compared', { password: 'abcdef12', minor: 7 }, { minor: 7 }, []],
  ] as const)('finds: %s', (_, asked, answered, expected) => {
    expect(compareAnswer(asked, answered)).toEqual(expected);
  });

  it('replaces requested values by answered ones to give the values at the backend', () => {
    const sent = { interval: 300, custom: 'x', minor: 7, password: 'abcdef12' };
    const differences = compareAnswer(sent, { interval: 350, minor: 7 });
    expect(valuesAtBackend(sent, differences)).toEqual({
      interval: 350,
      minor: 7,
      password: 'abcdef12',
    });
  });
});

it('requested values that the answer leaves out stay among the values at the backend', () => {
  const requested = { minor: 7, interval: 300 };
  expect(valuesAtBackend(requested, [{ kind: 'notSaid', name: 'minor', requested: 7 }])).toEqual(requested);
  expect(valuesAtBackend(requested, [])).toEqual(requested);
  expect(requested).toEqual({ minor: 7, interval: 300 });
});
