/** Whose key is it: finds the account that a typed key belongs to, and asks before another key gets at what is stored. */
import { freeName, hasSameAddresses, makeAccount, type Account, type AccountDraft } from '../../domain/account.ts';
import { withChanges } from '../../domain/default-settings.ts';
import type { KeyDecision, KeyOutcome, KnownAccount } from './offered.ts';
import type { SessionPorts } from './ports.ts';

/** `newKey`: the account had another one before, and a vault still holds that. */
export type Finding =
  | { readonly kind: 'found'; readonly account: Account; readonly isKnown: boolean; readonly newKey: boolean }
  | Exclude<KeyOutcome, { kind: 'connected' }>;

interface KeyOwners {
  /** For what was typed on the connect page. */
  ofDraft(draft: AccountDraft, apiKey: string, decision: KeyDecision | undefined): Promise<Finding>;
  /** For a key given to `account`. */
  ofAccount(account: Account, apiKey: string, decision: KeyDecision | undefined): Promise<Finding>;
}

export function createKeyOwners({
  accounts,
  vault,
  keyMarks,
  probe,
  countWork,
  newId,
  nowMs,
}: SessionPorts): KeyOwners {
  const fits = async ({ keyMark }: Account, apiKey: string): Promise<boolean> =>
    typeof keyMark === 'string' && keyMarks.fits(keyMark, apiKey);

  async function decide(
    fresh: Account,
    known: readonly Account[],
    all: readonly Account[],
    apiKey: string,
    decision: KeyDecision | undefined,
  ): Promise<Finding> {
    if (decision === undefined) return { kind: 'otherKey', known: await Promise.all(known.map(describe)) };
    if (decision.kind === 'other')
      return { kind: 'found', account: { ...fresh, name: freeName(fresh.name, all) }, isKnown: false, newKey: false };
    const account = known.find(({ id }) => id === decision.accountId);
    if (account === undefined) return { kind: 'otherKey', known: await Promise.all(known.map(describe)) };
    // Anybody can say so: what is stored is opened by a key that this backend takes, and by no other.
    const verdict = await probe(account, apiKey);
    return verdict.kind === 'ok'
      ? { kind: 'found', account, isKnown: true, newKey: true }
      : { kind: 'notProven', verdict: verdict.kind };
  }

  async function describe(account: Account): Promise<KnownAccount> {
    const [work, hasVault] = await Promise.all([countWork(account.id), vault.has(account.id)]);
    return { account, onlyHere: work.onlyHere, hasVault };
  }

  return {
    async ofDraft(draft, apiKey, decision) {
      const all = await accounts.all();
      const fresh = makeAccount(draft, newId(), 'live', nowMs());
      const known = all.filter((account) => hasSameAddresses(account, fresh));
      const own: Account[] = [];
      for (const account of known) if (await fits(account, apiKey)) own.push(account);
      // A name of its own makes an account of its own; the host's name is what stands there when nothing was typed.
      const sameName = own.find(({ name }) => name === fresh.name);
      const mine = sameName ?? (fresh.baseUrl.split('/')[2] === fresh.name ? own[0] : undefined);
      if (mine !== undefined) {
        const settings = draft.settings === undefined ? mine.settings : withChanges(mine.settings, draft.settings);
        return { kind: 'found', account: { ...mine, settings }, isKnown: true, newKey: false };
      }
      if (known.length === 0 || own.length > 0) return { kind: 'found', account: fresh, isKnown: false, newKey: false };
      return decide(fresh, known, all, apiKey, decision);
    },
    async ofAccount(account, apiKey, decision) {
      if (account.kind === 'sandbox' || (await fits(account, apiKey)))
        return { kind: 'found', account, isKnown: true, newKey: false };
      const all = await accounts.all();
      const { name, baseUrl, legacyBaseUrl, vendor, settings } = account;
      const fresh = makeAccount({ name, baseUrl, legacyBaseUrl, vendor, settings }, newId(), 'live', nowMs());
      if (decision?.kind === 'other') {
        for (const one of all)
          if (hasSameAddresses(one, account) && (await fits(one, apiKey)))
            return { kind: 'found', account: one, isKnown: true, newKey: false };
      }
      return decide(fresh, [account], all, apiKey, decision);
    },
  };
}
