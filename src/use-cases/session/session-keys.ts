/** Finds the account that a typed key belongs to, and asks before another key gets access to stored data. */
import { freeName, isSameBackend, makeAccount, type Account, type AccountDraft } from '../../domain/account.ts';
import { isAccessAtLeast } from '../../domain/access.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import { withChanges } from '../../domain/default-settings.ts';
import { isOnlyHere } from '../../domain/undelivered-work.ts';
import { keyAcceptedSetting, keyVerifierSetting, lockedSetting, screenLockSetting } from '../../names.ts';
import type { KeyDecision, KeyDoubt, KeyOutcome, KnownAccount } from './session.ts';
import type { SessionPorts } from './ports.ts';

/** Devices that the backend has to return. */
const MAX_REQUESTS = 20;

/**
 * Why the key is accepted for the account. `new`: the account is created with it · `own`: it matches the verifier, or
 * came from the vault · `proved`: the backend returned the account's devices with it, and it replaces the earlier key ·
 * `unchecked`: an open account of an earlier version has no verifier yet, but its key mark matches.
 */
type KeyStanding = 'new' | 'own' | 'proved' | 'unchecked';

export type Finding =
  | { readonly kind: 'found'; readonly account: Account; readonly standing: KeyStanding }
  | Exclude<KeyOutcome, { kind: 'connected' }>;

export function createKeyOwners(ports: SessionPorts) {
  const { accounts, vault, probe, countWork, newId, nowMs } = ports;
  const { ownStanding, needsPassphrase, isUnused } = createStoredProofs(ports);

  async function doubtOfBackend(account: Account, apiKey: string): Promise<KeyDoubt | null> {
    const verdict = await probe(account, apiKey);
    if (verdict.kind === 'ok') return null;
    return verdict.kind === 'wrongKey' ? 'wrongKey' : 'unchecked';
  }

  async function decide(
    fresh: Account,
    existing: readonly Account[],
    all: readonly Account[],
    apiKey: string,
    decision: KeyDecision | undefined,
  ): Promise<Finding> {
    if (decision?.kind === 'other')
      return { kind: 'found', account: { ...fresh, name: freeName(fresh.name, all) }, standing: 'new' };
    const account = existing.find(({ id }) => id === decision?.accountId);
    if (account === undefined) return { kind: 'otherKey', known: await Promise.all(existing.map(describe)) };
    // Saying "the same account" proves nothing.
    if (await needsPassphrase(account)) return { kind: 'notProven', doubt: 'needsPassphrase' };
    const doubt = (await isUnused(account))
      ? await doubtOfBackend(account, apiKey)
      : await doubtOfDevices(account, apiKey, ports);
    return doubt === null ? { kind: 'found', account, standing: 'proved' } : { kind: 'notProven', doubt };
  }

  async function describe(account: Account): Promise<KnownAccount> {
    const [work, hasPassphrase, screenLock, passphraseOnly] = await Promise.all([
      countWork(account.id),
      vault.has(account.id),
      accounts.setting(screenLockSetting(account.id)),
      needsPassphrase(account),
    ]);
    const hasVault = hasPassphrase || screenLock !== null;
    return { account, onlyHere: work.onlyHere, hasVault, needsPassphrase: passphraseOnly };
  }

  return {
    /** Sends a request with the key; null when the backend accepts it. */
    doubtOfBackend,
    /** Checks the input of the connect page. */
    async ofDraft(draft: AccountDraft, apiKey: string, decision: KeyDecision | undefined): Promise<Finding> {
      const all = await accounts.all();
      const fresh = makeAccount(draft, newId(), 'live', nowMs());
      const existing = all.filter((account) => account.kind === 'live' && isSameBackend(account, fresh));
      const own: { readonly account: Account; readonly standing: KeyStanding }[] = [];
      for (const account of existing) {
        const standing = await ownStanding(account, apiKey);
        if (standing !== null) own.push({ account, standing });
      }
      // Another name creates another account. The host's name is the default when nothing was typed.
      const sameName = own.find(({ account }) => account.name === fresh.name);
      const mine = sameName ?? (fresh.baseUrl.split('/')[2] === fresh.name ? own[0] : undefined);
      if (mine !== undefined) {
        const { account, standing } = mine;
        const settings =
          draft.settings === undefined ? account.settings : withChanges(account.settings, draft.settings);
        return { kind: 'found', account: { ...account, settings }, standing };
      }
      if (existing.length === 0 || own.length > 0) return { kind: 'found', account: fresh, standing: 'new' };
      return decide(fresh, existing, all, apiKey, decision);
    },
    /** Checks a key given to `account`. */
    async ofAccount(account: Account, apiKey: string, decision: KeyDecision | undefined): Promise<Finding> {
      if (account.kind === 'sandbox') return { kind: 'found', account, standing: 'unchecked' };
      const standing = await ownStanding(account, apiKey);
      if (standing !== null) return { kind: 'found', account, standing };
      const all = await accounts.all();
      const { name, baseUrl, legacyBaseUrl, vendor, settings } = account;
      const fresh = makeAccount({ name, baseUrl, legacyBaseUrl, vendor, settings }, newId(), 'live', nowMs());
      if (decision?.kind === 'other') {
        for (const one of all) {
          const its = one.kind === account.kind && isSameBackend(one, account) ? await ownStanding(one, apiKey) : null;
          if (its !== null) return { kind: 'found', account: one, standing: its };
        }
      }
      return decide(fresh, [account], all, apiKey, decision);
    },
  };
}

/** Answers from what is stored about an account's key, without asking the backend. */
function createStoredProofs({ accounts, keyMarks, keyVerifiers, savedAccess, countWork }: SessionPorts) {
  const isLocked = async ({ id }: Account): Promise<boolean> => (await accounts.setting(lockedSetting(id))) !== null;

  /**
   * Returns null when it is not the account's key, or when nothing proves it. The mark does not open a locked account.
   */
  async function ownStanding(account: Account, apiKey: string): Promise<'own' | 'unchecked' | null> {
    const verifier = await accounts.setting(keyVerifierSetting(account.id));
    if (verifier !== null) return (await keyVerifiers.matches(verifier, apiKey)) ? 'own' : null;
    if (await isLocked(account)) return null;
    const { keyMark } = account;
    return typeof keyMark === 'string' && (await keyMarks.fits(keyMark, apiKey)) ? 'unchecked' : null;
  }

  const needsPassphrase = async (account: Account): Promise<boolean> =>
    (await isLocked(account)) && (await accounts.setting(keyVerifierSetting(account.id))) === null;

  /**
   * True when a key mistyped at connecting may be corrected: no key of the account was ever accepted, and it contains
   * no data.
   */
  async function isUnused(account: Account): Promise<boolean> {
    if ((await isLocked(account)) || (await accounts.setting(keyAcceptedSetting(account.id))) !== null) return false;
    if ((await savedAccess(account)).size > 0) return false;
    return !isOnlyHere(await countWork(account.id));
  }

  return { ownStanding, needsPassphrase, isUnused };
}

/**
 * Another customer's key is accepted by the same backend too. So devices drawn from the account's stored list are
 * requested with this key, and the backend has to return each with at least the stored access. Returns null when it
 * does.
 */
async function doubtOfDevices(
  account: Account,
  apiKey: string,
  { savedAccess, findDevices, random }: Pick<SessionPorts, 'savedAccess' | 'findDevices' | 'random'>,
): Promise<KeyDoubt | null> {
  const saved = await savedAccess(account);
  const drawn = draw([...saved.keys()], MAX_REQUESTS, random);
  if (drawn.length === 0) return 'noDevices';
  const atOnce = Math.max(1, account.settings.bulk.idsAtOnce);
  for (let from = 0; from < drawn.length; from += atOnce) {
    const ids = drawn.slice(from, from + atOnce);
    const answer = await findDevices(account, apiKey, ids);
    if (!answer.ok) return doubtOfFailure(answer.failure.kind);
    const accessById = new Map(answer.value.devices.map(({ uniqueId, access }) => [uniqueId, access]));
    for (const id of ids) {
      const access = accessById.get(id);
      // A device that is missing in an incomplete answer proves nothing.
      if (access === undefined) return answer.value.isWhole ? 'otherAccount' : 'unchecked';
      if (!isAccessAtLeast(access, saved.get(id) ?? null)) return 'otherAccount';
    }
  }
  return null;
}

function doubtOfFailure(kind: BackendFailure['kind']): KeyDoubt {
  return kind === 'key' || kind === 'forbidden' ? 'wrongKey' : 'unchecked';
}

/** Returns up to `most` random items. */
function draw<T>(items: readonly T[], most: number, random: () => number): T[] {
  const left = [...items];
  const drawn: T[] = [];
  while (drawn.length < most && left.length > 0) {
    const at = Math.min(left.length - 1, Math.floor(random() * left.length));
    drawn.push(left[at]!);
    left[at] = left.at(-1)!;
    left.pop();
  }
  return drawn;
}
