/** What a namespace remembers of orders, moves and shares (interface.md 3, 4.4). */
import type { AccountName } from '../fleet.ts';

export interface AssignedOrder {
  readonly account: AccountName;
  /** Unix seconds; the devices appear from `ready` on. */
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
  /** Unix seconds; null = it does not expire. */
  readonly expirationDate: number | null;
  readonly withMetadata: boolean;
}
