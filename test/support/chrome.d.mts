export function findChrome(): Promise<string>;
export function findShell(): Promise<string>;
export const quietFlags: readonly string[];
