/** Unsent edits of a device's virtual values (alias, tags, notes), merged into one row a device (interface.md 2.7, 4.4). */
import type { LastAnswer } from './receipt.ts';

export const VIRTUAL_NAMES = ['alias', 'tags', 'notes'] as const;
export type VirtualName = (typeof VIRTUAL_NAMES)[number];

/** Tags are one comma-joined string on the wire and here. */
export type VirtualValues = Readonly<Partial<Record<VirtualName, string>>>;

export interface VirtualEdit {
  readonly uniqueId: string;
  readonly deviceType: string;
  /** What the person wants; wins on screen while unsent. */
  readonly values: VirtualValues;
  /** What the backend showed when editing began, to notice a change there meanwhile. */
  readonly base: VirtualValues;
  /** The part that a post under way carries; null when none is. */
  readonly inFlight: VirtualValues | null;
  /** What posts without an answer may have saved: found at the backend, it is our own doing and no other's. */
  readonly unanswered?: VirtualValues;
  readonly state: 'waiting' | 'parked' | 'saved';
  readonly held: boolean;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly tries: number;
  readonly lastAnswer: LastAnswer | null;
  readonly nextAtMs: number | null;
}
