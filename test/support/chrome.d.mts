export function findChrome(): Promise<string>;
export const quietFlags: readonly string[];
