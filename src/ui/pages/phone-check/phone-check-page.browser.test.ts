/** The page that checks Bluetooth with one beacon. */
import { expect } from '@open-wc/testing';
import { signal } from '@preact/signals-core';
import { html } from 'lit';
import { fixtureAccount } from '../../../../test/support/fixture-rows.ts';
import { faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, all, announced, hasAction, readable, visibleIn } from '../../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import type { CheckStep, PhoneCheckState } from '../../../use-cases/phone-check/phone-check.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { elementStrings } from '../../strings/elements.ts';
import { phoneCheckStrings as text } from '../../strings/phone-check.ts';
import { runFailureWords, runStrings } from '../../strings/run.ts';
import { transferStrings } from '../../strings/transfer.ts';
import './phone-check-page.ts';

const NOTHING: PhoneCheckState = { now: null, steps: [], obstacle: null, file: null };
const FILE = { text: '{}\n', madeAtMs: 1_760_000_000_000 };
const CHOSEN: CheckStep = { step: 'choose', outcome: 'done', tookMs: 4200 };

interface Opened {
  readonly page: HTMLElement;
  readonly services: ScriptedServices;
  readonly calls: string[];
  show(change: Partial<PhoneCheckState>): Promise<void>;
}

async function open(values: ScriptedValues = {}): Promise<Opened> {
  const state = signal(NOTHING);
  const calls: string[] = [];
  const check = { state, start: async () => void calls.push('start'), cancel: () => void calls.push('cancel') };
  const services = scriptedServices(values, { phoneCheck: async () => check });
  const page = await place<HTMLElement>(html`<fk-phone-check-page .services=${services}></fk-phone-check-page>`);
  await settled(page);
  return {
    page,
    services,
    calls,
    async show(change) {
      state.value = { ...NOTHING, ...change };
      await settled(page);
    },
  };
}

const lines = (page: HTMLElement): string[] => all(page, 'listitem').map(readable);

describe('the check of Bluetooth', () => {
  it('is one card on a laptop, with its button at the end', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page } = await open();
    const partWith = (words: string): HTMLElement =>
      visibleIn(page).find((one) => getComputedStyle(one).borderLeftWidth !== '0px' && readable(one).includes(words))!;
    const [about, foot] = [partWith(text.intro), partWith(text.start)];
    const [above, below] = [about, foot].map((part) => part.getBoundingClientRect()) as [DOMRect, DOMRect];
    expect(below.top).to.be.closeTo(above.bottom, 1);
    expect([below.left, below.right]).to.deep.equal([above.left, above.right]);
    const [aboutColor, footColor] = [about, foot].map((part) => getComputedStyle(part).backgroundColor);
    expect(footColor).to.equal(aboutColor).and.not.equal(getComputedStyle(document.documentElement).backgroundColor);
    await setViewport({ width: 800, height: 600 });
  });

  it('says what it will do, and opens the list of Bluetooth devices within the click that starts it', async () => {
    const { page, calls } = await open();
    expect(readable(page)).to.contain(text.intro).and.to.contain(text.safe).and.not.to.contain(text.practice);
    action(page, text.start).click();
    expect(calls).to.deep.equal(['start']);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('says that practice checks practice beacons only', async () => {
    const account = fixtureAccount({ kind: 'sandbox' });
    const { page } = await open({ session: { account, accounts: [account] } });
    expect(readable(page)).to.contain(text.practice);
  });

  it('says what helps when the browser has no Bluetooth, and cannot be started then', async () => {
    const { page } = await open({ radio: 'absent' });
    expect(readable(page)).to.contain(noBluetoothWords());
    expect(hasAction(page, text.start)).to.equal(false);
  });

  it('shows each step with its time as soon as the step has ended, and can be cancelled', async () => {
    const { page, calls, show } = await open();
    await show({ now: 'connect', steps: [CHOSEN] });
    expect(lines(page)[0]).to.contain(text.names.choose).and.to.contain(text.took(4200));
    expect(lines(page)[1]).to.contain(text.names.connect).and.to.contain(elementStrings.steps.now);
    expect(announced(page).join()).to.contain(text.running(text.names.connect));
    action(page, elementStrings.cancel).click();
    expect(calls).to.deep.equal(['cancel']);
  });

  it('shows the characteristics found and the step that failed with the name of its error, and offers the result as a file', async () => {
    const { page, show } = await open();
    const steps: CheckStep[] = [
      CHOSEN,
      { step: 'connect', outcome: 'done', tookMs: 900, attempts: 2, waitedMs: 250 },
      { step: 'discover', outcome: 'done', tookMs: 300, found: ['request', 'token'] },
      { step: 'readToken', outcome: 'done', tookMs: 30, bytes: null },
      { step: 'readControlPoint', outcome: 'dropped', tookMs: 31, error: 'NetworkError' },
    ];
    await show({ steps, file: FILE });
    const [, connect, discover, token, point] = lines(page);
    expect(connect).to.contain(text.attempts(2)).and.to.contain(text.waited(250));
    expect(discover).to.contain(text.found(2, `${text.characteristics.request}, ${text.characteristics.token}`));
    expect(token).to.contain(text.notReadable);
    expect(point).to.contain(text.failures.dropped).and.to.contain('NetworkError').and.to.contain(text.took(31));
    expect(announced(page).join()).to.contain(text.someFailed(1));
    expect(readable(page)).to.contain(text.holds);
    for (const words of [text.save, text.again]) expect(hasAction(page, words), words).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
    await show({ steps: [{ ...CHOSEN, outcome: 'aborted' }], file: FILE });
    expect(announced(page).join()).to.contain(text.stopped);
    await show({ steps: [CHOSEN, { step: 'connect', outcome: 'done', tookMs: 900, attempts: 1 }], file: FILE });
    expect(announced(page).join()).to.contain(text.allDone);
    expect(lines(page).join(), 'the only attempt is not counted').not.to.contain(text.attempts(1));
  });

  it('shares its result as a file where the browser can', async () => {
    const shared: File[] = [];
    const originals = { canShare: navigator.canShare, share: navigator.share };
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => void shared.push(...files),
    });
    try {
      const { page, show } = await open();
      await show({ steps: [CHOSEN], file: FILE });
      action(page, transferStrings.share).click();
      await settled(page);
      expect(shared[0]!.name).to.contain('beacon-fieldkit-phone-check');
      expect(await shared[0]!.text()).to.equal(FILE.text);
    } finally {
      Object.assign(navigator, originals);
    }
  });

  it('cannot be started while a run uses Bluetooth in this or another window', async () => {
    const running = { runId: 'run', uniqueId: 'Kf7Qp2', phase: 'writing', copyMissing: null } as RunProgress;
    const { page, services, calls, show } = await open({ current: running });
    expect(readable(page)).to.contain(runStrings.otherHere('Kf7Qp2'));
    expect(action(page, runStrings.toOther).getAttribute('href')).to.equal('/run/Kf7Qp2');
    action(page, text.start).click();
    expect(calls).to.deep.equal([]);
    services.lives.current.value = null;
    await show({ obstacle: 'awaited' });
    expect(announced(page).join()).to.contain(text.awaited);
    action(page, text.start).click();
    expect(calls).to.deep.equal(['start']);
    services.lives.elsewhere.value = new Set(['run']);
    await show({});
    expect(announced(page).join()).to.contain(runFailureWords.busyElsewhere.text);
    action(page, text.start).click();
    expect(calls).to.deep.equal(['start']);
  });

  it('is cancelled when its page is left', async () => {
    const { page, calls } = await open();
    page.remove();
    expect(calls).to.deep.equal(['cancel']);
  });
});
