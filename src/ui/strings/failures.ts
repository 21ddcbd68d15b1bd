/** What went wrong with a call to the backend, one sentence and one action a kind, for every screen. */
import type { BackendFailureKind } from '../../domain/backend-failure.ts';

/** What a person can do about a failed call. */
export type FailureAction = 'again' | 'key' | 'account' | 'none';

export const failureWords: Record<BackendFailureKind, { readonly says: string; readonly action: FailureAction }> = {
  offline: {
    says: 'The backend did not answer: no network, a wrong address, or an answer hidden from this page.',
    action: 'again',
  },
  timeout: { says: 'The backend took too long to answer.', action: 'again' },
  portal: { says: 'Something else answered, perhaps the sign-in page of this network.', action: 'again' },
  key: { says: 'The backend does not accept the Api-Key.', action: 'key' },
  forbidden: { says: 'This key is not allowed to do that.', action: 'none' },
  notFound: { says: 'The backend does not know this, or this key has no access to it.', action: 'none' },
  conflict: {
    says: 'The backend refuses: it conflicts with what it holds, or this model cannot take it.',
    action: 'none',
  },
  mediaType: { says: 'The backend does not speak this version. Check the vendor of the account.', action: 'account' },
  invalid: { says: 'The backend does not accept these values.', action: 'none' },
  rateLimit: { says: 'The backend asks to wait before the next request.', action: 'again' },
  server: { says: 'The backend has a problem of its own.', action: 'again' },
  unreadable: { says: 'The answer of the backend could not be read.', action: 'again' },
  noKey: { says: 'Nothing was sent: the key is not known.', action: 'key' },
  cancelled: { says: 'Stopped.', action: 'again' },
};

export const failureActions: Record<Exclude<FailureAction, 'none'>, string> = {
  again: 'Try again',
  key: 'Give key',
  account: 'Account',
};
