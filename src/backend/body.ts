/** What came as the body of an answer, before anybody asks what it means. */

/** `text`: neither JSON nor HTML · `broken`: begins like JSON and is none. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly data: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'broken' };

export function bodyOf(response: Response, text: string): Body {
  if (text.trim() === '') return { kind: 'none' };
  try {
    return { kind: 'json', data: JSON.parse(text) as unknown };
  } catch {
    const claims = /json/i.test(response.headers.get('content-type') ?? '') || /^\s*[[{]/.test(text);
    return claims ? { kind: 'broken' } : { kind: 'text', text: text.trim() };
  }
}
