/**
 * Handles keyboard shortcuts while an account is connected. Single keys do nothing while somebody types or behind a
 * dialog.
 */
import { GO_KEYS, KEYS, PAGE_KEYS, singleKeysAreOn } from './shortcuts.ts';

/** Ctrl+Enter presses the button with this `data-key`, which continues a form, also while somebody types. */
const FORWARD_KEY = 'Enter';
type PageKey = keyof typeof PAGE_KEYS | typeof FORWARD_KEY;

type GoKey = keyof typeof GO_KEYS;

type Shortcut =
  | { readonly kind: 'palette' | 'shortcuts' | 'help' | 'go' }
  | { readonly kind: 'to'; readonly path: string }
  | { readonly kind: 'press'; readonly key: PageKey };

/** The shell's actions for shortcuts. */
interface ShortcutActions {
  readonly page: () => ParentNode;
  readonly go: (path: string) => void;
  readonly open: (what: 'palette' | 'shortcuts' | 'help') => void;
}

/** Time in ms within which a letter must follow `g`. */
const GO_TIMEOUT_MS = 1500;

/** Starts listening. Returns a function that stops it. */
export function startShortcuts(actions: ShortcutActions): () => void {
  let goPressedAtMs = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent): void => {
    const shortcut = shortcutOf(event, event.timeStamp - goPressedAtMs < GO_TIMEOUT_MS);
    // The time of the key press, not of its handling, which may be late.
    goPressedAtMs = shortcut?.kind === 'go' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (shortcut === null || shortcut.kind === 'go') return;
    if (shortcut.kind === 'press') {
      if (pressMarked(actions.page(), shortcut.key)) event.preventDefault();
      return;
    }
    // Ctrl+K is also a shortcut of the browser.
    event.preventDefault();
    if (shortcut.kind === 'to') actions.go(shortcut.path);
    else actions.open(shortcut.kind);
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

/** Returns the shortcut of a key press, or null. `afterGo` is true when the previous key was `g`. */
function shortcutOf(event: KeyboardEvent, afterGo: boolean): Shortcut | null {
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

/** Presses the first enabled button on the page with this mark. Returns whether there was one. */
function pressMarked(page: ParentNode, key: PageKey): boolean {
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
