/**
 * Runs stories without stopping at the first finding and prints how often each finding occurs: `npx tsx
 * test/lives/measure.ts 3000 [seed] [words]`.
 * With words of a finding, it shrinks the first story that has it to the shortest.
 */
import fc from 'fast-check';
import { liveStory } from './site.ts';
import { BEACONS_A_SITE, story, tell } from './story.ts';

const [lives = '3000', seed = '1', wanted] = process.argv.slice(2);
const numRuns = Math.ceil(Number(lives) / BEACONS_A_SITE);

async function tally(): Promise<void> {
  const found = new Map<string, number>();
  const totals = { lives: 0, applied: 0, verified: 0, choosers: 0, wrongPicks: 0, kills: 0, excused: 0 };
  let bad = 0;
  for (const one of fc.sample(story, { seed: Number(seed), numRuns })) {
    const lived = await liveStory(one);
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += lived[key];
    if (lived.findings.length > 0) bad += 1;
    for (const { kind, text } of lived.findings) {
      const name = `${kind}: ${text.replaceAll(/\d+/g, 'n')}`;
      found.set(name, (found.get(name) ?? 0) + 1);
    }
  }
  process.stdout.write(`${JSON.stringify(totals)}\n${bad} of ${numRuns} sites with findings\n`);
  for (const [name, times] of [...found].toSorted((a, b) => b[1] - a[1]))
    process.stdout.write(`${String(times).padStart(6)}  ${name}\n`);
}

async function shrink(words: string): Promise<void> {
  const has = fc.asyncProperty(story, async (one) => {
    const { findings } = await liveStory(one);
    const hits = findings.filter(({ kind, text }) => `${kind}: ${text}`.includes(words));
    if (hits.length > 0) throw new Error(hits.map(({ kind, text }) => `${kind}: ${text}`).join('\n'));
  });
  const isQuick = process.env['FIELDKIT_SHRINK'] === 'no';
  const { counterexample, errorInstance } = await fc.check(has, { seed: Number(seed), numRuns, endOnFailure: isQuick });
  if (counterexample === null) return void process.stdout.write(`no such finding in ${lives} lives\n`);
  process.stdout.write(`${tell(counterexample[0])}\n${String(errorInstance)}\n`);
  await liveStory(counterexample[0], (line) => process.stdout.write(`    ${line}\n`));
}

await (wanted === undefined ? tally() : shrink(wanted));
