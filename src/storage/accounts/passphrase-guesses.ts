/** How many guesses a passphrase takes, by a well-kept estimator that is fetched when somebody first types one. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

let opening: Promise<ZxcvbnFactory> | null = null;

/** `ownWords`: what whoever holds the phone knows or tries first, such as the account's name. Rejects where the estimator cannot be loaded. */
export async function guessesFor(passphrase: string, ownWords: readonly string[]): Promise<number> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return (await opening).check(
    passphrase,
    ownWords.filter((word) => word !== ''),
  ).guesses;
}

async function open(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ graphs: adjacencyGraphs, dictionary });
}
