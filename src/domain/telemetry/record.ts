/**
 * Reads one telemetry record from the wire: only `trackingId` is required, and every field is kept when possible
 * (interface.md 2.4).
 */
import * as z from 'zod/mini';
import type { Json } from '../device.ts';
import { roundedNumber } from '../file-json.ts';
import { isRecord } from '../record.ts';
import { telemetryField, type TelemetryKind } from './fields.ts';
import { colonMac, trackingKey } from './fleet.ts';
import { characterBudget, storableValue } from './storable-value.ts';
import { heardTimeOf } from './heard-time.ts';
import { moment } from './moment.ts';

/** Longer text is kept like an unknown field. */
const MAX_WORD = 10_000;

const word = z.string().check(z.maxLength(MAX_WORD));
const VALUES = {
  time: moment,
  flag: z.boolean(),
  text: word,
  gauge: z.number(),
  counter: z.number(),
} satisfies Record<TelemetryKind, z.ZodMiniType>;

/** Numbers and times (Unix ms) as numbers, flags as booleans, words as strings. */
export type TelemetryValue = z.infer<(typeof VALUES)[TelemetryKind]>;

// MAC addresses are the same in upper and lower case; other IDs are not changed.
const trackingId = z.pipe(
  z.string().check(z.refine((id) => id.trim() !== '')),
  z.transform((id) => (colonMac(id) === null ? id : trackingKey(id))),
);

export interface TelemetryRecord {
  readonly trackingId: string;
  /** The gateway's ID; null when the record has none. */
  readonly sourceId: string | null;
  /** When it was heard, by the best clock in the record, Unix ms; null for a record without a time. */
  readonly timeMs: number | null;
  /** Known fields with a value of the right type; times in Unix ms. */
  readonly values: Readonly<Record<string, TelemetryValue>>;
  /** Unknown fields, and known ones with a value of the wrong type, unchanged; null when there are none. */
  readonly rest: Readonly<Record<string, Json>> | null;
  /** Names of known fields with a value of the wrong type; null when there are none. */
  readonly faults: readonly string[] | null;
}

/**
 * Reads any data without throwing; null when it is not a record. `cut`: names of fields that could not be kept whole;
 * null when there are none.
 */
export function readRecord(
  raw: unknown,
): { readonly record: TelemetryRecord; readonly cut: readonly string[] | null } | null {
  if (!isRecord(raw)) return null;
  const fields = raw as Readonly<Record<string, Json>>;
  const id = trackingId.safeParse(fields['trackingId']);
  if (!id.success) return null;
  const values: Record<string, TelemetryValue> = {};
  let rest: [string, Json][] | null = null;
  let cut: string[] | null = null;
  const room = characterBudget();
  let faults: string[] | null = null;
  let sourceId: string | null = null;
  for (const name of Object.keys(fields)) {
    const value = fields[name]!;
    if (name === 'trackingId' || value === null) continue;
    const kind = name === 'sourceId' ? 'text' : telemetryField(name)?.kind;
    const read = kind && VALUES[kind].safeParse(kind === 'text' ? value : roundedNumber(value));
    if (read?.success === true) {
      if (name === 'sourceId') sourceId = String(read.data);
      else values[name] = read.data;
      continue;
    }
    if (kind !== undefined) (faults ??= []).push(name);
    const limited = storableValue(value, room);
    (rest ??= []).push([name, limited.value]);
    if (!limited.whole) (cut ??= []).push(name);
  }
  return {
    cut,
    record: {
      trackingId: id.data,
      sourceId,
      timeMs: heardTimeOf(values).timeMs,
      values,
      // Object.fromEntries creates own properties, even for a field named __proto__.
      rest: rest === null ? null : Object.fromEntries(rest),
      faults,
    },
  };
}
