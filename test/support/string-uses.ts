/**
 * Finds strings in `src/ui/strings/` that nothing shows: follows every import of them through aliases and member
 * chains.
 */
import path from 'node:path';
import { parseSync } from 'vite';

export interface SourceText {
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (node: unknown): string | null => {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return String(node['name']);
  return node.type === 'Literal' ? String(node['value']) : null;
};

const program = (file: SourceText): Node => parseSync(file.path, file.text).program as unknown as Node;

/** Returns `file#export.key.key` for every leaf of the objects that a file of strings exports. */
function leavesOf(file: SourceText): string[] {
  const found: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (!isNode(value)) return;
    if (value.type === 'TSAsExpression') return walk(value['expression'], at);
    if (value.type !== 'ObjectExpression') return void found.push(at);
    for (const property of value['properties'] as Node[]) {
      const key = nameOf(property['key']);
      if (key !== null && property['computed'] !== true) walk(property['value'], `${at}.${key}`);
    }
  };
  for (const statement of program(file)['body'] as Node[]) {
    const declaration = statement['declaration'];
    if (
      statement.type !== 'ExportNamedDeclaration' ||
      !isNode(declaration) ||
      declaration.type !== 'VariableDeclaration'
    )
      continue;
    for (const one of declaration['declarations'] as Node[]) {
      if (isNode(one['init']) && one['init'].type.endsWith('Expression'))
        walk(one['init'], `${file.path}#${nameOf(one['id'])}`);
    }
  }
  return found.filter((leaf) => leaf.includes('.', leaf.indexOf('#')));
}

/** Returns the paths that a file reads: `file#export.key`; everything below a path counts as read too. */
function readsOf(file: SourceText, wordFiles: ReadonlySet<string>): Set<string> {
  const reads = new Set<string>();
  const tree = program(file);
  const names = new Map<string, string>();
  const isWords = wordFiles.has(file.path);

  for (const statement of tree['body'] as Node[]) {
    if (statement.type === 'ImportDeclaration') {
      const from = path.posix.join(path.posix.dirname(file.path), String((statement['source'] as Node)['value']));
      if (!wordFiles.has(from)) continue;
      for (const one of statement['specifiers'] as Node[]) {
        if (one['imported'] !== undefined) names.set(nameOf(one['local'])!, `${from}#${nameOf(one['imported'])}`);
      }
    }
    const declaration = statement['declaration'];
    if (isWords && isNode(declaration) && declaration.type === 'VariableDeclaration') {
      for (const one of declaration['declarations'] as Node[])
        names.set(nameOf(one['id'])!, `${file.path}#${nameOf(one['id'])}`);
    }
  }

  /** Returns the path that an expression refers to; it ends with `.*` when a key is only known at run time. */
  const pathOf = (node: unknown): string | null => {
    if (!isNode(node)) return null;
    if (node.type === 'Identifier') return names.get(String(node['name'])) ?? null;
    if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') return pathOf(node['expression']);
    if (node.type !== 'MemberExpression') return null;
    const object = node['object'];
    const isOwnField = isNode(object) && object.type === 'ThisExpression';
    const base = isOwnField ? (names.get(`this.${nameOf(node['property'])}`) ?? null) : pathOf(object);
    if (isOwnField || base === null) return base;
    return node['computed'] === true && (node['property'] as Node).type !== 'Literal'
      ? base
      : `${base}.${nameOf(node['property'])}`;
  };

  const isIndexed = (node: unknown): boolean =>
    isNode(node) &&
    node.type === 'MemberExpression' &&
    ((node['computed'] === true && (node['property'] as Node).type !== 'Literal') || isIndexed(node['object']));

  const learn = (target: unknown, from: string): void => {
    if (!isNode(target)) return;
    if (target.type === 'Identifier') names.set(String(target['name']), from);
    if (target.type !== 'ObjectPattern') return;
    for (const property of target['properties'] as Node[])
      learn(property['value'], `${from}.${nameOf(property['key'])}`);
  };

  const visit = (node: Node, isDeclared: boolean): void => {
    const init = node['init'] ?? node['value'];
    if ((node.type === 'VariableDeclarator' || node.type === 'PropertyDefinition') && pathOf(init) !== null) {
      const from = pathOf(init)!;
      // Below a key that is only known at run time, any string of the group may be read.
      if (isIndexed(init)) reads.add(from);
      if (node.type === 'PropertyDefinition') names.set(`this.${nameOf(node['key'])}`, from);
      else learn(node['id'], from);
      return;
    }
    const read = isDeclared ? null : pathOf(node);
    if (read !== null) {
      reads.add(read);
      if (node.type === 'MemberExpression' && node['computed'] === true) visit(node['property'] as Node, false);
      return;
    }
    if (node.type === 'ImportDeclaration') return;
    for (const child of children(node)) {
      const declares =
        (node.type === 'VariableDeclarator' && child === node['id']) ||
        (node.type === 'Property' && child === node['key'] && node['computed'] !== true);
      visit(child, declares);
    }
  };
  visit(tree, false);
  return reads;
}

/**
 * Returns the paths of strings that no file reads, sorted. A path counts as read when an object above it is passed on
 * or indexed.
 */
export function unusedStrings(words: readonly SourceText[], users: readonly SourceText[]): string[] {
  const wordFiles = new Set(words.map((file) => file.path));
  const reads = new Set([...words, ...users].flatMap((file) => [...readsOf(file, wordFiles)]));
  const isRead = (leaf: string): boolean => {
    const parts = leaf.split('.');
    const start = leaf.slice(0, leaf.indexOf('#')).split('.').length;
    for (let end = start; end <= parts.length; end += 1) if (reads.has(parts.slice(0, end).join('.'))) return true;
    return [...reads].some((read) => read.startsWith(`${leaf}.`));
  };
  return words
    .flatMap(leavesOf)
    .filter((leaf) => !isRead(leaf))
    .toSorted();
}
