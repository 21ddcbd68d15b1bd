/** Finds the regular expressions of a source file, and proves that the time they take grows only with the text. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { descend, isNode, type Node } from './architecture.ts';

interface Expression {
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}

/** A check takes up to a few seconds on an idle machine. */
const CHECK_LIMIT_MS = 60_000;
const CACHE = path.resolve(import.meta.dirname, '../../.tmp/linear-expressions.json');

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
  if (proven().has(name)) return null;
  const found = checkSync(pattern, flags, { checker: 'automaton', timeout: CHECK_LIMIT_MS });
  if (found.status === 'unknown') return `not proven: ${found.error.kind}`;
  if (found.status === 'vulnerable') return found.complexity.summary;
  proven().add(name);
  return null;
}

let cached: Set<string> | null = null;

/** The expressions that an earlier run has proven linear. */
function proven(): Set<string> {
  cached ??= new Set(readCache());
  return cached;
}

function readCache(): readonly string[] {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as readonly string[];
  } catch {
    // There is no earlier run, or another one is writing. Everything is checked again.
    return [];
  }
}

export function saveProven(): void {
  mkdirSync(path.dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify([...proven()]));
}

function nodesOf(filePath: string, text: string): Node[] {
  const program: unknown = parseSync(filePath, text).program;
  return isNode(program) ? Array.from(descend(program), ({ node }) => node) : [];
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
