/**
 * Splits text that arrives in chunks into records: one per line, in a JSON array, or one after another. A broken record
 * never swallows the next.
 */

export type BrokenReason =
  /** Its brackets do not close, or another record begins inside it. */
  | 'notClosed'
  /** A line break inside a quoted text. */
  | 'lineBreak'
  /** Longer than the longest allowed record. */
  | 'tooLarge'
  /** The text ends inside the array. */
  | 'arrayNotClosed';

export type Piece =
  /** The text from the first bracket of an object to its last; not parsed yet. */
  | { readonly kind: 'object'; readonly line: number; readonly text: string }
  | { readonly kind: 'broken'; readonly line: number; readonly reason: BrokenReason; readonly excerpt: string }
  /** Text that is not an object, up to the end of its line, of its array element, or of the object that begins in it. */
  | { readonly kind: 'other'; readonly line: number; readonly text: string };

/**
 * Maximum length of one record, characters. `aws kinesis get-records` returns up to 10 MB, about 14 million characters in
 * Base64.
 */
const MAX_RECORD = 16_777_216;
const MAX_EXCERPT = 200;

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const BYTE_ORDER_MARK = 0xfeff;

/** `maxRecord`: maximum number of characters of one record. */
export function createRecordSplitter(maxRecord = MAX_RECORD) {
  let line = 1;
  /**
   * Number of characters before this chunk, and the position of the current line's start; both from the start of the
   * text.
   */
  let before = 0;
  let lineStart = 0;
  let onlySpace = true;
  let listDepth = 0;
  let place: 'between' | 'object' | 'other' = 'between';

  // The text of the current piece so far.
  let pieceText = '';
  let cutOff = false;
  let startLine = 1;
  let startColumn = 0;
  let reason: BrokenReason | null = null;
  let inText = false;
  let escaped = false;
  /** The text before the current object, which has several lines; a tool may repeat it on each of them. Else null. */
  let prefix: string | null = null;
  /** The end of the last chunk: a line break, and what may be the beginning of a repeated prefix. */
  let held = '';
  /** The current text is only a bracket so far: what follows on its line tells a list from a prefix such as `[INFO]`. */
  let mayBeList = false;
  /** The last character outside quoted text that is not white space. */
  let last = 0;
  /** The line on which the last object ended. Text after it on this line does not continue into the next object. */
  let objectLine = 0;
  /** Open brackets, each OPEN_BRACE or OPEN_LIST. */
  let open: number[] = [];
  let pieces: Piece[] = [];

  function begin(next: 'object' | 'other', column: number): void {
    place = next;
    pieceText = '';
    cutOff = false;
    startLine = line;
    startColumn = column;
    reason = null;
    inText = false;
    escaped = false;
    last = 0;
    open = [];
    prefix = null;
    mayBeList = false;
  }

  /** The bracket that is the current text opens a list. */
  function openList(): void {
    mayBeList = false;
    place = 'between';
    listDepth = 1;
  }

  function append(text: string): void {
    if (cutOff) return;
    if (pieceText.length + text.length <= maxRecord) pieceText += text;
    else {
      pieceText = (pieceText + text).slice(0, MAX_EXCERPT);
      cutOff = true;
    }
  }

  function finish(): void {
    const found = cutOff ? ('tooLarge' as const) : reason;
    if (place === 'object')
      pieces.push(
        found === null
          ? { kind: prefix === null ? 'object' : 'other', line: startLine, text: pieceText }
          : broken(startLine, found, pieceText),
      );
    if (place === 'other') {
      const text = pieceText.trim();
      // Records may be separated by semicolons, or by line breaks that a log wrote as two characters.
      if (text !== '' && !/^(?:\\[nrt]|;)+$/.test(text))
        pieces.push(cutOff ? broken(startLine, 'tooLarge', text) : { kind: 'other', line: startLine, text });
    }
    place = 'between';
    pieceText = '';
  }

  /**
   * True when the current object contains what begins here. If not, that object was never closed and this is the next
   * one.
   */
  function isWithin(code: number, column: number): boolean {
    // In a layout over several lines, contents are indented further than their object, except closing brackets and
    // names.
    if (onlySpace && column <= startColumn) {
      if (code === CLOSE_BRACE || code === CLOSE_LIST || code === COMMA) return true;
      return code === QUOTE && open.at(-1) === OPEN_BRACE && (last === OPEN_BRACE || last === COMMA);
    }
    if (code !== OPEN_BRACE) return true;
    return open.at(-1) === OPEN_BRACE ? last === COLON : last === OPEN_LIST || last === COMMA;
  }

  /** True when this bracket ends the object. */
  function closes(code: number): boolean {
    const inner = open.at(-1);
    if (code === CLOSE_BRACE && inner === OPEN_LIST) {
      reason ??= 'notClosed';
      while (open.at(-1) === OPEN_LIST) open.pop();
    } else if (code === CLOSE_LIST && inner === OPEN_BRACE) {
      reason ??= 'notClosed';
      return false;
    }
    open.pop();
    return open.length === 0;
  }

  function push(next: string, isEnd = false): Piece[] {
    pieces = [];
    const chunk = held + next;
    held = '';
    // Where the current piece's text begins in this chunk.
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === NEWLINE) {
        if (mayBeList) openList();
        if (place === 'other' && last === OPEN_BRACE && listDepth === 0) {
          append(chunk.slice(from, at));
          from = at;
          place = 'object';
          prefix = pieceText.slice(0, pieceText.lastIndexOf('{'));
          startColumn = 0;
          open = [OPEN_BRACE];
        } else if (place === 'other') {
          append(chunk.slice(from, at));
          finish();
        } else if (inText) {
          reason ??= 'lineBreak';
          last = QUOTE;
        }
        // A quoted text never continues on the next line.
        inText = false;
        escaped = false;
        // What begins like a prefix of these characters may continue the object.
        if (place === 'object' && prefix !== null && !/^[\]},"]/.test(prefix)) {
          // Contents of the object begin with a blank or a bracket; any other text after the prefix is another record.
          const begun = chunk.slice(at + 1, at + 2 + prefix.length);
          if (!isEnd && begun.length <= prefix.length && prefix.startsWith(begun)) {
            append(chunk.slice(from, at));
            before += at;
            held = chunk.slice(at);
            return pieces;
          }
          if (begun.startsWith(prefix) && /[\s}\]]$/.test(begun)) {
            append(chunk.slice(from, at + 1));
            at += prefix.length;
            from = at + 1;
          }
        }
        line += 1;
        lineStart = before + at + 1;
        onlySpace = true;
        continue;
      }
      if (inText) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) {
          inText = false;
          last = QUOTE;
        }
        continue;
      }
      // Skip only control characters, spaces and byte order marks; the JSON parser decides about other white space.
      if (code <= 32 || code === BYTE_ORDER_MARK) {
        // A byte order mark takes no column.
        if (code === BYTE_ORDER_MARK && onlySpace) lineStart += 1;
        continue;
      }
      const column = before + at - lineStart;
      if (place === 'object') {
        if (isWithin(code, column)) {
          if (code === OPEN_BRACE || code === OPEN_LIST) open.push(code);
          else if (code === QUOTE) inText = true;
          else if ((code === CLOSE_BRACE || code === CLOSE_LIST) && closes(code)) {
            append(chunk.slice(from, at + 1));
            finish();
            objectLine = line;
          }
          last = code;
          onlySpace = false;
          continue;
        }
        append(chunk.slice(from, at));
        reason ??= 'notClosed';
        finish();
      }
      onlySpace = false;
      if (mayBeList && [OPEN_BRACE, OPEN_LIST, CLOSE_LIST, QUOTE].includes(code)) openList();
      mayBeList = false;
      if (place === 'other') {
        const ends = listDepth > 0 && (code === COMMA || code === CLOSE_LIST || code === OPEN_BRACE);
        if (listDepth > 0 && code === QUOTE) inText = true;
        if (code === QUOTE && last === OPEN_BRACE && objectLine === startLine && listDepth === 0 && !cutOff) {
          // A new object begins after the text between two objects.
          append(chunk.slice(from, at));
          const rest = pieceText.slice(pieceText.lastIndexOf('{'));
          pieceText = pieceText.slice(0, pieceText.length - rest.length);
          finish();
          begin('object', column - rest.length);
          pieceText = rest;
          from = at;
          open.push(OPEN_BRACE);
          last = QUOTE;
          inText = true;
          continue;
        }
        last = code;
        if (!ends) continue;
        append(chunk.slice(from, at));
        finish();
      }
      if (code === OPEN_BRACE) {
        begin('object', column);
        from = at;
        open.push(OPEN_BRACE);
        last = OPEN_BRACE;
      } else if (code === OPEN_LIST && listDepth > 0) listDepth += 1;
      else if (code === CLOSE_LIST && listDepth > 0) listDepth -= 1;
      else if (code !== COMMA) {
        begin('other', column);
        from = at;
        inText = listDepth > 0 && code === QUOTE;
        mayBeList = code === OPEN_LIST;
      }
    }
    if (place !== 'between') append(chunk.slice(from));
    before += chunk.length;
    return pieces;
  }

  function end(): Piece[] {
    push('', true);
    if (mayBeList) openList();
    if (place === 'object') reason ??= 'notClosed';
    finish();
    if (listDepth > 0) pieces.push(broken(line, 'arrayNotClosed', ''));
    listDepth = 0;
    inText = false;
    return pieces;
  }

  return {
    /** Returns the pieces that this chunk completes, in order. */
    push: (chunk: string) => push(chunk),
    /** Returns what is left at the end of the text. */
    end,
    /** Number of lines so far; a final line break does not begin another. */
    get lines(): number {
      return line > 1 && lineStart === before ? line - 1 : line;
    },
  };
}

function broken(line: number, reason: BrokenReason, text: string): Piece {
  return { kind: 'broken', line, reason, excerpt: text.slice(0, MAX_EXCERPT) };
}
