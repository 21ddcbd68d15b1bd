/** The telemetry columns and metrics that a person has chosen, stored for each account on this device. */
import * as z from 'zod/mini';
import type { Parsed } from '../../../domain/schema.ts';
import { CHARTABLE_FIELDS } from '../../../domain/telemetry/fields.ts';
import { TELEMETRY_VIEW_KEY as KEY } from '../../../names.ts';
import { removeOtherAccounts, storeAccountChoice, loadAccountChoice } from '../../shared/account-choice.ts';

const MAX_COLUMNS = 300;
const LONGEST_NAME = 200;

/** Names without duplicates. Null: the usual ones. */
const names = z.catch(
  z.nullable(
    z.pipe(
      z.array(z.catch(z.string().check(z.maxLength(LONGEST_NAME)), '')),
      z.transform((all) => [...new Set(all)].filter((name) => name !== '').slice(0, MAX_COLUMNS)),
    ),
  ),
  null,
);
const storedChoice = z.catch(z.object({ columns: names, metrics: names }), { columns: null, metrics: null });
type ViewChoice = Parsed<typeof storedChoice>;

export function loadChoice(accountId: string | null): ViewChoice {
  return readChoice(loadAccountChoice(KEY, accountId));
}

export function storeChoice(accountId: string | null, part: Partial<ViewChoice>): void {
  storeAccountChoice(KEY, accountId, { ...loadChoice(accountId), ...part });
}

/** Removes the choices of removed accounts. */
export function removeOtherChoices(accountIds: readonly string[]): void {
  removeOtherAccounts(KEY, accountIds);
}

/** Always returns a choice; unreadable parts have their usual value. */
export function readChoice(stored: unknown): ViewChoice {
  const { columns, metrics } = storedChoice.parse(stored);
  return {
    // A table needs a column; charts may all be hidden.
    columns: columns?.length === 0 ? null : columns,
    metrics: metrics?.filter((name) => CHARTABLE_FIELDS.some((field) => field.name === name)) ?? null,
  };
}
