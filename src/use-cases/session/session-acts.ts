/** What a person does with accounts now and then: connecting, practising, giving a key, removing. Fetched when it is first asked for. */
import { checkAccountDraft, makeAccount, type Account, type AccountDraft } from '../../domain/account.ts';
import type { Live } from '../../domain/live.ts';
import { judgePassphrase, mayProtect, ownWords, type PassphraseJudgement } from '../../domain/passphrase.ts';
import { isOnlyHere } from '../../domain/undelivered-work.ts';
import type { KeyOutcome, RemovalOutcome, Session, SessionState } from './offered.ts';
import { createKeyOwners, type Finding } from './session-keys.ts';
import { SessionError } from './session-error.ts';
import type { SessionPorts } from './ports.ts';
import {
  keyAcceptedSetting,
  keyVerifierSetting,
  lockedSetting,
  PRACTICE_ROLE_SETTING,
  removingSetting,
} from '../../names.ts';

/** The session that they are acts of. */
interface SessionCore {
  readonly ports: SessionPorts;
  readonly state: Live<SessionState>;
  refresh(): Promise<void>;
  activate(account: Account | null): Promise<void>;
  /** The one that is shown; throws where there is none. */
  connected(): Account;
  /** The one whose key or passphrase is asked for: connected, or locked; throws where there is none. */
  active(): Account;
}

/** Each but `judgePassphrase` is called in the session's turn. */
interface SessionActs extends Pick<
  Session,
  'connect' | 'practise' | 'giveKey' | 'openVault' | 'setPassphrase' | 'judgePassphrase' | 'remove'
> {
  /** The key of the sandbox's account, in the role that was practised last. */
  findPracticeKey(): Promise<void>;
  /** The backend has answered with this key, which is the connected account's now: from here on it can be checked offline. */
  keepAccepted(account: Account, apiKey: string): Promise<void>;
  /** Deletes and proves; what is left is tried again at the next start. */
  erase(accountId: string): Promise<readonly string[]>;
}

export function createSessionActs({ ports, state, refresh, activate, connected, active }: SessionCore): SessionActs {
  const { accounts, vault, keys, keyVerifiers, newId, nowMs } = ports;
  const owners = createKeyOwners(ports);

  /** Puts what was found in its place; only now is the key anywhere. */
  async function accept(
    found: Extract<Finding, { kind: 'found' }>,
    key: string,
    passphrase: string | null,
  ): Promise<Extract<KeyOutcome, { kind: 'connected' }>> {
    const { standing } = found;
    const isNewKey = standing === 'new' || standing === 'proved';
    const keyMark =
      isNewKey || typeof found.account.keyMark !== 'string' ? await ports.keyMarks.make(key) : found.account.keyMark;
    const verifier = isNewKey ? await keyVerifiers.make(key) : null;
    const account: Account = { ...found.account, keyMark };
    await accounts.put(account);
    if (verifier !== null) await accounts.setSetting(keyVerifierSetting(account.id), verifier);
    if (standing === 'proved') await accounts.setSetting(keyAcceptedSetting(account.id), '1');
    if (passphrase !== null) await vault.seal(account.id, key, passphrase);
    // Before the person chooses: an existing vault would keep the old key.
    else if (standing === 'proved') await vault.forget(account.id);
    keys.set(account.id, key);
    await open(account);
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

  /** Its key or passphrase was given: it may be shown again. */
  async function open(account: Account): Promise<void> {
    await accounts.setSetting(lockedSetting(account.id), null);
    await activate(account);
  }

  async function erase(accountId: string): Promise<readonly string[]> {
    const left = await ports.erase(accountId);
    if (left.length === 0) await accounts.remove(accountId);
    return left;
  }

  async function judge(
    passphrase: string,
    key: string | null,
    ...known: readonly (string | null)[]
  ): Promise<PassphraseJudgement> {
    return judgePassphrase(passphrase, key, await ports.guesses(passphrase, ownWords(key, ...known)));
  }

  /** The sandbox's account; its addresses follow the sandbox, which may answer elsewhere than last time. */
  async function openPractice(role: 'owner' | 'editor'): Promise<Account> {
    const practice = await ports.openPractice();
    const draft: AccountDraft = {
      name: ports.practiceName,
      baseUrl: practice.baseUrl,
      legacyBaseUrl: practice.legacyBaseUrl,
      vendor: practice.vendor,
    };
    const known = (await accounts.all()).find(({ kind }) => kind === 'sandbox');
    const fresh = makeAccount(draft, known?.id ?? newId(), 'sandbox', known?.createdAtMs ?? nowMs());
    const account: Account = known === undefined ? fresh : { ...known, ...fresh, settings: known.settings };
    if (JSON.stringify(known) !== JSON.stringify(account)) await accounts.put(account);
    await accounts.setSetting(PRACTICE_ROLE_SETTING, role);
    keys.set(account.id, role === 'owner' ? practice.ownerKey : practice.editorKey);
    return account;
  }

  return {
    erase,
    keepAccepted,
    async findPracticeKey() {
      await openPractice((await accounts.setting(PRACTICE_ROLE_SETTING)) === 'editor' ? 'editor' : 'owner');
    },
    async connect(draft, apiKey, passphrase, decision): Promise<KeyOutcome> {
      if (checkAccountDraft(draft).length > 0) throw new SessionError('badDraft');
      const key = apiKey.trim();
      if (key === '') throw new SessionError('noKey');
      if (passphrase !== null && !mayProtect(await judge(passphrase, key, draft.name, draft.baseUrl)))
        throw new SessionError('badPassphrase');
      const finding = await owners.ofDraft(draft, key, decision);
      if (finding.kind !== 'found') return finding;
      if (finding.standing !== 'unchecked' || passphrase === null) return accept(finding, key, passphrase);
      // No vault is made, and none replaced, with a key that nothing was checked against.
      const doubt = await owners.doubtOfBackend(finding.account, key);
      if (doubt !== null) return { kind: 'notProven', doubt };
      await keepAccepted(finding.account, key);
      return accept({ ...finding, standing: 'own' }, key, passphrase);
    },
    async practise(role = 'owner') {
      const account = await openPractice(role);
      await activate(account);
      return account;
    },
    async giveKey(apiKey, decision): Promise<KeyOutcome> {
      const key = apiKey.trim();
      if (key === '') throw new SessionError('noKey');
      const finding = await owners.ofAccount(active(), key, decision);
      return finding.kind === 'found' ? accept(finding, key, null) : finding;
    },
    async openVault(passphrase) {
      const account = active();
      const opening = await vault.open(account.id, passphrase);
      if (opening.kind !== 'opened') return opening.kind;
      await accept({ kind: 'found', account, standing: 'own' }, opening.apiKey, null);
      return 'opened';
    },
    async setPassphrase(passphrase) {
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
    judgePassphrase(passphrase, apiKey) {
      const { account } = state.value;
      const key = apiKey?.trim() ?? (account === null ? null : keys.get(account.id));
      return judge(passphrase, key, account?.name ?? null, account?.baseUrl ?? null);
    },
    async remove(options): Promise<RemovalOutcome> {
      const { id } = active();
      if (await ports.isBusy()) return { kind: 'busy' };
      const check = await ports.countWork(id);
      const handedOver = new Set(options?.handedOver);
      const isHandedOver = check.receiptIds.every((one) => handedOver.has(one));
      if (check.unfinishedRuns > 0 || !isHandedOver) return { kind: 'refused', check };
      // Whoever finds the phone may not destroy what only its owner can bring away.
      if (state.value.locked?.id === id && isOnlyHere(check)) return { kind: 'refused', check };
      // From here on every window leaves it, and a removal that is cut off goes on at the next start.
      await accounts.setSetting(removingSetting(id), '1');
      // A run that another window has begun meanwhile: its receipt would have no place to be kept.
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
  };
}
