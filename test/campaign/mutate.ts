/** The small mistakes that can be made in a source file, each as the text that would stand there. */
import { parseSync } from 'vite';
import { descend, isNode, type Node } from '../support/architecture.ts';

export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
};

/** Said to people or to logs only: what they read is for the tests of the screens. */
const SAID = new Set(['ThrowStatement', 'TemplateLiteral', 'ImportDeclaration', 'TSTypeAnnotation']);

export function mutantsOf(fileName: string, text: string): Mutant[] {
  const { program } = parseSync(fileName, text);
  const found: Mutant[] = [];
  const put = ({ start, end }: Pick<Node, 'start' | 'end'>, instead: string): void =>
    void found.push({ start, end, instead });
  const textOf = ({ start, end }: Node): string => text.slice(start, end);
  const left = new Set<Node>();
  for (const { node, parent, key } of descend(program as unknown as Node)) {
    if (left.has(parent) || SAID.has(node.type) || node.type.startsWith('TS')) {
      // A non-null assertion or a cast has an expression inside; a type has none.
      if (!['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type)) left.add(node);
      continue;
    }
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const { left: one, right: other, operator } = node as unknown as Record<string, unknown>;
        if (!isNode(one) || !isNode(other)) break;
        for (const otherwise of OTHERWISE[String(operator)] ?? [])
          put(node, `(${textOf(one)}) ${otherwise} (${textOf(other)})`);
        break;
      }
      case 'ConditionalExpression':
      case 'IfStatement': {
        const test = node['test'];
        if (isNode(test)) put(test, `!(${textOf(test)})`);
        break;
      }
      case 'UnaryExpression':
        if (node['operator'] === '!' && isNode(node['argument'])) put(node, `(${textOf(node['argument'])})`);
        break;
      case 'AwaitExpression':
        if (isNode(node['argument'])) put(node, `(${textOf(node['argument'])})`);
        break;
      case 'Literal':
        if (typeof node['value'] === 'boolean') put(node, String(!node['value']));
        else if (typeof node['value'] === 'number' && key !== 'key') put(node, String(node['value'] + 1));
        break;
      case 'ReturnStatement':
        if (isNode(node['argument']) && node['argument'].type !== 'Literal') put(node, 'return undefined;');
        break;
      case 'ExpressionStatement':
        put(node, ';');
        break;
    }
  }
  return found;
}

export function withMutant(text: string, { start, end, instead }: Mutant): string {
  return text.slice(0, start) + instead + text.slice(end);
}

/** `12: a < b  ->  (a) <= (b)` */
export function mutantInWords(text: string, { start, end, instead }: Mutant): string {
  const line = text.slice(0, start).split('\n').length;
  const short = (words: string): string => words.replace(/\s+/g, ' ').slice(0, 80);
  return `${line}: ${short(text.slice(start, end))}  ->  ${short(instead)}`;
}
