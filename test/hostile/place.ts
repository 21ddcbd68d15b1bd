/**
 * One place of the app where foreign texts are shown or typed, and the function that sends all hostile texts through
 * each of its fields.
 */
import { LitElement, nothing, render, type TemplateResult } from 'lit';
import { cleanText, plainText } from '../../src/domain/clean-text.ts';
import { provideFromPages } from '../support/services-room.ts';
import { until } from '../support/until.ts';
import { screenOf } from './screen.ts';

/** One text for each field of the place. */
export type Texts<Field extends string> = Readonly<Record<Field, string>>;

export interface HostilePlace<Field extends string = string> {
  /** Folder under src/ui: "pages/device", "elements/id". */
  readonly folder: string;
  /** Tags of the elements that the place draws. */
  readonly elements: readonly string[];
  /** Names for failure messages; each field gets every text. */
  readonly fields: readonly Field[];
  /** Number of rows in one drawing; 1 unless the place is a list. */
  readonly rows?: number;
  /** How a field shows a text when it changes it; null when it does not show it. */
  readonly shows?: { readonly [F in Field]?: (text: string) => string | null };
  /** Opens the place on the page, once; the returned function draws the rows. */
  open(stage: Stage): (rows: readonly Texts<Field>[]) => void | Promise<void>;
}

/** Declares one place, for a table of places with different fields. */
export function hostilePlace<Field extends string>(place: HostilePlace<Field>): HostilePlace {
  return place;
}

/** Where a place draws. */
export interface Stage {
  readonly room: HTMLElement;
  draw(template: TemplateResult): void;
  /** Returns the first match, through every shadow root. */
  find<T extends Element = HTMLElement>(selector: string): T;
  findAll<T extends Element = HTMLElement>(selector: string): T[];
  settled(): Promise<void>;
  /** Resolves when the pending requests have been answered and drawn. */
  answered(): Promise<void>;
}

/**
 * The texts of one row's fields are this far apart in the list, so that no two fields of a drawing have the same text.
 */
const APART = 7;
/** Single-line controls remove line breaks. */
export const oneLine = (text: string): string => text.replace(/[\r\n]/g, '');
/** Returns how a field changes typed text, such as a key, an address or an ID. */
export const asTyped = (text: string): string => cleanText(oneLine(text)).text;
export const asTypedKey = (text: string): string => plainText(oneLine(text)).text;
export const asTypedLines = (text: string): string => cleanText(manyLines(text)).text;
/** Returns a file's name as the browser shows it. */
export const asFileName = (text: string): string => new File([], text).name;
/** Returns the text with line breaks as multi-line controls store them. */
export const manyLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Draws until each field has shown every text and each element of the place was drawn. `check` runs after each drawing;
 * `comes` waits for what appears a moment later.
 */
export async function sendThrough(
  place: HostilePlace,
  texts: readonly string[],
  check: (fault: string) => void,
  comes: typeof until = until,
): Promise<void> {
  const room = document.createElement('div');
  document.body.append(room);
  // What was typed in the place before may be part of the address.
  history.replaceState(null, '', location.pathname);
  provideFromPages(room);
  try {
    const stage = stageIn(room);
    const drawRows = place.open(stage);
    await stage.settled();
    const { rows: rowsAtOnce = 1 } = place;
    const undrawn = new Set(place.elements);
    for (let at = 0; at < texts.length; at += rowsAtOnce) {
      // Each text is alone in its field, because some sinks only check its beginning.
      const rows = Array.from({ length: Math.min(rowsAtOnce, texts.length - at) }, (_, row) =>
        Object.fromEntries(place.fields.map((field, nth) => [field, texts[(at + row + nth * APART) % texts.length]!])),
      );
      await drawRows(rows);
      await stage.settled();
      // Elements that measure themselves or announce something later may still be missing texts.
      let missing = missingIn(place, rows, room);
      if (missing !== null) await comes(() => (missing = missingIn(place, rows, room)) === null, missing);
      expectNothingOdd(place, rows, room);
      check(`${place.folder}, texts from ${at}`);
      if (undrawn.size > 0) for (const { localName } of stage.findAll('*')) undrawn.delete(localName);
    }
    if (undrawn.size > 0) throw new Error(`${place.folder} never drew ${[...undrawn].join(', ')}`);
  } finally {
    render(nothing, room);
    room.remove();
  }
}

/** Names the first text that is not on screen; null when all are. */
function missingIn(place: HostilePlace, rows: readonly Texts<string>[], room: Element): string | null {
  const screen = screenOf(room);
  for (const row of rows) {
    for (const field of place.fields) {
      const text = row[field]!;
      const wanted = place.shows?.[field] === undefined ? text : place.shows[field](text);
      if (wanted === null || wanted.trim() === '' || screen.whole.has(wanted) || screen.within(wanted)) continue;
      return `${place.folder}: ${field} does not show ${JSON.stringify(text.slice(0, 300))} of ${JSON.stringify(row).slice(0, 2000)}`;
    }
  }
  return null;
}

function expectNothingOdd(place: HostilePlace, rows: readonly Texts<string>[], room: Element): void {
  const screen = screenOf(room);
  const odd = [...screen.whole].find(
    (message) =>
      /\[object |native code/.test(message) &&
      !rows.some((row) =>
        Object.values(row).some((text) => message.includes(text) && /\[object |native code/.test(text)),
      ),
  );
  if (odd !== undefined)
    throw new Error(
      `${place.folder} says ${JSON.stringify(odd.slice(0, 300))} of ${JSON.stringify(rows).slice(0, 2000)}`,
    );
}

function stageIn(room: HTMLElement): Stage {
  return {
    room,
    draw: (template) => void render(template, room),
    find(selector) {
      const found = firstDeep(room, selector);
      if (found === null) throw new Error(`no ${selector}`);
      return found as never;
    },
    findAll: (selector) => allDeep(room, selector) as never,
    settled: () => settledIn(room),
    async answered() {
      await settledIn(room);
      await nextTurn();
      await settledIn(room);
    },
  };
}

/** Waits until no element has a pending update, at any depth; usually none is left after the first check. */
async function settledIn(room: Element): Promise<void> {
  for (;;) {
    const waiting = allDeep(room, '*').filter(
      (element): element is LitElement => element instanceof LitElement && element.isUpdatePending,
    );
    if (waiting.length === 0) return;
    for (const element of waiting) await element.updateComplete;
  }
}

/** Waits for one turn of the event loop; a timer would wait for some milliseconds. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

function allDeep(root: Element | ShadowRoot, selector: string): Element[] {
  const found: Element[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.matches(selector)) found.push(element);
    if (element.shadowRoot !== null) found.push(...allDeep(element.shadowRoot, selector));
  }
  return found;
}

function firstDeep(root: Element | ShadowRoot, selector: string): Element | null {
  return allDeep(root, selector)[0] ?? null;
}
