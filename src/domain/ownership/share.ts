/** What is asked for when devices change hands or are lent for a time (interface.md 4.4 POST /device/move, /device/share). */
import { cleanKey, hiddenIn } from '../clean-text.ts';

/** The contract names EDITOR, field-facts.md 3 adds VIEWER; the set is open, so any other word can be typed. */
export const SHARE_ACCESS = ['VIEWER', 'EDITOR'] as const;
export type ShareAccess = (typeof SHARE_ACCESS)[number];

export interface ShareWish {
  readonly managerMail: string;
  /** One of SHARE_ACCESS, or a word that only the backend knows. */
  readonly access: string;
  /** Unix seconds; null = it does not end by itself. */
  readonly expirationSeconds: number | null;
  readonly withMetadata: boolean;
}

export type MailFault = 'empty' | 'notOneAddress' | 'notAnAddress';

/** The judge is the backend: this finds only what cannot be an address. */
export function mailFault(text: string): MailFault | null {
  const mail = text.trim();
  if (mail === '') return 'empty';
  if (/[,;\s]/.test(mail)) return 'notOneAddress';
  if (hiddenIn(mail).length > 0 || /^mailto:|[<>()[\]:"\\]|\.\.|\.@|@\.|^\./i.test(mail)) return 'notAnAddress';
  return /^[^@]+@[^@]+\.[^@.]+$/.test(mail) ? null : 'notAnAddress';
}

/** The address in a link or a contact as mail programs copy them: `mailto:a@b.example?subject=…`, `Ann <a@b.example>`. */
export function mailIn(text: string): string {
  const clean = cleanKey(text).text;
  const address = /^[^<>]*<([^<>\s]+)>$/.exec(clean)?.[1] ?? clean;
  return /^mailto:([^?]*)/i.exec(address)?.[1] ?? (address === clean ? text : address);
}

export type DateFault = 'unreadable' | 'past' | 'tooFar';

/** The last second of a day that a date picker gave ("2026-11-30"), counted at this offset from UTC. `offsetMinutes` as `Date.getTimezoneOffset` says it. */
export function endOfDaySeconds(date: string, offsetMinutes: number): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (parts === null) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const atMs = Date.UTC(year, month - 1, day, 23, 59, 59);
  if (new Date(atMs).getUTCDate() !== day) return null;
  return atMs / 1000 + offsetMinutes * 60;
}

/** Seconds are stored in four bytes by more than one backend. */
const LAST_SECOND = 0xffff_ffff;

export function dateFault(seconds: number | null, nowMs: number): DateFault | null {
  if (seconds === null) return 'unreadable';
  if (seconds * 1000 <= nowMs) return 'past';
  return seconds > LAST_SECOND ? 'tooFar' : null;
}

/** Whether this access level may move or share the device; levels nobody here knows are left to the backend. */
export function mayGiveAway(access: string | null): 'yes' | 'serverJudges' | 'no' {
  if (access === 'OWNER' || access === 'SUPERVISOR') return 'yes';
  return access === 'EDITOR' || access === 'VIEWER' ? 'no' : 'serverJudges';
}
