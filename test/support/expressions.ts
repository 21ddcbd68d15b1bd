/** Finds the regular expressions of a source file, and proves that the time they take grows only with the text. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { CAMPAIGN } from '../hostile/campaign.ts';
import { descend, isNode, type Node } from './architecture.ts';

interface Expression {
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}

/** A check takes up to a few seconds on an idle machine. */
const CHECK_LIMIT_MS = 60_000;
/** A proof holds while the expression is the same, so it is kept with the sources; `--whole` proves each one again. */
const PROVEN = path.resolve(import.meta.dirname, '../fixtures/linear-expressions.json');

export function expressionsIn(filePath: string, text: string): Expression[] {
  return nodesOf(filePath, text).flatMap((node) => {
    const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined;
    return node.type === 'Literal' && regex !== undefined ? [{ ...regex, line: lineOf(text, node.start) }] : [];
  });
}

/** Returns the lines on which an expression is made from a text while the app runs, so that nothing can check it. */
export function constructionsIn(filePath: string, text: string): number[] {
  return nodesOf(filePath, text).flatMap((node) =>
    (node.type === 'NewExpression' || node.type === 'CallExpression') &&
    isNode(node['callee']) &&
    node['callee']['name'] === 'RegExp'
      ? [lineOf(text, node.start)]
      : [],
  );
}

/** Returns null for an expression whose time is linear in the length of the text, else what is known of it. */
export function slownessOf({ pattern, flags }: Pick<Expression, 'pattern' | 'flags'>): string | null {
  const name = `/${pattern}/${flags}`;
  if (proven.has(name)) return null;
  const found = checkSync(pattern, flags, { checker: 'automaton', timeout: CHECK_LIMIT_MS });
  if (found.status === 'unknown') return `not proven: ${found.error.kind}`;
  if (found.status === 'vulnerable') return found.complexity.summary;
  proven.add(name);
  return null;
}

const kept = CAMPAIGN.whole ? [] : (JSON.parse(readFileSync(PROVEN, 'utf8')) as readonly string[]);
const proven = new Set(kept);

/** Keeps what this run has proven as well. */
export function saveProven(): void {
  if (proven.size > kept.length) writeFileSync(PROVEN, `${JSON.stringify([...proven].toSorted(), null, 2)}\n`);
}

function nodesOf(filePath: string, text: string): Node[] {
  const program: unknown = parseSync(filePath, text).program;
  return isNode(program) ? Array.from(descend(program), ({ node }) => node) : [];
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
