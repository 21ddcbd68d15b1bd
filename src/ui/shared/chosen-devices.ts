/** The devices a person has chosen in the list, for the screens that act on them; kept through a reload, forgotten when the window is closed. */
import { createLive } from '../../domain/live.ts';
import { SELECTION_KEY } from '../../names.ts';

export const selection = createLive<readonly string[]>(kept());

selection.subscribe(() => {
  try {
    sessionStorage.setItem(SELECTION_KEY, JSON.stringify(selection.value));
  } catch {
    // No room: they are known while the app is open.
  }
});

function kept(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SELECTION_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
