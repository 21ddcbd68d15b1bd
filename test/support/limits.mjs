/** Times after which a test counts as hung. No test should come near one, even on a busy machine. */

export const UNIT_LIMIT_MS = 60_000;
export const BROWSER_LIMIT_MS = 120_000;
/** For all tests of a browser test file together. */
export const BROWSER_FILE_LIMIT_MS = 900_000;
export const E2E_LIMIT_MS = 180_000;
/** Longer, because a test may have to wait for the rate limits of an account. */
export const CONTRACT_LIMIT_MS = 240_000;
/**
 * For one event of a page, a browser or a server. Shorter than a test's own limit, so that the test can name the
 * missing event.
 */
export const WAIT_LIMIT_MS = 60_000;
