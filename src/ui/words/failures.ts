/** What a person can do about a failed call to the backend. */
import type { BackendFailureKind } from '../../domain/backend-failure.ts';

/** The pages turn it into a button or a link. */
export type FailureAction = 'again' | 'key' | 'account' | 'signIn' | 'none';

export const FAILURE_ACTIONS: Readonly<Record<BackendFailureKind, FailureAction>> = {
  offline: 'again',
  timeout: 'again',
  portal: 'signIn',
  key: 'key',
  forbidden: 'none',
  notFound: 'none',
  conflict: 'none',
  mediaType: 'account',
  invalid: 'none',
  tooLarge: 'none',
  wrongHost: 'account',
  legal: 'none',
  proxyGaveUp: 'again',
  refused: 'none',
  rateLimit: 'again',
  server: 'again',
  unreadable: 'again',
  otherDevices: 'again',
  noKey: 'key',
  cancelled: 'again',
};
