/** The orders, moves and shares of a namespace (interface.md 3, 4.4). */
import type { AccountName } from '../fleet.ts';

export interface AssignedOrder {
  readonly account: AccountName;
  /** Both in Unix seconds. The devices appear at `ready`. */
  readonly assigned: number;
  readonly ready: number;
}

export interface Move {
  readonly managerEmail: string;
  /** Unix seconds. */
  readonly at: number;
}

export interface Share {
  readonly managerMail: string;
  readonly access: 'VIEWER' | 'EDITOR';
  /** Unix seconds. Null: it does not expire. */
  readonly expirationDate: number | null;
  readonly withMetadata: boolean;
}
