/** The envelope of answers of the legacy interface: a named list, a bare list, or neither. */
import * as z from 'zod/mini';
import type { BackendResult } from '../domain/backend-failure.ts';
import type { Body } from './body.ts';
import { failed, plainFailure } from './failure.ts';
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

/** Returns the elements of a list that the answer must have. */
export function listOf(answered: BackendResult<Answered>, name: string): BackendResult<readonly unknown[]> {
  if (!answered.ok) return answered;
  const list = listIn(answered.value.body, name);
  return list === null || list === 'unreadable' ? unreadable(answered.value) : { ok: true, value: list };
}

/** Returns the status of an answer whose body is of no interest. */
export function statusOf(answered: BackendResult<Answered>): BackendResult<number> {
  return answered.ok ? { ok: true, value: answered.value.status } : answered;
}

/** Returns the status of an answer that says no more, but whose body, if there is one, is the backend's. */
export function readableStatusOf(answered: BackendResult<Answered>): BackendResult<number> {
  if (!answered.ok) return answered;
  const { body, status } = answered.value;
  return body.kind === 'json' || body.kind === 'none' ? { ok: true, value: status } : unreadable(answered.value);
}

export function unreadable({ body, status }: Answered): ReturnType<typeof failed> {
  if (body.kind === 'text') return failed(plainFailure('portal', 'plainText', status));
  return failed(plainFailure('unreadable', body.kind === 'broken' && body.isCutOff ? 'cutOff' : 'otherAnswer', status));
}

/**
 * Failure for an answer about other devices, or about one in an unknown spelling: it proves nothing about the requested
 * device.
 */
export function otherDevices(): ReturnType<typeof failed> {
  return failed(plainFailure('otherDevices', 'otherDevices', 200));
}
