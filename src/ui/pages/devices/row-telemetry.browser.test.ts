/** Telemetry in the device list: alarms in the table, in the phone's list and after new telemetry, and as a filter. */
import { signal, type Signal } from '@preact/signals-core';
import { expect } from '@open-wc/testing';
import { links, openTable, rowOf } from '../../../../test/support/device-table-place.ts';
import { fixtureDevices, fixtureEdit, fixtureId } from '../../../../test/support/fixture-rows.ts';
import { clear, faultsInThemes, settled, setViewport } from '../../../../test/support/page-place.ts';
import { readable, visibleIn } from '../../../../test/support/roles.ts';
import { until } from '../../../../test/support/until.ts';
import type { Alarm, AlarmRule } from '../../../domain/telemetry/alarms.ts';
import { freshBeacon } from '../../../domain/telemetry/fleet.ts';
import type { Telemetry, TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { alarmValue, crossedLimit, ruleWords } from '../../beacon/alarm-words.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import type { FkDevicesPage } from './devices-page.ts';
import { USUAL_VIEW, changeView } from './list-view.ts';

const text = telemetryDeskStrings.alarms;
const devices = fixtureDevices(12);
const battery: AlarmRule = { id: 'b', kind: 'battery', belowPercent: 20, tag: null };
const silent: AlarmRule = { id: 's', kind: 'silent', afterHours: 2, tag: null };
const cold: AlarmRule = { id: 't', kind: 'temperature', below: 2, above: 8, tag: null };
const alarm = (rule: AlarmRule, at: number, value: number): Alarm => ({
  rule,
  // Tracking IDs ignore case.
  trackingId: devices[at]!.mac!.toUpperCase(),
  value,
  atMs: 1,
  isUnchecked: false,
});
const RAISED = [
  alarm(battery, 0, 12),
  alarm(cold, 1, 31.5),
  alarm(silent, 1, 5 * 3_600_000),
  alarm(silent, 3, 90_000_000),
];

function telemetryOf(alarms: readonly Alarm[]): Signal<TelemetryState> {
  return signal<TelemetryState>({
    typed: {},
    span: 'unknown',
    checkedAtMs: 1,
    rules: [battery, silent, cold],
    alarms,
    fetching: null,
    last: null,
    clock: { skewMs: 0, isChecked: true },
    storageFailure: null,
    stored: { records: 0, bytes: 0, limitBytes: 1, sweptUntilMs: null },
    beacons: devices.slice(0, 4).map((device) => freshBeacon(device.mac!)),
  });
}

async function open(state: Signal<TelemetryState>): Promise<FkDevicesPage> {
  const edits = { receipts: [], edits: [fixtureEdit(fixtureId(3))] };
  const telemetry = async (): Promise<Telemetry> => ({ state }) as unknown as Telemetry;
  const { page } = await openTable(12, { outbox: edits }, '', { telemetry });
  return page;
}

const alarmsIn = (page: FkDevicesPage): HTMLElement[] =>
  visibleIn(page).filter(({ title }) => title.startsWith(text.here('')));
const rowText = (page: FkDevicesPage, at: number): string => readable(rowOf(links(page)[at]!));

describe('alarms in the device list', () => {
  afterEach(async () => {
    clear();
    await setViewport({ width: 800, height: 600 });
  });

  for (const [shape, width] of [
    ['table', 1280],
    ['list of a phone', 390],
    ['list at 320 px', 320],
  ] as const)
    it(`are shown at their devices, and at no other, in the ${shape}`, async () => {
      await setViewport({ width, height: 800 });
      const page = await open(telemetryOf(RAISED));
      await until(() => alarmsIn(page).length === 3);
      await settled(page);
      const isTable = width === 1280;
      if (!isTable) {
        expect(rowText(page, 0)).to.contain(text.batteryAt(alarmValue(RAISED[0]!)));
        // What the row said before the alarms were read stays.
        for (const at of [0, 1])
          expect(rowText(page, at)).to.contain(deviceStrings.battery(devices[at]!.batteryPercent!));
      }
      // A beacon with two alarms shows the first in short, and both with their rules.
      const both = RAISED.slice(1, 3).map((one) => text.raised(ruleWords(one.rule), alarmValue(one)));
      expect(rowText(page, 1)).to.contain(text.several(2, alarmValue(RAISED[1]!)));
      expect(rowText(page, 1)).to.contain(text.here(both.join('; ')));
      expect(rowText(page, 2)).not.to.contain(text.badge);
      expect(alarmsIn(page)[1]!.title).to.equal(text.here(both.join('; ')));
      for (const chip of alarmsIn(page)) {
        const [box, around] = [chip, rowOf(chip)].map((one) => one.getBoundingClientRect());
        expect(box!.right, 'within its row').to.be.at.most(around!.right);
        expect(box!.bottom, 'within its row').to.be.at.most(around!.bottom + 1);
      }
      expect(await faultsInThemes(page)).to.deep.equal([]);
    });

  it('name only the crossed limit where the row of the device shows the same battery level already', async () => {
    await setViewport({ width: 390, height: 800 });
    const same = alarm(battery, 0, devices[0]!.batteryPercent!);
    const page = await open(telemetryOf([same]));
    await until(() => alarmsIn(page).length === 1);
    await settled(page);
    expect(rowText(page, 0)).to.contain(deviceStrings.battery(devices[0]!.batteryPercent!));
    expect(rowText(page, 0))
      .to.contain(crossedLimit(same))
      .and.not.to.contain(text.batteryAt(alarmValue(same)));
    expect(alarmsIn(page)[0]!.title).to.contain(alarmValue(same));
  });

  it('about a battery stand in the battery column of the table, all others in the state column', async () => {
    await setViewport({ width: 1280, height: 800 });
    const page = await open(telemetryOf([alarm(battery, 0, devices[0]!.batteryPercent!), RAISED[1]!]));
    await until(() => alarmsIn(page).length === 2);
    await settled(page);
    const [low, warm] = alarmsIn(page).map((sign) => sign.closest<HTMLElement>('[role="gridcell"]')!);
    expect(low!.dataset['column']).to.equal('batteryPercent');
    expect(warm!.dataset['column']).to.equal('state');
    expect(readable(warm!)).to.contain(alarmValue(RAISED[1]!));
  });

  it('stand uncut in the state column of the table when a device is open beside it', async () => {
    await setViewport({ width: 1280, height: 800 });
    const page = await open(telemetryOf(RAISED));
    Object.assign(page, { uniqueId: fixtureId(0) });
    await until(() => alarmsIn(page).length === 3);
    await settled(page);
    for (const sign of alarmsIn(page)) {
      const cell = sign.closest<HTMLElement>('[role="gridcell"]')!;
      expect(cell.dataset['column']).to.equal('state');
      expect(cell.scrollWidth, 'not cut').to.be.at.most(cell.clientWidth);
    }
  });

  it('are updated after new telemetry', async () => {
    await setViewport({ width: 1280, height: 800 });
    const state = telemetryOf([]);
    const page = await open(state);
    state.value = { ...state.value, alarms: RAISED.slice(0, 1) };
    await until(() => alarmsIn(page).length === 1);
    state.value = { ...state.value, alarms: [] };
    await until(() => alarmsIn(page).length === 0);
  });
});

it('a filter by telemetry shows the devices that were heard, also after new telemetry', async () => {
  const state = telemetryOf([]);
  const heardAlone = (...heard: number[]): void => {
    const beacons = heard.map((at) => ({
      ...freshBeacon(devices[at]!.mac!),
      lastHeardMs: 1,
      heardBy: 'cloud' as const,
    }));
    state.value = { ...state.value, beacons };
  };
  heardAlone(1);
  const page = await open(state);
  changeView({ ...USUAL_VIEW, filter: { ...USUAL_VIEW.filter, heard: ['heard'] } });
  const shown = (): number[] => devices.flatMap(({ uniqueId }, at) => (readable(page).includes(uniqueId) ? [at] : []));
  await until(() => shown().join() === '1');
  heardAlone(0, 4);
  await until(() => shown().join() === '0,4');
  changeView(USUAL_VIEW);
});
