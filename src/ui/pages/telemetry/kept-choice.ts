/** Which columns and metrics a person wants to see of telemetry: remembered for each account on this device. */
import { CHARTABLE_FIELDS } from '../../../domain/telemetry/fields.ts';
import { TELEMETRY_VIEW_KEY as KEY } from '../../../names.ts';
import { forgetOthers as forgetKept, keepFor, keptFor } from '../../shared/kept-for-account.ts';

/** Null: the usual ones. */
interface KeptChoice {
  readonly columns: readonly string[] | null;
  readonly metrics: readonly string[] | null;
}

const NO_CHOICE: KeptChoice = { columns: null, metrics: null };
const MOST_COLUMNS = 300;
const LONGEST_NAME = 200;

export function keptChoice(accountId: string | null): KeptChoice {
  return readChoice(keptFor(KEY, accountId));
}

export function keepChoice(accountId: string | null, part: Partial<KeptChoice>): void {
  keepFor(KEY, accountId, { ...keptChoice(accountId), ...part });
}

/** Accounts that are here no more have nothing kept. */
export function forgetOthers(known: readonly string[]): void {
  forgetKept(KEY, known);
}

/** Total: whatever is stored, what cannot be read is as usual. */
export function readChoice(stored: unknown): KeptChoice {
  if (typeof stored !== 'object' || stored === null) return NO_CHOICE;
  const { columns, metrics } = stored as { columns?: unknown; metrics?: unknown };
  const drawn = namesIn(metrics);
  const shown = namesIn(columns);
  return {
    // A table without a column shows nothing; charts may well be put away.
    columns: shown === null || shown.length === 0 ? null : shown,
    metrics: drawn === null ? null : drawn.filter((name) => CHARTABLE_FIELDS.some((field) => field.name === name)),
  };
}

/** Names as the list of options can hold them: each once, and none with a comma, which separates them. */
function namesIn(stored: unknown): string[] | null {
  if (!Array.isArray(stored)) return null;
  const names = stored.filter(
    (name): name is string => typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME,
  );
  return [...new Set(names)].slice(0, MOST_COLUMNS);
}
