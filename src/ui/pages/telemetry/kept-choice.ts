/** The telemetry columns and metrics that a person has chosen, stored for each account on this device. */
import * as z from 'zod/mini';
import type { Parsed } from '../../../domain/schema.ts';
import { CHARTABLE_FIELDS } from '../../../domain/telemetry/fields.ts';
import { TELEMETRY_VIEW_KEY as KEY } from '../../../names.ts';
import { forgetOthers as forgetKept, keepFor, keptFor } from '../../shared/kept-for-account.ts';

const MOST_COLUMNS = 300;
const LONGEST_NAME = 200;

/** Names without duplicates. Null: the usual ones. */
const names = z.catch(
  z.nullable(
    z.pipe(
      z.array(z.catch(z.string().check(z.maxLength(LONGEST_NAME)), '')),
      z.transform((all) => [...new Set(all)].filter((name) => name !== '').slice(0, MOST_COLUMNS)),
    ),
  ),
  null,
);
const storedChoice = z.catch(z.object({ columns: names, metrics: names }), { columns: null, metrics: null });
type KeptChoice = Parsed<typeof storedChoice>;

export function keptChoice(accountId: string | null): KeptChoice {
  return readChoice(keptFor(KEY, accountId));
}

export function keepChoice(accountId: string | null, part: Partial<KeptChoice>): void {
  keepFor(KEY, accountId, { ...keptChoice(accountId), ...part });
}

/** Removes the choices of removed accounts. */
export function forgetOthers(known: readonly string[]): void {
  forgetKept(KEY, known);
}

/** Always returns a choice; unreadable parts have their usual value. */
export function readChoice(stored: unknown): KeptChoice {
  const { columns, metrics } = storedChoice.parse(stored);
  return {
    // A table needs a column; charts may all be hidden.
    columns: columns?.length === 0 ? null : columns,
    metrics: metrics?.filter((name) => CHARTABLE_FIELDS.some((field) => field.name === name)) ?? null,
  };
}
