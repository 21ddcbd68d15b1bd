/**
 * Pages of practice in the test language and in German, on a phone and on a laptop, a sample drawn by the seed for
 * each: no text off screen, none cut, no violation of axe.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { goTo, toDevices } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';
import { sampled } from '../support/sampled.ts';
import { shellStrings } from '../../src/ui/strings/de/shell.ts';
import { welcomeStrings } from '../../src/ui/strings/de/welcome.ts';
import { inspectorStrings as inspectorInEnglish } from '../../src/ui/strings/en/inspector.ts';
import { historyStrings as historyInEnglish } from '../../src/ui/strings/en/history.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const DEVICE = 'tB4x';
const PAGES = [
  '/overview',
  '/practice',
  '/devices',
  `/devices/${DEVICE}`,
  `/devices/${DEVICE}/configure`,
  '/run',
  `/run/${DEVICE}`,
  '/outbox',
  '/telemetry',
  '/streams',
  '/inspector',
  '/orders',
  '/more',
] as const;

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

const VIEWS = SIZES.flatMap((size) => PAGES.map((path) => ({ path, ...size })));

interface Seen {
  /** Texts of elements that hide overflow and have more text than fits, and no title that shows all of it. */
  readonly cut: readonly string[];
  /** Texts that begin or end outside the screen; a table may be wider. */
  readonly outside: readonly string[];
  readonly sideways: number;
  /** Visible text nodes, with the path of elements around them. */
  readonly texts: readonly { readonly text: string; readonly at: string }[];
}

/** Collects everything that a person can see, through every shadow root. */
function readScreen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const outside: string[] = [];
    const texts: { text: string; at: string }[] = [];
    const isData = (element: Element): boolean =>
      element.closest('.mono, code, input, textarea, style, script, svg, canvas, fk-id, bdi, [translate="no"]') !==
      null;
    const visit = (root: Element | ShadowRoot, above: string): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot !== null) visit(element.shadowRoot, `${above} ${element.localName}`);
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isData(element)) continue;
        const own = [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.data.trim());
        const text = own.join(' ').replace(/\s+/g, ' ').trim();
        if (text === '') continue;
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;
        texts.push({ text, at: `${above} ${element.localName}.${element.className}` });
        const isWhole = element.title === text || element.scrollWidth <= element.clientWidth + 1;
        if (getComputedStyle(element).overflowX === 'hidden' && !isWhole)
          cut.push(`${above} ${element.localName}.${element.className}: ${text}`);
        const isBeyond = box.left < -1 || box.right > innerWidth + 1;
        if (isBeyond && element.closest('table, [role="table"]') === null)
          outside.push(`${above} ${element.localName}.${element.className}: ${text}`);
      }
    };
    visit(document.body, '');
    const sheet = document.scrollingElement!;
    return { cut, outside, texts, sideways: sheet.scrollWidth - sheet.clientWidth };
  });
}

/**
 * Returns axe's violations by rule, with their elements. The filler of the test language may shorten names differently
 * from the text that contains them.
 */
async function faults(page: Page, language: 'pseudo' | 'de'): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    async (options) => {
      const { violations } = await (
        window as unknown as {
          axe: { run(of: typeof options): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
    },
    { rules: { 'label-content-name-mismatch': { enabled: language === 'de' } } },
  );
}

/** Every text of the test language contains such a letter. */
const ACCENTED = /[áçéíñöüýÂÇËÎÑØÛÝøřđ]/;

/** IDs, values, numbers, names and versions are the same in every language. */
const isValue = (text: string): boolean =>
  !/[a-zA-Z]{4}/.test(text) || /[\d_]/.test(text) || /^[A-Z_]+$/.test(text) || text.includes('://');

async function practise(page: Page, origin: string, language: string): Promise<void> {
  await page.goto(`${origin}/rescue`);
  await page.evaluate((chosen) => localStorage.setItem('fieldkit-language', chosen), language);
  await page.goto(origin);
  await page.locator('fk-welcome-page fk-button').first().waitFor();
}

async function settled(page: Page): Promise<void> {
  await page.locator('fk-app h1').first().waitFor();
  await page.waitForFunction(() => {
    const busy = (root: ParentNode): boolean =>
      [...root.querySelectorAll('*')].some(
        (element) => element.localName === 'fk-skeleton' || (element.shadowRoot !== null && busy(element.shadowRoot)),
      );
    return !busy(document);
  });
}

/** Opens the practice panel, which is under More. */
async function openPanel(page: Page): Promise<void> {
  const panel = page.locator('practice-panel');
  await panel.waitFor({ state: 'attached' });
  await panel.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
  await panel.waitFor();
}

describe.each(['pseudo', 'de'] as const)('the app in the language %s', (language) => {
  let browser: SharedBrowser;
  let page: Page;

  beforeAll(async () => {
    const server = await shareServer();
    browser = await shareBrowser();
    page = await browser.newPage();
    await practise(page, server.origin, language);
    await page.locator('fk-welcome-page fk-button').first().click();
    await toDevices(page);
    await page.locator(`a[href="/devices/${DEVICE}"]`).first().waitFor();
  });
  afterAll(() => browser.giveBack());

  it('is written in the right direction', async () => {
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === 'pseudo' ? 'rtl' : 'ltr');
  });

  it.each(sampled(language, VIEWS, 2))('shows $path without a fault at $width x $height', async ({ path, ...size }) => {
    await page.setViewportSize(size);
    await goTo(page, path);
    await settled(page);
    if (path === '/more') await openPanel(page);
    const seen = await readScreen(page);
    expect(seen.texts.length).toBeGreaterThan(5);
    expect(seen.cut).toEqual([]);
    expect(seen.outside).toEqual([]);
    expect(seen.sideways).toBeLessThanOrEqual(0);
    if (language === 'pseudo')
      expect(seen.texts.filter(({ text }) => !isValue(text) && !ACCENTED.test(text))).toEqual([]);
    expect(await faults(page, language)).toEqual([]);
  });
});

describe('the app in a German browser', () => {
  let origin: string;
  let browser: TestBrowser;

  beforeAll(async () => {
    ({ origin } = await shareServer());
    browser = await launchBrowser({ flags: ['--accept-lang=de-DE', '--lang=de-DE'] });
  });
  afterAll(() => browser.kill());

  it('is in German from the first visit, and after a start with an account, with German dates', async () => {
    const page = await browser.newPage();
    const texts = async (): Promise<string[]> => (await readScreen(page)).texts.map(({ text }) => text);
    await page.goto(origin);
    await page.getByRole('button', { name: welcomeStrings.practise }).waitFor();
    expect(await texts()).toContain(welcomeStrings.lead);
    await page.getByRole('button', { name: welcomeStrings.practise }).click();
    await toDevices(page);
    await page.reload();
    await page.getByRole('heading', { name: shellStrings.titles.devices, exact: true }).waitFor();
    await settled(page);
    expect(await texts()).not.toContain('Devices');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-DE');

    await page.locator(`a[href="/devices/${DEVICE}"]`).first().click();
    await settled(page);
    expect((await texts()).join()).toMatch(/Batterie/);
    const moments = await page
      .locator('time')
      .evaluateAll((times: HTMLElement[]) => times.map((time) => time.title || (time.textContent ?? '').trim()));
    // Below the name of its day, only a time is shown.
    for (const moment of moments) expect(moment).toMatch(/^(\d{1,2}\.\d{1,2}\.\d{4}, \d{2}:\d{2}:\d{2}|\d{2}:\d{2})$/);
    expect(moments.some((moment) => moment.includes(', '))).toBe(true);
  });

  /** A window whose files come from the network. */
  async function withoutWorker(): Promise<Page> {
    return (await browser.browser.newContext({ serviceWorkers: 'block' })).newPage();
  }

  it('shows texts in English that cannot be loaded in German, with one note about that', async () => {
    const page = await withoutWorker();
    await page.goto(origin);
    await page.getByRole('button', { name: welcomeStrings.practise }).click();
    await toDevices(page);
    await page.route(/words-de-/, (route) => route.abort());
    const warning = page.getByText(shellStrings.wordsMissing);
    await goTo(page, '/inspector');
    await warning.waitFor();
    await page.getByText(inspectorInEnglish.intro).waitFor();
    await warning.waitFor({ state: 'hidden' });
    await goTo(page, `/devices/${DEVICE}`);
    await page.getByRole('heading', { name: historyInEnglish.telemetry, exact: true }).waitFor();
    expect(await warning.count()).toBe(0);
  });

  it('loads texts again when those in English cannot be loaded either', async () => {
    const page = await withoutWorker();
    let refused = 0;
    await page.route(/words-(?:de|en)-/, (route) => {
      refused += 1;
      return refused > 3 ? route.continue() : route.abort();
    });
    await page.goto(origin);
    await page.getByRole('button', { name: welcomeStrings.practise }).waitFor();
    expect(refused).toBeGreaterThan(3);
  });
});
