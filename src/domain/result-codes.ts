/** Result codes in a beacon's plain response (field-facts.md 1), and the app's own beside them. */

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

/** The result of a run whose write the beacon refused each time, so that there is no response. No packet contains it. */
export const WRITE_REFUSED = -1;

/** True when the refusing beacon is probably not the one that the package was made for. */
export function blamesTheBeacon(result: number): boolean {
  return result === RESULT.authorizationFailed || result === RESULT.verificationFailed;
}
