/** Parameters that remember which of them were read. */
export class ReadFields extends URLSearchParams {
  readonly #read = new Set<string>();

  override get(name: string): string | null {
    this.#read.add(name);
    return super.get(name);
  }

  override getAll(name: string): string[] {
    this.#read.add(name);
    return super.getAll(name);
  }

  override has(name: string): boolean {
    this.#read.add(name);
    return super.has(name);
  }

  /** A call that goes through all parameters reads them all. */
  override [Symbol.iterator](): ReturnType<URLSearchParams['entries']> {
    for (const name of super.keys()) this.#read.add(name);
    return super[Symbol.iterator]();
  }

  /** Returns the names that nobody has read: the call ignored them. */
  unread(): string[] {
    return [...new Set(super.keys())].filter((name) => !this.#read.has(name));
  }
}

/**
 * Returns the fields of a legacy call from its address, its form or both. A repeated field becomes a list
 * (field-facts.md 6).
 */
export function fieldsOf(...sources: readonly URLSearchParams[]): ReadFields {
  const values = new Map<string, string[]>();
  for (const [name, value] of sources.flatMap((source) => [...source]))
    values.set(name, [...(values.get(name) ?? []), value]);
  return new ReadFields(Array.from(values, ([name, all]): [string, string] => [name, all.join(',')]));
}
