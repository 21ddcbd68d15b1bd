import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { action, all, field, fill, readable, the, withWords } from '../../../test/support/roles.ts';
import { until } from '../../../test/support/until.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';
import { DEFAULT_OPTIONS } from '../backend/options.ts';
import { createBeaconStore, type BeaconStore } from '../bluetooth/beacon-store.ts';
import { pageFetch } from '../practice.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { ANSWER_CHOICES } from './answers.ts';
import { practiceControls, type PracticeControls } from './controls.ts';
import { BACKEND_PRESETS, BEACON_PRESETS, labelOf } from './presets.ts';
import './practice-panel.ts';
import type { PracticePanel } from './practice-panel.ts';

const text = practiceStrings.panel;

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
  return { panel, controls, beaconStore, clock, send: transport };
}

async function choose(panel: PracticePanel, heading: string, label: string, often: string): Promise<void> {
  const side = the(panel, 'region', heading);
  const { options } = field<HTMLSelectElement>(side, text.fault);
  fill(side, text.fault, [...options].find((option) => option.textContent === label)!.value);
  fill(side, text.often, often);
  action(side, text.add).click();
  await panel.updateComplete;
}

describe('the practice panel', () => {
  it('has no accessibility fault that axe finds', async () => {
    const { panel, controls } = await opened();
    controls.setBeaconFaults([{ name: 'connectFails', times: 3 }]);
    await panel.refresh();
    await expect(panel).to.be.accessible();
  });

  it('shows a new setting even if an earlier reading of the settings arrives later', async () => {
    const storage = memory();
    const inPage = pageFetch(location.origin, storage);
    let release: (() => void) | null = null;
    let slow = false;
    const { panel } = await opened(async (input, init) => {
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
    await choose(panel, text.backendHeading, '429, date and seconds joined', '1');
    await until(() => all(panel, 'listitem').length === 1);
    release!();
    await refreshed;
    await panel.updateComplete;
    expect(all(panel, 'listitem')).to.have.length(1);
  });

  it('adds and removes faults of the beacons and of the backend', async () => {
    const { panel, controls } = await opened();
    action(panel, text.answers).click();
    expect(all<HTMLSelectElement>(panel, 'combobox').map((select) => select.selectedIndex)).to.deep.equal([
      0,
      0,
      0,
      0,
      ...ANSWER_CHOICES.map(() => 0),
    ]);
    await choose(panel, text.beaconHeading, 'Connecting fails', '3');
    expect(controls.beaconFaults()).to.deep.equal([{ name: 'connectFails', times: 3 }]);
    await choose(panel, text.backendHeading, '429, date and seconds joined', 'always');
    await until(async () => (await controls.backendFaults()).length === 1);
    expect(await controls.backendFaults()).to.deep.equal([
      { name: 'status', status: 429, retryAfter: 'joined', seconds: 5, times: null },
    ]);
    await until(() => all(panel, 'listitem').length === 2);
    const rows = all(panel, 'listitem');
    expect(rows.map((row) => row.textContent.replace(/\s+/g, ' ').trim())).to.deep.equal([
      `Connecting fails (3 more) ${text.removeShort}`,
      `429, date and seconds joined (until removed) ${text.removeShort}`,
    ]);
    for (const row of rows) the(row, 'button').click();
    await panel.updateComplete;
    expect(controls.beaconFaults()).to.deep.equal([]);
    await until(async () => (await controls.backendFaults()).length === 0);
  });

  it('switches the token characteristic of the beacons and the answer of the backend to a repeated post', async () => {
    const { panel, controls } = await opened();
    field(panel, text.token).click();
    expect(controls.tokenReadable()).to.equal(false);
    field(panel, text.repeats[409]).click();
    await until(async () => (await controls.backendOptions()).repeatAnswer === 409);
  });

  it('shows that a beacon blinks until the light goes out, or refuses connections until its power is cycled', async () => {
    const { panel, controls, beaconStore, clock } = await opened();
    const shownText = (): string =>
      withWords(panel, 'tB4x').nextElementSibling!.textContent.replace(/\s+/g, ' ').trim();
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
    action(panel, 'Power-cycle the beacons').click();
    await until(() => shownText().startsWith('Advertises'));
    expect(controls.beacons().every(({ mode }) => mode === 'normal')).to.equal(true);
  });

  it('lists the orders that can still be assigned', async () => {
    const { panel, send } = await opened();
    expect(readable(panel)).to.contain('FK-NEW-01 (1 device), FK-NEW-02 (5 devices)');
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
    expect(readable(panel)).to.contain('FK-NEW-02').and.not.to.contain('FK-NEW-01');
  });

  it('lets a person choose between answers of the backend that the documents leave open', async () => {
    const { panel, controls } = await opened();
    action(panel, text.answers).click();
    for (const { option, label, choices } of ANSWER_CHOICES) {
      expect(choices[0]!.value, option).to.equal(DEFAULT_OPTIONS[option]);
      expect(field<HTMLSelectElement>(panel, label ?? option).selectedIndex, option).to.equal(0);
      fill(panel, label ?? option, String(choices.length - 1));
      await until(async () => (await controls.backendOptions())[option] === choices.at(-1)!.value);
    }
    await panel.updateComplete;
    await expect(panel).to.be.accessible();
  });

  it('deletes the practice data only after a second question, and then reports the deletion', async () => {
    const { panel, controls } = await opened();
    controls.setBeaconFaults([{ name: 'connectHangs' }]);
    action(panel, text.reset).click();
    await panel.updateComplete;
    expect(controls.beaconFaults()).to.have.length(1);
    const reset = oneEvent(panel, 'practice-reset');
    action(panel, text.resetSure).click();
    await reset;
    expect(controls.beaconFaults()).to.deep.equal([]);
  });

  it('reports that the server does not answer, and still lets faults of the beacons be added', async () => {
    const { panel } = await opened(async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(readable(panel)).to.contain('The sandbox server does not answer.');
    expect(all(panel, 'button', text.add)).to.have.length(1);
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
