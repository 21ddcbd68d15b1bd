/** Result codes in a beacon's plain response (field-facts.md 1). */

export const RESULT = {
  ok: 0,
  invalidFormat: 1,
  operationNotSupported: 2,
  authorizationFailed: 3,
  verificationFailed: 4,
  idNotFound: 5,
  tooMuchData: 6,
  tokenExpired: 7,
  internalError: 8,
  packetExpired: 9,
} as const;
