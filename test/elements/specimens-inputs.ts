/** Elements that a person presses, types in and confirms. */
import { html } from 'lit';
import * as icons from '../../src/ui/kit/icons.ts';
import { state, type Specimen } from './specimen.ts';
import '../../src/ui/elements/basics.ts';
import '../../src/ui/elements/confirm/confirm.ts';
import '../../src/ui/elements/paged-code/paged-code.ts';
import '../../src/ui/elements/scan-label/scan-label.ts';

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

export const inputSpecimens: readonly Specimen[] = [
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
        () =>
          html`<fk-field label="Address for telemetry" name="base" kind="url" required placeholder="https://"></fk-field>`,
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
          html`<fk-field label="Shuffled" name="shuffled" kind="check" value="true"
            help="Only the backend can tell such a beacon"></fk-field>`,
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
      state('secret', () => html`<fk-field label="Api-Key" name="key" secret value="secret"></fk-field>`),
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
    name: 'fk-scan-label',
    states: [
      state('closed', () => html`<fk-scan-label></fk-scan-label>`),
      state('open', () => html`<fk-scan-label .open=${true}>The label says something.</fk-scan-label>`),
    ],
  },
  {
    name: 'fk-paged-code',
    states: [state('shown', () => html`<fk-paged-code .pages=${['1', '2', '3']}>Where to scan it.</fk-paged-code>`)],
  },
  {
    name: 'fk-confirm',
    states: [
      state(
        'open',
        () => html`<fk-confirm open heading="Clear the device list on this phone?" variant="danger" keep="Keep it" action="Clear the list"
          >It is read again when you refresh the devices.</fk-confirm>`,
      ),
      state(
        'open, with characters to type',
        () => html`<fk-confirm open heading="Non-connectable mode" subjectId="fk3Qa7Zk" action="Make it non-connectable"
        consequence="Nobody can connect to this beacon again until its power is cut and returns."></fk-confirm>`,
      ),
    ],
  },
];
