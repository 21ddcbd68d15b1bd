/** Access to devices: orders, moves and shares, applied to the fleet of the seed (interface.md 3, 4.4). */
import type { Access, AccountName, FleetDevice } from '../fleet.ts';
import type { NamespaceState, Share } from './state.ts';

/** Mail addresses of the sandbox's own accounts. Any other address is outside the sandbox. */
export const ACCOUNT_MAILS: Readonly<Record<AccountName, string>> = {
  owner: 'owner@sandbox.example',
  editor: 'editor@sandbox.example',
};

const RANK: readonly Access[] = ['VIEWER', 'EDITOR', 'SUPERVISOR', 'OWNER'];

/** Returns the account's current access to the device. Null: the account cannot see it. */
export function accessOf(
  namespace: NamespaceState,
  device: FleetDevice,
  account: AccountName,
  nowSeconds: number,
): Access | null {
  const levels = [ownAccess(namespace, device, account, nowSeconds)];
  for (const share of sharesOf(namespace, device.uniqueId, nowSeconds)) {
    if (sameMail(share.managerMail, ACCOUNT_MAILS[account])) levels.push(share.access);
  }
  return levels.reduce(
    (best, level) => (level !== null && (best === null || isAtLeast(level, best)) ? level : best),
    null,
  );
}

export function isAtLeast(access: Access, least: Access): boolean {
  return RANK.indexOf(access) >= RANK.indexOf(least);
}

/** Returns the shares that have not expired. */
export function sharesOf(namespace: NamespaceState, uniqueId: string, nowSeconds: number): readonly Share[] {
  const shares = namespace.shares[uniqueId] ?? [];
  return shares.filter(({ expirationDate }) => expirationDate === null || nowSeconds < expirationDate);
}

export function sameMail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function ownAccess(
  namespace: NamespaceState,
  device: FleetDevice,
  account: AccountName,
  nowSeconds: number,
): Access | null {
  const move = namespace.moves[device.uniqueId];
  if (move) return sameMail(move.managerEmail, ACCOUNT_MAILS[account]) ? 'OWNER' : null;
  const order = namespace.orders[device.orderId];
  if (order) return order.account === account && nowSeconds >= order.ready ? 'OWNER' : null;
  if (namespace.revoked[device.uniqueId]?.some((mail) => sameMail(mail, ACCOUNT_MAILS[account])) === true) return null;
  return device.access[account] ?? null;
}
