/** Recognises a key or a password in a text: by its label, or as a long run of letters and digits that is no word. */

/** A run of as many letters and digits may be a key. */
const MIN_KEY = 20;
/** A word after `key` with as many letters and digits is its value. */
const MIN_MIXED = 6;
/** The namespace of an Eddystone packet, which is the value of an attribute. */
const NAMESPACE = /^[0-9a-f]{20}$/i;
const WORD = /[a-zäöüß]+/gi;
/** Labels by how they end, as in `WLAN-Passwort` and `wifiPassword`. Any value may follow, with or without a sign. */
const SURE = ['password', 'passwort', 'passwd', 'kennwort', 'passphrase', 'apikey'] as const;
/** Any value may follow. */
const SECRETS: readonly string[] = ['secret', 'token', 'psk', 'pwd'];
/** A key may also be one of a door: without a sign the value has to look like one. */
const KEYS: readonly string[] = ['key', 'schlüssel', 'schluessel'];

/** True for a text with a long run of letters and digits, in any of its words, that is no ordinary word. */
export function holdsKey(text: string): boolean {
  return text.split(/[^A-Za-z0-9]/).some(isKeyLike);
}

/** True for a line that names a key, a password or a token and then its value. */
export function isLabelledSecret(line: string): boolean {
  for (const { 0: label, index } of line.matchAll(WORD)) {
    const word = label.toLowerCase();
    const isKey = KEYS.includes(word) || label.endsWith('Key');
    const isSure = SECRETS.includes(word) || SURE.some((end) => word.endsWith(end));
    if (!isKey && !isSure) continue;
    const after = line.slice(index + label.length).replace(/^["']/, '');
    const value = after.trimStart();
    if (/^[:=]/.test(value)) {
      if (/[^\s:="']/.test(value)) return true;
    } else if (value !== '' && value !== after) {
      if (isSure || /api[-_ ]$/i.test(line.slice(Math.max(0, index - 4), index))) return true;
      const [first = ''] = value.replace(/^["']/, '').split(/[^a-zäöüß\d]/i, 1);
      if (first.length >= MIN_MIXED && isMixed(first)) return true;
    }
  }
  return false;
}

/** A long word in title case, in capitals or of small letters is no key: it has one capital inside at most. */
function isKeyLike(run: string): boolean {
  if (run.length < MIN_KEY || NAMESPACE.test(run)) return false;
  return isMixed(run) || (/[a-z]/.test(run) && (run.slice(1).match(/[A-Z]/g) ?? []).length > 1);
}

function isMixed(word: string): boolean {
  return /\d/.test(word) && /[a-zäöüß]/i.test(word);
}
