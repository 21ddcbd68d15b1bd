/**
 * What the app remembers of what has happened in it. An event is made of words of this list and of numbers alone: a text from outside
 * (a name, an address, a key, what a backend or a beacon said) has no place in one.
 */
import * as z from 'zod/mini';
import { RECEIPT_STATES } from '../../domain/receipt.ts';
import { RUN_FAILURES } from '../../domain/run.ts';
import { lenientList, type Parsed } from '../../domain/schema.ts';
import { RUN_PHASES } from '../run/offered.ts';

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
const FAILURES = [
  'forbidden',
  'notFound',
  'conflict',
  'mediaType',
  'invalid',
  'tooLarge',
  'wrongHost',
  'legal',
  'proxyGaveUp',
  'refused',
  'noKey',
  'key',
  'timeout',
  'portal',
  'server',
  'rateLimit',
  'unreadable',
];
const MORE = ['notKept', 'sameRefusal', 'storageFull', 'storageFailed', 'goesOn', 'remarks'];

const WORDS: ReadonlySet<string> = new Set([
  ...RUN_PHASES,
  ...RUN_FAILURES,
  ...RECEIPT_STATES,
  ...ERROR_NAMES,
  ...OUTCOMES,
  ...STATES,
  ...FAILURES,
  ...MORE,
]);

/** In the place of a word that is none of ours. */
const OTHER = 'other';

/** Counts and places in code; no id is as small. */
const smallNumber = z.catch(z.optional(z.int().check(z.gt(-1_000_000), z.lt(1_000_000))), undefined);

const storedEvent = z.object({
  atMs: z.number(),
  kind: z.enum(KINDS),
  word: z.catch(z.optional(z.pipe(z.string(), z.transform(knownWord))), undefined),
  /** A count, a status class, a line of code. */
  number: smallNumber,
  /** Of beacons as they came along since the start: the first is 1. No id. */
  beacon: smallNumber,
  /** In the line of an error: the code of a build stands in few lines. */
  column: smallNumber,
  /** File of the app in which an error was thrown. A build of another day named its files otherwise: their form has to do. */
  file: z.catch(z.optional(z.string().check(z.regex(/^[a-z-]{1,40}-[\w-]{8}\.js$/))), undefined),
});
export type DiagnosticEvent = Parsed<typeof storedEvent>;

/** Total, for what was kept: whatever else a row holds is left behind. */
export const storedEvents = lenientList(storedEvent);

export function knownWord(word: string): string {
  return WORDS.has(word) ? word : OTHER;
}

/** Names that a build gives its files; nothing else passes for one. */
export function knownFile(file: string, own: ReadonlySet<string>): string | undefined {
  return own.has(file) ? file : undefined;
}
