/**
 * Pages at some of twelve widths, each in one of three themes, drawn by the seed: nothing overlaps, no text is cut,
 * nothing scrolls sideways, and a phone shows few words at once. Newer pages also with wider text spacing and by
 * keyboard alone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { incomingStrings } from '../../src/ui/strings/incoming.ts';
import { telemetryStrings } from '../../src/ui/strings/telemetry.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { DESK_PAGES, FILLED_PAGES, FIRST_PAGES, drawn, fillPractice } from '../support/filled-practice.ts';
import { goTo } from '../support/journey.ts';
import { shareBrowser, type SharedBrowser } from '../support/shared-browser.ts';
import { standingFaults } from '../support/measure-page.ts';
import { sampled } from '../support/sampled.ts';
import { wordsInView } from '../support/words-in-view.ts';
import { beginWalk, endWalk, spaceOut, stepOfWalk } from '../support/walk-page.ts';

const WIDTHS = [320, 360, 390, 480, 600, 768, 899, 900, 1100, 1280, 1920, 2560] as const;
const THEMES = ['light', 'dark', 'sun'] as const;
const MEASURED = sampled('measured pages', FILLED_PAGES, 12);
/** The name of one practice device has about 50 words, which are not the app's; where it is heard last, it is shown. */
const LONG_NAME = /Behind the third ceiling panel .*? ask the porter/g;
/** The most words in view at once where it is not 100. */
const MOST: Readonly<Record<string, number>> = {
  '/overview': 90,
  '/jobs/north-wing/run?beacon=Kf7Qp2': 60,
  // Most of them are on the paper that is shown small.
  '/jobs/north-wing/labels': 250,
};
const PHONE = { width: 390, height: 844 } as const;
const LAPTOP = { width: 1280, height: 800 } as const;

/** Runs in the page: returns how much of the element is in view, 0 to 1. */
function partInView(element: Element): Promise<number> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve(entry!.intersectionRatio);
    });
    observer.observe(element);
  });
}

describe('the layout of the pages', () => {
  let server: RunningServer;
  let browser: SharedBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await startAppServer();
    browser = await shareBrowser();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.giveBack();
    await server.close();
  });

  async function faultsOf(address: string): Promise<string[]> {
    await drawn(page);
    const found: string[] = [];
    for (const width of sampled(`widths of ${address}`, WIDTHS, 3)) {
      await page.setViewportSize({ width, height: width < 900 ? 844 : 800 });
      const themes = sampled(`themes of ${address} at ${width}`, THEMES, 1);
      for (const fault of await standingFaults(page, themes))
        found.push(`${address} at ${width} in ${themes.join(', ')}: ${fault}`);
    }
    return found;
  }

  it('has no fault before an account is connected', async () => {
    const found: string[] = [];
    for (const address of FIRST_PAGES) {
      await page.goto(`${server.origin}${address}`);
      found.push(...(await faultsOf(address)));
    }
    expect(found).toEqual([]);
  });

  describe('of a filled account', () => {
    beforeAll(async () => {
      await page.setViewportSize(LAPTOP);
      await fillPractice(page, server.origin);
    });

    it.each(MEASURED)('has no fault on %s', async (address) => {
      await goTo(page, address);
      expect(await faultsOf(address)).toEqual([]);
    });

    it.each(['/connect', ...FILLED_PAGES].map((address) => [address, MOST[address] ?? 100] as const))(
      'shows on %s at most %i words at once on a phone',
      async (address, most) => {
        await page.setViewportSize(PHONE);
        await goTo(page, address);
        await drawn(page);
        // Charts load what they draw, and that goes on after the person has left for the records.
        await page.locator('fk-telemetry-progress').waitFor({ state: 'detached' });
        const words = await page.locator('fk-app').evaluate(wordsInView);
        const own = words.join(' ').replaceAll(LONG_NAME, '').split(' ');
        expect(own.length, words.join(' ')).toBeGreaterThan(10);
        expect(own.length, words.join(' ')).toBeLessThanOrEqual(most);
      },
    );

    it('shows the focus in view at each step of the keyboard, on a phone', async () => {
      await page.setViewportSize(PHONE);
      const found: string[] = [];
      for (const address of sampled('keyboard walks', DESK_PAGES, 3)) {
        await goTo(page, address);
        await drawn(page);
        const stops = await page.evaluate(beginWalk);
        for (let press = 0; press < stops * 2 + 40; press += 1) {
          await page.keyboard.press('Tab');
          const { left, fault } = await page.evaluate(stepOfWalk);
          if (fault !== null) found.push(`${address}: ${fault}`);
          if (left) break;
        }
        for (const fault of await page.evaluate(endWalk)) found.push(`${address}: ${fault}`);
      }
      expect(found).toEqual([]);
    });

    it('shows the whole name of a waiting file at every size', async () => {
      await goTo(page, '/outbox');
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        for (const name of ['first.txt', 'second.txt']) dataTransfer.items.add(new File(['{"nothing":"known"}'], name));
        window.dispatchEvent(new DragEvent('drop', { cancelable: true, dataTransfer }));
      });
      const says = page.getByText(incomingStrings.more(1, 'second.txt'));
      const dismiss = page.getByRole('button', { name: incomingStrings.dismiss });
      await says.waitFor();
      for (const size of [PHONE, { width: 844, height: 390 }, { width: 390, height: 400 }, LAPTOP]) {
        await page.setViewportSize(size);
        for (const part of [says, dismiss])
          expect(await part.evaluate(partInView), `${size.width} x ${size.height}`).toBe(1);
      }
      await dismiss.click();
      await says.waitFor({ state: 'detached' });
    });

    it('shows in forced colours which view is chosen, and what the signs of a map mean', async () => {
      await page.setViewportSize(LAPTOP);
      await page.emulateMedia({ forcedColors: 'active' });
      await goTo(page, '/telemetry?view=hours&range=lastHour');
      const groundOf = (found: Locator): Promise<string[]> =>
        found.evaluateAll((all) =>
          all.map((one) => {
            const { background, opacity, borderBottomColor } = getComputedStyle(one);
            return [background, opacity, borderBottomColor].join();
          }),
        );
      await page.locator('fk-heat-map .shades').waitFor();
      const views = page.getByRole('group', { name: telemetryStrings.places.label });
      const [pressed, ...noOther] = await groundOf(views.getByRole('button', { pressed: true }));
      expect(noOther).toEqual([]);
      const others = await groundOf(views.getByRole('button', { pressed: false }));
      expect(others).toHaveLength(3);
      expect(others).not.toContain(pressed);
      const signs = await groundOf(page.locator('.legend :is(i, .silence, .blank)'));
      expect(new Set(signs).size).toBe(signs.length);
      await page.emulateMedia({ forcedColors: 'none' });
    });

    // Must be the last test, because the spacing is never removed.
    it('shows all text with wider text spacing', async () => {
      const found: string[] = [];
      for (const address of sampled('spaced words', DESK_PAGES, 4)) {
        await goTo(page, address);
        await drawn(page);
        for (const size of [PHONE, LAPTOP]) {
          await page.setViewportSize(size);
          await page.evaluate(spaceOut);
          for (const fault of await standingFaults(page, ['light']))
            found.push(`${address} at ${size.width}: ${fault}`);
        }
      }
      expect(found).toEqual([]);
    });
  });
});
