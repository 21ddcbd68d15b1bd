/** The envelope of answers of the legacy interface: a named list, a bare list, or neither. */
import * as z from 'zod/mini';
import type { Body } from './body.ts';
import { plainFailure } from './failure.ts';
import type { Answered } from './http.ts';
import { wireList } from './wire.ts';

/** Returns the elements of a bare or named list; null when a readable answer has no list. */
export function listIn(body: Body, name: string): readonly unknown[] | 'unreadable' | null {
  if (body.kind === 'none') return null;
  if (body.kind !== 'json') return 'unreadable';
  const bare = wireList.safeParse(body.data);
  if (bare.success) return bare.data;
  const named = z.object({ [name]: wireList }).safeParse(body.data);
  return named.success ? (named.data[name] ?? null) : null;
}

export function unreadable(answered: Answered): { ok: false; failure: ReturnType<typeof plainFailure> } {
  const { body, status } = answered;
  if (body.kind === 'text') return { ok: false, failure: plainFailure('portal', 'plainText', status) };
  return {
    ok: false,
    failure: plainFailure('unreadable', body.kind === 'broken' && body.isCutOff ? 'cutOff' : 'otherAnswer', status),
  };
}

/**
 * Failure for an answer about other devices, or about one in an unknown spelling: it proves nothing about the requested
 * device.
 */
export function otherDevices(): { ok: false; failure: ReturnType<typeof plainFailure> } {
  return { ok: false, failure: plainFailure('otherDevices', 'otherDevices', 200) };
}
