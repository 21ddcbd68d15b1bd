/** Handles keyboard shortcuts while an account is connected. */
import { pressMarked, shortcutOf } from './shortcuts.ts';

/** The shell's actions for shortcuts. */
interface DeskActions {
  readonly page: () => ParentNode;
  readonly go: (path: string) => void;
  readonly open: (what: 'palette' | 'shortcuts' | 'help') => void;
}

/** Time in ms within which a letter must follow `g`. */
const GO_WAITS_MS = 1500;

/** Starts listening. Returns a function that stops it. */
export function startDeskKeys(actions: DeskActions): () => void {
  let goneAtMs = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent): void => {
    const shortcut = shortcutOf(event, event.timeStamp - goneAtMs < GO_WAITS_MS);
    // The time of the key press, not of its handling, which may be late.
    goneAtMs = shortcut?.kind === 'go' ? event.timeStamp : Number.NEGATIVE_INFINITY;
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
