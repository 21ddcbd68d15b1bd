/** What a failure says: whether the backend has answered, refused, or may answer otherwise later. */
import { expect, it } from 'vitest';
import { isDeclined, isUnanswered, mayPass, type BackendFailureKind } from './backend-failure.ts';

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
  '%s is a refusal of this request: %s, may pass: %s, comes from the network: %s',
  (kind, declined, passes, unanswered) => {
    expect([isDeclined(kind), mayPass(kind), isUnanswered(kind)]).toEqual([declined, passes, unanswered]);
  },
);
