/** Whose access to a device is meant, and whether it can be taken back. */
import { expect, it } from 'vitest';
import { canBeTakenBack, holderOf, type AccessHolder } from './access.ts';

const holder = (email: string, role = 'EDITOR'): AccessHolder => ({ email, name: '', role, expiresAtMs: null });

it('a person with access is found by the mail address, in whatever case', () => {
  const holders = [holder('a@b.c'), holder(' Ann@Example.com ')];
  expect(holderOf(holders, 'ann@example.COM ')).toBe(holders[1]);
  expect(holderOf(holders, 'bob@example.com')).toBeNull();
});

it.each([
  ['ann@example.com', 'EDITOR', true],
  ['ann@example.com', 'OWNER', false],
  ['', 'EDITOR', false],
])('access of the person "%s" with the level %s can be taken back: %s', (email, role, expected) => {
  expect(canBeTakenBack(holder(email, role))).toBe(expected);
});
