/** What a failure says: whether the backend has answered, refused, or may answer otherwise later. */
import { expect, it } from 'vitest';
import {
  isDeclined,
  isUnanswered,
  kindOfStatus,
  mayPass,
  messageToStore,
  type BackendFailure,
  type BackendFailureKind,
} from './backend-failure.ts';

it.each<[BackendFailureKind, declined: boolean, passes: boolean, unanswered: boolean]>([
  ['notFound', true, false, false],
  ['forbidden', true, false, false],
  ['invalid', true, false, false],
  ['conflict', true, false, false],
  ['refused', true, false, false],
  ['offline', false, true, true],
  ['timeout', false, true, true],
  ['portal', false, true, true],
  ['key', false, true, false],
  ['noKey', false, true, false],
  ['proxyGaveUp', false, true, false],
  ['rateLimit', false, true, false],
  ['server', false, true, false],
  ['unreadable', false, true, false],
  ['cancelled', false, true, false],
])(
  'the failure %s is a refusal of this request: %s, may pass: %s, comes from the network: %s',
  (kind, declined, passes, unanswered) => {
    expect([isDeclined(kind), mayPass(kind), isUnanswered(kind)]).toEqual([declined, passes, unanswered]);
  },
);

it.each<[status: number, BackendFailureKind]>([
  [400, 'invalid'],
  [401, 'key'],
  [402, 'refused'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [408, 'server'],
  [409, 'conflict'],
  [413, 'tooLarge'],
  [415, 'mediaType'],
  [421, 'wrongHost'],
  [422, 'invalid'],
  [425, 'server'],
  [429, 'rateLimit'],
  [431, 'tooLarge'],
  [451, 'legal'],
  [499, 'proxyGaveUp'],
  [498, 'refused'],
  [500, 'server'],
  [599, 'server'],
])('the status %i is a failure of the kind %s', (status, kind) => {
  expect(kindOfStatus(status)).toBe(kind);
});

it("a stored failure has the backend's message, shortened, or a note of its own where there is none", () => {
  const failure: BackendFailure = { kind: 'server', status: 500, message: '', fields: [], retryAfterMs: null };
  expect(messageToStore(failure)).toBe('');
  expect(messageToStore({ ...failure, note: 'webPage' })).toBe('webPage');
  expect(messageToStore({ ...failure, note: 'webPage', message: 'x'.repeat(301) })).toBe('x'.repeat(300));
});
