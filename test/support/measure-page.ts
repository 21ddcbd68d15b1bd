/** Measures what is drawn: text that is cut or sticks out, boxes that lie over each other, a page that scrolls sideways. It runs in the page, so it names nothing from outside. */

/** Faults of the page as it stands, in words; the same for each theme is said once. */
export function measurePage(themes: readonly string[]): string[] {
  interface Item {
    readonly what: string;
    readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
    /** Itself and all that it stands in, from the inside out. */
    readonly within: ReadonlySet<Node>;
    readonly self: Node;
    /** What floats lies over the rest by design. */
    readonly layer: Node | null;
  }
  type Place = Omit<Item, 'what' | 'box' | 'self'> & {
    readonly clip: Item['box'];
    /** Scrolls sideways by itself, or ends in an ellipsis. */
    readonly mayBeCut: boolean;
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
      const ends = style.textOverflow === 'ellipsis' || node.hasAttribute('title');
      const own: Place = {
        within: new Set([...place.within, node]),
        layer: floats ? node : place.layer,
        clip: clips ? meet(place.clip, rect) : place.clip,
        mayBeCut: place.mayBeCut || (clips && node.scrollWidth > node.clientWidth + 1 && (scrolls || ends)),
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
    take(document.body, { within: new Set(), layer: null, clip: whole, mayBeCut: false });
    return items;
  }

  function compare(items: readonly Item[]): void {
    const sorted = [...items].sort((one, other) => one.box.top - other.box.top);
    for (const [at, one] of sorted.entries()) {
      for (let next = at + 1; next < sorted.length; next += 1) {
        const other = sorted[next]!;
        if (other.box.top > one.box.bottom - 6) break;
        if (one.layer !== other.layer || one.self === other.self) continue;
        if (one.within.has(other.self) || other.within.has(one.self)) continue;
        const { left, right, top, bottom } = meet(one.box, other.box);
        if (right - left > 2 && bottom - top > 6) found.add(`${one.what} lies over ${other.what}`);
      }
    }
  }

  for (const theme of themes) {
    document.documentElement.dataset['theme'] = theme;
    const main = document.querySelector('fk-app')?.shadowRoot?.querySelector('main');
    for (const scroller of [document.documentElement, ...(main == null ? [] : [main])])
      if (scroller.scrollWidth > scroller.clientWidth + 1)
        found.add(`${nameOf(scroller)} scrolls sideways by ${scroller.scrollWidth - scroller.clientWidth} px`);
    compare(collect());
  }
  return [...found];
}
