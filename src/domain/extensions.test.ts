/** Whether the backend offers a call beyond the interface, as far as its answers tell. */
import { expect, it } from 'vitest';
import type { BackendFailure } from './backend-failure.ts';
import { offerOf, shownBy } from './extensions.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 10 * DAY_MS;

it.each([
  ['was never asked', undefined, 'unknown'],
  ['was offered, however long ago', { isOffered: true, atMs: 0 }, 'offered'],
  ['was not offered a moment ago', { isOffered: false, atMs: NOW_MS }, 'notOffered'],
  ['was not offered almost a day ago', { isOffered: false, atMs: NOW_MS - DAY_MS + 1 }, 'notOffered'],
  ['was not offered a day ago', { isOffered: false, atMs: NOW_MS - DAY_MS }, 'unknown'],
  ['was not offered a day later, by a clock that was set back', { isOffered: false, atMs: NOW_MS + DAY_MS }, 'unknown'],
] as const)('a call that the backend may lack, and that %s, is remembered as %s', (_what, known, offer) => {
  expect(offerOf(known, NOW_MS)).toBe(offer);
});

it.each([
  [404, false],
  [405, false],
  [403, null],
  [400, null],
  [500, null],
  [0, null],
])('an answer with the status %i shows that the backend offers a call: %s', (status, shown) => {
  const failure = { kind: 'refused', status, message: '', fields: [], retryAfterMs: null } satisfies BackendFailure;
  expect(shownBy({ ok: false, failure })).toBe(shown);
  expect(shownBy({ ok: true, value: null })).toBe(true);
});
