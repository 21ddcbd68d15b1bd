/** Which of the selected devices can be moved or shared, and what prevents it for the others. */
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
  /** IDs for the request, in the order of selection. */
  readonly able: readonly string[];
  /** Devices left out because of their access level. */
  readonly unable: readonly { readonly uniqueId: string; readonly access: string }[];
  /** Number in `able` whose access is missing or unknown. */
  readonly unsure: number;
  /** Those in `able` with an undelivered receipt. */
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
  /** "2026-11-30", the format of a date picker. */
  readonly ends: string;
  /** The share has no end. */
  readonly endless: boolean;
  /** The access level. */
  readonly access: string;
}

interface GiveFaults {
  readonly mail: MailFault | null;
  readonly ends: DateFault | null;
  readonly access: 'notAWord' | null;
}

/** Errors of the typed texts. Date and access apply to shares only. */
export function giveFaults(what: 'move' | 'share', typed: GiveTyped, nowMs: number, offsetMinutes: number): GiveFaults {
  if (what === 'move') return { mail: mailFault(typed.mail), ends: null, access: null };
  return {
    mail: mailFault(typed.mail),
    ends: typed.endless ? null : dateFault(endOfDaySeconds(typed.ends, offsetMinutes), nowMs),
    access: /^[^\s,;]{1,64}$/.test(typed.access) ? null : 'notAWord',
  };
}
