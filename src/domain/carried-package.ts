/** An encrypted package of one beacon, from preparing until a run has used it. */
import type { AttributeValues } from './device.ts';

/**
 * `prepared`: the change is pending at the backend, but no package is stored here · `carried`: the package is stored
 * here ("Downloaded") · `used`: a run has written it and ended · `dead`: the beacon will not accept it, because it
 * accepted a newer packet or refused this one for good · `replaced`: a newer package took its place.
 */
export type PackageState = 'prepared' | 'carried' | 'used' | 'dead' | 'replaced';

export interface CarriedPackage {
  readonly id: string;
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly kind: 'configuration' | 'command';
  /** Name of the command (domain/commands/command.ts); absent or null for a configuration. */
  readonly command?: string | null;
  /**
   * Number of a spare packet, fetched only to find the beacon on site (domain/commands/blink.ts), 1 or 2; absent in all
   * others.
   */
  readonly spare?: number;
  readonly state: PackageState;
  /** The requested values: attribute -> new value as sent in POST /config/create. */
  readonly values: AttributeValues;
  /** The values the backend showed when it was prepared, for "old -> new". */
  readonly before: AttributeValues;
  /** The package as the backend spells it; null while it is only prepared. */
  readonly base64: string | null;
  /** Token of the packet if its layout is known (advisory), Unix seconds. */
  readonly token: number | null;
  readonly preparedAtMs: number;
  readonly fetchedAtMs: number | null;
  /** When its change was withdrawn from here, Unix ms; absent where it was not. */
  readonly withdrawnAtMs?: number;
}

/** True when it still has to be written or fetched. */
export function isOpenPackage({ state }: Pick<CarriedPackage, 'state'>): boolean {
  return state === 'prepared' || state === 'carried';
}

/**
 * A package older than this is marked as old, ms. It is unknown whether age alone invalidates one (field-facts.md 1).
 */
export const OLD_PACKAGE_MS = 7 * 86_400_000;

type FetchedPacket = Pick<
  CarriedPackage,
  'id' | 'uniqueId' | 'deviceType' | 'command' | 'spare' | 'values' | 'base64' | 'token'
>;

/** Returns the row of a command, a blink or a reading that was fetched now. */
export function carriedCommand(packet: FetchedPacket, nowMs: number): CarriedPackage {
  return { ...packet, kind: 'command', state: 'carried', before: {}, preparedAtMs: nowMs, fetchedAtMs: nowMs };
}
