/**
 * What the app remembers of what has happened in it. An event is made of words of this list and of numbers alone: a text from outside
 * (a name, an address, a key, what a backend or a beacon said) has no place in one.
 */
import { RECEIPT_STATES } from '../../domain/receipt.ts';
import { isRecord } from '../../domain/record.ts';
import { RUN_FAILURES } from '../../domain/run.ts';
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

export interface DiagnosticEvent {
  readonly atMs: number;
  readonly kind: EventKind;
  readonly word?: string;
  /** A count, a status class, a line of code. */
  readonly number?: number;
  /** Of beacons as they came along since the start: the first is 1. No id. */
  readonly beacon?: number;
  /** In the line of an error: the code of a build stands in few lines. */
  readonly column?: number;
  /** File of the app in which an error was thrown. */
  readonly file?: string;
}

export function knownWord(word: string): string {
  return WORDS.has(word) ? word : OTHER;
}

/** Names that a build gives its files; nothing else passes for one. */
export function knownFile(file: string, own: ReadonlySet<string>): string | undefined {
  return own.has(file) ? file : undefined;
}

/** Total, for what was kept: whatever else a row holds is left behind. */
export function parseEvent(raw: unknown): DiagnosticEvent | null {
  if (!isRecord(raw)) return null;
  const { atMs, kind, word, file } = raw;
  if (typeof atMs !== 'number' || !Number.isFinite(atMs) || !isKind(kind)) return null;
  return {
    atMs,
    kind,
    ...(typeof word === 'string' ? { word: knownWord(word) } : {}),
    ...numbers(raw),
    // A build of another day named its files otherwise: their form has to do.
    ...(typeof file === 'string' && /^[a-z-]{1,40}-[\w-]{8}\.js$/.test(file) ? { file } : {}),
  };
}

function numbers(raw: Readonly<Record<string, unknown>>): Pick<DiagnosticEvent, 'number' | 'column' | 'beacon'> {
  const found: { number?: number; column?: number; beacon?: number } = {};
  for (const name of ['number', 'column', 'beacon'] as const) {
    const value = raw[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) < 1_000_000) found[name] = value;
  }
  return found;
}

function isKind(kind: unknown): kind is EventKind {
  return (KINDS as readonly unknown[]).includes(kind);
}
