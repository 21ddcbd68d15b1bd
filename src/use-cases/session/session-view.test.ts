/** What is shown of the key before and after it was looked for. */
import { describe, expect, it } from 'vitest';
import { fixtureAccount } from '../../../test/support/fixture-rows.ts';
import { LAST_ACCOUNT_SETTING } from '../../names.ts';
import type { SessionPorts } from './ports.ts';
import { createSessionView } from './session-view.ts';

const account = fixtureAccount();

function openView(hasVault = false) {
  const accounts = {
    all: async () => [account],
    get: async () => account,
    setting: async (name: string) => (name === LAST_ACCOUNT_SETTING ? account.id : null),
    setSetting: async () => undefined,
  };
  const ports = { accounts, vault: { has: async () => hasVault }, keys: { get: () => null, forget: () => undefined } };
  return createSessionView(ports as unknown as SessionPorts);
}

describe('the shown state of the session', () => {
  it('says nothing about the key before the key was looked for', async () => {
    const view = openView();
    expect(view.state.value).toMatchObject({ account: null, key: 'unread', hasVault: false, hasScreenLock: false });
    await view.openLast();
    expect(view.state.value).toMatchObject({ account, key: 'unread' });
    await view.refresh();
    expect(view.state.value.key).toBe('unread');
    await view.keySought();
    expect(view.state.value.key).toBe('needed');
  });

  it('says that the key is behind a passphrase only after the key was looked for', async () => {
    const view = openView(true);
    await view.openLast();
    expect(view.state.value).toMatchObject({ hasVault: true, key: 'unread' });
    await view.keySought();
    expect(view.state.value.key).toBe('vault');
  });
});
