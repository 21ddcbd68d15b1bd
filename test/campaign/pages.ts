/**
 * `npm run campaign:pages`: opens every page of filled practice at four text sizes, in both languages and at four
 * widths, and prints what overlaps, is cut, is broken inside a word or scrolls sideways. Ends with 1 if anything does.
 * Options: --only PART of an address, --percent 200, --language de, --width 390, --pictures (of each state with a
 * fault, to `.tmp/pages`), --built (uses the existing `dist`).
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { buildApp } from '../support/build-app.ts';
import { fillPractice } from '../support/filled-practice.ts';
import { LANGUAGES, TEXT_STATES, faultsOfState, nameOfState, openState, setLanguage } from '../support/text-sizes.ts';

/** What is still moving reaches its place within this time. */
const SETTLED_MS = 300;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    percent: { type: 'string' },
    language: { type: 'string' },
    width: { type: 'string' },
    pictures: { type: 'boolean' },
    built: { type: 'boolean' },
  },
});
const isWanted = (wanted: string | undefined, value: string | number): boolean =>
  wanted === undefined || wanted.split(',').includes(String(value));
const states = TEXT_STATES.filter(
  ({ address, percent, language, width }) =>
    address.includes(values.only ?? '') &&
    isWanted(values.percent, percent) &&
    isWanted(values.language, language) &&
    isWanted(values.width, width),
);
const folder = path.resolve(import.meta.dirname, '../../.tmp/pages');
mkdirSync(folder, { recursive: true });
if (values.built !== true) await buildApp();
const server = await startAppServer();
const browser = await launchBrowser();
let faulty = 0;
try {
  const page = await browser.newPage();
  // tsx names functions with a helper that the page does not have.
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await fillPractice(page, server.origin);
  for (const language of LANGUAGES) {
    const ofLanguage = states.filter((state) => state.language === language);
    if (ofLanguage.length === 0) continue;
    await setLanguage(page, language);
    for (const state of ofLanguage) {
      await openState(page, state);
      const faults = await faultsOfState(page, state, SETTLED_MS);
      if (faults.length === 0) continue;
      faulty += 1;
      process.stdout.write(`${nameOfState(state)}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
      if (values.pictures === true)
        await page.screenshot({ path: path.join(folder, `${nameOfState(state).replaceAll(/\W+/g, '-')}.png`) });
    }
  }
} finally {
  await browser.kill();
  await server.close();
}
process.stdout.write(`${faulty} of ${states.length} states have a fault\n`);
process.exitCode = faulty === 0 ? 0 : 1;
