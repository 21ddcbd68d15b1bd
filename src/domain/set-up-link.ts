/**
 * The set-up link transfers the addresses, the vendor, the protocol and the name of an account to another device, as a QR code or a
 * link. It is an address of the app with the data in its fragment, which browsers do not send to servers. It never
 * contains a key.
 */
import * as z from 'zod/mini';
import { checkAccountDraft, completeAddress, isSameBackend, type AccountDraft } from './account.ts';
import { cleanText } from './clean-text.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { holdsKey } from './key-like.ts';
import { KEY_HEADERS, type Protocol } from './settings.ts';
import { VENDOR_PRESETS, type VendorPreset } from './vendor-presets.ts';

export interface SetUp extends Omit<AccountDraft, 'settings'> {
  /** Absent: the usual one. */
  readonly protocol?: Protocol;
}

/**
 * `foreign`: a code or link of something else · `damaged`: data is missing or too long · `badAddress`: the form would
 * reject an address or the vendor.
 */
export type SetUpProblem = 'foreign' | 'newerVersion' | 'damaged' | 'badAddress';

type SetUpReading =
  { readonly ok: true; readonly setUp: SetUp } | { readonly ok: false; readonly problem: SetUpProblem };

const VERSION = 2;
/** A link with the usual protocol is read by earlier versions of the app too. */
const USUAL_VERSION = 1;
/** Name of the version field in the fragment, which identifies a set-up link. */
const MARK = 'set-up';
/** A longer link would need modules too small for a camera. */
const MAX_CHARACTERS = 1000;
const MAX_NAME_CHARACTERS = 60;
const USUAL_PROTOCOL = DEFAULT_SETTINGS.protocol;

const setUpData = z.object({
  name: z._default(z.string().check(z.maxLength(MAX_NAME_CHARACTERS)), ''),
  baseUrl: z.string().check(z.maxLength(300)),
  legacyBaseUrl: z.string().check(z.maxLength(300)),
  vendor: z.string().check(z.maxLength(60)),
  mediaVersion: z._default(
    z.pipe(z.string().check(z.regex(/^[1-9]\d?$/)), z.transform(Number)),
    USUAL_PROTOCOL.mediaVersion,
  ),
  keyHeader: z._default(z.enum(KEY_HEADERS), USUAL_PROTOCOL.keyHeader),
});

/** Returns the link to `page`, the page that connects an account; null when the link could not be read. */
export function writeSetUpLink(
  page: string,
  { name, baseUrl, legacyBaseUrl, vendor, protocol = USUAL_PROTOCOL }: SetUp,
): string | null {
  const isUsual = isUsualProtocol(protocol);
  const data = new URLSearchParams({
    [MARK]: String(isUsual ? USUAL_VERSION : VERSION),
    baseUrl,
    legacyBaseUrl,
    vendor,
    name: shortName(name),
    ...(isUsual ? {} : { mediaVersion: String(protocol.mediaVersion), keyHeader: protocol.keyHeader }),
  });
  const link = `${page}#${data.toString()}`;
  return readSetUpLink(link).ok ? link : null;
}

/** Accepts any text. Only the link's data matters, not its host and path. */
export function readSetUpLink(text: string): SetUpReading {
  const data = new URLSearchParams(fragmentOf(text));
  const version = data.get(MARK);
  if (version === null) return { ok: false, problem: 'foreign' };
  if (/^\d{1,9}$/.test(version) && Number(version) > VERSION) return { ok: false, problem: 'newerVersion' };
  const read = setUpData.safeParse(Object.fromEntries(data));
  if (!/^[12]$/.test(version) || text.length > MAX_CHARACTERS || !read.success)
    return { ok: false, problem: 'damaged' };
  const setUp: SetUp = {
    name: nameIn(read.data.name),
    baseUrl: completeAddress(read.data.baseUrl),
    legacyBaseUrl: completeAddress(read.data.legacyBaseUrl),
    vendor: read.data.vendor.trim(),
    protocol: { mediaVersion: read.data.mediaVersion, keyHeader: read.data.keyHeader },
  };
  return checkAccountDraft(setUp).length === 0 ? { ok: true, setUp } : { ok: false, problem: 'badAddress' };
}

export function isUsualProtocol({ mediaVersion, keyHeader }: Protocol): boolean {
  return mediaVersion === USUAL_PROTOCOL.mediaVersion && keyHeader === USUAL_PROTOCOL.keyHeader;
}

/** Returns the known backend with these addresses and vendor, else null. */
export function presetOf(setUp: SetUp): VendorPreset | null {
  return VENDOR_PRESETS.find((preset) => isSameBackend(preset, setUp)) ?? null;
}

/** Returns the hosts that the key will be sent to, as the browser reads them, without duplicates. */
export function hostsOf({ baseUrl, legacyBaseUrl }: SetUp): readonly string[] {
  return [...new Set([new URL(baseUrl).host, new URL(legacyBaseUrl).host])];
}

function fragmentOf(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return '';
  return new URL(text).hash.slice(1);
}

/** Returns '' for a name that looks like a key: it was typed into the wrong field, and a name is shown and stored. */
function nameIn(typed: string): string {
  const name = cleanText(typed).text.replaceAll(/\s+/g, ' ').trim();
  return holdsKey(name) ? '' : name;
}

/** Shortens between characters, never inside one. */
function shortName(typed: string): string {
  const name = nameIn(typed);
  let short = '';
  for (const character of name) {
    if (short.length + character.length > MAX_NAME_CHARACTERS) break;
    short += character;
  }
  return short;
}
