/** What a session refuses, as codes. */

/**
 * `badDraft`: `checkAccountDraft` finds a fault, the form shows it · `noKey`: the key is empty or not in memory ·
 * `badPassphrase`: too short, too easy or the key itself · `noAccount`: nothing is connected · `unknownAccount`: no such id ·
 * `keyUnchecked`: nothing shows yet that the key in memory is the account's own.
 */
type SessionErrorCode = 'badDraft' | 'noKey' | 'badPassphrase' | 'noAccount' | 'unknownAccount' | 'keyUnchecked';

export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;
  constructor(code: SessionErrorCode) {
    super(code);
    this.code = code;
  }
}
