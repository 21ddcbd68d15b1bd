/** Every shared element in every state: what the gallery shows and what the axe test walks through. */
import { html, type TemplateResult } from 'lit';
import type { TrackSummary } from '../../domain/track.ts';
import * as icons from '../kit/icons.ts';
import { TONES } from '../kit/tokens.ts';
import type { NavPlace } from '../elements/nav/nav.ts';
import { afternoon, movements, temperatures } from './charts.ts';
import { galleryDevices, galleryFacts } from './device-lists.ts';
import { sampleTracks } from './tracks.ts';
import '../pages/devices/device-window.ts';
import '../elements/age/age.ts';
import '../elements/button/button.ts';
import '../elements/chart/chart.ts';
import '../elements/confirm-typed/confirm-typed.ts';
import '../elements/dialog/dialog.ts';
import '../elements/empty/empty.ts';
import '../elements/field/field.ts';
import '../elements/header/header.ts';
import '../elements/id/id.ts';
import '../elements/key-value/key-value.ts';
import '../elements/nav/nav.ts';
import '../elements/notice/notice.ts';
import '../elements/progress/progress.ts';
import '../elements/receipt-counter/receipt-counter.ts';
import '../elements/skeleton/skeleton.ts';
import '../elements/status/status.ts';
import '../elements/steps/steps.ts';
import '../elements/toast/toast.ts';
import '../elements/track/track.ts';
import '../elements/value-change/value-change.ts';

export interface Specimen {
  /** The element's tag, or the part of the kit. */
  readonly name: string;
  readonly states: readonly SpecimenState[];
}

export interface SpecimenState {
  readonly name: string;
  readonly render: () => TemplateResult;
}

const summaries = Object.keys(sampleTracks) as TrackSummary[];

const txPower = [
  { value: '0', label: '0 (-30 dBm)' },
  { value: '3', label: '3 (-12 dBm)' },
  { value: '7', label: '7 (+4 dBm)' },
];

const packets = [
  { value: 'IBEACON', label: 'iBeacon' },
  { value: 'EDDYSTONE_UID', label: 'Eddystone UID', help: 'Namespace and instance' },
  { value: 'KONTAKT_TLM', label: 'Telemetry' },
];

const places: readonly NavPlace[] = [
  { id: 'devices', label: 'Devices', href: '#devices', icon: icons.devicesIcon },
  { id: 'run', label: 'Run', href: '#run', icon: icons.runIcon },
  {
    id: 'outbox',
    label: 'Outbox',
    href: '#outbox',
    icon: icons.outboxIcon,
    badge: 3,
    badgeLabel: '3 receipts waiting',
  },
  { id: 'telemetry', label: 'Telemetry', href: '#telemetry', icon: icons.telemetryIcon },
];

const more: readonly NavPlace[] = [
  { id: 'streams', label: 'Streams', href: '#streams', icon: icons.streamIcon },
  { id: 'settings', label: 'Settings', href: '#settings', icon: icons.settingsIcon },
];

const nowMs = Date.UTC(2025, 5, 3, 12);

function state(name: string, render: () => TemplateResult): SpecimenState {
  return { name, render };
}

export const specimens: readonly Specimen[] = [
  {
    name: 'fk-track',
    states: [
      ...summaries.map((summary) =>
        state(`card ${summary}`, () => html`<fk-track .track=${sampleTracks[summary]}></fk-track>`),
      ),
      state('head receipt', () => html`<fk-track size="head" .track=${sampleTracks.receipt}></fk-track>`),
      state('head uncertain', () => html`<fk-track size="head" .track=${sampleTracks.uncertain}></fk-track>`),
      state(
        'rows',
        () =>
          html`${summaries.map((summary) => html`<div><fk-track size="row" words .track=${sampleTracks[summary]}></fk-track></div>`)}`,
      ),
      state('row without words', () => html`<fk-track size="row" .track=${sampleTracks.sent}></fk-track>`),
    ],
  },
  {
    name: 'fk-receipt-counter',
    states: [
      state('none', () => html`<fk-receipt-counter count="0"></fk-receipt-counter>`),
      state('one', () => html`<fk-receipt-counter count="1"></fk-receipt-counter>`),
      state('three, a link', () => html`<fk-receipt-counter count="3" href="#outbox"></fk-receipt-counter>`),
      state(
        'wait for the key',
        () => html`<fk-receipt-counter count="1230" key-waiting href="#outbox"></fk-receipt-counter>`,
      ),
    ],
  },
  {
    name: 'fk-button',
    states: [
      state(
        'primary, big',
        () => html`<fk-button variant="primary" big wide .icon=${icons.bluetoothIcon}>Connect</fk-button>`,
      ),
      state('primary', () => html`<fk-button variant="primary">Prepare</fk-button>`),
      state('plain', () => html`<fk-button .icon=${icons.syncIcon}>Send now</fk-button>`),
      state('quiet', () => html`<fk-button variant="quiet">Not now</fk-button>`),
      state('danger', () => html`<fk-button variant="danger" .icon=${icons.trashIcon}>Delete stream</fk-button>`),
      state('busy', () => html`<fk-button variant="primary" busy>Sending</fk-button>`),
      state('disabled', () => html`<fk-button disabled>Move device</fk-button>`),
      state('icon alone', () => html`<fk-button label="Search" .icon=${icons.searchIcon}></fk-button>`),
      state(
        'long words',
        () =>
          html`<fk-button variant="primary" wide>Fetch another package for the beacon at the far end of the east corridor</fk-button>`,
      ),
    ],
  },
  {
    name: 'fk-field',
    states: [
      state(
        'text',
        () =>
          html`<fk-field label="Alias" name="alias" value="Ward 3, bed 12" help="Kept in the cloud only"></fk-field>`,
      ),
      state(
        'required, empty',
        () => html`<fk-field label="Base URL" name="base" kind="url" required placeholder="https://"></fk-field>`,
      ),
      state(
        'number with unit',
        () =>
          html`<fk-field label="Interval" name="interval" kind="number" value="350" unit="ms" help="100 to 10,240"></fk-field>`,
      ),
      state(
        'error',
        () =>
          html`<fk-field label="Minor" name="minor" kind="number" value="70000" error="A minor is 0 to 65,535"></fk-field>`,
      ),
      state(
        'select',
        () => html`<fk-field label="TX power" name="txPower" kind="select" value="3" .options=${txPower}></fk-field>`,
      ),
      state(
        'list',
        () =>
          html`<fk-field label="Packets" name="packets" kind="list" value="IBEACON,KONTAKT_TLM" .options=${packets}></fk-field>`,
      ),
      state(
        'check',
        () =>
          html`<fk-field label="Shuffled" name="shuffled" kind="check" value="true" help="Only the backend can tell such a beacon"></fk-field>`,
      ),
      state(
        'textarea',
        () =>
          html`<fk-field label="Notes" name="notes" kind="textarea" value="Above the ceiling tile by the lift."></fk-field>`,
      ),
      state(
        'mono',
        () =>
          html`<fk-field label="Proximity" name="proximity" mono value="f7826da6-4fa2-4e98-8024-bc5b71e0893e"></fk-field>`,
      ),
      state('secret', () => html`<fk-field label="Api-Key" name="key" secret masked value="secret"></fk-field>`),
      state('disabled', () => html`<fk-field label="Firmware" name="firmware" value="4.1" disabled></fk-field>`),
      state('read-only', () => html`<fk-field label="Order" name="order" value="AB-12" readonly></fk-field>`),
      state(
        'label hidden',
        () =>
          html`<fk-field label="Search devices" name="q" kind="search" label-hidden placeholder="Search 230 devices"></fk-field>`,
      ),
    ],
  },
  {
    name: 'fk-status',
    states: TONES.map((tone) =>
      state(
        tone,
        () =>
          html`<fk-status tone=${tone}>${{ neutral: 'Waiting', done: 'Verified', attention: 'Not verified', stop: 'Refused', info: 'Practice' }[tone]}</fk-status>`,
      ),
    ),
  },
  {
    name: 'fk-notice',
    states: [
      state(
        'stop with details',
        () => html`<fk-notice tone="stop" text="The beacon refused the package: its token is not newer than the last one.">
        <fk-button slot="action">Fetch another package</fk-button>
        <code slot="details">Plain response, result 7 (token expired)</code>
      </fk-notice>`,
      ),
      state(
        'attention',
        () => html`<fk-notice tone="attention" text="Stay on this screen: the second copy of the receipt is missing.">
        <fk-button slot="action" variant="primary">Save the copy again</fk-button>
      </fk-notice>`,
      ),
      state('info', () => html`<fk-notice text="A new version is ready. It starts after this run."></fk-notice>`),
      state('done', () => html`<fk-notice tone="done" text="Verified by the backend."></fk-notice>`),
      state(
        'neutral',
        () =>
          html`<fk-notice tone="neutral" text="This browser has no Web Bluetooth; everything but the radio works."></fk-notice>`,
      ),
    ],
  },
  {
    name: 'fk-empty',
    states: [
      state(
        'with action',
        () =>
          html`<fk-empty text="No receipts are waiting to be sent." .icon=${icons.receiptIcon}><fk-button slot="action">Go to devices</fk-button></fk-empty>`,
      ),
    ],
  },
  {
    name: 'fk-skeleton',
    states: [
      state('rows', () => html`<fk-skeleton count="3"></fk-skeleton>`),
      state('card', () => html`<fk-skeleton shape="card" count="1" label="Loading the device"></fk-skeleton>`),
      state('text', () => html`<fk-skeleton shape="text" count="3"></fk-skeleton>`),
    ],
  },
  {
    name: 'fk-progress',
    states: [
      state(
        'known end',
        () =>
          html`<fk-progress label="Packages" done="61" total="118" doing="Fetching the package of fk3Qa7" cancellable></fk-progress>`,
      ),
      state(
        'unknown end',
        () =>
          html`<fk-progress label="Reading the device list" doing="Asking for the first page" cancellable></fk-progress>`,
      ),
    ],
  },
  {
    name: 'fk-dialog',
    states: [
      state('closed', () => html`<fk-dialog heading="Remove this package"></fk-dialog>`),
      state(
        'open',
        () => html`<fk-dialog heading="Remove this package" open>It can be fetched again while there is a network.
        <fk-button slot="actions">Keep</fk-button><fk-button slot="actions" variant="primary">Remove</fk-button></fk-dialog>`,
      ),
    ],
  },
  {
    name: 'fk-confirm-typed',
    states: [
      state(
        'open',
        () => html`<fk-confirm-typed open heading="Non-connectable mode" subjectId="fk3Qa7Zk" action="Make it non-connectable"
        consequence="Nobody can connect to this beacon again until its power is cut and returns."></fk-confirm-typed>`,
      ),
    ],
  },
  {
    name: 'fk-toast',
    states: [
      state('silent', () => html`<fk-toast></fk-toast>`),
      state('said', () => html`<fk-toast message="Id copied"></fk-toast>`),
      state('undo', () => html`<fk-toast message="Package of fk3Qa7 removed" undo></fk-toast>`),
    ],
  },
  {
    name: 'fk-steps',
    states: [
      state(
        'under way',
        () =>
          html`<fk-steps label="Steps of this run" .steps=${[
            { label: 'Connected', state: 'done', elapsedMs: 1240 },
            { label: 'Package written', state: 'done', detail: '188 bytes', elapsedMs: 860 },
            {
              label: 'Waiting for the beacon',
              state: 'now',
              detail: 'Keep the phone near; this takes up to 20 s',
              elapsedMs: 3200,
            },
            { label: 'Read the receipt', state: 'waiting' },
            { label: 'Save the receipt twice', state: 'waiting' },
          ]}></fk-steps>`,
      ),
      state(
        'ends',
        () =>
          html`<fk-steps .steps=${[
            { label: 'Connected', state: 'done', elapsedMs: 900 },
            {
              label: 'Package written',
              state: 'uncertain',
              detail: 'The link dropped while the beacon may have changed',
            },
            { label: 'Read the receipt', state: 'failed', detail: 'The beacon answered with nothing' },
          ]}></fk-steps>`,
      ),
    ],
  },
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
    name: 'fk-nav',
    states: [
      state('devices', () => html`<fk-nav current="devices" .places=${places} .more=${more}></fk-nav>`),
      state('settings, under more', () => html`<fk-nav current="settings" .places=${places} .more=${more}></fk-nav>`),
    ],
  },
  {
    name: 'fk-header',
    states: [
      state(
        'quiet',
        () =>
          html`<fk-header heading="Devices"><fk-receipt-counter slot="counter" count="0"></fk-receipt-counter></fk-header>`,
      ),
      state(
        'everything',
        () => html`<fk-header heading="Emergency department, corridor east" back="#devices" offline practice>
        <fk-receipt-counter slot="counter" count="3" href="#outbox"></fk-receipt-counter></fk-header>`,
      ),
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
          html`<fk-chart heading="Temperature" unit="°C" zone="utc" .lines=${temperatures} .whole=${afternoon} .summary=${['Ward 3, bed 12: 19 to 21 °C.', 'Cold store: 3 to 5 °C, silent from 14:00 to 15:00.']}></fk-chart>`,
      ),
      state(
        'yes and no',
        () =>
          html`<fk-chart heading="Moving" zone="utc" flag .lines=${movements} .whole=${afternoon} .summary=${['Ward 3, bed 12: moved 4 times.']}></fk-chart>`,
      ),
      state(
        'nothing heard',
        () =>
          html`<fk-chart heading="Battery" unit="%" zone="utc" .lines=${[]} .whole=${afternoon} .summary=${['Nothing was heard.']}></fk-chart>`,
      ),
    ],
  },
  {
    name: 'fk-device-window',
    states: [
      state(
        'list',
        () =>
          html`<fk-device-window .devices=${galleryDevices} .facts=${galleryFacts} chosen="tB4x"></fk-device-window>`,
      ),
      state(
        'choosing',
        () =>
          html`<fk-device-window .devices=${galleryDevices} .facts=${galleryFacts} choosing .selected=${new Set(['fk3Q'])}></fk-device-window>`,
      ),
      state(
        'table',
        () =>
          html`<fk-device-window table .devices=${galleryDevices} .facts=${galleryFacts} .columns=${['model', 'batteryPercent', 'lastSeen']} by="batteryPercent" descending></fk-device-window>`,
      ),
      state(
        'table, choosing',
        () =>
          html`<fk-device-window table choosing .devices=${galleryDevices} .facts=${galleryFacts} .columns=${['access']} .selected=${new Set(['tB4x'])}></fk-device-window>`,
      ),
      state(
        'table beside a device',
        () =>
          html`<fk-device-window table narrow .devices=${galleryDevices} .facts=${galleryFacts} chosen="a7O0"></fk-device-window>`,
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
  {
    name: 'icons',
    states: Object.entries(icons)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, path]) => state(name, () => html`${icons.icon(path)}<span>${name.replace(/Icon$/, '')}</span>`)),
  },
];
