/** Where the next page of a legacy list begins, and where the list ends (interface.md 2.6). */

/** Longest query that is read, longer than a server takes. */
const MAX_QUERY = 10_000;

/**
 * Uses only the query of the link: an address in a body must not send the key to another host or path (product.md
 * "Lists that move").
 */
export function nextQueryOf(nextResults: string | null, startIndex: number): string | null {
  const mark = nextResults?.indexOf('?') ?? -1;
  if (nextResults === null || mark < 0) return null;
  const query = new URLSearchParams(nextResults.slice(mark + 1, mark + 1 + MAX_QUERY).split('#', 1)[0]).toString();
  const next = startIndexOf(query);
  return next !== null && next > startIndex ? query : null;
}

export function startIndexOf(query: string): number | null {
  const text = new URLSearchParams(query).get('startIndex');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
