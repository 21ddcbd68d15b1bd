/** The accounts outside the database, as the page's localStorage holds them. */
import { expect, it } from 'vitest';
import { makeAccount } from '../../domain/account.ts';
import type { LocalStorage } from '../local-storage.ts';
import { createAccountCopy } from './account-copy.ts';

const account = (id: string) =>
  makeAccount(
    { name: id, baseUrl: 'https://v3.example', legacyBaseUrl: 'https://legacy.example', vendor: 'acme' },
    id,
    'live',
    1000,
  );

/** Keeps entries in memory, in the order in which they were stored. */
function memory(): LocalStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

it('the copy of the accounts loses no account because the copy of another one is damaged', () => {
  const localStorage = memory();
  const copy = createAccountCopy(localStorage, 'fieldkit');
  for (const id of ['a', 'b', 'c']) copy.keep(account(id));
  localStorage.setItem('fieldkit-account-b', '{"id":"b","na');
  localStorage.setItem('fieldkit-account-d', '"no account"');
  localStorage.setItem('theme', JSON.stringify(account('e')));
  expect(copy.all()).toEqual([account('a'), account('c')]);
});

it('the copy of the accounts does not bring back an account that was removed', () => {
  const copy = createAccountCopy(memory(), 'fieldkit');
  for (const id of ['a', 'b']) copy.keep(account(id));
  copy.forget('a');
  expect(copy.all()).toEqual([account('b')]);
});

it('the copy of the accounts causes no failure where localStorage is full, forbidden or absent', () => {
  const refuse = (): never => {
    throw new DOMException('', 'SecurityError');
  };
  const forbidden: LocalStorage = {
    get length(): number {
      return refuse();
    },
    key: refuse,
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  };
  for (const localStorage of [forbidden, null]) {
    const copy = createAccountCopy(localStorage, 'fieldkit');
    copy.keep(account('a'));
    copy.forget('a');
    expect(copy.all()).toEqual([]);
  }
});
