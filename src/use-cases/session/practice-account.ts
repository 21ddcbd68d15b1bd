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
  const existing = (await accounts.all()).find(({ kind }) => kind === 'sandbox');
  const fresh = makeAccount(draft, existing?.id ?? newId(), 'sandbox', existing?.createdAtMs ?? nowMs());
  const account: Account = existing === undefined ? fresh : { ...existing, ...fresh, settings: existing.settings };
  if (JSON.stringify(existing) !== JSON.stringify(account)) await accounts.put(account);
  await accounts.setSetting(PRACTICE_ROLE_SETTING, role);
  keys.set(account.id, role === 'owner' ? practice.ownerKey : practice.editorKey);
  return account;
}
