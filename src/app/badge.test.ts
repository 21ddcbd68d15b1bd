/** The badge on the app's icon says the receipts of the account that is open, and nothing of one that is not. */
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
  services.lives.account.set({ services: account, failed: false });
const count = (onlyHere: number, loaded = true): void =>
  services.lives.outbox.set({ ...services.lives.outbox.value, loaded, onlyHere });

beforeEach(() => {
  shown = [];
  services = scriptedServices();
  open(null);
  count(3);
});

describe('the badge', () => {
  it('follows the outbox, is said once for each number and is cleared at none', () => {
    showBadge(services, port);
    open(services);
    count(3);
    count(2);
    count(0);
    expect(shown).toEqual([0, 3, 2, 0]);
  });

  it('is cleared on lock and on sign-out, and says nothing of what is counted afterwards', () => {
    open(services);
    showBadge(services, port);
    open(null);
    count(5);
    expect(shown).toEqual([3, 0]);
  });

  it('waits until the receipts have been read', () => {
    count(0, false);
    open(services);
    showBadge(services, port);
    expect(shown).toEqual([]);
    count(4);
    expect(shown).toEqual([4]);
  });

  it('does nothing where the browser has none, and lets a refusal be', async () => {
    open(services);
    showBadge(services, {});
    showBadge(services, { ...port, setAppBadge: () => Promise.reject(new Error('refused')) });
    await Promise.resolve();
    expect(shown).toEqual([]);
  });
});
