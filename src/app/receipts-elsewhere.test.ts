import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import type { Account } from '../domain/account.ts';
import { accountDatabase } from '../names.ts';
import { openChanges } from '../storage/idb/changes.ts';
import type { PhoneState } from '../ui/shell/services.ts';
import type { SessionState } from '../use-cases/session/session.ts';
import { followPhone } from './receipts-elsewhere.ts';

const accountOf = (id: string, kind: Account['kind'] = 'live'): Account => fixtureAccount({ id, name: id, kind });

it('the receipts of accounts that are not open are counted, without practice, and again when another account is opened', async () => {
  const [a, b] = [accountOf('a'), accountOf('b')];
  const accounts = [a, b, accountOf('practice', 'sandbox')];
  const session = signal({ accounts, account: a } as unknown as SessionState);
  const state = signal({ remarks: [], receiptsElsewhere: null } as unknown as PhoneState);
  followPhone(state, { session, remarks: signal([]), count: async () => ({ toSend: 2, unreadAt: [] }) });
  const counted = () => state.value.receiptsElsewhere?.map(({ accountId, toSend }) => [accountId, toSend]);
  await expect.poll(counted).toEqual([['b', 2]]);
  session.value = { ...session.value, account: b };
  await expect.poll(counted).toEqual([['a', 2]]);
  session.value = { ...session.value, account: null };
  await expect.poll(counted).toEqual([
    ['a', 2],
    ['b', 2],
  ]);
});

it('the receipts of a closed account are counted again when another window changes it, and no longer once it is open here', async () => {
  const [a, b, c] = [accountOf('a'), accountOf('b'), accountOf('c')];
  const session = signal({ accounts: [a, b, c], account: a } as unknown as SessionState);
  const state = signal({ remarks: [], receiptsElsewhere: null } as unknown as PhoneState);
  const counted: string[] = [];
  followPhone(state, {
    session,
    remarks: signal([]),
    async count({ id }) {
      counted.push(id);
      return { toSend: 0, unreadAt: [] };
    },
  });
  const elsewhere = [b, c].map(({ id }) => openChanges<'receipts'>(accountDatabase(id)));
  await expect.poll(() => state.value.receiptsElsewhere).toHaveLength(2);
  elsewhere[0]!.announce(['receipts']);
  await expect.poll(() => counted).toEqual(['b', 'c', 'b', 'c']);
  session.value = { ...session.value, account: b };
  await expect.poll(() => counted).toEqual(['b', 'c', 'b', 'c', 'a', 'c']);
  // The change of the open account comes first, so that counting it would show before the other.
  elsewhere[0]!.announce(['receipts']);
  elsewhere[1]!.announce(['receipts']);
  await expect.poll(() => counted.slice(6)).toEqual(['a', 'c']);
  for (const changes of elsewhere) changes.close();
});
