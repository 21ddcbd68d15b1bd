/** Takes out of the built code what only its writers need: the indentation of styles and templates, and a helper that has nothing to do. */
import type { Plugin } from 'vite';

/** Vite wraps each `import()` to load style sheets and parts first. Ours have neither: styles are in the code, the parts are few. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const PLAIN_IMPORT = 'export const __vitePreload = (load) => load();';

const TAGS: ReadonlySet<unknown> = new Set(['css', 'html', 'svg']);

interface Part {
  readonly start: number;
  readonly end: number;
  readonly isStyle: boolean;
}

/** The fixed parts of every tagged template in a syntax tree, in the order of the code. */
export function fixedParts(tree: unknown): Part[] {
  const parts: Part[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(walk);
    const { type, tag, quasi } = node as { type?: string; tag?: { name?: string }; quasi?: { quasis: Part[] } };
    if (type === 'TaggedTemplateExpression' && TAGS.has(tag?.name))
      for (const { start, end } of quasi!.quasis) parts.push({ start, end, isStyle: tag!.name === 'css' });
    Object.values(node).forEach(walk);
  };
  walk(tree);
  return parts.toSorted((a, b) => a.start - b.start);
}

/** Blanks that no style needs: beside braces, semicolons and commas, and after the colon of a declaration; a quoted text keeps its own. */
const STYLE_BLANKS = /("[^"]*"|'[^']*')|\s*([{};,])\s*|(:)\s+|\s+/g;

function leanStyle(style: string): string {
  return style
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(STYLE_BLANKS, (_all, quoted?: string, mark?: string, colon?: string) => quoted ?? mark ?? colon ?? ' ');
}

/** One space for each line break with what stands around it; styles also lose their comments and other blanks. Both read the same as before. */
export function leanTemplates(code: string, parts: readonly Part[]): string {
  let lean = '';
  let done = 0;
  for (const { start, end, isStyle } of parts) {
    const part = code.slice(start, end);
    lean += code.slice(done, start);
    lean += isStyle ? leanStyle(part) : part.replace(/\s*\n\s*/g, ' ');
    done = end;
  }
  return lean + code.slice(done);
}

export function leanCode(): Plugin {
  return {
    name: 'fieldkit-lean-code',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (id === PRELOAD_HELPER) return { code: PLAIN_IMPORT, map: null };
      if (!/[\\/]src[\\/][^?]*\.ts$/.test(id) || !/\b(css|html|svg)`/.test(code)) return null;
      return { code: leanTemplates(code, fixedParts(this.parse(code))), map: null };
    },
  };
}
