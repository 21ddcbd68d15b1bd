/**
 * The inspector page with its real worker: shapes, faults, kinds, drawing, stopping, and a hundred megabytes without
 * blocking the page.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  field,
  fill,
  has,
  hasAction,
  isFilled,
  readable,
  the,
  visibleIn,
} from '../../../../test/support/roles.ts';
import { until as waitFor } from '../../../../test/support/until.ts';
import { scriptedServices, type ScriptedServices } from '../../../../test/support/scripted-services.ts';
import { POSITION_SAMPLE, TELEMETRY_SAMPLE, telemetryLines } from '../../../../test/support/sample-records.ts';
import { handOver } from '../../shared/handed-over.ts';
import type { FkInspectorPage } from './inspector-page.ts';
import './inspector-page.ts';
import { inspectorStrings } from '../../strings/inspector.ts';

interface Opened {
  readonly page: FkInspectorPage;
  until(says: string): Promise<void>;
}

async function open(services: ScriptedServices = scriptedServices()): Promise<Opened> {
  const page = await place<FkInspectorPage>(html`<fk-inspector-page .services=${services}></fk-inspector-page>`);
  return {
    page,
    until: (words) =>
      waitFor(async () => {
        await settled(page);
        return readable(page).includes(words);
      }, `the page says "${words}"`),
  };
}

/** Drops a file on the page as the browser does. */
function drop(page: Element, content: BlobPart, name = 'records.ndjson'): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name));
  page.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

function paste(page: Element, text: string): ClipboardEvent {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
  the(page, 'textbox').dispatchEvent(event);
  return event;
}

const { rssi: _rssi, ...NO_RSSI } = TELEMETRY_SAMPLE;
const MIXED = [
  JSON.stringify(TELEMETRY_SAMPLE),
  JSON.stringify(NO_RSSI),
  'no record',
  '{"companyId":',
  JSON.stringify({ ...TELEMETRY_SAMPLE, firmware: '1.2' }),
  JSON.stringify(POSITION_SAMPLE),
].join('\n');

async function inEachTheme(page: Element): Promise<void> {
  expect(await faultsInThemes(page)).to.deep.equal([]);
}

const counts = (page: Element): string[] => all(page, 'definition').map(readable);
/** Returns the rows of the faults, without the heading. */
/** Where rows are cards, the table shows no headings of its columns. */
const faultRows = (page: Element): HTMLElement[] =>
  all(the(page, 'table', inspectorStrings.faults), 'row').filter((row) => !has(row, 'columnheader'));

describe('the page that checks telemetry records', () => {
  it('is a tab beside the data streams, but shows no tabs while no account is connected', async () => {
    const tabsOf = (page: Element): (string | null)[][] =>
      all(page, 'link').map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]);
    expect(tabsOf((await open()).page)).to.deep.equal([
      ['/streams', null],
      ['/inspector', 'page'],
    ]);
    const alone = scriptedServices({ session: { account: null, key: 'none', accounts: [] } });
    expect(tabsOf((await open(alone)).page)).to.deep.equal([]);
  });

  it('asks for records, and enables Check once text is typed', async () => {
    const { page } = await open();
    expect(readable(page)).to.contain(inspectorStrings.intro);
    await inEachTheme(page);
    const filled = (): string[] => all(page, 'button').filter(isFilled).map(readable);
    expect(filled()).to.deep.equal([]);
    const check = the<HTMLButtonElement>(page, 'button', inspectorStrings.check);
    expect(check.disabled).to.equal(true);
    const box = field(page, inspectorStrings.paste);
    expect(box.offsetHeight).to.be.greaterThan(6 * 20);
    fill(page, inspectorStrings.paste, '{}');
    await settled(page);
    expect(check.disabled).to.equal(false);
    for (const button of [check, the(page, 'button', inspectorStrings.file)])
      expect(button.getBoundingClientRect().top).to.be.within(
        box.getBoundingClientRect().bottom,
        box.getBoundingClientRect().bottom + 80,
      );
  });

  it('lists each fault with field, line and reason, and counts valid and faulty records', async () => {
    const { page, until } = await open();
    drop(page, MIXED);
    await until('Records with faults: 3 of 6.');
    expect(counts(page)).to.deep.equal(['2', '1', '3', '6']);
    const rows = faultRows(page).map((row) =>
      [the(row, 'rowheader'), ...all(row, 'cell').slice(0, 2)].map(readable).join(' | '),
    );
    expect(rows).to.deep.equal([
      'rssi | line 2 | Required, but missing.',
      'whole record | line 3 | Not valid JSON.',
      'whole record | line 4 | A bracket is not closed.',
    ]);
    expect(readable(page)).to.contain('firmware').and.not.contain(inspectorStrings.stopped);
    await until('Chart');
    await inEachTheme(page);
  });

  it('checks text that is dropped on the page', async () => {
    const { page, until } = await open();
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', JSON.stringify(TELEMETRY_SAMPLE));
    page.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await until('Every record is valid.');
  });

  for (const [shape, content] of [
    ['an array', JSON.stringify([TELEMETRY_SAMPLE, TELEMETRY_SAMPLE])],
    ['an indented array', JSON.stringify([TELEMETRY_SAMPLE, TELEMETRY_SAMPLE], null, 2)],
    ['a text without separators', JSON.stringify(TELEMETRY_SAMPLE).repeat(2)],
  ] as const) {
    it(`finds two valid records in ${shape}`, async () => {
      const { page, until } = await open();
      drop(page, content);
      await until('Every record is valid.');
      expect(counts(page)[0]).to.equal('2');
    });
  }

  it('finds records in the lines of a log, and says that the other text was passed over', async () => {
    const { page, until } = await open();
    drop(page, `10:00 INFO ${JSON.stringify(TELEMETRY_SAMPLE)}\n10:01 INFO ${JSON.stringify(TELEMETRY_SAMPLE)}\n`);
    await until('Every record is valid.');
    expect(readable(page)).to.contain(
      '2 lines have other text around the records, which was passed over: “10:00 INFO”',
    );
  });

  it('reads a file in gzip and a file in UTF-16', async () => {
    const { page, until } = await open();
    const packed = await new Response(
      new Blob([telemetryLines(50)]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer();
    drop(page, packed, 'records.gz');
    await until('Every record is valid.');
    expect(counts(page)[0]).to.equal('50');
    action(page, 'Check other records').click();
    await settled(page);
    drop(page, new Uint16Array([0xfeff, ...Array.from(telemetryLines(7), (one) => one.charCodeAt(0))]));
    await until('Every record is valid.');
    expect(counts(page)[0]).to.equal('7');
  });

  it('unpacks records that are gzipped inside a message, and reports records that cannot be unpacked', async () => {
    const { page, until } = await open();
    const packed = await new Response(
      new Blob([telemetryLines(3)]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer();
    const data = btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join(''));
    drop(page, JSON.stringify({ Records: [{ Data: data }, { Data: data.slice(0, 80) }] }));
    await until('Records with faults: 1 of 4.');
    expect(counts(page)[0]).to.equal('3');
    expect(readable(page)).to.contain(inspectorStrings.reasons.notUnpacked);
  });

  it('recognises a file of Event Hubs Capture, and says what to do with it', async () => {
    const { page, until } = await open();
    drop(page, new Uint8Array([0x4f, 0x62, 0x6a, 1, 4, 0x14, 0xff, 0x80]), '00.avro');
    await until(inspectorStrings.reasons.avro);
    expect(counts(page)).to.deep.equal([]);
    expect(readable(page)).not.to.contain('No records were found.');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('checks pasted records at once, without putting a long text into the field', async () => {
    const { page, until } = await open();
    const event = paste(page, telemetryLines(500));
    expect(event.defaultPrevented).to.equal(true);
    await until('Every record is valid.');
    expect(counts(page)[0]).to.equal('500');
    action(page, 'Check other records').click();
    await settled(page);
    expect(the<HTMLTextAreaElement>(page, 'textbox').value).to.equal('');
  });

  it('checks records that another page hands over as the kind which that page names', async () => {
    handOver(JSON.stringify(POSITION_SAMPLE), 'telemetry');
    const { page, until } = await open();
    await until('Records with faults: 1 of 1.');
    expect(readable(page)).to.contain('sourceId');
  });

  for (const [kind, sample, field] of [
    ['position', TELEMETRY_SAMPLE, 'floorId'],
    ['telemetry', POSITION_SAMPLE, 'sourceId'],
  ] as const)
    it(`checks records of another kind as ${kind} records when the person has chosen that kind`, async () => {
      const { page, until } = await open();
      fill(page, inspectorStrings.as, kind);
      await settled(page);
      drop(page, JSON.stringify(sample));
      await until('Records with faults: 1 of 1.');
      expect(readable(page)).to.contain(field);
    });

  it('says that no records were found when a file contains only blank lines', async () => {
    const { page, until } = await open();
    drop(page, '\n \n');
    await until('No records were found.');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('says that a file could not be read to its end, or that the check could not be started', async () => {
    const { page, until } = await open();
    drop(page, new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4]), 'broken.gz');
    await until('“broken.gz”: The file could not be read to its end.');
    const broken = await open({
      ...scriptedServices(),
      startWorker: () => {
        throw new TypeError('not allowed');
      },
    });
    drop(broken.page, MIXED);
    await broken.until('The check could not be started');
    expect(await faultsOf(broken.page)).to.deep.equal([]);
    expect(hasAction(broken.page, 'Try again')).to.equal(true);
  });

  it('draws telemetry values over time, and positions on a floor with equal scales', async () => {
    const { page, until } = await open();
    const trail = Array.from({ length: 20 }, (_, at) =>
      JSON.stringify({ ...POSITION_SAMPLE, x: at, y: at % 7, lost: at === 19 }),
    );
    drop(page, telemetryLines(600, 3) + trail.join('\n'));
    await until('Temperature');
    await until('200 readings');
    const chart = the(page, 'figure');
    expect(readable(chart).match(/\b200 readings/g)).to.have.length(3);
    await waitFor(() => chart.querySelector('canvas') !== null);
    await inEachTheme(page);
    fill(page, inspectorStrings.as, 'position');
    await until('20 positions, x from 0.0 to 19.0 m, y from 0.0 to 6.0 m. 1 of them out of range.');
    const lines = the(page, 'figure').querySelectorAll('polyline');
    expect(lines).to.have.length(1);
    const points = [...lines[0]!.points];
    expect(points[6]!.x - points[0]!.x, '6 m across and up').to.be.closeTo(points[0]!.y - points[6]!.y, 0.3);
    await inEachTheme(page);
  });

  it('draws only the ticked beacons, and asks for a beacon when none is ticked', async () => {
    const { page, until } = await open();
    const [first, second] = ['e0,1', 'e0,2'];
    drop(page, [first, second].map((trackingId) => JSON.stringify({ ...TELEMETRY_SAMPLE, trackingId })).join('\n'));
    await until('Chart');
    const drawn = (): string[] =>
      [first, second].filter((id) => all(page, 'figure').some((chart) => readable(chart).includes(id)));
    await waitFor(() => drawn().length === 2, 'both beacons are drawn');
    action(page, `${inspectorStrings.beacons}: ${inspectorStrings.beaconsOf(2, 2)}`).click();
    field(page, inspectorStrings.beaconOption(first, 1)).click();
    await waitFor(() => drawn().length === 1, 'one of them is drawn');
    expect(drawn()).to.deep.equal([second]);
    field(page, inspectorStrings.beaconOption(second, 1)).click();
    await until(inspectorStrings.chooseBeacon);
    expect(has(page, 'figure')).to.equal(false);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('shows the first thousand faults in portions', async () => {
    const { page, until } = await open();
    drop(page, `${JSON.stringify(NO_RSSI)}\n`.repeat(1200));
    await until('The first 1,000 of 1,200.');
    const rows = (): number => faultRows(page).length;
    expect(rows()).to.equal(50);
    action(page, 'Show 50 more').click();
    await settled(page);
    expect(rows()).to.equal(100);
  });

  it('shows HTML in a record as text instead of rendering it', async () => {
    const { page, until } = await open();
    const evil = '<img src=x onerror=alert(1)>\u202e';
    drop(
      page,
      `${evil}\n${JSON.stringify({ ...TELEMETRY_SAMPLE, [evil]: 1, trackingId: evil })}\n${JSON.stringify({ ...TELEMETRY_SAMPLE, rssi: evil })}`,
    );
    await until('Records with faults: 2 of 3.');
    await until('Chart');
    expect(visibleIn(page).some((one) => one instanceof HTMLImageElement)).to.equal(false);
    expect(readable(page)).to.contain(evil);
  });

  it('restores pasted records with Undo after a file has replaced them', async () => {
    const { page, until } = await open();
    let undo: (() => void) | null = null;
    page.addEventListener('fk-say', (event) => (undo = event.undo));
    paste(page, 'no record');
    await until(inspectorStrings.someFaulty(1, 1));
    expect(undo).to.equal(null);
    drop(page, JSON.stringify(TELEMETRY_SAMPLE));
    await until(inspectorStrings.allGood);
    undo!();
    await until(inspectorStrings.someFaulty(1, 1));
  });

  describe('with more than a hundred megabytes', () => {
    const part = telemetryLines(20_000);
    const times = Math.ceil(100_000_000 / part.length);
    const big = new DataTransfer();
    big.items.add(
      new File(
        Array.from({ length: times }, () => part),
        'big.ndjson',
      ),
    );
    const begin = (page: Element): boolean =>
      page.dispatchEvent(new DragEvent('drop', { dataTransfer: big, bubbles: true, cancelable: true }));

    it('keeps the page responsive and counts every record', async () => {
      const { page, until } = await open();
      let longestMs = 0;
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longestMs = Math.max(longestMs, entry.duration);
      });
      watch.observe({ type: 'longtask' });
      begin(page);
      let frames = 0;
      let checking = true;
      const count = (): void => {
        if (!checking) return;
        frames += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      const begun = performance.now();
      await until('so far');
      await until('Every record is valid.');
      checking = false;
      const tookMs = performance.now() - begun;
      watch.disconnect();
      expect(counts(page)[0]).to.equal((20_000 * times).toLocaleString('en'));
      // Checking in the page would be one long task; the worker must not delay frames.
      expect(longestMs / tookMs, `longest task ${Math.round(longestMs)} of ${Math.round(tookMs)} ms`).to.be.lessThan(
        0.5,
      );
      expect(frames, 'frames').to.be.greaterThan(10);
    });

    it('stops on request, and keeps what was checked so far', async () => {
      const { page, until } = await open();
      begin(page);
      await waitFor(() => /[1-9][\d,]* records so far/.test(readable(page)), 'the first records are counted');
      action(page, 'Cancel').click();
      await until('Stopped. These are the results so far.');
      const checked = Number(counts(page)[0]!.replaceAll(',', ''));
      expect(checked)
        .to.be.greaterThan(0)
        .and.to.be.lessThan(20_000 * times);
      expect(counts(page)[2]).to.equal('0');
    });
  });
});
