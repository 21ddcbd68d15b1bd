export const UNIT_LIMIT_MS: number;
export const BROWSER_LIMIT_MS: number;
export const BROWSER_FILE_LIMIT_MS: number;
export const E2E_LIMIT_MS: number;
export const CONTRACT_LIMIT_MS: number;
export const WAIT_LIMIT_MS: number;
