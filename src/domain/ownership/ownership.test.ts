import { describe, expect, it } from 'vitest';
import { readOrderIds } from './order-ids.ts';
import { dateFault, endOfDaySeconds, mailFault, mailIn, mayGiveAway } from './share.ts';

describe('typed order IDs', () => {
  it.each([
    ['', [], [], []],
    ['  AB-12 ', ['AB-12'], [], []],
    ['AB-1,ab-1;\n AB-2\tAB-1', ['AB-1', 'ab-1', 'AB-2'], ['AB-1'], []],
    ['AB\u200b-1\u202e', ['AB-1'], [], []],
    ['AB_1 Ö-2', ['AB_1', 'Ö-2'], [], ['AB_1', 'Ö-2']],
  ])('are read from %j', (text, ids, repeated, odd) =>
    expect(readOrderIds(text)).toMatchObject({ ids, repeated, odd }),
  );
});

describe('shares of a device', () => {
  it.each([
    ['', 'empty'],
    ['a@b.example', null],
    [' a@b.example ', null],
    ['a@b', 'notAnAddress'],
    ['a@b.example, c@d.example', 'notOneAddress'],
    ['ab.example', 'notAnAddress'],
    ['mailto:a@b.example', 'notAnAddress'],
    ['<a@b.example>', 'notAnAddress'],
    ['a@b..de', 'notAnAddress'],
    ['a@b.example\u200b', 'notAnAddress'],
    ['a.@b.example', 'notAnAddress'],
    ['a@.b.example', 'notAnAddress'],
    ['.a@b.example', 'notAnAddress'],
    ['a@b.example.', 'notAnAddress'],
    ['a@@b.example', 'notAnAddress'],
    ['a;b@c.example', 'notOneAddress'],
    ['a b@c.example', 'notOneAddress'],
    ['"a"@b.example', 'notAnAddress'],
    ['a+b@c.d.example', null],
    ['  ', 'empty'],
  ] as const)('need one valid address, and %j has the fault %s', (text, fault) => expect(mailFault(text)).toBe(fault));
  it.each([
    ['mailto:a@b.example?subject=Beacons', 'a@b.example'],
    ['Ann Lee <a@b.example>', 'a@b.example'],
    ['<mailto:a@b.example>', 'a@b.example'],
    ['a@b.example', 'a@b.example'],
    ['a@b ', 'a@b '],
    ['MAILTO:a@b.example', 'a@b.example'],
    ['Ann <a b@c.example>', 'Ann <a b@c.example>'],
    ['', ''],
  ])('go, for the typed text %j, to the address %j', (text, address) => expect(mailIn(text)).toBe(address));
  it('end with the last second of the chosen day in the local time zone', () => {
    expect(endOfDaySeconds('2026-03-01', 0)).toBe(Date.UTC(2026, 2, 1, 23, 59, 59) / 1000);
    expect(endOfDaySeconds('2026-03-01', -120)).toBe(Date.UTC(2026, 2, 1, 21, 59, 59) / 1000);
    for (const text of ['', '2026-02-30', '1.3.2026', '2026-3-1']) expect(endOfDaySeconds(text, 0)).toBeNull();
  });
  it.each([
    [null, 'unreadable'],
    [1000, 'past'],
    [1001, null],
    [2 ** 32 - 1, null],
    [2 ** 32, 'tooFar'],
    [999, 'past'],
  ] as const)('need an end in the future, and the second %s has the fault %s', (seconds, fault) =>
    expect(dateFault(seconds, 1_000_000)).toBe(fault),
  );
  it.each([
    ['OWNER', 'yes'],
    ['SUPERVISOR', 'yes'],
    ['EDITOR', 'no'],
    ['VIEWER', 'no'],
    [null, 'serverJudges'],
    ['CUSTODIAN', 'serverJudges'],
  ] as const)('can be given by a person with the access level %s: %s', (access, may) =>
    expect(mayGiveAway(access)).toBe(may),
  );
});
