/** The table of keyboard shortcuts; desk-keys.ts listens for them. */
import { SINGLE_KEYS_KEY } from '../../names.ts';

/** Keys that mean the same on every page; `palette` with Ctrl or ⌘, `search` where the page has a search field. */
export const KEYS = { palette: 'k', shortcuts: '?', help: 'h', go: 'g', search: '/' } as const;

/** Keys that press the button with this `data-key`. */
export const PAGE_KEYS = { r: 'refresh', c: 'configure', w: 'write', n: 'next', s: 'send' } as const;

/** Keys that follow `g`, and the page of each (places.ts). */
export const GO_KEYS = {
  o: 'today',
  d: 'devices',
  j: 'jobs',
  r: 'run',
  x: 'outbox',
  t: 'telemetry',
  s: 'integrations',
  i: 'inspector',
  c: 'orders',
  m: 'more',
} as const;

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
