/** Words of what went wrong with a call to the backend, and of what a person can do about it. */
import type { BackendFailureKind, FailureNote } from '../../domain/backend-failure.ts';
import { number, size } from './counting.ts';
import { inLanguage } from './language.ts';

/** What a person can do about a failed call; the pages turn it into a button or a link. */
export type FailureAction = 'again' | 'key' | 'account' | 'signIn' | 'none';

export const failureWords: Record<BackendFailureKind, { readonly says: string; readonly action: FailureAction }> =
  inLanguage('failureWords', {
    offline: {
      says: 'No answer from the backend. Check the network and the address; the backend may also block this site.',
      action: 'again',
    },
    timeout: { says: 'The backend took too long to answer.', action: 'again' },
    portal: { says: 'Something other than the backend answered. This network may need a sign-in.', action: 'signIn' },
    key: { says: 'The backend does not accept the API key.', action: 'key' },
    forbidden: { says: 'Your key has no permission for this.', action: 'none' },
    notFound: { says: 'Not found at the backend, or your key has no access to it.', action: 'none' },
    conflict: {
      says: 'Rejected: it conflicts with the backend’s data, or this model does not support it.',
      action: 'none',
    },
    mediaType: {
      says: 'The backend does not support this version. Check the vendor of the account.',
      action: 'account',
    },
    invalid: { says: 'The backend does not accept these values.', action: 'none' },
    tooLarge: { says: 'This request is too large for the backend, or for a proxy in front of it.', action: 'none' },
    wrongHost: {
      says: 'The host does not answer for this address. Check the addresses of the account.',
      action: 'account',
    },
    legal: { says: 'Access is blocked for legal reasons.', action: 'none' },
    proxyGaveUp: { says: 'A proxy in front of the backend gave up. Try again.', action: 'again' },
    refused: { says: 'The backend refused this request.', action: 'none' },
    rateLimit: { says: 'Too many requests. The backend asks you to wait.', action: 'again' },
    server: { says: 'The backend reports an error of its own.', action: 'again' },
    unreadable: { says: 'The answer from the backend could not be read.', action: 'again' },
    otherDevices: { says: 'The answer was not about this device, so it was not used.', action: 'again' },
    noKey: { says: 'Nothing was sent: enter your key first.', action: 'key' },
    cancelled: { says: 'Stopped.', action: 'again' },
  });

/** Under Details, where the backend said nothing itself. */
export const failureNotes: Record<FailureNote, string> = inLanguage('failureNotes', {
  redirected: 'A redirect came instead of an answer.',
  webPage: 'A web page came instead of an answer.',
  plainText: 'Plain text came instead of an answer.',
  cutOff: 'The answer was cut off.',
  otherAnswer: 'The answer does not fit the request.',
  tooLarge: `The answer is larger than ${size(50_000_000)}.`,
  otherDevices:
    'The backend was asked for one device and answered with others, so it is not known whether it has this one.',
  unsendableKey: 'The key contains characters that cannot be sent.',
  repeatsSecret: 'The backend’s message contains a secret, so it is not shown.',
  listTooLong: `The list has more than ${number(200_000)} devices. The rest are left out.`,
});
export const moreFields = inLanguage('moreFields', (n: number): string => `${number(n)} more`);

export const failureActions: Record<Exclude<FailureAction, 'none'>, string> = inLanguage('failureActions', {
  again: 'Try again',
  key: 'Enter key',
  account: 'Account',
  signIn: 'Open the sign-in page',
});
