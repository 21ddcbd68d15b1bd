/**
 * Accepts a key for an account: stores its mark, the vault and the verifier of a replaced key, and only then puts it
 * into memory.
 */
import type { Account } from '../../domain/account.ts';
import { keyAcceptedSetting, keyVerifierSetting, lockedSetting } from '../../names.ts';
import type { KeyOutcome } from './session.ts';
import type { SessionPorts } from './ports.ts';
import { discardScreenLock } from './screen-lock-acts.ts';
import type { Finding } from './session-keys.ts';

export type KeyAcceptance = ReturnType<typeof createKeyAcceptance>;

export function createKeyAcceptance(ports: SessionPorts, activate: (account: Account) => Promise<void>) {
  const { accounts, vault, keys, keyVerifiers } = ports;

  /** Stores the result of the check. Only now is the key available. */
  async function accept(
    found: Extract<Finding, { kind: 'found' }>,
    key: string,
    passphrase: string | null,
  ): Promise<Extract<KeyOutcome, { kind: 'connected' }>> {
    const { standing } = found;
    const isNewKey = standing === 'new' || standing === 'proved';
    const keyMark =
      isNewKey || typeof found.account.keyMark !== 'string' ? await ports.keyMarks.make(key) : found.account.keyMark;
    const account: Account = { ...found.account, keyMark };
    const verifier = standing === 'proved' ? await keyVerifiers.make(key) : null;
    await accounts.put(account);
    if (verifier !== null) {
      await accounts.setSetting(keyVerifierSetting(account.id), verifier);
      await accounts.setSetting(keyAcceptedSetting(account.id), '1');
      // Before the person chooses again, because both would keep the old key.
      await vault.forget(account.id);
      await discardScreenLock(ports, account.id);
    }
    if (passphrase !== null) await vault.seal(account.id, key, passphrase);
    // The lock first: another window that received the key while the account is still locked would remove it again.
    await accounts.setSetting(lockedSetting(account.id), null);
    keys.set(account.id, key);
    await activate(account);
    // Takes up to a second on a phone, so a new account, which has no earlier key, is opened meanwhile.
    if (standing === 'new') await accounts.setSetting(keyVerifierSetting(account.id), await keyVerifiers.make(key));
    return { kind: 'connected', account, mayRemember: standing !== 'unchecked' };
  }

  async function keepAccepted({ id }: Account, key: string): Promise<void> {
    if ((await accounts.setting(keyVerifierSetting(id))) === null)
      await accounts.setSetting(keyVerifierSetting(id), await keyVerifiers.make(key));
    await accounts.setSetting(keyAcceptedSetting(id), '1');
  }

  async function isChecked(accountId: string, key: string): Promise<boolean> {
    const verifier = await accounts.setting(keyVerifierSetting(accountId));
    return verifier !== null && (await keyVerifiers.matches(verifier, key));
  }

  return {
    accept,
    /** Called when the backend has answered with this key: from then on it can be checked offline. */
    keepAccepted,
    /** Returns whether this key can be checked offline and is the accepted one. */
    isChecked,
  };
}
