/**
 * Every page at every text size that a person may set in the browser, in both languages and at the widths of phones:
 * the states, the way into one of them, and its faults.
 */
import type { CDPSession, Page } from 'playwright-core';
import { LANGUAGE_KEY } from '../../src/names.ts';
import { FILLED_PAGES, drawn } from './filled-practice.ts';
import { goTo } from './journey.ts';
import { standingFaults } from './measure-page.ts';

export const TEXT_SIZES = [100, 131, 150, 200] as const;
export const LANGUAGES = ['en', 'de'] as const;
export const WIDTHS = [320, 360, 390, 844] as const;
/** The browser's own size of text, in CSS pixels. */
const USUAL_PX = 16;

export interface TextState {
  readonly address: string;
  /** Size of the text, in percent of the usual one. */
  readonly percent: (typeof TEXT_SIZES)[number];
  readonly language: (typeof LANGUAGES)[number];
  /** Width of the window, in CSS pixels. */
  readonly width: (typeof WIDTHS)[number];
}

/** Every state, those of one language together, since changing it loads the app again. */
export const TEXT_STATES: readonly TextState[] = LANGUAGES.flatMap((language) =>
  FILLED_PAGES.flatMap((address) =>
    TEXT_SIZES.flatMap((percent) => WIDTHS.map((width) => ({ address, percent, language, width }))),
  ),
);

export function nameOfState({ address, percent, language, width }: TextState): string {
  return `${address} at ${percent} % in ${language}, ${width} px wide`;
}

/** What a session has set ends with it, so each page keeps its own. */
const sessions = new WeakMap<Page, CDPSession>();

/** Sets the size of text as the browser's own settings do. There are no scroll bars, as on a phone. */
async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setScrollbarsHidden', { hidden: true });
  await session.send('Page.setFontSizes', { fontSizes: { standard: Math.round((USUAL_PX * percent) / 100) } });
}

export async function setLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(([key, one]) => localStorage.setItem(key, one), [LANGUAGE_KEY, language] as const);
  await page.reload();
}

/** Shows the page of the state in its width and size, without opening it again. Its language has to be set. */
export async function openState(page: Page, { address, percent, width }: TextState): Promise<void> {
  await page.setViewportSize({ width, height: width === 844 ? 390 : 844 });
  await setTextSize(page, percent);
  const { pathname, search } = new URL(page.url());
  if (`${pathname}${search}` !== address) await goTo(page, address);
  await drawn(page);
}

/** Returns what lies over something else, is cut, is broken inside a word, or makes the page scroll sideways. */
export async function faultsOfState(page: Page, { percent }: TextState, settledMs?: number): Promise<string[]> {
  const faults = await standingFaults(page, ['light'], settledMs);
  // A closed list cannot break its line, so with larger text it may end in an ellipsis; open, it shows all of it.
  const cut = percent === 100 ? await page.evaluate(cutChoices) : [];
  return [...faults, ...(await page.evaluate(brokenWords)), ...cut];
}

/** Returns the words in closed lists and empty fields that are wider than their control. Runs in the page. */
function cutChoices(): string[] {
  const found: string[] = [];
  const pen = document.createElement('canvas').getContext('2d')!;
  const visit = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) visit(element.shadowRoot);
      if (!(element instanceof HTMLSelectElement || element instanceof HTMLInputElement)) continue;
      const words =
        element instanceof HTMLSelectElement
          ? (element.selectedOptions[0]?.text ?? '')
          : element.value === ''
            ? element.placeholder
            : '';
      if (words === '' || !element.checkVisibility()) continue;
      const { font, paddingLeft, paddingRight } = getComputedStyle(element);
      pen.font = font;
      const roomPx = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (pen.measureText(words).width > roomPx + 1) found.push(`"${words}" is cut in its field`);
    }
  };
  visit(document);
  return found;
}

/**
 * Returns the words that stand on two lines although one line of the page could hold them. A line may end at a space,
 * a soft hyphen, a hyphen or a slash. Texts in the monospaced face and of people (`bdi`) may be of any length. Runs in
 * the page.
 */
function brokenWords(): string[] {
  /** Space at both sides of the widest line of a page. */
  const MARGINS_PX = 34;
  const found = new Set<string>();
  const isData = (element: Element): boolean => element.closest('.mono, code, bdi, input, textarea, fk-id') !== null;
  const placeOf = (node: Node): string => {
    const root = node.getRootNode();
    return `${root instanceof ShadowRoot ? root.host.localName : ''} ${node.parentElement?.localName ?? ''}`.trim();
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const range = document.createRange();
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u00AD\u200B\-\u2010-\u2014/]+/g)) {
        const [first, last] = [index, index + word.length - 1].map((at) => {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          // The first boxes of a letter may be the hyphen before it.
          return [...range.getClientRects()].at(-1);
        });
        range.setStart(node, index);
        const widthPx = [...range.getClientRects()].reduce((sum, line) => sum + line.width, 0);
        const isBroken = first !== undefined && last !== undefined && last.top > first.top + first.height / 2;
        if (isBroken && widthPx <= innerWidth - MARGINS_PX) found.add(`"${word}" is broken in ${placeOf(node)}`);
      }
      return;
    }
    if (!(node instanceof Element) || node instanceof SVGElement || !node.checkVisibility() || isData(node)) return;
    const { clipPath, visibility } = getComputedStyle(node);
    if (clipPath !== 'none' || visibility === 'hidden') return;
    const inside =
      node instanceof HTMLSlotElement && node.assignedNodes().length > 0
        ? node.assignedNodes()
        : (node.shadowRoot ?? node).childNodes;
    for (const child of inside) visit(child);
  };
  visit(document.body);
  return [...found];
}
