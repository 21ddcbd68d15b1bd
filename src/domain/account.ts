/** An account: the addresses and settings of its backend. Never contains a credential. */
import * as z from 'zod/mini';
import { withoutMarks } from './clean-text.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { rowObject, type Parsed } from './schema.ts';
import { settingsSchema } from './settings.ts';

/** The stored row of an account. */
export const accountSchema = rowObject({
  /** Random ID. It names the account's database and marks its exports. */
  id: z.string(),
  kind: z.enum(['sandbox', 'live']),
  name: z.string(),
  /** v3 base address without a trailing slash; `/v3/...` follows it (interface.md 4.1). */
  baseUrl: z.string(),
  /** Legacy base address without a trailing slash; `/device` follows it (interface.md 4.4). */
  legacyBaseUrl: z.string(),
  /** `<vendor>` of `application/vnd.com.<vendor>+json;version=10` (interface.md 4.4). */
  vendor: z.string(),
  createdAtMs: z.number(),
  settings: settingsSchema,
  /**
   * Distinguishes this account's key from others: 16 bits of a salted hash, too few to reveal the key. Absent in
   * accounts of earlier versions.
   */
  keyMark: z.optional(z.nullable(z.string())),
});
export type Account = Parsed<typeof accountSchema>;

export const DEFAULT_VENDOR = 'kontakt';

export type AccountDraft = Addresses & Pick<Account, 'name'> & Partial<Pick<Account, 'settings'>>;

export type AccountFault = {
  readonly field: 'baseUrl' | 'legacyBaseUrl' | 'vendor';
  readonly reason:
    'empty' | 'notAUrl' | 'notHttps' | 'hasQuery' | 'hasCredentials' | 'oddCharacters' | 'otherAddress' | 'badVendor';
};

/** Returns the faults of what a person typed. Plain http is accepted for localhost only. */
export function checkAccountDraft(draft: AccountDraft): AccountFault[] {
  const faults: AccountFault[] = [];
  for (const field of ['baseUrl', 'legacyBaseUrl'] as const) {
    const reason = urlFault(draft[field].trim());
    if (reason !== null) faults.push({ field, reason });
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(draft.vendor.trim()))
    faults.push({ field: 'vendor', reason: draft.vendor.trim() === '' ? 'empty' : 'badVendor' });
  return faults;
}

/** Creates an account from a checked draft. */
export function makeAccount(draft: AccountDraft, id: string, kind: Account['kind'], nowMs: number): Account {
  return {
    id,
    kind,
    name: draft.name.trim(),
    baseUrl: readAddress(draft.baseUrl),
    legacyBaseUrl: readAddress(draft.legacyBaseUrl),
    vendor: draft.vendor.trim(),
    createdAtMs: nowMs,
    settings: draft.settings ?? DEFAULT_SETTINGS,
  };
}

/**
 * Returns the address as the browser reads it, without trailing slashes. A text that is not an address is returned
 * unchanged.
 */
function readAddress(text: string): string {
  const trimmed = text.trim();
  return withoutSlash(URL.canParse(trimmed) ? new URL(trimmed).href : trimmed);
}

function withoutSlash(text: string): string {
  return /^.*[^/]/s.exec(text)?.[0] ?? '';
}

/**
 * Returns a typed or pasted address without marks around it, and with `https://` (`http://` for this machine) where it is
 * missing.
 */
export function completeAddress(text: string): string {
  const trimmed = text.trim();
  const typed = /^https?:/i.test(trimmed) ? trimmed : withoutMarks(trimmed);
  if (/^https?:/i.test(typed)) return typed;
  const host = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)(:\d+)?(\/[^\s]*)?$/i.exec(typed)?.[1];
  // No address: nothing is taken off it.
  if (host === undefined) return trimmed;
  const isLocal = /^(localhost|127\.0\.0\.1)$/i.test(host);
  return isLocal || host.includes('.') ? `${isLocal ? 'http' : 'https'}://${typed}` : typed;
}

/** Checks the text before it is parsed, because a password in it would be stored, exported and shown. */
function urlFault(text: string): AccountFault['reason'] | null {
  if (text === '') return 'empty';
  // Invisible characters and letters that look alike can make one address look like another.
  if (/[^\u0020-\u007e]/.test(text)) return 'oddCharacters';
  if (/^https?:[/\\]*[^/\\?#]*@/i.test(text)) return 'hasCredentials';
  const match = /^(https?):\/\/([^/?#\s\\]+)([/\\][^?#\s]*)?([?#].*)?$/i.exec(text);
  if (match === null || !URL.canParse(text)) return 'notAUrl';
  if (match[4] !== undefined) return 'hasQuery';
  if (!isReadAsTyped(match[2]!, match[3] ?? '', new URL(text))) return 'otherAddress';
  // The page's policy cannot name an IPv6 address, so plain http to [::1] is refused too.
  const local = /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(match[2]!);
  return match[1]!.toLowerCase() === 'https' || local ? null : 'notHttps';
}

/**
 * False when requests would go to another host or path than a person reads in the address: `https://%65vil.com`,
 * `https://a/../b`.
 */
function isReadAsTyped(host: string, path: string, read: URL): boolean {
  const port = read.protocol === 'https:' ? /:0*443$/ : /:0*80$/;
  const typedHost = host.toLowerCase().replace(port, '').replace(/:$/, '');
  return typedHost === read.host && !/\.(:|$)/.test(typedHost) && withoutSlash(path) === withoutSlash(read.pathname);
}

type Addresses = Pick<Account, 'baseUrl' | 'legacyBaseUrl' | 'vendor'>;

/**
 * True when both address the same backend and vendor, whatever the spelling. The keys may still belong to different
 * customers.
 */
export function isSameBackend(a: Addresses, b: Addresses): boolean {
  return (
    a.vendor === b.vendor &&
    readAddress(a.baseUrl) === readAddress(b.baseUrl) &&
    readAddress(a.legacyBaseUrl) === readAddress(b.legacyBaseUrl)
  );
}

/** Returns a name that none of `others` has: "Site", then "Site (2)". */
export function freeName(name: string, others: readonly Pick<Account, 'name'>[]): string {
  const taken = new Set(others.map((account) => account.name));
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} (${count})`;
    if (!taken.has(candidate)) return candidate;
  }
}
