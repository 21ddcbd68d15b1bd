import { describe, expect, it } from 'vitest';
import { StorageError, toStorageError } from './storage-error.ts';

describe('an error of the storage', () => {
  it.each<readonly [cause: unknown, code: string, message: string]>([
    [new DOMException('no', 'QuotaExceededError'), 'full', 'QuotaExceededError: no'],
    [
      new DOMException('Internal error. Encountered full disk while opening backing store', 'UnknownError'),
      'full',
      'UnknownError: Internal error. Encountered full disk while opening backing store',
    ],
    [new DOMException('Internal error.', 'UnknownError'), 'damaged', 'UnknownError: Internal error.'],
    [new DOMException('', 'NotFoundError'), 'damaged', 'NotFoundError: '],
    [new DOMException('', 'NotReadableError'), 'damaged', 'NotReadableError: '],
    [new DOMException('', 'VersionError'), 'blocked', 'VersionError: '],
    [new RangeError('x'), 'unknown', 'RangeError: x'],
    ['a string', 'unknown', 'Error: a string'],
    [null, 'unknown', 'Error: null'],
    [undefined, 'unknown', 'Error: undefined'],
    [{ name: 5, message: {} }, 'unknown', 'Error: '],
  ])('%s has the code %s and the message %j', (cause, code, message) => {
    expect(toStorageError(cause)).toMatchObject({ name: 'StorageError', code, message });
    expect(toStorageError(cause).cause, 'for the diagnostics').toBe(cause);
  });

  it('is not wrapped again when it is one already', () => {
    const error = new StorageError('absent', 'kept as it is');
    expect(toStorageError(error)).toBe(error);
  });
});
