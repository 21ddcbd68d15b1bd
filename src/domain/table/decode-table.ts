/**
 * Decodes tables as spreadsheets save them: UTF-8 or UTF-16 with or without a byte order mark, Windows-1252, DOS 850
 * and 437, Mac Roman.
 */

export type TableEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'ibm850' | 'ibm437' | 'macintosh';

/** The kind of a file that is not a table. `binary`: unknown and not text. */
export type NotATable =
  'workbook' | 'oldWorkbook' | 'pdf' | 'webPage' | 'richText' | 'json' | 'contacts' | 'archive' | 'binary' | 'empty';

export interface EncodingChoice {
  readonly encoding: TableEncoding;
  /** Words with non-ASCII letters, decoded with this encoding. */
  readonly sample: string;
}

type DecodedTable =
  | { readonly kind: 'notATable'; readonly what: NotATable }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly encoding: TableEncoding;
      /** False when a person has to choose, because the letters look wrong in the most common encoding. */
      readonly isCertain: boolean;
      /** Possible encodings, most likely first; empty when the bytes are unambiguous. */
      readonly choices: readonly EncodingChoice[];
      /** Number of Windows-1252 lines within a UTF-8 file. */
      readonly mixedLines: number;
    };

const DOS_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const DOS_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** In order of preference when equally likely. */
const SINGLE_BYTE = ['windows-1252', 'ibm850', 'macintosh', 'ibm437'] as const;
const SAMPLE_WORDS = 5;
/** Characters of a word in a sample: a cell can be one word of a megabyte. */
const SAMPLE_LETTERS = 40;
/** Bytes that are examined to recognise UTF-16 without a mark and binary files. */
const PROBE_BYTES = 4096;
const MAX_WORDS = 2000;

/** Accepts any bytes. `chosen`: the encoding that the person chose, else null. */
export function decodeTable(bytes: Uint8Array, chosen: TableEncoding | null = null): DecodedTable {
  const what = kindOfFile(bytes) ?? kindOfText(bytes);
  if (what !== null) return { kind: 'notATable', what };
  const wide = chosen === null ? wideEncoding(bytes) : null;
  if (wide !== null) return textOf(decodeAs(bytes, wide), wide);
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) return { kind: 'notATable', what: 'binary' };
  if (chosen === 'utf-8' || chosen === 'utf-16le' || chosen === 'utf-16be')
    return textOf(decodeAs(bytes, chosen), chosen);
  if (chosen === null) {
    const utf8 = strictUtf8(bytes);
    if (utf8 !== null) return textOf(utf8, 'utf-8');
    const mixed = mixedLinesOf(bytes);
    if (mixed !== null) return { ...textOf(mixed.text, 'utf-8'), mixedLines: mixed.count };
  }
  const choices = singleByteChoices(bytes);
  // Most spreadsheets write Windows-1252, so it is used without asking unless its letters look wrong.
  const isCertain = chosen !== null || choices.oddInWindows === 0;
  const encoding = chosen ?? (isCertain ? 'windows-1252' : choices.list[0]!.encoding);
  return { kind: 'text', text: decodeAs(bytes, encoding), encoding, isCertain, choices: choices.list, mixedLines: 0 };
}

/**
 * Returns the text of a file's beginning in which the ASCII characters are right; null when it is not text. Far quicker
 * than `decodeTable`, because no single-byte encoding has to be chosen.
 */
export function decodeHead(bytes: Uint8Array): string | null {
  if (kindOfFile(bytes) !== null) return null;
  const wide = wideEncoding(bytes);
  if (wide === null && bytes.subarray(0, PROBE_BYTES).includes(0)) return null;
  return decodeAs(bytes, wide ?? 'utf-8');
}

function textOf(text: string, encoding: TableEncoding): Extract<DecodedTable, { kind: 'text' }> & DecodedTable {
  return { kind: 'text', text, encoding, isCertain: true, choices: [], mixedLines: 0 };
}

function kindOfFile(bytes: Uint8Array): NotATable | null {
  const begins = (...values: number[]): boolean => values.every((value, at) => bytes[at] === value);
  if (bytes.length === 0) return 'empty';
  // xlsx, ods and numbers are ZIP files; so are other archives.
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'workbook';
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return 'oldWorkbook';
  if (begins(0x1f, 0x8b) || begins(0x37, 0x7a, 0xbc, 0xaf) || begins(0x52, 0x61, 0x72, 0x21)) return 'archive';
  const head = headOf(bytes);
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith('{\\rtf')) return 'richText';
  if (/^<(?:!doctype|\?xml|html|head|meta|body|table|style)\b/i.test(head) || head.startsWith('<!--')) return 'webPage';
  return null;
}

/** Text that other programs than spreadsheets write. */
function kindOfText(bytes: Uint8Array): NotATable | null {
  const head = headOf(bytes);
  if (/^(?:\{\s*["}]|\[\s*[[{"\]])/.test(head)) return 'json';
  if (/^begin:v(?:card|calendar)/i.test(head)) return 'contacts';
  return /^<[a-z][^<>]*>\s*<[a-z]/i.test(head) ? 'webPage' : null;
}

const headOf = (bytes: Uint8Array): string =>
  new TextDecoder('windows-1252').decode(bytes.subarray(0, 512)).replace(/^(?:ï»¿|\s)+/, '');

function wideEncoding(bytes: Uint8Array): TableEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return wideWithoutMark(bytes);
}

/** In UTF-16, separators and line ends of any table have a zero as one of their two bytes, always the same one. */
function wideWithoutMark(bytes: Uint8Array): TableEncoding | null {
  const length = Math.min(bytes.length, PROBE_BYTES) & ~1;
  let [first, second] = [0, 0];
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) first += 1;
    if (bytes[at + 1] === 0) second += 1;
  }
  const enough = length / 10;
  if (second > enough && first === 0) return 'utf-16le';
  return first > enough && second === 0 ? 'utf-16be' : null;
}

function decodeAs(bytes: Uint8Array, encoding: TableEncoding): string {
  if (encoding === 'ibm850' || encoding === 'ibm437') {
    const upper = encoding === 'ibm850' ? DOS_850 : DOS_437;
    // No browser decodes these two. Decoded in slices to keep the argument lists short.
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += PROBE_BYTES)
      parts.push(
        Array.from(bytes.subarray(at, at + PROBE_BYTES), (byte) =>
          byte < 0x80 ? String.fromCharCode(byte) : upper[byte - 0x80]!,
        ).join(''),
      );
    return parts.join('');
  }
  return new TextDecoder(encoding).decode(bytes);
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A UTF-8 file with pasted lines of another encoding; null when no line is certainly UTF-8. */
function mixedLinesOf(bytes: Uint8Array): { readonly text: string; readonly count: number } | null {
  const windows = new TextDecoder('windows-1252');
  const utf8 = new TextDecoder('utf-8');
  const utf8Of = (line: Uint8Array): string | null => {
    const text = utf8.decode(line);
    if (!text.includes('\ufffd')) return text;
    // In the bytes it begins with 0xef. Without, it stands for a byte that is not UTF-8.
    return line.includes(0xef) ? strictUtf8(line) : null;
  };
  const parts: string[] = [];
  let [count, proofs, from] = [0, 0, 0];
  while (from < bytes.length) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    from += line.length;
    const text = utf8Of(line);
    if (text === null) count += 1;
    else if (text.length < line.length) proofs += 1;
    parts.push(text ?? windows.decode(line));
  }
  return proofs > 0 ? { text: parts.join(''), count } : null;
}

function singleByteChoices(bytes: Uint8Array): { readonly list: EncodingChoice[]; readonly oddInWindows: number } {
  const read = SINGLE_BYTE.map((encoding) => {
    const words = new Set<string>();
    for (const [word] of decodeAs(bytes, encoding).matchAll(WORD)) {
      if (!OTHER_LETTER.test(word)) continue;
      words.add(word);
      if (words.size === MAX_WORDS) break;
    }
    const odd = [...words].filter(seemsWrong).length;
    const german = [...words].filter((word) => /[äöüÄÖÜß]/.test(word)).length;
    return { encoding, odd, german, sample: [...words].slice(0, SAMPLE_WORDS).map(excerptOf).join(' · ') };
  });
  const samples = new Set<string>();
  const list = read
    .toSorted((one, other) => one.odd - other.odd || other.german - one.german)
    // Encodings that give the same words need no choice.
    .filter(({ sample }) => !samples.has(sample) && samples.add(sample))
    .map(({ encoding, sample }) => ({ encoding, sample }));
  return { list, oddInWindows: read[0]!.odd };
}

/** The text between separators or spaces. */
const WORD = /[^\s;,|"]+/g;
const OTHER_LETTER = /[^\u0000-\u007f]/; // oxlint-disable-line no-control-regex -- the range is ASCII

/** The part of a word around its first non-ASCII character. */
function excerptOf(word: string): string {
  const at = Math.max(0, word.search(OTHER_LETTER) - SAMPLE_LETTERS / 2);
  return word.slice(at, at + SAMPLE_LETTERS);
}

/**
 * True when a character is where no language has it: a symbol between letters, a capital within a word, a box-drawing
 * line.
 */
function seemsWrong(word: string): boolean {
  return (
    /[\u0080-\u009f\u2500-\u25ff\uf8ff\ufffd]/.test(word) ||
    /\p{L}[^\u0000-\u007f\p{L}\p{M}’‘·–—°²³]\p{L}/u.test(word) || // oxlint-disable-line no-control-regex -- the range is ASCII
    /^[^\u0000-\u007f\p{L}\p{M}\p{N}’‘“”„‚«»‹›…–—°·•§©®™±µ¿¡]\p{L}/u.test(word) || // oxlint-disable-line no-control-regex -- the range is ASCII
    /\p{Ll}[^\u0000-\u007f\P{Lu}]/u.test(word) || // oxlint-disable-line no-control-regex -- the range is ASCII
    // Windows-1252 has them, but the languages that use them use other code pages.
    /[šŠžŽŸƒ¤¬ªºıˆ˜]/.test(word)
  );
}
