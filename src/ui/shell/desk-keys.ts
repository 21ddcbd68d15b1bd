/**
 * Handles keyboard shortcuts while an account is connected. Single keys do nothing while somebody types or behind a
 * dialog.
 */
import { PAGE_LINKS } from './places.ts';
import { GO_KEYS, KEYS, PAGE_KEYS, singleKeysAreOn } from './shortcuts.ts';

/** Ctrl+Enter presses the button with this `data-key`, which continues a form, also while somebody types. */
const FORWARD_KEY = 'Enter';

/** The shell's actions for shortcuts. */
interface ShortcutActions {
  readonly page: () => ParentNode;
  readonly go: (path: string) => void;
  readonly open: (what: 'palette' | 'shortcuts' | 'help') => void;
}

/** Time in ms within which a letter must follow `g`. */
const GO_TIMEOUT_MS = 1500;

/** Starts listening. Returns a function that stops it. */
export function startShortcuts({ page, go, open }: ShortcutActions): () => void {
  let goPressedAtMs = Number.NEGATIVE_INFINITY;
  const opens = (what: Parameters<typeof open>[0]): boolean => {
    open(what);
    return true;
  };

  /** Does what the key stands for; false when it stands for nothing here. `afterGo`: the previous key was `g`. */
  function handle(event: KeyboardEvent, afterGo: boolean): boolean {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented || event.isComposing || event.repeat || altKey || isBehindDialog(event)) return false;
    const isCommand = ctrlKey !== metaKey && !event.shiftKey;
    if (isCommand && key.toLowerCase() === KEYS.palette) return opens('palette');
    if (isCommand && key === FORWARD_KEY) return pressMarked(page(), key);
    if (ctrlKey || metaKey || isTyping(event) || !singleKeysAreOn()) return false;
    if (afterGo && isGoKey(key)) {
      go(PAGE_LINKS[GO_KEYS[key]].href);
      return true;
    }
    // The time of the key press, not of its handling, which may be late.
    if (key === KEYS.go) goPressedAtMs = event.timeStamp;
    if (key === KEYS.shortcuts) return opens('shortcuts');
    if (key === KEYS.help) return opens('help');
    return Object.hasOwn(PAGE_KEYS, key) && pressMarked(page(), key);
  }

  const onKey = (event: KeyboardEvent): void => {
    const afterGo = event.timeStamp - goPressedAtMs < GO_TIMEOUT_MS;
    goPressedAtMs = Number.NEGATIVE_INFINITY;
    // Ctrl+K is also a shortcut of the browser.
    if (handle(event, afterGo)) event.preventDefault();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

/** Presses the first enabled button on the page with this mark. Returns whether there was one. */
function pressMarked(page: ParentNode, key: string): boolean {
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

function isGoKey(key: string): key is keyof typeof GO_KEYS {
  return Object.hasOwn(GO_KEYS, key);
}

function deepFind(root: ParentNode, fits: (element: Element) => boolean): Element | null {
  for (const element of root.querySelectorAll('*')) {
    if (fits(element)) return element;
    const deeper = element.shadowRoot === null ? null : deepFind(element.shadowRoot, fits);
    if (deeper !== null) return deeper;
  }
  return null;
}
