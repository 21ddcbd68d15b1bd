/**
 * Rare actions on accounts: connecting, practising, giving and storing a key, settings, removing. Loaded on first use.
 */
import { checkAccountDraft, makeAccount, type Account, type AccountDraft } from '../../domain/account.ts';
import { judgePassphrase, mayProtect, ownWords, type PassphraseJudgement } from '../../domain/passphrase.ts';
import type { IdleLockMinutes } from '../../domain/idle-lock.ts';
import type { Settings } from '../../domain/settings.ts';
import { isOnlyHere } from '../../domain/undelivered-work.ts';
import { createKeyAcceptance } from './key-acceptance.ts';
import type { SessionPorts } from './ports.ts';
import type { KeyDecision, KeyOutcome, RemovalOutcome } from './session.ts';
import { createScreenLockActs, discardScreenLock } from './screen-lock-acts.ts';
import { createSessionCore, type SessionParts } from './session-core.ts';
import { createKeyOwners } from './session-keys.ts';
import { SessionError } from './session-error.ts';
import { IDLE_LOCK_SETTING, PRACTICE_ROLE_SETTING, removingSetting } from '../../names.ts';

export type SessionActs = ReturnType<typeof createSessionActs>;

/**
 * Each method is called inside the session's queue, except `judgePassphrase`, `signOutCheck` and those of the screen
 * lock, which wait for a person and enter the queue afterwards. Those of a session are described there.
 */
export function createSessionActs(parts: SessionParts) {
  const core = createSessionCore(parts);
  const { ports, state, refresh, activate, connected, active } = core;
  const { accounts, vault, keys } = ports;
  const owners = createKeyOwners(ports);
  const acceptance = createKeyAcceptance(ports, activate);
  const { accept, keepAccepted, isChecked } = acceptance;

  async function judge(
    passphrase: string,
    key: string | null,
    ...known: readonly (string | null)[]
  ): Promise<PassphraseJudgement> {
    return judgePassphrase(passphrase, key, await ports.guesses(passphrase, ownWords(key, ...known)));
  }

  async function erase(accountId: string): Promise<readonly string[]> {
    const left = await ports.erase(accountId);
    if (left.length > 0) return left;
    await discardScreenLock(ports, accountId);
    await accounts.remove(accountId);
    return left;
  }

  return {
    /** Deletes and checks; what is left is tried again at the next start. */
    erase,
    ...createScreenLockActs(core, acceptance),
    /** The key is the connected account's. */
    keepAccepted,
    /** Loads the key of the sandbox's account, in the last used role. */
    async findPracticeKey(): Promise<void> {
      await openPracticeAccount(
        ports,
        (await accounts.setting(PRACTICE_ROLE_SETTING)) === 'editor' ? 'editor' : 'owner',
      );
    },
    async connect(
      draft: AccountDraft,
      apiKey: string,
      passphrase: string | null,
      decision?: KeyDecision,
    ): Promise<KeyOutcome> {
      if (checkAccountDraft(draft).length > 0) throw new SessionError('badDraft');
      const key = apiKey.trim();
      if (key === '') throw new SessionError('noKey');
      if (passphrase !== null && !mayProtect(await judge(passphrase, key, draft.name, draft.baseUrl)))
        throw new SessionError('badPassphrase');
      const finding = await owners.ofDraft(draft, key, decision);
      if (finding.kind !== 'found') return finding;
      if (finding.standing !== 'unchecked' || passphrase === null) return accept(finding, key, passphrase);
      // No vault is created or replaced with an unchecked key.
      const doubt = await owners.doubtOfBackend(finding.account, key);
      if (doubt !== null) return { kind: 'notProven', doubt };
      await keepAccepted(finding.account, key);
      return accept({ ...finding, standing: 'own' }, key, passphrase);
    },
    async practise(role: 'owner' | 'editor' = 'owner'): Promise<Account> {
      const account = await openPracticeAccount(ports, role);
      await activate(account);
      return account;
    },
    async giveKey(apiKey: string, decision?: KeyDecision): Promise<KeyOutcome> {
      const key = apiKey.trim();
      if (key === '') throw new SessionError('noKey');
      const finding = await owners.ofAccount(active(), key, decision);
      return finding.kind === 'found' ? accept(finding, key, null) : finding;
    },
    async openVault(passphrase: string) {
      const account = active();
      const opening = await vault.open(account.id, passphrase);
      if (opening.kind !== 'opened') return opening.kind;
      await accept({ kind: 'found', account, standing: 'own' }, opening.apiKey, null);
      return 'opened' as const;
    },
    async setPassphrase(passphrase: string): Promise<void> {
      const { id, kind } = connected();
      const key = keys.get(id);
      // The sandbox's key comes with the sandbox and is never stored.
      if (key === null || kind === 'sandbox') throw new SessionError('noKey');
      if (!mayProtect(await judge(passphrase, key, connected().name, connected().baseUrl)))
        throw new SessionError('badPassphrase');
      if (!(await isChecked(id, key))) throw new SessionError('keyUnchecked');
      await vault.seal(id, key, passphrase);
      await refresh();
    },
    async removeStoredKey(): Promise<void> {
      const { id } = connected();
      await vault.forget(id);
      await discardScreenLock(ports, id);
      await refresh();
    },
    signOutCheck: () => ports.countWork(active().id),
    /** Removes the account with all its data, unless something would be lost. */
    async remove(options?: { readonly handedOver?: readonly string[] }): Promise<RemovalOutcome> {
      const { id } = active();
      if (await ports.isBusy()) return { kind: 'busy' };
      const check = await ports.countWork(id);
      const handedOver = new Set(options?.handedOver);
      const isHandedOver = check.receiptIds.every((one) => handedOver.has(one));
      if (check.unfinishedRuns > 0 || !isHandedOver) return { kind: 'refused', check };
      // A stranger with the phone must not destroy what only its owner can export.
      if (state.value.locked?.id === id && isOnlyHere(check)) return { kind: 'refused', check };
      // From here on every window leaves the account, and an interrupted removal continues at the next start.
      await accounts.setSetting(removingSetting(id), '1');
      // Another window may have begun a run in the meantime, whose receipt would have no place to be stored.
      if (await ports.isBusy()) {
        await accounts.setSetting(removingSetting(id), null);
        return { kind: 'busy' };
      }
      keys.clear(id);
      await activate(null);
      const left = await erase(id);
      await refresh();
      return left.length === 0 ? { kind: 'removed' } : { kind: 'left', names: left };
    },
    async setIdleLock(minutes: IdleLockMinutes): Promise<void> {
      await accounts.setSetting(IDLE_LOCK_SETTING, String(minutes));
      await refresh();
    },
    async saveSettings(settings: Settings): Promise<void> {
      await accounts.put({ ...connected(), settings });
      await refresh();
    },
    judgePassphrase(passphrase: string, apiKey?: string): Promise<PassphraseJudgement> {
      const { account } = state.value;
      const key = apiKey ?? (account === null ? null : keys.get(account.id));
      return judge(passphrase, key, account?.name ?? null, account?.baseUrl ?? null);
    },
  };
}

/** Stores the account and its key. Its addresses are those of the sandbox, which may differ from the last time. */
async function openPracticeAccount(ports: SessionPorts, role: 'owner' | 'editor'): Promise<Account> {
  const { accounts, keys, newId, nowMs } = ports;
  const practice = await ports.openPractice();
  const draft: AccountDraft = {
    name: ports.practiceName,
    baseUrl: practice.baseUrl,
    legacyBaseUrl: practice.legacyBaseUrl,
    vendor: practice.vendor,
  };
  const existing = (await accounts.all()).find(({ kind }) => kind === 'sandbox');
  const fresh = makeAccount(draft, existing?.id ?? newId(), 'sandbox', existing?.createdAtMs ?? nowMs());
  const account: Account = existing === undefined ? fresh : { ...existing, ...fresh, settings: existing.settings };
  if (JSON.stringify(existing) !== JSON.stringify(account)) await accounts.put(account);
  await accounts.setSetting(PRACTICE_ROLE_SETTING, role);
  keys.set(account.id, role === 'owner' ? practice.ownerKey : practice.editorKey);
  return account;
}
