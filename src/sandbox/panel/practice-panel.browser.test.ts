import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { until } from '../../../test/support/until.ts';
import { DEFAULT_OPTIONS } from '../backend/state.ts';
import { createBeaconStore, type BeaconStore } from '../bluetooth/beacon-store.ts';
import { pageFetch } from '../practice.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { ANSWER_CHOICES } from './answers.ts';
import { practiceControls, type PracticeControls } from './controls.ts';
import { BACKEND_PRESETS, BEACON_PRESETS, labelOf } from './presets.ts';
import './practice-panel.ts';
import type { PracticePanel } from './practice-panel.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const map = new Map<string, string>();
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

interface Opened {
  readonly panel: PracticePanel;
  readonly controls: PracticeControls;
  readonly root: ShadowRoot;
  readonly beaconStore: BeaconStore;
  readonly clock: { nowMs: number };
  readonly send: typeof fetch;
}

async function opened(send?: typeof fetch): Promise<Opened> {
  const storage = memory();
  const clock = { nowMs: Date.now() };
  const now = (): number => clock.nowMs;
  const beaconStore = createBeaconStore({ seed: DEFAULT_SEED, storage, now });
  const transport = send ?? pageFetch(location.origin, storage);
  const controls = practiceControls({
    send: transport,
    controlUrl: `${location.origin}/sandbox/control`,
    beaconStore,
    now,
  });
  const panel = await fixture<PracticePanel>(html`<practice-panel .controls=${controls}></practice-panel>`);
  await panel.refresh();
  await panel.updateComplete;
  return { panel, controls, root: panel.shadowRoot!, beaconStore, clock, send: transport };
}

function choose(form: HTMLFormElement, label: string, often: string): void {
  const [which, times] = form.querySelectorAll('select');
  which!.value = [...which!.options].find((option) => option.textContent === label)!.value;
  times!.value = often;
  form.requestSubmit();
}

describe('<practice-panel>', () => {
  it('is accessible', async () => {
    const { panel, controls } = await opened();
    controls.setBeaconFaults([{ name: 'connectFails', times: 3 }]);
    await panel.refresh();
    await expect(panel).to.be.accessible();
  });

  it('shows the new setting even if an earlier reading arrives later', async () => {
    const storage = memory();
    const inPage = pageFetch(location.origin, storage);
    let release: (() => void) | null = null;
    let slow = false;
    const { panel, root } = await opened(async (input, init) => {
      const answer = await inPage(input, init);
      const isRead =
        (init?.method ?? 'GET') === 'GET' && String(input instanceof Request ? input.url : input).includes('/faults');
      if (isRead && slow) await new Promise<void>((resolve) => (release = resolve));
      return answer;
    });
    slow = true;
    const refreshed = panel.refresh();
    await until(() => release !== null);
    slow = false;
    choose(root.querySelectorAll('form')[1]!, '429, date and seconds joined', '1');
    await until(() => root.querySelectorAll('li').length === 1);
    release!();
    await refreshed;
    await panel.updateComplete;
    expect(root.querySelectorAll('li')).to.have.length(1);
  });

  it('adds and removes faults on both sides', async () => {
    const { panel, controls, root } = await opened();
    const [beacon, backend] = root.querySelectorAll('form');
    expect([...root.querySelectorAll('select')].map((select) => select.selectedIndex)).to.deep.equal([
      0,
      0,
      0,
      0,
      ...ANSWER_CHOICES.map(() => 0),
    ]);
    choose(beacon!, 'Connecting fails', '3');
    expect(controls.beaconFaults()).to.deep.equal([{ name: 'connectFails', times: 3 }]);
    choose(backend!, '429, date and seconds joined', 'always');
    await until(async () => (await controls.backendFaults()).length === 1);
    expect(await controls.backendFaults()).to.deep.equal([
      { name: 'status', status: 429, retryAfter: 'joined', seconds: 5, times: null },
    ]);
    await until(() => root.querySelectorAll('li').length === 2);
    expect(
      [...root.querySelectorAll('li > span')].map((item) => item.textContent.replace(/\s+/g, ' ').trim()),
    ).to.deep.equal(['Connecting fails (3 more)', '429, date and seconds joined (until removed)']);
    for (const button of root.querySelectorAll<HTMLButtonElement>('li button')) button.click();
    await panel.updateComplete;
    expect(controls.beaconFaults()).to.deep.equal([]);
    await until(async () => (await controls.backendFaults()).length === 0);
  });

  it('switches the token characteristic and the answer to repeated requests', async () => {
    const { controls, root } = await opened();
    root.querySelector<HTMLInputElement>('input[type=checkbox]')!.click();
    expect(controls.tokenReadable()).to.equal(false);
    root.querySelectorAll<HTMLInputElement>('input[type=radio]')[3]!.click();
    await until(async () => (await controls.backendOptions()).repeatAnswer === 409);
  });

  it('shows the state of the beacons: a blinking light until it goes out, and one that refuses connections until its power is cycled', async () => {
    const { panel, controls, root, beaconStore, clock } = await opened();
    const shownText = (): string =>
      root.querySelector('[data-beacon=tB4x] dd')!.textContent.replace(/\s+/g, ' ').trim();
    expect(shownText()).to.equal('Advertises');
    beaconStore.change('tB4x', (state) => ({ ...state, commands: ['BLINK_10S'], blinksUntilMs: clock.nowMs + 10_000 }));
    await panel.refresh();
    await panel.updateComplete;
    expect(shownText()).to.equal('Advertises, Blinks Last command: BLINK_10S');
    clock.nowMs += 10_000;
    await until(() => shownText() === 'Advertises Last command: BLINK_10S');
    beaconStore.change('tB4x', (state) => ({ ...state, mode: 'nonConnectable' }));
    await until(() => shownText().startsWith('Refuses connections'));
    await expect(panel).to.be.accessible();
    [...root.querySelectorAll('button')].find((button) => button.textContent === 'Power-cycle the beacons')!.click();
    await until(() => shownText().startsWith('Advertises'));
    expect(controls.beacons().every(({ mode }) => mode === 'normal')).to.equal(true);
  });

  it('lists the orders that can still be assigned', async () => {
    const { panel, root, send } = await opened();
    const shownText = (): string => root.querySelector('#orders')!.textContent;
    expect(shownText()).to.contain('FK-NEW-01 (1 device), FK-NEW-02 (5 devices)');
    const headers = {
      accept: 'application/vnd.com.acme+json;version=10',
      'api-key': 'sandbox-owner-key',
      'content-type': 'application/x-www-form-urlencoded',
    };
    await send(`${location.origin}/sandbox/legacy/order/assign`, {
      method: 'POST',
      headers,
      body: 'orderId=FK-NEW-01',
    });
    await panel.refresh();
    await panel.updateComplete;
    expect(shownText()).not.to.contain('FK-NEW-01');
  });

  it('lets a person choose answers of the backend that the documents leave open', async () => {
    const { panel, controls, root } = await opened();
    for (const { option, choices } of ANSWER_CHOICES) {
      expect(choices[0]!.value, option).to.equal(DEFAULT_OPTIONS[option]);
      const select = root.querySelector<HTMLSelectElement>(`select[name=${option}]`)!;
      expect(select.selectedIndex, option).to.equal(0);
      select.value = String(choices.length - 1);
      select.dispatchEvent(new Event('change'));
      await until(async () => (await controls.backendOptions())[option] === choices.at(-1)!.value);
    }
    root.querySelector('details')!.open = true;
    await panel.updateComplete;
    await expect(panel).to.be.accessible();
  });

  it('asks before it deletes, then confirms', async () => {
    const { panel, controls, root } = await opened();
    controls.setBeaconFaults([{ name: 'connectHangs' }]);
    root.querySelector<HTMLButtonElement>('.stop')!.click();
    await panel.updateComplete;
    expect(controls.beaconFaults()).to.have.length(1);
    const reset = oneEvent(panel, 'practice-reset');
    root.querySelector<HTMLButtonElement>('.stop')!.click();
    await reset;
    expect(controls.beaconFaults()).to.deep.equal([]);
  });

  it('reports that the server does not answer, and keeps the beacon’s side usable', async () => {
    const { root } = await opened(async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(root.textContent).to.contain('The sandbox server does not answer.');
    expect(root.querySelectorAll('form')).to.have.length(1);
  });

  it('has a different name for each fault', () => {
    for (const presets of [BEACON_PRESETS, BACKEND_PRESETS]) {
      const labels = presets.map(({ label }) => label);
      expect(new Set(labels).size).to.equal(labels.length);
    }
    for (const { fault, label } of BEACON_PRESETS)
      expect(labelOf(BEACON_PRESETS, { ...fault, times: 2 })).to.equal(label);
  });
});
