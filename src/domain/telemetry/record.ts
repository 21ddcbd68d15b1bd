/** One telemetry record, read from the wire: nothing but `trackingId` is required, and nothing that can be kept is thrown away (interface.md 2.4). */
import * as z from 'zod/mini';
import type { Json } from '../device.ts';
import { isRecord } from '../record.ts';
import { telemetryField, type TelemetryKind } from './fields.ts';
import { colonMac, trackingKey } from './fleet.ts';
import { keepingRoom, keptValue } from './kept-value.ts';
import { heardTimeOf } from './heard-time.ts';
import { moment } from './moment.ts';

/** Longer words are kept like a field that nobody has described. */
const MOST_WORD = 10_000;

const word = z.string().check(z.maxLength(MOST_WORD));
const VALUES = {
  time: moment,
  flag: z.boolean(),
  text: word,
  gauge: z.number(),
  counter: z.number(),
} satisfies Record<TelemetryKind, z.ZodMiniType>;

/** Numbers and moments (Unix ms) as numbers, flags as booleans, words as strings. */
export type TelemetryValue = z.infer<(typeof VALUES)[TelemetryKind]>;

// A MAC is one beacon in whatever case; other ids stay as they came.
const trackingId = z.pipe(
  z.string().check(z.refine((id) => id.trim() !== '')),
  z.transform((id) => (colonMac(id) === null ? id : trackingKey(id))),
);

export interface TelemetryRecord {
  readonly trackingId: string;
  /** The gateway's id; null where the record does not say. */
  readonly sourceId: string | null;
  /** When it was heard, by the best clock that the record names; null for a record without any time, Unix ms. */
  readonly timeMs: number | null;
  /** Known fields whose value is of the right type; times in Unix ms. */
  readonly values: Readonly<Record<string, TelemetryValue>>;
  /** Fields nobody has described, and described ones with a value of the wrong type, as they came; null when there is none. */
  readonly rest: Readonly<Record<string, Json>> | null;
  /** Names of described fields whose value was of the wrong type; null when there is none. */
  readonly faults: readonly string[] | null;
}

export type RecordProblem = 'notAnObject' | 'noTrackingId';

type RecordReading =
  /** `cut`: fields that could not be kept whole; null when there is none. */
  | { readonly ok: true; readonly record: TelemetryRecord; readonly cut: readonly string[] | null }
  | { readonly ok: false; readonly problem: RecordProblem };

/** Total: whatever is handed in, the answer is a record or the reason why it is none. */
export function readRecord(raw: unknown): RecordReading {
  if (!isRecord(raw)) return { ok: false, problem: 'notAnObject' };
  const given = raw as Readonly<Record<string, Json>>;
  const id = trackingId.safeParse(given['trackingId']);
  if (!id.success) return { ok: false, problem: 'noTrackingId' };
  const values: Record<string, TelemetryValue> = {};
  let rest: [string, Json][] | null = null;
  let cut: string[] | null = null;
  const room = keepingRoom();
  let faults: string[] | null = null;
  let sourceId: string | null = null;
  const keepAside = (name: string, value: Json): void => {
    const kept = keptValue(value, room);
    (rest ??= []).push([name, kept.value]);
    if (!kept.whole) (cut ??= []).push(name);
  };
  for (const name of Object.keys(given)) {
    const value = given[name]!;
    if (name === 'trackingId' || value === null) continue;
    if (name === 'sourceId') {
      const read = word.safeParse(value);
      if (read.success) sourceId = read.data;
      else {
        keepAside(name, value);
        (faults ??= []).push(name);
      }
      continue;
    }
    const field = telemetryField(name);
    if (field === null) {
      keepAside(name, value);
      continue;
    }
    const read = VALUES[field.kind].safeParse(value);
    if (read.success) values[name] = read.data;
    else {
      keepAside(name, value);
      (faults ??= []).push(name);
    }
  }
  return {
    ok: true,
    cut,
    record: {
      trackingId: id.data,
      sourceId,
      timeMs: heardTimeOf(values).timeMs,
      values,
      // Own properties whatever they are called: a field named __proto__ is a field.
      rest: rest === null ? null : Object.fromEntries(rest),
      faults,
    },
  };
}
