/**
 * Pages of filled practice with larger text, in both languages and as wide as phones, drawn by the seed: nothing
 * overlaps, is cut, is broken inside a word or scrolls sideways. `npm run campaign:pages` measures all of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { fillPractice } from '../support/filled-practice.ts';
import { sampled } from '../support/sampled.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';
import {
  LANGUAGES,
  TEXT_STATES,
  faultsOfState,
  nameOfState,
  openState,
  setLanguage,
  type TextState,
} from '../support/text-sizes.ts';

const DRAWN_STATES = 12;
const DRAWN_FAULTS = 3;
/** The widths at which every page has been measured. */
const MEASURED_WIDTHS: readonly number[] = [320, 390];
/** What is still moving reaches its place within this time. */
const SETTLED_MS = 1500;

/**
 * States with a fault; the same page with larger text or less width is not asked for either. An entry whose fault is
 * mended fails, so the list only becomes shorter.
 */
const KNOWN_FAULTS: readonly TextState[] = [
  { address: '/overview', percent: 150, language: 'de', width: 320 },
  { address: '/practice', percent: 200, language: 'de', width: 320 },
  { address: '/devices/Kf7Qp2', percent: 200, language: 'de', width: 320 },
  { address: '/devices/tB4x/configure', percent: 150, language: 'de', width: 390 },
  { address: '/configure', percent: 150, language: 'de', width: 390 },
  { address: '/share', percent: 200, language: 'de', width: 320 },
  { address: '/move', percent: 200, language: 'de', width: 320 },
  { address: '/run/m3Rw', percent: 200, language: 'de', width: 320 },
  { address: '/jobs/new', percent: 200, language: 'de', width: 320 },
  { address: '/jobs/north-wing/report', percent: 150, language: 'de', width: 320 },
  { address: '/jobs/north-wing/report', percent: 200, language: 'de', width: 390 },
  { address: '/telemetry', percent: 150, language: 'de', width: 320 },
  { address: '/telemetry', percent: 200, language: 'de', width: 390 },
  { address: '/telemetry?view=compare', percent: 200, language: 'de', width: 320 },
  { address: '/streams', percent: 150, language: 'de', width: 320 },
  { address: '/streams', percent: 200, language: 'de', width: 390 },
  { address: '/more', percent: 200, language: 'de', width: 390 },
  { address: '/overview', percent: 150, language: 'en', width: 320 },
  { address: '/devices/tB4x/configure', percent: 150, language: 'en', width: 390 },
  { address: '/configure', percent: 150, language: 'en', width: 390 },
  { address: '/share', percent: 200, language: 'en', width: 320 },
  { address: '/run/Wq8d', percent: 200, language: 'en', width: 320 },
  { address: '/jobs/new', percent: 200, language: 'en', width: 320 },
  { address: '/jobs/north-wing/report', percent: 200, language: 'en', width: 390 },
  { address: '/telemetry', percent: 200, language: 'en', width: 320 },
  { address: '/telemetry?view=compare', percent: 200, language: 'en', width: 320 },
  { address: '/telemetry?view=alarms', percent: 200, language: 'en', width: 320 },
];

const isKnown = (state: TextState): boolean =>
  KNOWN_FAULTS.some(
    ({ address, percent, language, width }) =>
      address === state.address && language === state.language && state.percent >= percent && state.width <= width,
  );

describe('larger text', () => {
  let browser: SharedBrowser;
  let page: Page;

  beforeAll(async () => {
    const server = await shareServer();
    browser = await shareBrowser();
    page = await browser.newPage();
    await fillPractice(page, server.origin);
  });
  afterAll(() => browser.giveBack());

  it.each(LANGUAGES)('leaves every drawn page whole in %s', async (language) => {
    await setLanguage(page, language);
    const states = TEXT_STATES.filter(
      (state) =>
        state.language === language && state.percent >= 150 && MEASURED_WIDTHS.includes(state.width) && !isKnown(state),
    );
    const found: string[] = [];
    for (const state of sampled(`text sizes in ${language}`, states, DRAWN_STATES)) {
      await openState(page, state);
      for (const fault of await faultsOfState(page, SETTLED_MS)) found.push(`${nameOfState(state)}: ${fault}`);
    }
    expect(found).toEqual([]);
  });

  it.each(LANGUAGES)('still finds a fault in each state that is known to have one, in %s', async (language) => {
    await setLanguage(page, language);
    const known = KNOWN_FAULTS.filter((state) => state.language === language);
    const mended: string[] = [];
    for (const state of sampled(`known faults in ${language}`, known, DRAWN_FAULTS)) {
      await openState(page, state);
      if ((await faultsOfState(page, 0)).length === 0) mended.push(nameOfState(state));
    }
    expect(mended).toEqual([]);
  });
});
