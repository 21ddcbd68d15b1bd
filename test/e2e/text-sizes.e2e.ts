/**
 * Pages of filled practice with text of any size, in both languages and as wide as phones, drawn by the seed.
 * `npm run campaign:pages` measures all of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { CAMPAIGN } from '../hostile/campaign.ts';
import { fillPractice } from '../support/filled-practice.ts';
import { sampled } from '../support/sampled.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';
import { LANGUAGES, TEXT_STATES, faultsOfState, nameOfState, openState, setLanguage } from '../support/text-sizes.ts';

/** Of each language, also with `--whole`: all of them take a quarter of an hour. */
const DRAWN_STATES = 30;
/** What is still moving reaches its place within this time. */
const SETTLED_MS = 1500;

let browser: SharedBrowser;
let page: Page;

beforeAll(async () => {
  const server = await shareServer();
  browser = await shareBrowser();
  page = await browser.newPage();
  await fillPractice(page, server.origin);
});
afterAll(() => browser.giveBack());

describe.each(LANGUAGES)('text of any size in %s', (language) => {
  const states = TEXT_STATES.filter((state) => state.language === language);
  const drawn = sampled(`text sizes in ${language}`, states, DRAWN_STATES, { ...CAMPAIGN, whole: false });

  beforeAll(() => setLanguage(page, language));

  it.each(drawn.map((state) => ({ name: nameOfState(state), state })))(
    'neither overlaps, nor is cut, nor breaks inside a word on $name',
    async ({ state }) => {
      await openState(page, state);
      expect(await faultsOfState(page, state, SETTLED_MS)).toEqual([]);
    },
  );
});
