export type ProgramName = 'nginx' | 'caddy' | 'dbusDaemon' | 'strace' | 'xvfb' | 'libreOffice';
export function findCommand(...commands: readonly string[]): string | null;
export function findProgram(name: ProgramName): string | null;
export function installPrograms(): string[];
export function installDebianPackages(packages: readonly string[]): void;
