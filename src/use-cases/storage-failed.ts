/** What a use case makes of an error that only storage can have thrown: a backend port never rejects. */
export interface StorageFailed {
  readonly kind: 'storageFailed';
  readonly detail: string;
}

export function storageFailed(error: unknown): StorageFailed {
  return { kind: 'storageFailed', detail: errorText(error) };
}

/** Returns the name and the message of an error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** True if no space is left. Checks the shape of the error, because this layer must not import storage. */
export function isDiskFull(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return code === 'full' || name === 'QuotaExceededError';
}
