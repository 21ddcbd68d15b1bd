/** `npm run campaign:kill -- 1000`: kills the browser so often and prints what was lost, repeated or said wrongly. Options: --seed TEXT, --idb leveldb|sqlite, --lives 14-15 (only these of the lives that the count and the seed plan, on a profile of their own), --out-dir DIST. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCampaignArguments } from './arguments.ts';
import { inWords, isGood, runCampaign } from './campaign.ts';

const { count: kills, seed, backends, lives, outDir, say } = await readCampaignArguments('kill');

// Profiles, and whatever a killed Chromium leaves behind.
const temporary = mkdtempSync(path.join(tmpdir(), 'fieldkit-kill-'));
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const startedMs = performance.now();
const tallies = await runCampaign({ kills, seed, outDir, backends, lives, say });
const judged = backends.map((idb) => ({ idb, tally: tallies[idb], good: isGood(tallies[idb]) }));
say('');
for (const { idb, tally } of judged) say(inWords(idb, tally));
say(`${((performance.now() - startedMs) / 1000).toFixed(0)} s, seed ${seed}`);

// Where test/run.mjs wants the counts; one campaign a backend counts as one test.
const report = process.env['FIELDKIT_TEST_REPORT'];
const failed = judged.filter(({ good }) => !good);
if (report !== undefined) {
  const notes = failed.flatMap(({ idb, tally }) => [
    `kills on ${idb}, seed ${seed}: ${inWords(idb, tally)}`,
    ...tally.findings.slice(0, 5),
  ]);
  writeFileSync(report, JSON.stringify({ passed: judged.length - failed.length, failed: failed.length, notes }));
}
process.exit(failed.length === 0 ? 0 : 1);
