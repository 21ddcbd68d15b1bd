/**
 * Measures the layout: text that is cut off or sticks out, boxes that overlap, a page that scrolls sideways. The
 * measuring function runs in the page, so it uses nothing from this module.
 */
import type { Page } from 'playwright-core';

/** Elements that are still moving reach their place within this time, even on a busy machine. */
const SETTLED_MS = 5000;

/** Returns the layout faults that remain, in words; temporary ones during a rearrangement are ignored. */
export async function standingFaults(page: Page, themes: readonly string[], settledMs = SETTLED_MS): Promise<string[]> {
  const endMs = Date.now() + settledMs;
  for (;;) {
    const faults = await page.evaluate(measurePage, themes);
    if (faults.length === 0 || Date.now() > endMs) return faults;
  }
}

/** Returns the current layout faults, in words; a fault of several themes is listed once. */
async function measurePage(themes: readonly string[]): Promise<string[]> {
  interface Within {
    readonly node: Node;
    readonly outer: Within | null;
  }
  interface Item {
    readonly what: string;
    readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
    /** The element and all its ancestors, from the inside out. */
    readonly within: Within | null;
    readonly self: Node;
    /** A floating layer covers other content by design. */
    readonly layer: Node | null;
  }
  type Place = Omit<Item, 'what' | 'box' | 'self'> & {
    readonly clip: Item['box'];
    /** True when it scrolls sideways or ends in an ellipsis. */
    readonly mayBeCut: boolean;
    /** True when a title shows the full text. */
    readonly isTitled: boolean;
  };
  const CONTROLS = 'input, select, textarea, button, .face';
  const found = new Set<string>();

  const meet = (one: Item['box'], other: Item['box']): Item['box'] => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const nameOf = (element: Element): string =>
    `${element.localName}${typeof element.className === 'string' && element.className !== '' ? `.${element.className.trim().split(/\s+/).join('.')}` : ''}`;

  function collect(): Item[] {
    const items: Item[] = [];
    const take = (node: Node, place: Place): void => {
      if (node instanceof Text) {
        const words = node.data.replace(/\s+/g, ' ').trim();
        if (words === '') return;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) {
          if (line.width < 1 || line.height < 1) continue;
          const box = meet(line, place.clip);
          const what = `"${words.slice(0, 40)}"`;
          const isThere = box.right - box.left > 1 && box.bottom - box.top > 1;
          if (isThere && !place.mayBeCut && (line.right > place.clip.right + 1 || line.left < place.clip.left - 1))
            found.add(`${what} is cut at the side`);
          if (isThere) items.push({ ...place, what, box, self: node });
        }
        return;
      }
      if (!(node instanceof Element) || node instanceof SVGElement || !node.checkVisibility()) return;
      const style = getComputedStyle(node);
      if (style.clipPath !== 'none' || style.visibility === 'hidden') return;
      const rect = node.getBoundingClientRect();
      const clips = style.overflowX !== 'visible' && style.display !== 'contents' && style.display !== 'inline';
      const floats = ['absolute', 'fixed', 'sticky'].includes(style.position);
      const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
      const isTitled = place.isTitled || node.hasAttribute('title');
      const ends = style.textOverflow === 'ellipsis' || isTitled;
      const own: Place = {
        within: { node, outer: place.within },
        layer: floats ? node : place.layer,
        clip: clips ? meet(place.clip, rect) : place.clip,
        isTitled,
        mayBeCut: place.mayBeCut || (clips && (scrolls || ends)),
      };
      if (
        clips &&
        style.overflowY === 'hidden' &&
        !ends &&
        node.scrollHeight > node.clientHeight + 4 &&
        rect.height > 1
      ) {
        const texts = node.textContent.trim();
        if (texts !== '')
          found.add(`${nameOf(node)} cuts its text below: "${texts.replace(/\s+/g, ' ').slice(0, 40)}"`);
      }
      if (node.matches(CONTROLS)) {
        const box = meet(rect, place.clip);
        if (box.right - box.left > 1 && box.bottom - box.top > 1) {
          const label =
            node.getAttribute('aria-label') ?? node.getAttribute('name') ?? node.textContent.trim().slice(0, 30);
          items.push({ ...own, what: `${nameOf(node)} ${label}`.trim(), box, self: node });
        }
      }
      const inside =
        node instanceof HTMLSlotElement && node.assignedNodes().length > 0
          ? node.assignedNodes()
          : [...(node.shadowRoot ?? node).childNodes];
      for (const child of inside) take(child, own);
    };
    const whole = { left: 0, right: innerWidth, top: -1e6, bottom: 1e6 };
    take(document.body, { within: null, layer: null, clip: whole, mayBeCut: false, isTitled: false });
    return items;
  }

  function standsIn({ within }: Item, node: Node): boolean {
    for (let at = within; at !== null; at = at.outer) if (at.node === node) return true;
    return false;
  }

  function compare(items: readonly Item[]): void {
    const sorted = [...items].sort((one, other) => one.box.top - other.box.top);
    for (const [at, one] of sorted.entries()) {
      for (let next = at + 1; next < sorted.length; next += 1) {
        const other = sorted[next]!;
        if (other.box.top > one.box.bottom - 6) break;
        if (one.layer !== other.layer || one.self === other.self) continue;
        const { left, right, top, bottom } = meet(one.box, other.box);
        if (right - left <= 2 || bottom - top <= 6) continue;
        if (!standsIn(one, other.self) && !standsIn(other, one.self)) found.add(`${one.what} lies over ${other.what}`);
      }
    }
  }

  /** Returns the name and the first words of the innermost element that reaches farthest to the right. */
  function widestIn(node: Element): string {
    let widest = node;
    let rightmost = 0;
    const visit = (parent: ParentNode): void => {
      for (const element of parent.children) {
        const { right } = element.getBoundingClientRect();
        if (right >= rightmost && element.checkVisibility()) [widest, rightmost] = [element, right];
        visit(element.shadowRoot ?? element);
      }
    };
    visit(node);
    return `${nameOf(widest)} "${widest.textContent.replace(/\s+/g, ' ').trim().slice(0, 40)}"`;
  }

  /** "59 minutes ago" is the widest age; the real one would depend on the time of the test. */
  function widenAges(node: ParentNode): void {
    for (const element of node.querySelectorAll<HTMLElement & { at?: number | null; now?: number }>('*')) {
      if (element.localName === 'fk-age' && typeof element.at === 'number') element.now = element.at + 59 * 60_000;
      if (element.shadowRoot !== null) widenAges(element.shadowRoot);
    }
  }

  widenAges(document);
  // Elements that depend on the width are rearranged one turn after the window has changed.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const theme of themes) {
    document.documentElement.dataset['theme'] = theme;
    const main = document.querySelector('fk-app')?.shadowRoot?.querySelector('main');
    for (const scroller of [document.documentElement, ...(main == null ? [] : [main])])
      if (scroller.scrollWidth > scroller.clientWidth + 1)
        found.add(
          `${nameOf(scroller)} scrolls sideways by ${scroller.scrollWidth - scroller.clientWidth} px, as far as ${widestIn(scroller)} reaches`,
        );
    compare(collect());
  }
  return [...found];
}
