/** Pages that open on a slow phone: they say nothing that is gone a moment later, and nothing moves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPENINGS, OPENING_ACCOUNTS, faultsOfOpening, openAccountPages, recordOpening } from '../support/opening.ts';
import { sampled } from '../support/sampled.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';

/** Filling practice takes longer than these openings; `npm run campaign:opening` loads all of them. */
const DRAWN = sampled(
  'openings',
  OPENINGS.filter(({ account }) => account !== 'practice'),
  2,
);

describe('a page that is loaded again', () => {
  let browser: SharedBrowser;
  let enterAccount: ReturnType<typeof openAccountPages>;

  beforeAll(async () => {
    browser = await shareBrowser();
    enterAccount = openAccountPages(browser, await shareServer());
  });
  afterAll(() => browser.giveBack());

  // In the order in which one account can reach these states.
  for (const account of OPENING_ACCOUNTS)
    for (const opening of DRAWN.filter((one) => one.account === account))
      it(`shows nothing untrue while it opens, and nothing moves: ${opening.address}, ${account}, ${opening.width} px wide`, async () => {
        const { page, origin } = await enterAccount(account);
        expect(faultsOfOpening(await recordOpening(page, origin, opening))).toEqual([]);
      });
});
