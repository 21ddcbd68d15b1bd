/**
 * Finds on a page what a person meets there: roles and names as the browser computes them for a screen reader, through
 * every shadow root. A test that asks in this way survives another element, class or shadow root.
 */

declare global {
  /** Of Chromium, with the flag in .wtr.config.mjs. */
  interface Element {
    readonly computedRole: string;
    readonly computedName: string;
  }
}

export type Root = Element | ShadowRoot;
/** The whole name, or a pattern. */
export type Name = string | RegExp;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the visible elements of a role, in the order of the page. */
export function all<T extends Element = HTMLElement>(root: Root, role: string, name?: Name): T[] {
  return elementsIn(root).filter(isA<T>(role, name));
}

export function has(root: Root, role: string, name?: Name): boolean {
  return elementsIn(root).some(isA(role, name));
}

/** Returns the first visible element of this role and name. Throws, and says which of this role are there. */
export function the<T extends Element = HTMLElement>(root: Root, role: string, name?: Name): T {
  return elementsIn(root).find(isA<T>(role, name)) ?? fail(role, name, all(root, role));
}

/** Returns the button or link whose name begins with `words`, else the heading of folded content. */
export function action(root: Root, words: string): HTMLElement {
  return actions(root).find((one) => nameOf(one).startsWith(words)) ?? fail('action', words, actions(root));
}

export function hasAction(root: Root, words: string): boolean {
  return actions(root).some((one) => nameOf(one).startsWith(words));
}

/** True for a filled button: the one main action. */
export function isFilled(button: Element): boolean {
  const sample = document.createElement('div');
  sample.style.backgroundColor = 'var(--color-accent)';
  document.body.append(sample);
  const filled = getComputedStyle(sample).backgroundColor;
  sample.remove();
  return getComputedStyle(button).backgroundColor === filled;
}

/** Returns the first element that shows these words itself, to press on them or to measure them. */
export function withWords(root: Root, words: string): HTMLElement {
  const isOwn = (node: Node): boolean => node instanceof Text && node.data.includes(words);
  const found = visibleIn(root).find((one) => nodesIn(one).some(isOwn));
  if (found === undefined) throw new Error(`no words "${words}" in: ${readable(root)}`);
  return found;
}

/** Returns the bar with these words that stays in view while the rest of the page scrolls. */
export function barWith(root: Root, words: string): HTMLElement {
  const isBar = (one: Element): boolean => getComputedStyle(one).position === 'sticky';
  const bar = visibleIn(root).find((one) => isBar(one) && readable(one).includes(words));
  if (bar === undefined) throw new Error(`no bar with "${words}" in: ${readable(root)}`);
  return bar;
}

/** Returns every element that is shown, to measure them together. */
export function visibleIn(root: Root): HTMLElement[] {
  return elementsIn(root).filter((one): one is HTMLElement => one instanceof HTMLElement && isVisible(one));
}

/** Returns the input, text area or select with this label. */
export function field<T extends Field = HTMLInputElement>(root: Root, label: Name): T {
  return fields(root).find((one): one is T => isNamed(one, label)) ?? fail('field', label, fields(root));
}

/** Types into the field with this label, or chooses the option with this value. */
export function fill(root: Root, label: Name, value: string): void {
  const input = field<Field>(root, label);
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Gives files to the page as its file chooser does. */
export function choose(root: Root, ...files: readonly File[]): void {
  const input = elementsIn(root).find((one) => one instanceof HTMLInputElement && one.type === 'file');
  if (!(input instanceof HTMLInputElement)) throw new Error('nothing on this page takes a file');
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change'));
}

/** Returns what the page says in alerts, then what it says in live regions. */
export function announced(root: Root): string[] {
  return ['alert', 'status']
    .flatMap((role) => all(root, role))
    .map(readable)
    .filter((words) => words !== '');
}

/** Returns all readable text, through every shadow root. */
export function readable(root: Node): string {
  const parts: string[] = [];
  const read = (node: Node): void => {
    if (node instanceof Text) parts.push(node.data);
    if (node instanceof HTMLStyleElement) return;
    for (const child of nodesIn(node)) read(child);
  };
  read(root);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Returns the element that has the focus, through every shadow root. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Returns what a tap there meets, through every shadow root. */
export function elementAt(x: number, y: number): Element | null {
  let met = document.elementFromPoint(x, y);
  for (;;) {
    const inner = met?.shadowRoot?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === met) return met;
    met = inner;
  }
}

function actions(root: Root): HTMLElement[] {
  const there = visibleIn(root);
  return [
    ...there.filter((one) => ['button', 'link'].includes(one.computedRole)),
    ...there.filter((one) => one.localName === 'summary'),
  ];
}

function fields(root: Root): Field[] {
  return visibleIn(root).filter(
    (one): one is Field =>
      one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement,
  );
}

function elementsIn(root: Root): Element[] {
  const { shadowRoot = null } = root instanceof Element ? root : {};
  if (shadowRoot !== null && !shadowRoot.adoptedStyleSheets.includes(allDrawn))
    shadowRoot.adoptedStyleSheets.push(allDrawn);
  return nodesIn(root).flatMap((child) => (child instanceof Element ? [child, ...elementsIn(child)] : []));
}

/** What is drawn in the node: its shadow root instead of its own nodes, and what fills a slot instead of the slot's own. */
function nodesIn(node: Node): Node[] {
  const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  if (assigned.length > 0) return assigned;
  return [...((node instanceof Element ? node.shadowRoot : null) ?? node).childNodes];
}

/** What is far below is not drawn, and has no role then; a test page in the background never draws it later. */
const allDrawn = new CSSStyleSheet();
allDrawn.replaceSync('* { content-visibility: visible !important; }');

const isA =
  <T extends Element>(role: string, name?: Name) =>
  (one: Element): one is T =>
    one.computedRole === role && isNamed(one, name) && isVisible(one);

function isVisible(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function nameOf(element: Element): string {
  return element.computedName.replace(/\s+/g, ' ').trim();
}

function isNamed(element: Element, name: Name | undefined): boolean {
  if (name === undefined) return true;
  return typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element));
}

function fail(what: string, name: Name | undefined, there: readonly Element[]): never {
  throw new Error(`no ${what} ${String(name ?? '')} among: ${there.map(nameOf).join(' | ')}`);
}
