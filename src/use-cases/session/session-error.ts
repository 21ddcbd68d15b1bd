/** Refusals of a session, as codes. */

/**
 * `badDraft`: `checkAccountDraft` found a fault, which the form shows · `noKey`: the key is empty or not in memory ·
 * `badPassphrase`: too short, too easy or the key itself · `noAccount`: nothing is connected · `unknownAccount`: no
 * such ID · `keyUnchecked`: nothing has proved that the key in memory is the account's own.
 */
type SessionErrorCode = 'badDraft' | 'noKey' | 'badPassphrase' | 'noAccount' | 'unknownAccount' | 'keyUnchecked';

export class SessionError extends Error {
  override readonly name = 'SessionError';
  constructor(readonly code: SessionErrorCode) {
    super(code);
  }
}
