/**
 * Returns the fields of a legacy call from its address, its form or both. A repeated field becomes a list
 * (field-facts.md 6).
 */
export function fieldsOf(...sources: readonly URLSearchParams[]): URLSearchParams {
  const values = new Map<string, string[]>();
  for (const [name, value] of sources.flatMap((source) => [...source]))
    values.set(name, [...(values.get(name) ?? []), value]);
  return new URLSearchParams(Array.from(values, ([name, all]): [string, string] => [name, all.join(',')]));
}
