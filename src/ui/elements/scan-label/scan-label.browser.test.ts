/** The scanner without a camera, and the resources it releases. */
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import { labelStrings } from '../../strings/label.ts';
import './scan-label.ts';
import type { FkScanLabel } from './scan-label.ts';

const room = document.createElement('div');
document.body.append(room);
const workers: { isRunning: boolean }[] = [];

/** Counts the workers that run. */
function startWorker(url: string): Worker {
  const worker = new Worker(url, { type: 'module' });
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
