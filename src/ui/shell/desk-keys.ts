/** Listens for shortcuts while an account is connected. */
import { pressMarked, shortcutOf } from './shortcuts.ts';

/** What the shell does for a shortcut. */
interface DeskActions {
  readonly page: () => ParentNode;
  readonly go: (path: string) => void;
  readonly open: (what: 'palette' | 'shortcuts' | 'help') => void;
}

/** `g` waits so long for the letter after it. */
const GO_WAITS_MS = 1500;

/** Returns the way to stop. */
export function startDeskKeys(actions: DeskActions): () => void {
  let goneAtMs = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent): void => {
    const wanted = shortcutOf(event, event.timeStamp - goneAtMs < GO_WAITS_MS);
    // When it was pressed, however long the page took to hear of it.
    goneAtMs = wanted?.kind === 'go' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (wanted === null || wanted.kind === 'go') return;
    if (wanted.kind === 'press') {
      if (pressMarked(actions.page(), wanted.key)) event.preventDefault();
      return;
    }
    // Ctrl K is the browser's own as well.
    event.preventDefault();
    if (wanted.kind === 'to') actions.go(wanted.path);
    else actions.open(wanted.kind);
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
