/** What came as the body of an answer, before anybody asks what it means. */

/** `text`: neither JSON nor HTML · `broken`: called JSON, or begins like it, and is none. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly data: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'broken'; readonly text: string; readonly isCutOff: boolean; readonly isBase64: boolean };

export function bodyOf(response: Response, text: string): Body {
  if (text.trim() === '') return { kind: 'none' };
  try {
    return { kind: 'json', data: JSON.parse(text) as unknown };
  } catch {
    const beginsSo = /^\s*[[{]/.test(text);
    if (!beginsSo && !/json/i.test(response.headers.get('content-type') ?? '')) return { kind: 'text', text: text.trim() };
    return { kind: 'broken', text: text.trim(), isCutOff: beginsSo || /^\s*"/.test(text), isBase64: isBase64(text) };
  }
}

/** Long enough for a package, in either alphabet, with or without line breaks: no word of a person looks like it. */
export function isBase64(text: string): boolean {
  const packed = text.replace(/[\r\n\t ]+/g, '');
  const longest = text.trim().split(/\s+/).reduce((most, part) => Math.max(most, part.length), 0);
  return packed.length >= 40 && longest >= 40 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed);
}
