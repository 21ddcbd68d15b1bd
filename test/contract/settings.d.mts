export const CHAPTERS: Readonly<Record<'interface' | 'clients', string>>;
export const USAGE: string;
export function environmentFrom(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string>;
export interface Settings {
  readonly base: string;
  readonly legacy: string;
  readonly key: string;
  readonly vendor: string;
  readonly write: boolean;
  readonly device: string | null;
  readonly order: string | null;
  readonly mail: string | null;
}
export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings | null;
export function withoutKey(text: string, key: string | undefined): string;
