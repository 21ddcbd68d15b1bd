/**
 * `npm run pictures`: saves every page in five sizes and three themes, in filled practice, to `.tmp/pictures`. Options:
 * --only PART of an address, --theme NAME, --size NAME, --language de, --built (uses the existing `dist`), --readme
 * (instead, saves the pictures of the README to `src/docs/pictures`).
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { LANGUAGE_KEY } from '../src/names.ts';
import { startAppServer } from './support/app-server.ts';
import { launchBrowser } from './support/browser.ts';
import { buildApp } from './support/build-app.ts';
import { FILLED_PAGES, FIRST_PAGES, drawn, fillPractice } from './support/filled-practice.ts';
import { goTo } from './support/journey.ts';
import { useRoboto } from './support/roboto.ts';

const SIZES = {
  '390x844': { width: 390, height: 844 },
  '360x640': { width: 360, height: 640 },
  '844x390': { width: 844, height: 390 },
  '1280x800': { width: 1280, height: 800 },
  '1920x1080': { width: 1920, height: 1080 },
} as const;
type Size = keyof typeof SIZES;
const ALL_SIZES = Object.keys(SIZES) as readonly Size[];
const isPhone = (size: Size): boolean => Math.min(SIZES[size].width, SIZES[size].height) < 600;
const THEMES = ['light', 'dark', 'sun'] as const;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    theme: { type: 'string' },
    size: { type: 'string' },
    language: { type: 'string' },
    built: { type: 'boolean' },
    readme: { type: 'boolean' },
  },
});
/** Name, address and size of each picture in the README. */
const README_PICTURES = [
  ['overview', '/overview', '1280x800'],
  ['telemetry', '/telemetry?order=battery', '1280x800'],
  ['beacon', '/devices/tB4x', '390x844'],
  // A name that every machine has the letters for.
  ['job', '/jobs/north-wing/run?beacon=Kf7Qp2', '390x844'],
] as const;
const folder = path.resolve(import.meta.dirname, values.readme === true ? '../src/docs/pictures' : '../.tmp/pictures');
mkdirSync(folder, { recursive: true });
if (values.built !== true) await buildApp();
const server = await startAppServer();
let taken = 0;

async function take(page: Page, name: string, sizes: readonly Size[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    for (const theme of THEMES) {
      const onlyTheme = values.readme === true ? 'light' : values.theme;
      if (onlyTheme !== undefined && onlyTheme !== theme) continue;
      await page.evaluate((wanted) => (document.documentElement.dataset['theme'] = wanted), theme);
      await useRoboto(page);
      await drawn(page);
      const file = values.readme === true ? name : `${name}-${size}-${theme}`;
      await page.screenshot({ path: path.join(folder, `${file}.png`) });
      taken += 1;
    }
  }
  await page.setViewportSize(SIZES['1280x800']);
}

const isWanted = (address: string): boolean => values.only === undefined || address.includes(values.only);
const nameOf = (address: string): string => address.slice(1).replaceAll(/[/?=]/g, '-') || 'welcome';

/** In a browser of its own: a page that was touched once keeps the sizes for touch. */
async function takeAll(sizes: readonly Size[]): Promise<void> {
  if (sizes.length === 0) return;
  const browser = await launchBrowser({ followsWorkers: true });
  try {
    const page = await browser.newPage();
    // tsx names functions with a helper that the page does not have.
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.setViewportSize(SIZES['1280x800']);
    if (sizes.some(isPhone)) {
      // A phone has touch input and no scroll bars.
      const phone = await page.context().newCDPSession(page);
      await phone.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await phone.send('Emulation.setScrollbarsHidden', { hidden: true });
    }
    if (values.readme !== true)
      for (const address of FIRST_PAGES.filter(isWanted)) {
        await page.goto(`${server.origin}${address}`);
        await take(page, `first-${nameOf(address)}`, sizes);
      }
    await fillPractice(page, server.origin);
    if (values.readme === true) {
      for (const [name, address, size] of README_PICTURES.filter((one) => sizes.includes(one[2]))) {
        await goTo(page, address);
        await drawn(page);
        await take(page, name, [size]);
      }
      return;
    }
    if (values.language !== undefined) {
      const language = values.language;
      await page.evaluate(([key, one]) => localStorage.setItem(key, one), [LANGUAGE_KEY, language] as const);
      await page.reload();
    }
    for (const address of FILLED_PAGES.filter(isWanted)) {
      await goTo(page, address);
      await drawn(page);
      // Charts load what they show.
      await page.locator('fk-telemetry-page progress').first().waitFor({ state: 'detached' });
      await take(page, `${values.language === undefined ? '' : `${values.language}-`}${nameOf(address)}`, sizes);
    }
  } finally {
    await browser.kill();
  }
}

const wanted = ALL_SIZES.filter((size) => values.size === undefined || size === values.size);
try {
  await takeAll(wanted.filter((size) => !isPhone(size)));
  await takeAll(wanted.filter(isPhone));
} finally {
  await server.close();
}
process.stdout.write(`${taken} pictures in ${folder}\n`);
