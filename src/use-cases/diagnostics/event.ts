/**
 * The events that the app records. An event consists only of words from this list and numbers, so that it can never
 * contain text from outside (a name, an address, a key, a backend's or beacon's answer).
 */
import * as z from 'zod/mini';
import { FAILURE_KINDS } from '../../domain/backend-failure.ts';
import { RECEIPT_STATES } from '../../domain/receipt.ts';
import { RUN_FAILURES } from '../../domain/run.ts';
import { lenientList, type Parsed } from '../../domain/schema.ts';
import { RUN_PHASES } from '../run/runs.ts';

const KINDS = [
  'started',
  'account',
  'error',
  'policy',
  'network',
  'update',
  'storage',
  'list',
  'run',
  'runFailed',
  'runEnded',
  'receipt',
  'answer',
  'queue',
] as const;
export type EventKind = (typeof KINDS)[number];

const ERROR_NAMES = [
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AbortError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'EncodingError',
  'HierarchyRequestError',
  'InvalidAccessError',
  'InvalidCharacterError',
  'InvalidModificationError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'NotSupportedError',
  'OperationError',
  'QuotaExceededError',
  'ReadOnlyError',
  'SecurityError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
  'VersionError',
  'ZodError',
  '$ZodError',
  'BluetoothFailure',
  'StorageError',
  'SessionError',
] as const;
const OUTCOMES = ['receipt', 'settledLater', 'closed', 'packageDead', 'commandSent', 'abandoned'] as const;
const STATES = [
  'live',
  'sandbox',
  'unread',
  'none',
  'ready',
  'needed',
  'vault',
  'online',
  'offline',
  'waiting',
  'failed',
  'kept',
];
const MORE = ['notKept', 'sameRefusal', 'storageFull', 'storageFailed', 'goesOn', 'remarks'];

const WORDS: ReadonlySet<string> = new Set([
  ...RUN_PHASES,
  ...RUN_FAILURES,
  ...RECEIPT_STATES,
  ...ERROR_NAMES,
  ...OUTCOMES,
  ...STATES,
  ...FAILURE_KINDS,
  ...MORE,
]);

/** Replaces any word that is not in the list. */
const OTHER = 'other';

/** Counts and code positions; too small for any ID. */
const smallNumber = z.catch(z.optional(z.int().check(z.gt(-1_000_000), z.lt(1_000_000))), undefined);

const storedEvent = z.object({
  atMs: z.number(),
  kind: z.enum(KINDS),
  word: z.catch(z.optional(z.pipe(z.string(), z.transform(knownWord))), undefined),
  /** A count, a status class, or a line of code. */
  number: smallNumber,
  /** Number of the beacon in order of appearance since the start, from 1. Not an ID. */
  beacon: smallNumber,
  /** Column of an error; built code has few, long lines. */
  column: smallNumber,
  /**
   * File of the app in which an error was thrown. Another build names its files differently, so only the form is
   * checked.
   */
  file: z.catch(z.optional(z.string().check(z.regex(/^[a-z-]{1,40}-[\w-]{8}\.js$/))), undefined),
});
export type DiagnosticEvent = Parsed<typeof storedEvent>;

/** Parses stored events and drops everything else in the row. */
export const storedEvents = lenientList(storedEvent);

export function knownWord(word: string): string {
  return WORDS.has(word) ? word : OTHER;
}
