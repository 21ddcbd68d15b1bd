/** An encrypted package of one beacon, from Prepare until a run has used it up. */
import type { AttributeValues } from './device.ts';

/**
 * `prepared`: the backend holds the pending configuration, no package here yet ·
 * `carried`: the package is stored here ("Downloaded") · `used`: a run has taken it to its end ·
 * `dead`: its beacon will not take it: a newer packet was taken, or it was refused for good · `replaced`: a newer package took its place.
 */
export type PackageState = 'prepared' | 'carried' | 'used' | 'dead' | 'replaced';

export interface CarriedPackage {
  readonly id: string;
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly kind: 'configuration' | 'command';
  /** Name of the command (domain/commands/command.ts); absent or null for a configuration. */
  readonly command?: string | null;
  /** Number of a packet that was fetched only to find the beacon on site (domain/commands/blink.ts), 1 or 2; absent in all others. */
  readonly spare?: number;
  readonly state: PackageState;
  /** What was asked for: attribute -> new value as sent in POST /config/create. */
  readonly values: AttributeValues;
  /** The values the backend showed when it was prepared, for "old -> new". */
  readonly before: AttributeValues;
  /** The package as the backend spelled it; null while only prepared. */
  readonly base64: string | null;
  /** Token of the packet where its layout is known (advisory), Unix seconds. */
  readonly token: number | null;
  readonly preparedAtMs: number;
  readonly fetchedAtMs: number | null;
}

/** Still to be brought out, or to be fetched. */
export function isOpenPackage({ state }: Pick<CarriedPackage, 'state'>): boolean {
  return state === 'prepared' || state === 'carried';
}

/** A package older than this is marked: nobody knows whether age alone kills one (field-facts.md 1). */
export const OLD_PACKAGE_MS = 7 * 86_400_000;
