/** Labels in the built app, printed by the browser: measured in millimetres on the paper, and each code read back. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LABEL_SHEETS, insidesOf, labelsOn, type LabelSheet } from '../../src/domain/label/sheet.ts';
import { labelIndex, readLabel } from '../../src/domain/label/label.ts';
import { decodeFrame } from '../../src/ui/elements/scan-label/decode-frame.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { deviceListStrings } from '../../src/ui/strings/device-list.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { listOptionStrings } from '../../src/ui/strings/list-options.ts';
import { printLabelStrings as text } from '../../src/ui/strings/print-labels.ts';
import { reportStrings } from '../../src/ui/strings/report.ts';
import { shellStrings } from '../../src/ui/strings/shell.ts';
import { FLEET_IDS, connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import { around, pagesOfPdf, pictureOf, type Box, type PrintedPage } from '../support/pdf-ink.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { sampled } from '../support/sampled.ts';

interface App extends HTMLElement {
  readonly account: AccountServices;
}

/** Browsers draw edges on whole pixels of a 96th of an inch. */
const PIXEL_MM = 25.4 / 96;
const JOB = 'cellar';
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';

let server: SharedServer;
let browser: SharedBrowser;
let page: Page;
let chosen: readonly string[];
const complaints: string[] = [];

beforeAll(async () => {
  server = await shareServer();
  browser = await shareBrowser();
  page = await browser.newPage();
  page.on('console', (message) => {
    if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
  await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
  await devicesRead(page);
});
afterAll(async () => {
  await browser.giveBack();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function chooseSheet(sheet: LabelSheet): Promise<void> {
  await page.getByLabel(text.sheet, { exact: true }).selectOption(sheet.id);
  await drawn();
}

/** The button is busy until every code is drawn. */
async function drawn(): Promise<void> {
  await page.waitForFunction(() => {
    const host = document.querySelector('fk-app')!.shadowRoot!.querySelector('fk-page-host')!.shadowRoot!;
    // The page before this one may still be shown.
    const labels = host.querySelector('fk-labels-page')?.shadowRoot;
    const [codes = 0, all = 0] = ['svg path', 'bdi.mono'].map((one) => labels?.querySelectorAll(one).length);
    return all > 0 && codes === all;
  });
}

async function print(): Promise<readonly PrintedPage[]> {
  return pagesOfPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
}

/** The place of a label on its sheet, by its number from 0. */
function placeOf(sheet: LabelSheet, at: number): Box {
  const { widthMm, heightMm, columns, rows, labelWidthMm, labelHeightMm, gapMm } = sheet;
  const leftMm =
    (widthMm - columns * labelWidthMm - (columns - 1) * gapMm) / 2 + (at % columns) * (labelWidthMm + gapMm);
  const topMm = (heightMm - rows * labelHeightMm) / 2 + Math.floor(at / columns) * labelHeightMm;
  return { leftMm, topMm, rightMm: leftMm + labelWidthMm, bottomMm: topMm + labelHeightMm };
}

const isIn = (inner: Box, outer: Box): boolean =>
  inner.leftMm >= outer.leftMm - PIXEL_MM &&
  inner.topMm >= outer.topMm - PIXEL_MM &&
  inner.rightMm <= outer.rightMm + PIXEL_MM &&
  inner.bottomMm <= outer.bottomMm + PIXEL_MM;

/** Returns the text of each code on the paper, in the order of the places of the labels; null for an empty place. */
function readBack(sheet: LabelSheet, pages: readonly PrintedPage[]): (string | null)[] {
  return pages.flatMap(({ widthMm, heightMm, ink }) => {
    expect(Math.abs(widthMm - sheet.widthMm)).toBeLessThan(0.2);
    expect(Math.abs(heightMm - sheet.heightMm)).toBeLessThan(0.2);
    const { insetMm, codeMm } = insidesOf(sheet);
    let count = 0;
    const texts = Array.from({ length: labelsOn(sheet) }, (_, at) => {
      const label = placeOf(sheet, at);
      const own = ink.filter((box) => isIn(box, label));
      count += own.length;
      if (own.length === 0) return null;
      // The code with its white border of 4 squares, to the left and in the middle of the height.
      const code = around(own);
      const squareMm = codeMm / 29;
      const place = `label ${at + 1} of ${sheet.id}: ${JSON.stringify(code)} in ${JSON.stringify(label)}`;
      expect(Math.abs(code.leftMm - (label.leftMm + insetMm + 4 * squareMm)), place).toBeLessThan(1.5 * PIXEL_MM);
      expect(Math.abs(code.rightMm - code.leftMm - 21 * squareMm), place).toBeLessThan(2 * PIXEL_MM);
      expect(Math.abs(code.bottomMm - code.topMm - 21 * squareMm), place).toBeLessThan(2 * PIXEL_MM);
      expect(Math.abs(code.topMm + code.bottomMm - label.topMm - label.bottomMm) / 2, place).toBeLessThan(
        1.5 * PIXEL_MM,
      );
      return decodeFrame(pictureOf(own, label), 0)?.text ?? 'not read';
    });
    expect(count, 'all that is printed is on a label').toBe(ink.length);
    return texts;
  });
}

const SHEETS = sampled('sheets of labels', LABEL_SHEETS, 2);

describe('labels of the selected devices', () => {
  it('are reached from the selection, without a network', async () => {
    await button(deviceListStrings.choose).click();
    await page.getByRole('button', { name: /^Choose all/ }).click();
    await page.context().setOffline(true);
    await button(listOptionStrings.actions.labels).click();
    await page.waitForURL('**/labels');
    await drawn();
    await page.context().setOffline(false);
    chosen = await page.evaluate(() =>
      document.querySelector<App>('fk-app')!.account.devices.list.value.devices!.map(({ uniqueId }) => uniqueId),
    );
    expect(chosen.length).toBeGreaterThan(40);
  });

  it.each(SHEETS)('lie where the sheet has its labels, and each is read as its beacon: $id', async (sheet) => {
    await chooseSheet(sheet);
    const pages = await print();
    expect(pages).toHaveLength(Math.ceil(chosen.length / labelsOn(sheet)));
    expect(readBack(sheet, pages).slice(0, chosen.length)).toEqual(chosen);
    const index = labelIndex(chosen.map((uniqueId) => ({ uniqueId, mac: null, attributes: {} })));
    for (const uniqueId of chosen) expect(readLabel(index, uniqueId)).toEqual({ kind: 'one', uniqueId, sign: 'id' });
  });

  it('begin at the first free label of a sheet that was begun', async () => {
    const [sheet] = LABEL_SHEETS;
    await chooseSheet(sheet);
    await page.getByLabel(text.start, { exact: true }).fill('10');
    const texts = readBack(sheet, await print());
    expect(texts.slice(0, 10)).toEqual([...Array.from({ length: 9 }, () => null), chosen[0]]);
    expect(texts.filter((one) => one !== null)).toEqual(chosen);
  });
});

describe('labels of a job', () => {
  it('show the room of the job, cut what is too long, and let nothing over the edge of a label', async () => {
    const ids = FLEET_IDS.slice(0, 3);
    await page.evaluate(
      async ({ jobId, uniqueIds, word }) => {
        const jobs = await document.querySelector<App>('fk-app')!.account.jobs();
        const createdAtMs = Date.now();
        await jobs.takeOver({
          jobs: [{ id: jobId, name: 'Cellar', site: '', createdAtMs, schemaVersion: 1 }],
          tasks: uniqueIds.map((uniqueId, order) => ({
            id: `${jobId}/${uniqueId}`,
            jobId,
            uniqueId,
            deviceType: 'BEACON',
            place: ['', 'Kesselraum', Array.from({ length: 9 }, () => word).join(' ')][order]!,
            order,
            values: {},
            note: '',
            mark: null,
            plannedAtMs: createdAtMs,
          })),
        });
      },
      { jobId: JOB, uniqueIds: ids, word: WORD },
    );
    await goTo(page, `/jobs/${JOB}`);
    await button(jobStrings.run.more).click();
    await page.getByRole('link', { name: shellStrings.titles.labels, exact: true }).click();
    await drawn();
    await page.getByText('Kesselraum').waitFor();
    for (const sheet of SHEETS) {
      await chooseSheet(sheet);
      expect(readBack(sheet, await print()).slice(0, 3)).toEqual(ids);
      await page.emulateMedia({ media: 'print' });
      const labels = await page.getByRole('listitem').evaluateAll((all) =>
        all.map((label) => {
          const outer = label.getBoundingClientRect();
          return [...label.querySelectorAll('bdi')].map((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return [left - outer.left, outer.right - right, top - outer.top, outer.bottom - bottom];
          });
        }),
      );
      await page.emulateMedia({ media: null });
      expect(labels).toHaveLength(3);
      for (const distance of labels.flat(2)) expect(distance, sheet.id).toBeGreaterThan(0);
    }
  });

  it('are others than those of the selection, and leave no page size behind', async () => {
    await goTo(page, '/labels');
    await chooseSheet(LABEL_SHEETS[0]);
    await page.getByText(text.total(chosen.length, Math.ceil(chosen.length / labelsOn(LABEL_SHEETS[0])))).waitFor();
    await goTo(page, `/jobs/${JOB}/report`);
    await button(reportStrings.print).waitFor();
    expect(
      await page.evaluate(
        () =>
          document.adoptedStyleSheets.flatMap((one) => [...one.cssRules]).filter((rule) => rule instanceof CSSPageRule)
            .length,
      ),
    ).toBe(0);
    expect(complaints).toEqual([]);
  });
});
