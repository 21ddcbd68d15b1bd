/** The badge on the app's icon counts the receipts of the open account only. */
import { beforeEach, describe, expect, it } from 'vitest';
import { scriptedServices, type ScriptedServices } from '../../test/support/scripted-services.ts';
import type { AccountServices } from '../ui/shell/services.ts';
import { showBadge } from './badge.ts';

let services: ScriptedServices;
let shown: number[];
const port = {
  setAppBadge: async (count?: number) => void shown.push(count ?? -1),
  clearAppBadge: async () => void shown.push(0),
};
const open = (account: AccountServices | null): void =>
  void (services.lives.account.value = { services: account, failed: false });
const count = (toSend: number): void => void (services.lives.outbox.value = { ...services.lives.outbox.value, toSend });

beforeEach(() => {
  shown = [];
  services = scriptedServices();
  open(null);
  count(3);
});

describe('the badge on the icon of the app', () => {
  it('follows the outbox, is set once for each number and cleared at zero', () => {
    showBadge(services, port);
    open(services);
    count(3);
    count(2);
    count(0);
    expect(shown).toEqual([0, 3, 2, 0]);
  });

  it('is cleared on lock and on sign-out, and ignores later counts', () => {
    open(services);
    showBadge(services, port);
    open(null);
    count(5);
    expect(shown).toEqual([3, 0]);
  });

  it('causes no error where the browser has no badges or refuses to set one', async () => {
    open(services);
    showBadge(services, {});
    showBadge(services, { ...port, setAppBadge: () => Promise.reject(new Error('refused')) });
    await Promise.resolve();
    expect(shown).toEqual([]);
  });
});
