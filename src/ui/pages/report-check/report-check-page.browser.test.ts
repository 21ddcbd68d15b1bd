/** The page that proves or refutes a report, as a person meets it. */
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import { checkReport } from '../../../domain/report/check-report.ts';
import { sealText, writeReport, type ReportHead } from '../../../domain/report/report-file.ts';
import type { ReportRow } from '../../../domain/report/report-row.ts';
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

const room = document.createElement('div');
document.body.append(room);
afterEach(() => {
  render(html``, room);
});

/** What the page says of a file with this text. */
async function said(content: BlobPart): Promise<string> {
  render(html`<fk-report-check-page></fk-report-check-page>`, room);
  const page = room.querySelector('fk-report-check-page')!;
  await page.updateComplete;
  choose(page, new File([content], 'report.csv', { type: 'text/csv' }));
  return verdictOf(page);
}

function choose(page: HTMLElement, file: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const input = page.shadowRoot!.querySelector('input')!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change'));
}

async function verdictOf(page: HTMLElement): Promise<string> {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const notice = page.shadowRoot!.querySelector('fk-notice');
    if (notice !== null) return `${notice.text} ${page.shadowRoot!.querySelector('section')!.textContent ?? ''}`;
  }
}

describe('the check of a report', () => {
  it('proves one as it was written, with its seal', async () => {
    const report = await writeReport(HEAD, [row('Ab3d'), row('Zz9y')], sha256);
    const words = await said(report.text);
    expect(words).to.contain(text.whole(2));
    expect(words).to.contain(sealText(report.seal));
  });

  it('refutes one with another word in it, and says where', async () => {
    const report = await writeReport(HEAD, [row('Ab3d'), row('Zz9y')], sha256);
    const words = await said(report.text.replace('2/2,Night', '2/2,Light'));
    expect(words).to.contain(text.changed(1));
    expect(words).to.contain(text.changedLines('3', 0));
  });

  it('says of another file that it is none', async () => {
    expect(await said('id,name\r\n')).to.contain(text.noReport);
  });

  it('never says of the second file what it found in the first, however late that is read', async () => {
    const report = await writeReport(HEAD, [row('Ab3d')], sha256);
    const slow = new File([report.text], 'slow.csv');
    let arrive: (bytes: ArrayBuffer) => void = () => undefined;
    const bytes = new Promise<ArrayBuffer>((resolve) => (arrive = resolve));
    slow.arrayBuffer = () => bytes;
    render(html`<fk-report-check-page .file=${slow}></fk-report-check-page>`, room);
    const page = room.querySelector('fk-report-check-page')!;
    await page.updateComplete;
    choose(page, new File(['id,name\r\n'], 'second.csv'));
    expect(await verdictOf(page))
      .to.contain(text.noReport)
      .and.to.contain('second.csv');
    arrive(await new Blob([report.text]).arrayBuffer());
    // The check of the first is through when another of the same file is.
    await checkReport(new TextEncoder().encode(report.text), sha256);
    expect(await verdictOf(page))
      .to.contain(text.noReport)
      .and.to.contain('second.csv');
  });
});
