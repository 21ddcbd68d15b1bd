/** When a test is given up as hung. Far from any test's own time, on a busy machine too: a test that comes near one is a fault. */

export const UNIT_LIMIT_MS = 60_000;
export const BROWSER_LIMIT_MS = 120_000;
/** All tests of a file in the browser together. */
export const BROWSER_FILE_LIMIT_MS = 900_000;
export const E2E_LIMIT_MS = 180_000;
/** An account's limits may have to be waited for. */
export const CONTRACT_LIMIT_MS = 240_000;
/** For one thing that a page, a browser or a server is about to show or do; below a test's own limit, so that the test can say what did not come. */
export const WAIT_LIMIT_MS = 60_000;
