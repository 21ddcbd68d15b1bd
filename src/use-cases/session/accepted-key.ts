/** Stores a key as accepted once the backend has answered with it, so that it can be checked offline from then on. */
import type { Account } from '../../domain/account.ts';
import { keyAcceptedSetting, keyVerifierSetting } from '../../names.ts';
import type { SessionPorts } from './ports.ts';
import type { SessionView } from './session-view.ts';

interface AcceptedKeyParts {
  readonly ports: SessionPorts;
  readonly view: Pick<SessionView, 'state' | 'refresh'>;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly keepAccepted: (account: Account, apiKey: string) => Promise<void>;
}

export function createAcceptedKey({ ports, view: { state, refresh }, inTurn, keepAccepted }: AcceptedKeyParts) {
  const { accounts, keys } = ports;
  /** The last key that was stored or found as accepted. A list of many pages reports it for each page. */
  let accepted: { readonly accountId: string; readonly apiKey: string } | null = null;

  async function keyAccepted(accountId: string, apiKey: string): Promise<void> {
    if (accepted?.accountId === accountId && accepted.apiKey === apiKey) return;
    await inTurn(async () => {
      if ((await accounts.setting(keyAcceptedSetting(accountId))) === null) {
        await refresh();
        const { account } = state.value;
        // The account was locked, left or given another key during the request.
        if (account?.id !== accountId || account.kind === 'sandbox' || keys.get(accountId) !== apiKey) return;
        await keepAccepted(account, apiKey);
      }
      accepted = { accountId, apiKey };
    });
  }

  return {
    /**
     * Called when the backend has answered with this key. The first time for the connected account, the acceptance is
     * stored, and an account of an earlier version gets the verifier with which a locked account is opened.
     */
    keyAccepted,
    /**
     * Sends a request with the key of an open account of an earlier version, so that it gets its verifier. Does nothing
     * if it has one.
     */
    async checkKey(): Promise<void> {
      const { account } = state.value;
      const apiKey = account === null ? null : keys.get(account.id);
      if (account === null || account.kind === 'sandbox' || apiKey === null) return;
      // After a connect in progress, which stores it.
      if ((await inTurn(() => accounts.setting(keyVerifierSetting(account.id)))) !== null) return;
      const verdict = await ports.probe(account, apiKey);
      if (verdict.kind === 'ok') await keyAccepted(account.id, apiKey);
    },
  };
}
