/**
 * Runs in a page: checks what the keyboard has to reach, where the focus is, and the layout with wider text spacing.
 * Uses nothing from outside the function.
 */

interface Walk {
  reached: Set<Element>;
  wanted: Element[];
}
interface WalkWindow {
  fieldkitWalk: Walk;
}

/** Remembers everything in the page's main part that the keyboard can reach; returns its number. */
export function beginWalk(): number {
  const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const wanted: Element[] = [];
  const take = (root: Element | ShadowRoot): void => {
    for (const child of root.children) {
      if (!child.checkVisibility({ visibilityProperty: true })) continue;
      const isOff = child.matches(':disabled, [tabindex="-1"], fk-dialog *, [role="presentation"]');
      if (child.matches(STOPS) && !isOff && child.getBoundingClientRect().height > 0 && child.localName !== 'fk-button')
        wanted.push(child);
      if (child.shadowRoot !== null) take(child.shadowRoot);
      take(child);
    }
  };
  const main = document.querySelector('fk-app')?.shadowRoot?.querySelector('main');
  if (main == null) throw new Error('there is no page');
  take(main);
  (globalThis as unknown as WalkWindow).fieldkitWalk = { reached: new Set(), wanted };
  main.focus();
  main.scrollTop = 0;
  return wanted.length;
}

/** Returns what is wrong with the focus after a press of Tab; `left` means that it has left the page's main part. */
export function stepOfWalk(): { readonly left: boolean; readonly fault: string | null } {
  /** The smallest target for a finger, px. */
  const FINGER = 44;
  const { reached } = (globalThis as unknown as WalkWindow).fieldkitWalk;
  const main = document.querySelector('fk-app')?.shadowRoot?.querySelector('main');
  let at: Element | null = document.activeElement;
  let isInMain = false;
  while (at?.shadowRoot?.activeElement != null) {
    at = at.shadowRoot.activeElement;
    isInMain ||= main?.contains(at) === true;
  }
  if (at === null || !isInMain) return { left: true, fault: null };
  if (reached.has(at)) return { left: false, fault: null };
  reached.add(at);
  const name = `${at.localName} ${(at.getAttribute('aria-label') ?? at.getAttribute('name') ?? at.textContent).trim().replace(/\s+/g, ' ').slice(0, 40)}`;
  const box = at.getBoundingClientRect();
  const middle = { x: box.left + Math.min(box.width / 2, 20), y: box.top + box.height / 2 };
  const under = (x: number, y: number): Element | null => {
    let on: Element | null = document.elementFromPoint(x, y);
    while (on?.shadowRoot?.elementFromPoint(x, y) != null) {
      const inner: Element = on.shadowRoot.elementFromPoint(x, y)!;
      if (inner === on) break;
      on = inner;
    }
    return on;
  };
  const on = under(middle.x, middle.y);
  const holds = (outer: Element, inner: Element | null): boolean => {
    for (let node: Node | null = inner; node !== null; node = node instanceof ShadowRoot ? node.host : node.parentNode)
      if (node === outer) return true;
    return false;
  };
  const label = at instanceof HTMLInputElement ? (at.labels?.[0] ?? null) : null;
  const isSeen = holds(at, on) || holds(on ?? at, at) || (label !== null && holds(label, on));
  if (box.height > 0 && !isSeen) return { left: false, fault: `${name}: something lies over it` };
  // A link within a line of text may be as high as the line.
  const isInline = at instanceof HTMLAnchorElement && getComputedStyle(at).display === 'inline';
  // The target may be larger than the drawn element.
  const own = at;
  const isPressed = (x: number, y: number): boolean =>
    holds(own, under(x, y)) || (label !== null && holds(label, under(x, y)));
  const pressed = (dx: number, dy: number): number =>
    Array.from({ length: 2 * FINGER }, (_, step) => step - FINGER).filter((step) =>
      isPressed(middle.x + dx * step, middle.y + dy * step),
    ).length;
  const isSmall = (drawn: number, dx: number, dy: number): boolean => drawn < FINGER && pressed(dx, dy) < FINGER;
  if (!isInline && box.height > 0 && (isSmall(box.width, 1, 0) || isSmall(box.height, 0, 1)))
    return {
      left: false,
      fault: `${name}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)} px are too small for a finger`,
    };
  let ring = false;
  for (let node: Node | null = at, up = 0; node !== null && up < 8; up += 1) {
    if (node instanceof Element) {
      const { outlineStyle, outlineWidth } = getComputedStyle(node);
      ring ||= outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    }
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return { left: false, fault: ring ? null : `${name}: nothing shows that the keyboard is on it` };
}

/** Returns elements that are still there and were never reached. */
export function endWalk(): string[] {
  const { reached, wanted } = (globalThis as unknown as WalkWindow).fieldkitWalk;
  return wanted
    .filter((one) => one.isConnected && one.checkVisibility() && !reached.has(one))
    .map(
      (one) =>
        `${one.localName} ${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}: never reached`,
    );
}

/** Applies the distances of WCAG 1.4.12 in every shadow root of the page. */
export function spaceOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }',
  );
  const take = (root: Document | ShadowRoot): void => {
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot !== null) take(element.shadowRoot);
  };
  take(document);
}
