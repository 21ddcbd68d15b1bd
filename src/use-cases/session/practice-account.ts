/** The account of the sandbox. */
import { makeAccount, type Account, type AccountDraft } from '../../domain/account.ts';
import { PRACTICE_ROLE_SETTING } from '../../names.ts';
import type { SessionPorts } from './ports.ts';

/** Stores the account and its key. Its addresses are those of the sandbox, which may differ from the last time. */
export async function openPracticeAccount(ports: SessionPorts, role: 'owner' | 'editor'): Promise<Account> {
  const { accounts, keys, newId, nowMs } = ports;
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
