/** The mistakes that the campaign plants: Stryker's own, and two more that cost a receipt. */
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** The used members of a Babel node. */
interface Node {
  readonly type: string;
  readonly argument?: Node;
}
interface Mutator {
  readonly name: string;
  mutate(path: { readonly node: Node }): Iterable<Node>;
}

const nodesOfType = (type: string, instead: (node: Node) => Node): Mutator['mutate'] =>
  function* (path) {
    if (path.node.type === type) yield instead(path.node);
  };

/** A missing `await`, and a missing call. */
const FORGOTTEN: readonly Mutator[] = [
  { name: 'ForgottenAwait', mutate: nodesOfType('AwaitExpression', ({ argument }) => structuredClone(argument!)) },
  { name: 'ForgottenCall', mutate: nodesOfType('ExpressionStatement', () => ({ type: 'EmptyStatement' })) },
];
/** Texts are checked by the tests of the screens, and a code outside its type does not compile. */
const LEFT_OUT = ['StringLiteral'];

// Stryker has no API for more mutators. Its version is pinned, and a test fails if this list moves.
const { allMutators } = (await import(
  new URL('./mutators/index.js', import.meta.resolve('@stryker-mutator/instrumenter')).href
)) as { allMutators: Mutator[] };
const usual = [...allMutators.filter(({ name }) => !LEFT_OUT.includes(name)), ...FORGOTTEN];

/** From now on plants only the mistakes that `isDrawn` accepts, by their number in the order of the files. */
export function plant(isDrawn: (number: number) => boolean): void {
  let number = -1;
  allMutators.splice(
    0,
    allMutators.length,
    ...usual.map(({ name, mutate }) => ({
      name,
      *mutate(path: Parameters<Mutator['mutate']>[0]) {
        for (const instead of mutate(path)) if (isDrawn((number += 1))) yield instead;
      },
    })),
  );
}

const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];

/** Returns the mistakes of these files that would be planted now. */
export async function mutantsIn(files: readonly { readonly name: string; readonly content: string }[]) {
  const instrumenter = new Instrumenter(silent);
  return (
    await instrumenter.instrument(
      files.map((file) => ({ ...file, mutate: true })),
      { plugins: null, excludedMutations: [], ignorers: [] },
    )
  ).mutants;
}
