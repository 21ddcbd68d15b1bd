/** One place of the app where texts that others have written are shown or typed, and the way all of them are sent through each of its fields. */
import { LitElement, nothing, render, type TemplateResult } from 'lit';
import { cleanText, plainText } from '../../src/domain/clean-text.ts';
import { provideFromPages } from '../support/services-room.ts';
import { until } from '../support/until.ts';
import { screenOf } from './screen.ts';

/** A text for each field of the place. */
export type Texts<Field extends string> = Readonly<Record<Field, string>>;

export interface HostilePlace<Field extends string = string> {
  /** Folder under src/ui: "pages/device", "elements/id". */
  readonly folder: string;
  /** Elements that the place draws, by their tags. */
  readonly elements: readonly string[];
  /** Names for people; each field is sent every text. */
  readonly fields: readonly Field[];
  /** Rows that one drawing shows; 1 unless the place is a list. */
  readonly rows?: number;
  /** How a field shows a text, where that is not word for word; null where it is not shown at all. */
  readonly shows?: { readonly [F in Field]?: (text: string) => string | null };
  /** Puts the place on the page, once; what it gives back draws the rows. */
  open(stage: Stage): (rows: readonly Texts<Field>[]) => void | Promise<void>;
}

/** For a table of places with other fields each. */
export function hostilePlace<Field extends string>(place: HostilePlace<Field>): HostilePlace {
  return place;
}

/** Where a place draws. */
export interface Stage {
  readonly room: HTMLElement;
  draw(template: TemplateResult): void;
  /** The first element that fits, through every shadow root. */
  find<T extends Element = HTMLElement>(selector: string): T;
  findAll<T extends Element = HTMLElement>(selector: string): T[];
  settled(): Promise<void>;
  /** What was asked for in the meantime has been answered and drawn. */
  answered(): Promise<void>;
}

/** Fields of one row get texts that lie this far apart: no two fields of a drawing have the same. */
const APART = 7;
/** Controls of one line have no line breaks. */
export const oneLine = (text: string): string => text.replace(/[\r\n]/g, '');
/** What a field makes of what is typed into it, and of a key, an address or an id. */
export const asTyped = (text: string): string => cleanText(oneLine(text)).text;
export const asTypedKey = (text: string): string => plainText(oneLine(text)).text;
export const asTypedLines = (text: string): string => cleanText(manyLines(text)).text;
/** A file's name, as the browser has it. */
export const asFileName = (text: string): string => new File([], text).name;
/** What a control of many lines makes of line breaks. */
export const manyLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Draws until each field has shown every text, or as many as asked; `check` after each drawing, `comes` waits for what is told a moment later. */
export async function sendThrough(
  place: HostilePlace,
  texts: readonly string[],
  check: (told: string) => void,
  count = texts.length,
  comes: typeof until = until,
): Promise<void> {
  const room = document.createElement('div');
  document.body.append(room);
  provideFromPages(room);
  try {
    const stage = stageIn(room);
    const drawRows = place.open(stage);
    await stage.settled();
    const { rows: rowsAtOnce = 1 } = place;
    for (let at = 0; at < count; at += rowsAtOnce) {
      // Each text stands alone in its field: some sinks look at the beginning only.
      const rows = Array.from({ length: Math.min(rowsAtOnce, texts.length - at) }, (_, row) =>
        Object.fromEntries(place.fields.map((field, nth) => [field, texts[(at + row + nth * APART) % texts.length]!])),
      );
      await drawRows(rows);
      await stage.settled();
      // What waits for its own measures, or is told a moment later, comes by itself.
      let missing = missingIn(place, rows, room);
      if (missing !== null) await comes(() => (missing = missingIn(place, rows, room)) === null, missing);
      expectNothingOdd(place, rows, room);
      check(`${place.folder}, texts from ${at}`);
    }
  } finally {
    render(nothing, room);
    room.remove();
  }
}

/** Names the first text that is not on screen; null where all are. */
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
    (said) =>
      /\[object |native code/.test(said) &&
      !rows.some((row) => Object.values(row).some((text) => said.includes(text) && /\[object |native code/.test(text))),
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

/** Until no element of it has an update pending, however deep; most often there is none left after the first look. */
async function settledIn(room: Element): Promise<void> {
  for (;;) {
    const waiting = allDeep(room, '*').filter(
      (element): element is LitElement => element instanceof LitElement && element.isUpdatePending,
    );
    if (waiting.length === 0) return;
    for (const element of waiting) await element.updateComplete;
  }
}

/** One turn of the event loop, at once: a timer would wait for some milliseconds. */
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
