/** The page that verifies an acceptance report. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { announced, choose, readable, withWords } from '../../../../test/support/roles.ts';
import { until } from '../../../../test/support/until.ts';
import { checkReport } from '../../../domain/report/check-report.ts';
import { sealText, writeReport, type ReportHead } from '../../../domain/report/report-file.ts';
import type { ReportRow } from '../../../domain/report/report-row.ts';
import { bringFile } from '../../shared/file-input.ts';
import { sha256 } from '../../shared/sha256.ts';
import { reportStrings } from '../../strings/report.ts';
import './report-check-page.ts';

const text = reportStrings.check;
const HEAD: ReportHead = { job: 'Night', site: 'Hospital', person: '', appVersion: '1.0', madeAtMs: 0 };
const row = (uniqueId: string): ReportRow => ({
  uniqueId,
  alias: '',
  place: 'Room 1',
  changes: [],
  times: { prepared: 1, onThisPhone: null, written: null, receipt: null, sent: null, verified: null },
  writes: 0,
  posts: 0,
  verdict: 'verified',
  reason: '',
  note: '',
  responseBase64: null,
});

/** The page's text for a file with this content. */
async function resultOf(content: BlobPart): Promise<string> {
  const page = await place(html`<fk-report-check-page></fk-report-check-page>`);
  choose(page, new File([content], 'report.csv', { type: 'text/csv' }));
  return verdictOf(page);
}

/** What the page says about the file. */
async function verdictOf(page: HTMLElement): Promise<string> {
  await until(() => announced(page).length > 0);
  await settled(page);
  return announced(page).join();
}

describe('the check of a report', () => {
  it('confirms an unchanged report, with its seal', async () => {
    const report = await writeReport(HEAD, [row('Ab3d'), row('Zz9y')], sha256);
    const words = await resultOf(report.text);
    expect(words).to.contain(text.whole(2));
    expect(words).to.contain(sealText(report.seal));
  });

  it('rejects a report in which a word was changed, and names the line', async () => {
    const report = await writeReport(HEAD, [row('Ab3d'), row('Zz9y')], sha256);
    const words = await resultOf(report.text.replace('2/2,Night', '2/2,Light'));
    expect(words).to.contain(text.changed(1));
    expect(words).to.contain(text.changedLines('3', 0));
  });

  it('rejects a report from which a line was removed, and says how many there were', async () => {
    const { text: written } = await writeReport(HEAD, [row('Ab3d'), row('Zz9y')], sha256);
    const words = await resultOf(written.split('\r\n').slice(0, 2).join('\r\n') + '\r\n');
    expect(words).to.contain(text.miscounted(1, 2)).and.contain(text.changedHelp);
  });

  it('is drawn as a card on a desktop, with the same space above and below the card', async () => {
    await setViewport({ width: 1280, height: 800 });
    const page = await place(html`<fk-report-check-page></fk-report-check-page>`);
    const intro = withWords(page, text.intro);
    const card = intro.parentElement!;
    const shown = [...card.children]
      .filter((part) => readable(part) !== '')
      .map((part) => part.getBoundingClientRect());
    const { top, bottom } = card.getBoundingClientRect();
    expect(bottom - shown.at(-1)!.bottom).to.be.closeTo(shown[0]!.top - top, 1);
    await setViewport({ width: 800, height: 600 });
  });

  it('says that a file is not a report when the file is another table', async () => {
    expect(await resultOf('id,name\r\n')).to.contain(text.noReport);
  });

  it('never shows the result of the first file for the second, however late the first is read', async () => {
    const report = await writeReport(HEAD, [row('Ab3d')], sha256);
    const slow = new File([report.text], 'slow.csv');
    let arrive: (bytes: ArrayBuffer) => void = () => undefined;
    const bytes = new Promise<ArrayBuffer>((resolve) => (arrive = resolve));
    slow.arrayBuffer = () => bytes;
    bringFile(slow, 'report');
    const page = await place(html`<fk-report-check-page></fk-report-check-page>`);
    choose(page, new File(['id,name\r\n'], 'second.csv'));
    expect(await verdictOf(page))
      .to.contain(text.noReport)
      .and.to.contain('second.csv');
    arrive(await new Blob([report.text]).arrayBuffer());
    // Once the second check of the same bytes is complete, so is the first.
    await checkReport(new TextEncoder().encode(report.text), sha256);
    expect(await verdictOf(page))
      .to.contain(text.noReport)
      .and.to.contain('second.csv');
  });
});
