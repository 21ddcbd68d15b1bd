/**
 * GET /device/{uniqueId}/access and DELETE /device/{uniqueId}/access/{email}: who can see a device (field-facts.md 6).
 */
import type { Access, AccountName } from '../../fleet.ts';
import { ACCOUNT_MAILS, accessOf, sameMail, sharesOf } from '../ownership.ts';
import { Refusal, answer, deviceFor, type Call, type Route, type VisibleDevice } from '../route.ts';

export const accessRoutes: readonly Route[] = [
  {
    method: 'GET',
    api: 'legacy',
    path: '/device/{uniqueId}/access',
    option: 'accessList',
    handle: (call) => answer(holdersOf(call, deviceOf(call))),
  },
  {
    method: 'DELETE',
    api: 'legacy',
    path: '/device/{uniqueId}/access/{email}',
    option: 'accessRevoke',
    handle: revoke,
  },
];

interface Holder {
  readonly managerId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Access;
  readonly expirationDate: string | null;
}

const NAMES: Readonly<Record<AccountName, readonly [first: string, last: string]>> = {
  owner: ['Ona', 'Owner'],
  editor: ['Edwin', 'Editor'],
};

function revoke(call: Call): Response {
  const seen = deviceOf(call);
  const { uniqueId } = seen.device;
  const email = call.parts['email'] ?? '';
  const holder = holdersOf(call, seen).find((one) => sameMail(one.email, email));
  if (holder === undefined) throw new Refusal(404, 'NOT_FOUND', `${email} has no access to ${uniqueId}`);
  if (holder.role === 'OWNER') throw new Refusal(403, 'FORBIDDEN', 'An owner keeps the device until it is moved');
  const { shares, revoked } = call.namespace;
  shares[uniqueId] = (shares[uniqueId] ?? []).filter(({ managerMail }) => !sameMail(managerMail, email));
  revoked[uniqueId] = [...(revoked[uniqueId] ?? []), email];
  return new Response(null, { status: 204 });
}

function deviceOf(call: Call): VisibleDevice {
  return deviceFor(call, call.parts['uniqueId']!, null, 'SUPERVISOR');
}

function holdersOf({ namespace, nowSeconds }: Call, { device }: VisibleDevice): Holder[] {
  const accounts = Object.keys(ACCOUNT_MAILS) as AccountName[];
  const shares = sharesOf(namespace, device.uniqueId, nowSeconds);
  const expirationOf = (email: string): string | null => {
    const seconds = shares.find(({ managerMail }) => sameMail(managerMail, email))?.expirationDate ?? null;
    return seconds === null ? null : new Date(seconds * 1000).toISOString();
  };
  const own = accounts.flatMap((account): Holder[] => {
    const role = accessOf(namespace, device, account, nowSeconds);
    const [firstName, lastName] = NAMES[account];
    const email = ACCOUNT_MAILS[account];
    return role === null
      ? []
      : [{ managerId: `sandbox-${account}`, email, firstName, lastName, role, expirationDate: expirationOf(email) }];
  });
  const others = shares
    .filter(({ managerMail }) => !accounts.some((account) => sameMail(managerMail, ACCOUNT_MAILS[account])))
    .map(({ managerMail, access }) => ({
      managerId: `sandbox-${managerMail}`,
      email: managerMail,
      firstName: '',
      lastName: '',
      role: access,
      expirationDate: expirationOf(managerMail),
    }));
  return [...own, ...others];
}
