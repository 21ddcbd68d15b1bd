/** The requests to move devices or to share them for a time (interface.md 4.4 POST /device/move, /device/share). */
import { cleanKey, hiddenIn } from '../clean-text.ts';

/** interface.md names EDITOR, field-facts.md 3 adds VIEWER. Other levels can be typed. */
export const SHARE_ACCESS = ['VIEWER', 'EDITOR'] as const;

export interface ShareRequest {
  readonly managerMail: string;
  /** One of SHARE_ACCESS, or a level that only the backend knows. */
  readonly access: string;
  /** Unix seconds; null = no end. */
  readonly expirationSeconds: number | null;
  readonly withMetadata: boolean;
}

export type MailFault = 'empty' | 'notOneAddress' | 'notAnAddress';

/** Finds only texts that cannot be an address; the backend decides about the rest. */
export function mailFault(text: string): MailFault | null {
  const mail = text.trim();
  if (mail === '') return 'empty';
  if (/[,;\s]/.test(mail)) return 'notOneAddress';
  if (hiddenIn(mail).length > 0 || /^mailto:|[<>()[\]:"\\]|\.\.|\.@|@\.|^\./i.test(mail)) return 'notAnAddress';
  return /^[^@]+@[^@]+\.[^@.]+$/.test(mail) ? null : 'notAnAddress';
}

/** The address in a link or contact as mail programs copy it: `mailto:a@b.example?subject=…`, `Ann <a@b.example>`. */
export function mailIn(text: string): string {
  const clean = cleanKey(text).text;
  const address = /^[^<>]*<([^<>\s]+)>$/.exec(clean)?.[1] ?? clean;
  return /^mailto:([^?]*)/i.exec(address)?.[1] ?? (address === clean ? text : address);
}

export type DateFault = 'unreadable' | 'past' | 'tooFar';

/**
 * The last second of a day from a date picker ("2026-11-30") at this offset from UTC. `offsetMinutes` as from
 * `Date.getTimezoneOffset`.
 */
export function endOfDaySeconds(date: string, offsetMinutes: number): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (parts === null) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const atMs = Date.UTC(year, month - 1, day, 23, 59, 59);
  if (new Date(atMs).getUTCDate() !== day) return null;
  return atMs / 1000 + offsetMinutes * 60;
}

/** Some backends store seconds in four bytes. */
const LAST_SECOND = 0xffff_ffff;

export function dateFault(seconds: number | null, nowMs: number): DateFault | null {
  if (seconds === null) return 'unreadable';
  if (seconds * 1000 <= nowMs) return 'past';
  return seconds > LAST_SECOND ? 'tooFar' : null;
}

/** Whether this access level may move or share the device; the backend decides about unknown levels. */
export function mayGiveAway(access: string | null): 'yes' | 'serverJudges' | 'no' {
  if (access === 'OWNER' || access === 'SUPERVISOR') return 'yes';
  return access === 'EDITOR' || access === 'VIEWER' ? 'no' : 'serverJudges';
}
