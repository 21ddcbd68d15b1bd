/** A file is transferred from one screen to another: our own reader reads the drawn codes and restores the file. */
import { expect } from '@open-wc/testing';
import { LitElement, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { codesIn } from '../../../test/support/codes.ts';
import { clear, faultsOf, place, settled } from '../../../test/support/page-place.ts';
import { action, has, hasAction, readable, the } from '../../../test/support/roles.ts';
import { scriptedDrafts, scriptedServices } from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import { MAX_CODE_PAGES, writeCodePages, type PagedKind } from '../../domain/code-pages.ts';
import type { LabelAnswer, LabelFrame } from '../elements/scan-label/label-messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import readerUrl from '../elements/scan-label/label-worker.ts?worker&url';
import { CodeEvent } from '../elements/scan-label/scan-label.ts';
import { elementStrings } from '../strings/elements.ts';
import { transferStrings as text } from '../strings/transfer.ts';
import { FileOutput, type GivenBy } from './file-output.ts';
import { sha256 } from './sha256.ts';
import './take-codes.ts';
import type { FkTakeCodes } from './take-codes.ts';

const { drafts } = scriptedServices();
const startWorker = (url: string): Worker => new Worker(url, { type: 'module' });

/** Returns a file of five pages that cannot be compressed. */
function fileText(madeAtMs = 5): string {
  let seed = 1;
  const bytes = Uint8Array.from({ length: 2500 }, () => (seed = (seed * 48_271) % 0x7fff_ffff) >> 8);
  return `{"madeAtMs":${madeAtMs},"body":"${btoa(String.fromCharCode(...bytes))} ÄÖ✓"}`;
}

@customElement('fk-codes-host')
class CodesHost extends LitElement {
  readonly output = new FileOutput(this, () => drafts);
  given: GivenBy | null | undefined;

  protected override render() {
    return this.output.render();
  }
}

async function openGiver(content: string, kind: PagedKind = 'job'): Promise<CodesHost> {
  const sheet = await place<CodesHost>(html`<fk-codes-host></fk-codes-host>`);
  void sheet.output.give('codes', kind, content, 1).then((given) => (sheet.given = given));
  await until(() => hasAction(sheet, text.give.given) || hasAction(sheet, text.give.asFile));
  await settled(sheet);
  return sheet;
}

/** Resolves with the name of the next file that is saved, which is not downloaded. */
function nextDownload(): Promise<string> {
  return new Promise((resolve) => {
    const onClick = (event: Event): void => {
      if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return;
      event.preventDefault();
      document.removeEventListener('click', onClick);
      resolve(event.target.download);
    };
    document.addEventListener('click', onClick);
  });
}

/** Returns what our own reader reads from the screen, page by page, as a person turns them. */
async function readOff(sheet: LitElement): Promise<string[]> {
  const { length } = codesIn(sheet);
  const reader = startWorker(readerUrl);
  const codes: string[] = [];
  await until(() => readable(sheet).includes(text.give.page(1, length)));
  action(sheet, text.give.pause).click();
  for (let at = 0; at < length; at += 1) {
    await until(() => readable(sheet).includes(text.give.page(at + 1, length)));
    const canvas = the<HTMLCanvasElement>(sheet, 'image');
    const frame = await createImageBitmap(canvas, { resizeWidth: 712, resizeHeight: 712, resizeQuality: 'pixelated' });
    const answer = new Promise<LabelAnswer>((resolve) =>
      reader.addEventListener('message', ({ data }: MessageEvent<LabelAnswer>) => resolve(data), { once: true }),
    );
    const message: LabelFrame = { frame, frameNumber: 0, wanted: 'pages' };
    reader.postMessage(message, [frame]);
    const { code } = await answer;
    expect(code?.format).to.equal('qr_code');
    codes.push(code!.text);
    the(sheet, 'button', text.give.next).click();
  }
  reader.terminate();
  return codes;
}

/** Opens the sheet that scans codes, and collects its files. */
async function taking(kind: PagedKind = 'job') {
  const files: File[] = [];
  const services = { ...scriptedServices(), drafts, startWorker };
  const sheet = await place<FkTakeCodes>(
    html`<fk-take-codes .kind=${kind} .services=${services} .onFile=${(file: File) => files.push(file)}></fk-take-codes>`,
  );
  action(sheet, text.scan).click();
  await settled(sheet);
  const dialog = the(sheet, 'dialog', text.take.heading);
  const scan = (code: string): void => {
    dialog.dispatchEvent(new CodeEvent(code, 'qr_code'));
  };
  const untilShown = (words: string): Promise<void> => until(() => readable(sheet).includes(words));
  return { sheet, files, scan, untilShown };
}

describe('a file as codes', () => {
  it('is restored from one screen to the other, in any order and with repeats', async () => {
    const sheet = await openGiver(fileText());
    const codes = await readOff(sheet);
    expect(codes).to.deep.equal([...codesIn(sheet)]);
    expect(codes.length).to.be.greaterThan(2);
    expect(await faultsOf(sheet)).to.deep.equal([]);
    const { files, scan, untilShown, sheet: taker } = await taking();
    for (const code of [...codes.slice(1), codes[1]!]) scan(code);
    await untilShown(text.take.missing('1', 0));
    expect(await faultsOf(taker)).to.deep.equal([]);
    scan(codes[0]!);
    await until(() => files.length > 0);
    expect(await files[0]!.text()).to.equal(fileText());
    expect([has(taker, 'dialog'), files.length, scriptedDrafts.get('codes:job')]).to.deep.equal([false, 1, undefined]);
  });

  it('continues where each phone stopped', async () => {
    const codes = [...codesIn(await openGiver(fileText(1_000)))];
    const first = await taking();
    first.scan(codes[2]!);
    await first.untilShown(text.take.missing('1–2, 4–5', 0));
    // The same content a minute later: only its time differs, and the pages stay the same.
    expect(codesIn(await openGiver(fileText(61_000)))).to.deep.equal(codes);
    const { files, scan } = await taking();
    for (const [at, code] of codes.entries()) if (at !== 2) scan(code);
    await until(() => files.length > 0);
    expect(await files[0]!.text()).to.equal(fileText(1_000));
  });

  it('counts as a different file when its content has changed, and a person chooses which one is read', async () => {
    const before = codesIn(await openGiver(fileText()));
    const after = codesIn(await openGiver(fileText().replace('✓', '✗')));
    const { sheet, files, scan, untilShown } = await taking();
    scan(before[0]!);
    await untilShown(text.take.missing(`2–${before.length}`, 0));
    scan(after[0]!);
    await untilShown(text.take.other(1));
    expect(await faultsOf(sheet)).to.deep.equal([]);
    action(sheet, text.take.takeOther).click();
    for (const code of after.slice(1)) scan(code);
    await until(() => files.length > 0);
    expect(await files[0]!.text()).to.contain('✗');
  });

  it('keeps the screen awake on both sides while the sheet is open', async () => {
    const { wakeLock } = navigator;
    let activeLocks = 0;
    const counted = {
      request: async () => {
        activeLocks += 1;
        return { release: async () => void (activeLocks -= 1) };
      },
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: counted });
    try {
      for (const open of [() => openGiver(fileText()), async () => (await taking()).sheet]) {
        const sheet = await open();
        await until(() => activeLocks === 1);
        sheet.remove();
        await until(() => activeLocks === 0);
        clear();
      }
    } finally {
      Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock });
    }
  });

  it('is not mixed with other codes, and the reason is shown for each of them', async () => {
    const [page = ''] = codesIn(await openGiver(fileText()));
    const { sheet, scan, untilShown } = await taking('receipts');
    for (const [code, words] of [
      ['https://example.com/b/Ab3dEf', text.take.problems.foreign],
      [page, text.take.otherKind.job],
      [page.slice(0, -3) + (page.endsWith('123') ? '321' : '123'), text.take.problems.damaged],
      [newer(page), text.take.problems.newerVersion],
    ] as const) {
      scan(code);
      await untilShown(words);
      expect(await faultsOf(sheet)).to.deep.equal([]);
    }
  });

  it('is not expanded beyond the size limit when its compression is forged, and is refused if it is invalid', async () => {
    const { files, scan, untilShown } = await taking();
    for (const code of await writeCodePages(
      'job',
      Uint8Array.from({ length: 700 }, (_, at) => at),
      sha256,
    ))
      scan(code);
    await untilShown(text.take.notWhole);
    const blanks = new Blob([new Uint8Array(60_000_000)]).stream().pipeThrough(new CompressionStream('deflate'));
    for (const code of await writeCodePages('job', new Uint8Array(await new Response(blanks).arrayBuffer()), sha256))
      scan(code);
    await until(() => files.length > 0);
    expect(files[0]!.size).to.be.greaterThan(50_000_000).and.lessThan(51_000_000);
  });

  it('is offered as a file when it needs too many codes, and counts as handed over only when the person confirms it', async () => {
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    const long = Array.from({ length: 4 }, (_, at) =>
      btoa(String.fromCharCode(...noise.subarray(at * 15_000, (at + 1) * 15_000))),
    ).join('');
    const sheet = await openGiver(long + [...long].toReversed().join('') + long.toLowerCase());
    expect(readable(sheet)).to.match(new RegExp(`${MAX_CODE_PAGES}`));
    expect(await faultsOf(sheet)).to.deep.equal([]);
    const saved = nextDownload();
    action(sheet, text.give.asFile).click();
    expect(await saved).to.match(/^beacon-fieldkit-job-1970-01-01-\d{4}\.json$/);
    await until(() => sheet.given !== undefined);
    expect(sheet.given).to.equal('file');
    const other = await openGiver(fileText());
    action(other, text.give.given).click();
    await until(() => other.given !== undefined);
    expect(other.given).to.equal('codes');
  });

  it('does not count as handed over when the sheet is closed or the page is left', async () => {
    const sheet = await openGiver(fileText());
    action(sheet, elementStrings.close).click();
    await until(() => sheet.given !== undefined);
    expect(sheet.given).to.equal(null);
    const left = await openGiver(fileText());
    left.remove();
    await until(() => left.given !== undefined);
    expect(left.given).to.equal(null);
  });
});

/** Returns the same page as a later version would write it. */
function newer(page: string): string {
  const hex = BigInt(page).toString(16);
  return BigInt(`0x${hex.slice(0, 6)}02${hex.slice(8)}`).toString();
}
