/** Rebuilds a stored receipt that cannot be read as a whole. */
import * as z from 'zod/mini';
import { newReceipt } from '../../domain/new-receipt.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { parseReceipt } from './rows.ts';

const numberOrNull = z.catch(z.nullable(z.number()), null);
/** The essential parts of a receipt, and the optional ones. */
const remains = z.object({
  id: z.string(),
  uniqueId: z.string(),
  responseBase64: z.string().check(z.minLength(1)),
  kind: z.catch(z.optional(z.string()), undefined),
  runId: z.catch(z.nullable(z.string()), null),
  deviceType: z.catch(z.string(), 'BEACON'),
  owner: z.catch(z.enum(['known', 'unsure']), 'known'),
  token: numberOrNull,
  result: numberOrNull,
  updatedSeconds: numberOrNull,
  createdAtMs: numberOrNull,
  values: z.optional(z.unknown()),
});

/**
 * Returns a receipt that can be sent, rebuilt from an unreadable row, or null when an essential part is missing.
 * Unknown fields are set so that the receipt is sent again rather than forgotten.
 */
export function salvageReceipt(raw: unknown, accountId: string, nowMs: number): Receipt | null {
  const read = remains.safeParse(raw);
  if (!read.success) return null;
  const { createdAtMs: created, updatedSeconds, values: storedValues, kind, ...rest } = read.data;
  const createdAtMs = created ?? nowMs;
  const candidate = newReceipt({
    ...rest,
    ...(kind === undefined ? {} : { kind }),
    accountId,
    updatedSeconds: updatedSeconds ?? Math.floor(createdAtMs / 1000),
    clock: 'unchecked',
    values: {},
    createdAtMs,
    tries: 1,
    unanswered: 1,
    origin: 'run',
  });
  const values = parseReceipt({ ...candidate, values: storedValues });
  return values.ok ? values.row : candidate;
}
