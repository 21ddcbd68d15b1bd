/** Elements for the data of a beacon: values, IDs, ages, charts and the device list. */
import { html } from 'lit';
import { afternoon, movements, temperatures } from './charts.ts';
import { specimenDevices, specimenBeacons } from './device-lists.ts';
import type { FkDeviceWindow } from '../../src/ui/pages/devices/device-window.ts';
import { state, type Specimen } from './specimen.ts';
import '../../src/ui/elements/basics.ts';
import '../../src/ui/elements/chart/chart.ts';
import '../../src/ui/pages/devices/device-window.ts';
import '../../src/ui/elements/key-value/key-value.ts';
import '../../src/ui/elements/value-change/value-change.ts';

const nowMs = Date.UTC(2025, 5, 3, 12);

const columns: FkDeviceWindow['columns'] = ['model', 'batteryPercent', 'lastSeen'];
const accessAlone: FkDeviceWindow['columns'] = ['access'];

export const shownSpecimens: readonly Specimen[] = [
  {
    name: 'fk-value-change',
    states: [
      state('number', () => html`<fk-value-change from="350" to="1000" unit="ms"></fk-value-change>`),
      state('was not set', () => html`<fk-value-change to="IBEACON, KONTAKT_TLM"></fk-value-change>`),
      state(
        'long',
        () =>
          html`<fk-value-change from="f7826da6-4fa2-4e98-8024-bc5b71e0893e" to="00000000-0000-0000-0000-000000000001"></fk-value-change>`,
      ),
    ],
  },
  {
    name: 'fk-id',
    states: [
      state('plain', () => html`<fk-id value="fk3Qa7O0"></fk-id>`),
      state('copyable', () => html`<fk-id value="fk3Qa7O0" copyable></fk-id>`),
    ],
  },
  {
    name: 'fk-key-value',
    states: [
      state(
        'device',
        () =>
          html`<fk-key-value .entries=${[
            { key: 'Unique ID', value: 'fk3Qa7O0', mono: true },
            { key: 'Interval', value: '350', unit: 'ms', mono: true },
            { key: 'Alias', value: 'Emergency department, corridor east, above the third door on the left' },
            { key: 'Firmware', value: null },
          ]}></fk-key-value>`,
      ),
    ],
  },
  {
    name: 'fk-chart',
    states: [
      state(
        'two beacons, a silence',
        () =>
          html`<fk-chart heading="Temperature" unit="°C" zone="utc" .lines=${temperatures} .whole=${afternoon}
            .summary=${['Ward 3, bed 12: 19 to 21 °C.', 'Cold store: 3 to 5 °C, silent from 14:00 to 15:00.']}></fk-chart>`,
      ),
      state(
        'yes and no',
        () =>
          html`<fk-chart heading="Moving" zone="utc" flag .lines=${movements} .whole=${afternoon}
            .summary=${['Ward 3, bed 12: moved 4 times.']}></fk-chart>`,
      ),
      state(
        'nothing heard',
        () =>
          html`<fk-chart heading="Battery" unit="%" zone="utc" .lines=${[]} .whole=${afternoon}
            .summary=${['Nothing was heard.']}></fk-chart>`,
      ),
    ],
  },
  {
    name: 'fk-device-window',
    states: [
      state(
        'list',
        () =>
          html`<fk-device-window .devices=${specimenDevices} .beacons=${specimenBeacons} chosen="tB4x"></fk-device-window>`,
      ),
      state(
        'choosing',
        () =>
          html`<fk-device-window .devices=${specimenDevices} .beacons=${specimenBeacons} choosing
            .selected=${new Set(['fk3Q'])}></fk-device-window>`,
      ),
      state(
        'table',
        () =>
          html`<fk-device-window table .devices=${specimenDevices} .beacons=${specimenBeacons} .columns=${columns}
            by="batteryPercent" descending></fk-device-window>`,
      ),
      state(
        'table, choosing',
        () =>
          html`<fk-device-window table choosing .devices=${specimenDevices} .beacons=${specimenBeacons}
            .columns=${accessAlone} .selected=${new Set(['tB4x'])}></fk-device-window>`,
      ),
      state(
        'table beside a device',
        () =>
          html`<fk-device-window table narrow .devices=${specimenDevices} .beacons=${specimenBeacons} chosen="a7O0"></fk-device-window>`,
      ),
    ],
  },
  {
    name: 'fk-age',
    states: [
      state('minutes', () => html`<fk-age .at=${nowMs - 180_000} .now=${nowMs}></fk-age>`),
      state('days', () => html`<fk-age .at=${nowMs - 400_000_000} .now=${nowMs}></fk-age>`),
      state('never', () => html`<fk-age .at=${null} .now=${nowMs}></fk-age>`),
      state('clock ahead', () => html`<fk-age .at=${nowMs + 400_000} .now=${nowMs}></fk-age>`),
    ],
  },
];
