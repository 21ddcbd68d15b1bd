/**
 * The table of keyboard shortcuts and the meaning of each key. Single keys do nothing while somebody types or behind a
 * dialog.
 */
import { SINGLE_KEYS_KEY } from '../../names.ts';

/** Keys that mean the same on every page; `palette` with Ctrl or ⌘, `search` where the page has a search field. */
export const KEYS = { palette: 'k', shortcuts: '?', help: 'h', go: 'g', search: '/' } as const;

/** Keys that press the button with this `data-key`. */
export const PAGE_KEYS = { r: 'refresh', c: 'configure', w: 'write', n: 'next', s: 'send' } as const;
/** Ctrl+Enter presses the button with this `data-key`, which continues a form, also while somebody types. */
const FORWARD_KEY = 'Enter';
type PageKey = keyof typeof PAGE_KEYS | typeof FORWARD_KEY;

/** Keys that follow `g`. */
export const GO_KEYS = {
  o: '/overview',
  d: '/devices',
  j: '/jobs',
  r: '/run',
  x: '/outbox',
  t: '/telemetry',
  s: '/streams',
  i: '/inspector',
  c: '/orders',
  m: '/more',
} as const;
type GoKey = keyof typeof GO_KEYS;

type Shortcut =
  | { readonly kind: 'palette' | 'shortcuts' | 'help' | 'go' }
  | { readonly kind: 'to'; readonly path: string }
  | { readonly kind: 'press'; readonly key: PageKey };

/** Returns the shortcut of a key press, or null. `afterGo` is true when the previous key was `g`. */
export function shortcutOf(event: KeyboardEvent, afterGo: boolean): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || event.isComposing || event.repeat || altKey || isBehindDialog(event)) return null;
  if (ctrlKey !== metaKey && !event.shiftKey && key.toLowerCase() === KEYS.palette) return { kind: 'palette' };
  if (ctrlKey !== metaKey && !event.shiftKey && key === FORWARD_KEY) return { kind: 'press', key: FORWARD_KEY };
  if (ctrlKey || metaKey || isTyping(event) || !singleKeysAreOn()) return null;
  if (afterGo && isGoKey(key)) return { kind: 'to', path: GO_KEYS[key] };
  if (key === KEYS.go) return { kind: 'go' };
  if (key === KEYS.shortcuts) return { kind: 'shortcuts' };
  if (key === KEYS.help) return { kind: 'help' };
  return isPageKey(key) ? { kind: 'press', key } : null;
}

/** False when single keys are switched off, for people with speech input or a tremor. */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS_KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(SINGLE_KEYS_KEY);
  else localStorage.setItem(SINGLE_KEYS_KEY, 'off');
}

/** Presses the first enabled button on the page with this mark. Returns whether there was one. */
export function pressMarked(page: ParentNode, key: PageKey): boolean {
  const found = deepFind(
    page,
    (element) =>
      element instanceof HTMLElement &&
      element.dataset['key'] === key &&
      !element.hasAttribute('disabled') &&
      !element.hasAttribute('busy') &&
      element.checkVisibility(),
  );
  if (!(found instanceof HTMLElement)) return false;
  const link = found.getAttribute('href');
  // Click the anchor inside a link, because the router handles clicks on anchors only.
  const inner = link === null ? null : found.shadowRoot?.querySelector<HTMLElement>('a');
  (inner ?? found).click();
  return true;
}

function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

function isBehindDialog(event: Event): boolean {
  return event.composedPath().some((node) => node instanceof HTMLDialogElement && node.open);
}

function isGoKey(key: string): key is GoKey {
  return Object.hasOwn(GO_KEYS, key);
}

function isPageKey(key: string): key is keyof typeof PAGE_KEYS {
  return Object.hasOwn(PAGE_KEYS, key);
}

function deepFind(root: ParentNode, fits: (element: Element) => boolean): Element | null {
  for (const element of root.querySelectorAll('*')) {
    if (fits(element)) return element;
    const deeper = element.shadowRoot === null ? null : deepFind(element.shadowRoot, fits);
    if (deeper !== null) return deeper;
  }
  return null;
}
