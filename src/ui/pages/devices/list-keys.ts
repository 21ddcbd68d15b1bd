import { KEYS } from '../../shell/shortcuts.ts';

/** Keys of the device list: "/" focuses the search, arrow down moves from there into the list. */
export function placeOfKey(event: KeyboardEvent): 'search' | 'list' | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const [target] = event.composedPath();
  const typing =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  if (event.key === KEYS.search && !typing) return 'search';
  if (event.key === 'ArrowDown' && target instanceof HTMLInputElement && target.type === 'search') return 'list';
  return null;
}
