/** The mistakes that the campaign plants: Stryker's own, and two that cost a receipt and that it does not know. */
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** Of Babel, as far as it is used here. */
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

/** A promise that is not waited for, and a call that is forgotten. */
const FORGOTTEN: readonly Mutator[] = [
  { name: 'ForgottenAwait', mutate: nodesOfType('AwaitExpression', ({ argument }) => structuredClone(argument!)) },
  { name: 'ForgottenCall', mutate: nodesOfType('ExpressionStatement', () => ({ type: 'EmptyStatement' })) },
];
/** Words are for the tests of the screens, and a code that no type knows does not compile. */
const LEFT_OUT = ['StringLiteral'];

// Stryker has no door for more mutators; the version is pinned, and a test sees it when this is no longer the list.
const { allMutators } = (await import(
  new URL('./mutators/index.js', import.meta.resolve('@stryker-mutator/instrumenter')).href
)) as { allMutators: Mutator[] };
const usual = [...allMutators.filter(({ name }) => !LEFT_OUT.includes(name)), ...FORGOTTEN];

/** From here on only those mistakes are planted that `isDrawn` takes, by their number in the order of the files. */
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

/** The mistakes of these files, as they would be planted now. */
export async function mutantsIn(files: readonly { readonly name: string; readonly content: string }[]) {
  const instrumenter = new Instrumenter(silent);
  return (
    await instrumenter.instrument(
      files.map((file) => ({ ...file, mutate: true })),
      { plugins: null, excludedMutations: [], ignorers: [] },
    )
  ).mutants;
}
