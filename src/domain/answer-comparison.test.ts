import { describe, expect, it } from 'vitest';
import { compareAnswer, valuesAtBackend } from './answer-comparison.ts';

describe('the comparison of an answer with what was asked for', () => {
  it.each([
    ['a device that the answer leaves out is rejected', { minor: 7 }, null, 'rejected'],
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
      'an answer without any values reports nothing',
      { minor: 7 },
      { created: 1 },
      [{ name: 'minor', kind: 'notSaid', requested: 7 }],
    ],
    ['a password is never compared', { password: 'abcdef12', minor: 7 }, { minor: 7 }, []],
  ] as const)('%s', (_, asked, answered, expected) => {
    expect(compareAnswer(asked, answered)).toEqual(expected);
  });

  it('stores the values that the backend holds', () => {
    const sent = { interval: 300, custom: 'x', minor: 7, password: 'abcdef12' };
    const differences = compareAnswer(sent, { interval: 350, minor: 7 });
    expect(valuesAtBackend(sent, differences === 'rejected' ? [] : differences)).toEqual({
      interval: 350,
      minor: 7,
      password: 'abcdef12',
    });
  });
});
