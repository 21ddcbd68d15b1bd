/** Finds the bindings in the templates of a source text: their element and their name. */

interface TemplateBinding {
  readonly tag: string;
  /** As written: `.value`, `?hidden`, `@click`, `title`. */
  readonly name: string;
}

/** Returns the bindings of elements whose tag begins with `prefix`. */
export function bindingsOf(text: string, prefix: string): TemplateBinding[] {
  const tags = text.matchAll(new RegExp(`<(${prefix}[\\w-]+)(?=[\\s>])`, 'g'));
  return [...tags].flatMap(({ 0: start, 1: tag, index }) =>
    boundNames(text, index + start.length).map((name) => ({ tag: tag!, name })),
  );
}

/** Returns the names bound in the tag whose name ends at `at`. */
function boundNames(text: string, at: number): string[] {
  const names: string[] = [];
  while (at < text.length) {
    const name = /^[.?@]?[\w-]+/.exec(text.slice(at, at + 80))?.[0];
    if (text[at] === '>') break;
    else if (text.startsWith('${', at)) at = afterBraces(text, at + 2);
    else if (name === undefined) at += 1;
    else {
      at += name.length;
      if (text[at] !== '=') continue;
      const end = afterValue(text, at + 1);
      if (text.slice(at, end).includes('${')) names.push(name);
      at = end;
    }
  }
  return names;
}

function afterValue(text: string, at: number): number {
  const quote = text[at];
  if (quote === '"' || quote === "'") return afterQuote(text, at);
  while (!/[\s>]/.test(text[at]!)) at = text.startsWith('${', at) ? afterBraces(text, at + 2) : at + 1;
  return at;
}

/** Returns the position after the text whose quote opens at `at`. */
function afterQuote(text: string, at: number): number {
  const quote = text[at];
  for (at += 1; at < text.length && text[at] !== quote;) {
    if (text[at] === '\\') at += 2;
    else at = quote !== "'" && text.startsWith('${', at) ? afterBraces(text, at + 2) : at + 1;
  }
  return at + 1;
}

/** Returns the position after the brace that closes what was open before `at`. */
function afterBraces(text: string, at: number): number {
  for (let depth = 1; at < text.length && depth > 0;) {
    const here = text[at]!;
    if (/['"`]/.test(here)) at = afterQuote(text, at);
    else {
      if (here === '{') depth += 1;
      if (here === '}') depth -= 1;
      at += 1;
    }
  }
  return at;
}
