/**
 * The set-up link: how another device gets the addresses, the vendor and the name of an account, drawn as a QR code or opened as a
 * link. It is an address of the app with the data in its fragment, which no browser sends to a server. It never holds a key.
 */
import * as z from 'zod/mini';
import { checkAccountDraft, completeAddress, isSameBackend, type AccountDraft } from './account.ts';
import { cleanText } from './clean-text.ts';
import { VENDOR_PRESETS, type VendorPreset } from './vendor-presets.ts';

export type SetUp = Pick<AccountDraft, 'name' | 'baseUrl' | 'legacyBaseUrl' | 'vendor'>;

/** `foreign`: a code or link of something else · `damaged`: data are missing or too long · `badAddress`: the form would refuse an address or the vendor. */
export type SetUpProblem = 'foreign' | 'newerVersion' | 'damaged' | 'badAddress';

type SetUpReading =
  { readonly ok: true; readonly setUp: SetUp } | { readonly ok: false; readonly problem: SetUpProblem };

const VERSION = 1;
/** The name of the version in the fragment; by it a set-up link is known. */
const MARK = 'set-up';
/** A code of a longer link has squares too small for a camera. */
const MOST_CHARACTERS = 1000;
const MOST_NAME_CHARACTERS = 60;

const setUpData = z.object({
  name: z._default(z.string().check(z.maxLength(MOST_NAME_CHARACTERS)), ''),
  baseUrl: z.string().check(z.maxLength(300)),
  legacyBaseUrl: z.string().check(z.maxLength(300)),
  vendor: z.string().check(z.maxLength(60)),
});

/** The link to `page`, the address of the page that connects an account. Null where the link would be one that cannot be read. */
export function writeSetUpLink(page: string, { name, baseUrl, legacyBaseUrl, vendor }: SetUp): string | null {
  const data = new URLSearchParams({ [MARK]: String(VERSION), baseUrl, legacyBaseUrl, vendor, name: shortName(name) });
  const link = `${page}#${data.toString()}`;
  return readSetUpLink(link).ok ? link : null;
}

/** Total: any text gets an answer. The host and path of the link itself do not matter, only its data. */
export function readSetUpLink(text: string): SetUpReading {
  const data = new URLSearchParams(fragmentOf(text));
  const version = data.get(MARK);
  if (version === null) return { ok: false, problem: 'foreign' };
  if (/^\d{1,9}$/.test(version) && Number(version) > VERSION) return { ok: false, problem: 'newerVersion' };
  const read = setUpData.safeParse(Object.fromEntries(data));
  if (version !== String(VERSION) || text.length > MOST_CHARACTERS || !read.success)
    return { ok: false, problem: 'damaged' };
  const setUp: SetUp = {
    name: cleanText(read.data.name).text.replaceAll(/\s+/g, ' ').trim(),
    baseUrl: completeAddress(read.data.baseUrl),
    legacyBaseUrl: completeAddress(read.data.legacyBaseUrl),
    vendor: read.data.vendor.trim(),
  };
  return checkAccountDraft(setUp).length === 0 ? { ok: true, setUp } : { ok: false, problem: 'badAddress' };
}

/** The known backend whose addresses and vendor these are; null for any other. */
export function presetOf(setUp: SetUp): VendorPreset | null {
  return VENDOR_PRESETS.find((preset) => isSameBackend(preset, setUp)) ?? null;
}

/** The hosts that the key will be sent to, as the browser reads them; one where both addresses have the same. */
export function hostsOf({ baseUrl, legacyBaseUrl }: SetUp): readonly string[] {
  return [...new Set([new URL(baseUrl).host, new URL(legacyBaseUrl).host])];
}

function fragmentOf(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return '';
  return new URL(text).hash.slice(1);
}

/** Cut between characters, never within one. */
function shortName(name: string): string {
  let short = '';
  for (const character of name) {
    if (short.length + character.length > MOST_NAME_CHARACTERS) break;
    short += character;
  }
  return short;
}
