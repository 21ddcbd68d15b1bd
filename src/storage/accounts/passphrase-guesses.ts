/** How many guesses a passphrase takes, by a well-kept estimator that is fetched when somebody first types one. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { onDemand } from '../../domain/on-demand.ts';

/** `ownWords`: what whoever holds the phone knows or tries first, such as the account's name. Rejects where the estimator cannot be loaded. */
export async function guessesFor(passphrase: string, ownWords: readonly string[]): Promise<number> {
  return (await estimator()).check(
    passphrase,
    ownWords.filter((word) => word !== ''),
  ).guesses;
}

const estimator = onDemand(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ graphs: adjacencyGraphs, dictionary });
});
