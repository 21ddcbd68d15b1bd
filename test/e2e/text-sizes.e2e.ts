/**
 * Pages of filled practice with text of any size, in both languages and as wide as phones, drawn by the seed.
 * `npm run campaign:pages` measures all of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { CAMPAIGN } from '../hostile/campaign.ts';
import { FILLED_PAGES, fillPractice } from '../support/filled-practice.ts';
import { sampled } from '../support/sampled.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';
import { LANGUAGES, TEXT_STATES, faultsOfState, nameOfState, openState, setLanguage } from '../support/text-sizes.ts';

/** Of each language, also with `--whole`: all of them take a quarter of an hour. Opening a page takes most of the time. */
const DRAWN_PAGES = 4;
const STATES_OF_PAGE = 3;
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
  const draw = <T>(list: string, of: readonly T[], count: number): readonly T[] =>
    sampled(`${list} in ${language}`, of, count, { ...CAMPAIGN, whole: false });
  const drawn = draw('pages', FILLED_PAGES, DRAWN_PAGES).flatMap((address) => {
    const states = TEXT_STATES.filter((state) => state.language === language && state.address === address);
    return draw(`sizes of ${address}`, states, STATES_OF_PAGE);
  });

  beforeAll(() => setLanguage(page, language));

  it.each(drawn.map((state) => ({ name: nameOfState(state), state })))(
    'neither overlaps, nor is cut, nor breaks inside a word on $name',
    async ({ state }) => {
      await openState(page, state);
      expect(await faultsOfState(page, state, SETTLED_MS)).toEqual([]);
    },
  );
});
