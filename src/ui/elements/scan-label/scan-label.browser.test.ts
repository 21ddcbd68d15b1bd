/** The scanner without a camera, the resources it releases, and the browser's detector, for which a stand-in answers. */
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import { drawCode } from '../paged-code/draw-code.ts';
import { labelStrings } from '../../strings/label.ts';
import { until } from '../../../../test/support/until.ts';
import { LABEL_FORMATS } from './label-formats.ts';
import './scan-label.ts';
import type { FkScanLabel } from './scan-label.ts';

const room = document.createElement('div');
document.body.append(room);
const workers: { isRunning: boolean }[] = [];

let isWorkerBroken = false;

/** Counts the workers that run. */
function startWorker(url: string): Worker {
  const worker = new Worker(isWorkerBroken ? '/no-such-file.js' : url, { type: 'module' });
  const one = { isRunning: true };
  workers.push(one);
  const end = worker.terminate.bind(worker);
  worker.terminate = () => {
    one.isRunning = false;
    end();
  };
  return worker;
}

async function drawn(open: boolean): Promise<FkScanLabel> {
  render(html`<fk-scan-label .open=${open} .startWorker=${startWorker}></fk-scan-label>`, room);
  const element = room.querySelector('fk-scan-label')!;
  await element.updateComplete;
  return element;
}

async function untilShown(element: FkScanLabel, words: string): Promise<void> {
  while (element.shadowRoot?.querySelector('fk-notice')?.text !== words)
    await new Promise((resolve) => requestAnimationFrame(resolve));
}

afterEach(() => {
  render(html``, room);
  workers.length = 0;
  isWorkerBroken = false;
});

describe('the scanner', () => {
  it('says that there is no camera, and leaves no worker running', async () => {
    await untilShown(await drawn(true), labelStrings.troubles.none);
    expect(workers.filter(({ isRunning }) => isRunning)).to.deep.equal([]);
  });

  it('starts nothing while closed, and stops everything when closed before it has started', async () => {
    await drawn(false);
    expect(workers).to.deep.equal([]);
    await drawn(true);
    const element = await drawn(false);
    await untilShown(await drawn(true), labelStrings.troubles.none);
    await drawn(false);
    expect(element.open).to.equal(false);
    expect(workers.filter(({ isRunning }) => isRunning)).to.deep.equal([]);
  });
});

interface Found {
  readonly rawValue: string;
  readonly format: string;
}

/** What the camera shows; our own reader reads it. */
const SHOWN = 'https://example.com/b/Ab3dEf';
const FOUND: Found = { rawValue: 'Cd4eFg', format: 'qr_code' };
const REQUIRED = LABEL_FORMATS.filter((format) => format !== 'aztec' && format !== 'code_39');
const never = new Promise<never>(() => undefined);

/** A camera that shows a QR code on a canvas. */
function camera(): MediaStream {
  const { side, ink } = drawCode(SHOWN);
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const context = canvas.getContext('2d')!;
  const stream = canvas.captureStream(10);
  const px = Math.floor(400 / side);
  const timer = setInterval(() => {
    if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) clearInterval(timer);
    context.fillStyle = 'white';
    context.fillRect(0, 0, 640, 480);
    context.fillStyle = 'black';
    for (const [at, black] of ink.entries())
      if (black === 1) context.fillRect(120 + (at % side) * px, 40 + Math.floor(at / side) * px, px, px);
  }, 50);
  return stream;
}

describe("the browser's detector of codes", () => {
  const { reportError } = globalThis;
  const { getUserMedia } = MediaDevices.prototype;
  let codes: string[] = [];
  let errors: unknown[] = [];
  let asked: string[] = [];
  let calls = 0;

  beforeEach(() => {
    [codes, errors, asked, calls] = [[], [], [], 0];
    globalThis.reportError = (error) => errors.push(error);
    MediaDevices.prototype.getUserMedia = async () => camera();
    room.addEventListener('fk-code', onCode);
  });

  afterEach(() => {
    room.removeEventListener('fk-code', onCode);
    Object.assign(globalThis, { reportError });
    MediaDevices.prototype.getUserMedia = getUserMedia;
    Reflect.deleteProperty(globalThis, 'BarcodeDetector');
  });

  const onCode = ({ format, text }: HTMLElementEventMap['fk-code']): unknown => codes.push(`${format} ${text}`);

  async function scanWith(
    detect: () => Promise<readonly Found[]>,
    supported: () => Promise<readonly string[]> = async () => REQUIRED,
  ): Promise<void> {
    const standIn = class {
      static readonly getSupportedFormats = supported;
      constructor(options: { formats: string[] }) {
        asked = options.formats;
      }
      detect(): Promise<readonly Found[]> {
        calls += 1;
        return detect();
      }
    };
    Object.assign(globalThis, { BarcodeDetector: standIn });
    await drawn(true);
  }

  it('is used alone while it finds codes', async () => {
    await scanWith(async () => [FOUND]);
    await until(() => codes.length > 0);
    expect([codes, workers, asked]).to.deep.equal([['qr_code Cd4eFg'], [], REQUIRED]);
  });

  it('is asked for Code 39 and Aztec where it supports them, and a Code 39 counts only when it was read twice', async () => {
    const texts = ['Ab3dEf', 'Ab3dEg', 'Ab3dEh', 'Ab3dEh'];
    await scanWith(
      async () => [{ rawValue: texts.shift() ?? 'Ab3dEh', format: 'code_39' }],
      async () => [...LABEL_FORMATS, 'pdf417'],
    );
    await until(() => codes.length > 0);
    expect([codes, asked]).to.deep.equal([['code_39 Ab3dEh'], LABEL_FORMATS]);
  });

  it("may find several codes, of which a matrix code is taken before a product's bar code", async () => {
    await scanWith(async () => [{ rawValue: '4006381333931', format: 'ean_13' }, FOUND]);
    await until(() => codes.length > 0 && calls > 3);
    expect(codes).to.deep.equal(['qr_code Cd4eFg']);
  });

  it('is replaced by our own reader when it throws, which is reported once', async () => {
    await scanWith(() => Promise.reject(new DOMException('no service', 'NotSupportedError')));
    await until(() => codes.length > 0);
    expect([codes, calls]).to.deep.equal([[`qr_code ${SHOWN}`], 1]);
    expect(errors.map((error) => (error as Error).name)).to.deep.equal(['NotSupportedError']);
  });

  for (const [what, detect] of [
    ['does not answer', () => never],
    ['finds nothing', async () => []],
    [
      'finds codes without a text or of other kinds',
      async () => [
        { ...FOUND, rawValue: '' },
        { ...FOUND, format: 'pdf417' },
      ],
    ],
  ] as const)
    it(`gets help from our own reader when the detector ${what}`, async () => {
      const begun = performance.now();
      await scanWith(detect);
      await until(() => codes.length > 0);
      expect([codes, errors]).to.deep.equal([[`qr_code ${SHOWN}`], []]);
      expect(performance.now() - begun).to.be.greaterThan(1500);
    });

  it('gets help from our own reader when it finds only what the scanner stays open for', async () => {
    await scanWith(async () => [{ rawValue: '4006381333931', format: 'ean_13' }]);
    await until(() => codes.length > 1);
    expect(codes.slice(0, 2)).to.deep.equal(['ean_13 4006381333931', `qr_code ${SHOWN}`]);
  });

  it('still finds codes beside our own reader', async () => {
    let found: readonly Found[] = [];
    await scanWith(async () => found);
    await until(() => codes.length > 0);
    found = [FOUND];
    await until(() => codes.includes('qr_code Cd4eFg'));
  });

  it('still finds codes when our own reader fails', async () => {
    isWorkerBroken = true;
    let found: readonly Found[] = [];
    await scanWith(async () => found);
    await until(() => errors.length > 0);
    found = [FOUND];
    await until(() => codes.length > 0);
    expect([codes, errors.length]).to.deep.equal([['qr_code Cd4eFg'], 1]);
  });

  for (const [what, later] of [
    ['hangs', () => never],
    ['throws', () => Promise.reject(new DOMException('no service', 'NotSupportedError'))],
  ] as const)
    it(`leads to a notice when the detector ${what} after our own reader has failed`, async () => {
      isWorkerBroken = true;
      let detect: () => Promise<readonly Found[]> = async () => [];
      await scanWith(() => detect());
      await until(() => errors.length > 0);
      detect = later;
      await untilShown(room.querySelector('fk-scan-label')!, labelStrings.troubles.reader);
    });

  it('leads to a notice when it and our own reader fail', async () => {
    isWorkerBroken = true;
    await scanWith(() => Promise.reject(new DOMException('no service', 'NotSupportedError')));
    await untilShown(room.querySelector('fk-scan-label')!, labelStrings.troubles.reader);
  });

  it('starts no worker after the sheet was closed while the detector did not answer', async () => {
    await scanWith(() => never);
    await until(() => calls > 0);
    await drawn(false);
    // Longer than the page waits for the detector before it starts a worker.
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect(workers).to.deep.equal([]);
  });

  for (const [what, supported] of [
    ['lacks a format', async () => LABEL_FORMATS.filter((format) => format !== 'data_matrix')],
    ['does not work', () => Promise.reject(new Error('no service'))],
    ['never says what it reads', () => never],
  ] as const)
    it(`is not asked for codes when it ${what}`, async () => {
      await scanWith(async () => [FOUND], supported);
      await until(() => codes.length > 0);
      expect([codes, calls, errors]).to.deep.equal([[`qr_code ${SHOWN}`], 0, []]);
    });

  it('may be missing, because our own reader works without it', async () => {
    await drawn(true);
    await until(() => codes.length > 0);
    expect([codes, workers.length]).to.deep.equal([[`qr_code ${SHOWN}`], 1]);
  });
});
