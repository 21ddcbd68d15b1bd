/** Which of the chosen devices can be given away, and what stands in the way of some of them. */
import type { CachedDevice } from '../../../domain/device.ts';
import {
  dateFault,
  endOfDaySeconds,
  mailFault,
  mayGiveAway,
  type DateFault,
  type MailFault,
} from '../../../domain/ownership/share.ts';
import { undelivered, type Receipt } from '../../../domain/receipt.ts';

export interface GiveSort {
  /** Ids that will be asked for, in the order chosen. */
  readonly able: readonly string[];
  /** Left out, with the access level that does not allow it. */
  readonly unable: readonly { readonly uniqueId: string; readonly access: string }[];
  /** Of `able`: the backend has not said what the access is, or a word nobody here knows. */
  readonly unsure: number;
  /** Of `able`: a receipt of it is not delivered yet. */
  readonly withReceipts: readonly string[];
}

export function sortGiven(
  chosen: readonly string[],
  devices: ReadonlyMap<string, CachedDevice>,
  receipts: readonly Receipt[],
): GiveSort {
  const able: string[] = [];
  const unable: { uniqueId: string; access: string }[] = [];
  let unsure = 0;
  for (const uniqueId of new Set(chosen)) {
    const access = devices.get(uniqueId)?.access ?? null;
    const may = mayGiveAway(access);
    if (may === 'no') unable.push({ uniqueId, access: access ?? '' });
    else able.push(uniqueId);
    if (may === 'serverJudges') unsure += 1;
  }
  const waiting = new Set(undelivered(receipts).flatMap((receipt) => [receipt.uniqueId, ...receipt.candidates]));
  return { able, unable, unsure, withReceipts: able.filter((uniqueId) => waiting.has(uniqueId)) };
}

interface GiveTyped {
  readonly mail: string;
  /** "2026-11-30", as a date picker says it. */
  readonly ends: string;
  /** It does not end by itself. */
  readonly endless: boolean;
  /** The word for the access. */
  readonly access: string;
}

interface GiveFaults {
  readonly mail: MailFault | null;
  readonly ends: DateFault | null;
  readonly access: 'notAWord' | null;
}

/** Faults of what was typed; the date and the word count for shares only. */
export function giveFaults(what: 'move' | 'share', typed: GiveTyped, nowMs: number, offsetMinutes: number): GiveFaults {
  if (what === 'move') return { mail: mailFault(typed.mail), ends: null, access: null };
  return {
    mail: mailFault(typed.mail),
    ends: typed.endless ? null : dateFault(endOfDaySeconds(typed.ends, offsetMinutes), nowMs),
    access: /^[^\s,;]{1,64}$/.test(typed.access) ? null : 'notAWord',
  };
}
