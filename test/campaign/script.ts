/**
 * Runs a campaign of lives as a script: creates a folder for temporary files, and writes the figures, the counts for
 * test/run.mjs and the exit code.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CampaignArguments } from './arguments.ts';
import { inWords, isGood, runCampaign, type CampaignOptions, type Tally } from './campaign.ts';

interface Script extends Omit<CampaignArguments, 'outDir'> {
  /** The disturbances, such as "kills". */
  readonly what: string;
  /** Returns the folder to serve. Called after the folder for temporary files was created. */
  readonly outDir: () => string | Promise<string>;
  readonly plan: CampaignOptions['plan'];
  /** Returns another reason for which a tally fails the campaign. Null: there is none. */
  readonly alsoBad?: (tally: Tally) => string | null;
  /** Returns the text that is printed last. */
  readonly lastWords?: () => string;
}

export async function runAsScript({ what, outDir, alsoBad, lastWords, ...options }: Script): Promise<never> {
  const { backends, seed, say } = options;
  // For profiles, and for whatever a killed Chromium leaves behind.
  const temporary = mkdtempSync(path.join(tmpdir(), `fieldkit-${what}-`));
  process.env['TMPDIR'] = temporary;
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  const startedMs = performance.now();
  const tallies = await runCampaign({ ...options, outDir: await outDir() });
  const judged = backends.map((idb) => {
    const tally = tallies[idb];
    const bad = alsoBad?.(tally) ?? null;
    const words = `${inWords(idb, tally, what)}${bad === null ? '' : `, ${bad}`}`;
    return { idb, words, tally, good: isGood(tally) && bad === null };
  });
  say('');
  for (const { words } of judged) say(words);
  if (lastWords !== undefined) say(lastWords());
  say(`${((performance.now() - startedMs) / 1000).toFixed(0)} s, seed ${seed}`);

  // The file in which test/run.mjs expects the counts. The campaign of one backend counts as one test.
  const report = process.env['FIELDKIT_TEST_REPORT'];
  const failed = judged.filter(({ good }) => !good);
  if (report !== undefined) {
    const notes = failed.flatMap(({ idb, words, tally }) => [
      `${what} on ${idb}, seed ${seed}: ${words}`,
      ...tally.findings.slice(0, 5),
    ]);
    writeFileSync(report, JSON.stringify({ passed: judged.length - failed.length, failed: failed.length, notes }));
  }
  process.exit(failed.length === 0 ? 0 : 1);
}
