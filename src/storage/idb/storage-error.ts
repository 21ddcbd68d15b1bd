/** Failures of local storage as one error with a code. Storage throws no other error. */

/**
 * `full`: no space, free some and try again · `damaged`: the database or a file cannot be read · `blocked`: a window
 * with another version holds the database, close it · `absent`: this browser has no private file system, so no second
 * copy can be stored · `unknown`: anything else, see the message.
 */
export type StorageErrorCode = 'full' | 'damaged' | 'blocked' | 'absent' | 'unknown';

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  /** `message` is technical and shown under "Details". It never contains a stored value. */
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const CODE_BY_NAME: Readonly<Record<string, StorageErrorCode>> = {
  QuotaExceededError: 'full',
  VersionError: 'blocked',
  NotFoundError: 'damaged',
  NotReadableError: 'damaged',
  UnknownError: 'damaged',
};

/** Converts anything that was thrown to a StorageError. */
export function toStorageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  const { name, message } = nameAndMessage(cause);
  // Chromium reports a full disk under several names, e.g. "UnknownError: … Encountered full disk while opening …".
  const full = /full disk|no space|quota/i.test(message);
  return new StorageError(full ? 'full' : (CODE_BY_NAME[name] ?? 'unknown'), `${name}: ${message}`, { cause });
}

function nameAndMessage(cause: unknown): { name: string; message: string } {
  if (typeof cause !== 'object' || cause === null) return { name: 'Error', message: String(cause) };
  const { name, message } = cause as { name?: unknown; message?: unknown };
  return { name: typeof name === 'string' ? name : 'Error', message: typeof message === 'string' ? message : '' };
}
