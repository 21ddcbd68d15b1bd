/**
 * Estimates the guesses that a passphrase takes, with a maintained library that is loaded when somebody first types
 * one.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { onDemand } from '../../domain/on-demand.ts';

/**
 * Returns the number of guesses. `ownWords`: words that somebody with the phone knows or tries first, such as the
 * account's name. Rejects when the library cannot be loaded.
 */
export async function guessesFor(passphrase: string, ownWords: readonly string[]): Promise<number> {
  return (await estimator()).check(passphrase, [...ownWords]).guesses;
}

const estimator = onDemand(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ graphs: adjacencyGraphs, dictionary });
});
