/**
 * POST /device/move and POST /device/share: devices move to another account, or are shared for a time (interface.md
 * 4.4).
 */
import { ACCOUNT_MAILS, sameMail } from '../ownership.ts';
import { Refusal, deviceFor, deviceTypeIn, idsIn, invalid, type Call, type Route } from '../route.ts';
import { writeAnswer } from '../shapes.ts';
import type { Share } from '../state.ts';

export const ownershipRoutes: readonly Route[] = [
  { method: 'POST', api: 'legacy', path: '/device/move', handle: move },
  { method: 'POST', api: 'legacy', path: '/device/share', handle: share },
];

const MAIL = /^[^\s@,]+@[^\s@,.]+(?:\.[^\s@,.]+)+$/;
const MAX_UNIX_SECONDS = 0xffff_ffff;

function move(call: Call): Response {
  const ids = idsIn(call.form);
  const managerEmail = mailIn(call, 'managerEmail', 'managerMail');
  mayGiveAway(call, ids);
  if (sameMail(managerEmail, ACCOUNT_MAILS[call.account]))
    throw new Refusal(409, 'CONFLICT', 'The devices are in this account');
  for (const id of ids) {
    call.namespace.moves[id] = { managerEmail, at: call.nowSeconds };
    // The earlier owner's shares end with the move.
    delete call.namespace.shares[id];
  }
  return writeAnswer(call.namespace.options.writeAnswer, 'Devices moved');
}

function share(call: Call): Response {
  const ids = idsIn(call.form);
  const managerMail = mailIn(call, 'managerMail', 'managerEmail');
  const access = call.form.get('access');
  if (access !== 'VIEWER' && access !== 'EDITOR') throw invalid('access', 'is not VIEWER or EDITOR');
  // One of the vendor's clients writes it with a capital D.
  const metadata = call.form.get('withMetadata') ?? call.form.get('withMetaData') ?? 'false';
  if (metadata !== 'true' && metadata !== 'false') throw invalid('withMetadata', 'is not true or false');
  const made: Share = { managerMail, access, expirationDate: expiry(call), withMetadata: metadata === 'true' };
  mayGiveAway(call, ids);
  for (const id of ids) {
    const others = (call.namespace.shares[id] ?? []).filter((known) => !sameMail(known.managerMail, managerMail));
    call.namespace.shares[id] = [...others, made];
    call.namespace.revoked[id] = (call.namespace.revoked[id] ?? []).filter((mail) => !sameMail(mail, managerMail));
  }
  return writeAnswer(call.namespace.options.writeAnswer, 'Devices shared');
}

/**
 * Throws a `Refusal` unless the account is OWNER or SUPERVISOR of all the devices, because a list is accepted
 * completely or not at all.
 */
function mayGiveAway(call: Call, ids: readonly string[]): void {
  for (const id of ids) deviceFor(call, id, deviceTypeIn(call.form), 'SUPERVISOR');
}

/**
 * Returns the mail address. The two calls spell the field differently, and the other spelling is refused as an unknown
 * field.
 */
function mailIn(call: Call, field: string, other: string): string {
  const mail = (call.form.get(field) ?? '').trim();
  if (mail === '')
    throw invalid(field, call.form.has(other) ? `is required; ${other} is not a field of this call` : 'is required');
  if (!MAIL.test(mail)) throw invalid(field, 'is not a mail address');
  return mail;
}

function expiry(call: Call): number | null {
  const text = call.form.get('expirationDate');
  if (text === null || text === '') return null;
  if (!/^\d+$/.test(text) || Number(text) > MAX_UNIX_SECONDS)
    throw invalid('expirationDate', 'is not a time in seconds');
  if (Number(text) <= call.nowSeconds) throw invalid('expirationDate', 'has passed');
  return Number(text);
}
