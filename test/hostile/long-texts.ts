/** Long texts of one repeated piece, each made to be walked again and again by a reader that looks ahead or back. */

interface LongText {
  readonly name: string;
  /** Returns the text with about this many characters, all below U+0100 so that each is also one byte. */
  readonly of: (length: number) => string;
}

/** What comes before the repeated piece, the piece, and what comes after all of them. */
const PIECES: readonly (readonly [start: string, piece: string, end: string])[] = [
  // Words before a letter that is not ASCII.
  ['', 'a', '\t\x80'],
  ['', 'a', '\x80'],
  ['\x80', 'a', ''],
  ['', 'a\x80', ''],
  ['', 'a\x80,', ''],
  ['', 'a,', '\x80'],
  ['', '\x80', ''],
  ['', '\n\x80', ''],
  ['\xc3\xa4', '\n\x80', ''],
  ['', 'A\xe4', '\x81'],
  // Cells and quotation marks.
  ['"', 'x', ''],
  ['', '"', ''],
  ['', '"a,', ''],
  ['', '"a\n', ''],
  ['', '"a"b,', ''],
  ['"x', ',""x', ''],
  ['"x', '\n""x', ''],
  ['', '"a" ,', ''],
  ['"', '" ', ''],
  ['', '""', '"'],
  ['="', '""', 'x'],
  ['sep=', ';', 'x'],
  ['', ';\n', ''],
  ['', '\r', ''],
  ['', 'a;b;c;', ''],
  // Files of the app.
  ['{', '"format" ', ''],
  ['{"format"', ' ', ''],
  ['{"format":"', 'a', ''],
  ['', '{"format":', ''],
  ['', '[', ''],
  ['\xef\xbb\xbf', ' ', ''],
  ['', '\xef\xbb\xbf', ''],
  ['<', ' ', 'html'],
  ['Beacon Fieldkit report ', '\t', ''],
  // Addresses, times and codes.
  ['https://a', '/', 'x'],
  ['https://', 'a', ' '],
  ['https://', 'a.', '@'],
  ['https://a', '/../a', ''],
  ['?', '#', '\n'],
  ['?', 'a=b&', ''],
  ['', '=', 'x'],
  ['AAAA', '=', 'A'],
  ['2026-01-31T10', ':00', ''],
  ['2026-01-31T10:00', 'Z ', ''],
  ['', '1, ', ''],
  ['order', ' ', '#'],
  ['', 'order ', ''],
  ['', 'a1:b2:', ''],
  ['01', '0', '\x1d'],
  ['SharedAccessKey', ' ', '='],
  ['', 'SharedAccess ', ''],
  ['', 'AKIA', 'a'],
  ['', 'endpoint ', ''],
  ['', '\xad', 'x'],
  ['', '\x00a', ''],
];

export const LONG_TEXTS: readonly LongText[] = PIECES.map(([start, piece, end]) => ({
  name: JSON.stringify([start, piece, end]),
  of: (length) => start + piece.repeat(Math.floor(length / piece.length)) + end,
}));

/** Returns one byte for each character. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
