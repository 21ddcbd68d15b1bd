/** An encrypted package of one beacon, from preparing until a run has used it. */
import * as z from 'zod/mini';
import { jsonValues, rowObject, type Parsed } from './schema.ts';

/**
 * `prepared`: the change is pending at the backend, but no package is stored here · `carried`: the package is stored
 * here ("Downloaded") · `used`: a run has written it and ended · `dead`: the beacon will not accept it, because it
 * accepted a newer packet or refused this one for good · `replaced`: a newer package took its place.
 */
const packageState = z.enum(['prepared', 'carried', 'used', 'dead', 'replaced']);
export type PackageState = z.infer<typeof packageState>;

/** The stored row of a package. */
export const packageSchema = rowObject({
  id: z.string(),
  uniqueId: z.string(),
  deviceType: z.string(),
  kind: z.enum(['configuration', 'command']),
  /** Name of the command (domain/commands/command.ts); absent or null for a configuration. */
  command: z.optional(z.nullable(z.string())),
  /**
   * Number of a spare packet, fetched only to find the beacon on site (domain/commands/blink.ts), 1 or 2; absent in all
   * others.
   */
  spare: z.optional(z.number()),
  state: packageState,
  /** The requested values: attribute -> new value as sent in POST /config/create. */
  values: jsonValues,
  /** The values the backend showed when it was prepared, for "old -> new". */
  before: jsonValues,
  /** The package as the backend spells it; null while it is only prepared. */
  base64: z.nullable(z.string()),
  /** Token of the packet if its layout is known (advisory), Unix seconds. */
  token: z.nullable(z.number()),
  preparedAtMs: z.number(),
  fetchedAtMs: z.nullable(z.number()),
  /** When its change was withdrawn from here, Unix ms; absent where it was not. */
  withdrawnAtMs: z.optional(z.number()),
});
export type CarriedPackage = Parsed<typeof packageSchema>;

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

/** Returns the newest of these packages of each beacon, by its unique ID; of two from one moment the first. */
export function newestOfEach(packages: readonly CarriedPackage[]): ReadonlyMap<string, CarriedPackage> {
  const newest = new Map<string, CarriedPackage>();
  for (const row of packages) {
    const known = newest.get(row.uniqueId);
    if (known === undefined || known.preparedAtMs < row.preparedAtMs) newest.set(row.uniqueId, row);
  }
  return newest;
}
