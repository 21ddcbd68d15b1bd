/** Elements around every page: navigation, header and the icons. */
import { html } from 'lit';
import type { NavPlace } from '../../src/ui/elements/nav/nav.ts';
import * as icons from '../../src/ui/kit/icons.ts';
import { state, type Specimen } from './specimen.ts';
import '../../src/ui/elements/header/header.ts';
import type { HeaderState } from '../../src/ui/elements/header/header.ts';
import '../../src/ui/elements/nav/nav.ts';
import '../../src/ui/elements/receipt-counter/receipt-counter.ts';

const places: readonly NavPlace[] = [
  { id: 'today', label: 'Today', href: '#today', icon: icons.overviewIcon, badge: 3, badgeLabel: '3 receipts waiting' },
  { id: 'devices', label: 'Devices', href: '#devices', icon: icons.devicesIcon },
  { id: 'telemetry', label: 'Telemetry', href: '#telemetry', icon: icons.telemetryIcon },
  { id: 'more', label: 'More', href: '#more', icon: icons.moreIcon },
];

const BAR = places.filter(({ id }) => id !== 'telemetry');

const STATES: readonly HeaderState[] = [{ id: 'offline' }, { id: 'practice' }];

export const frameSpecimens: readonly Specimen[] = [
  {
    name: 'fk-nav',
    states: [
      state('devices', () => html`<fk-nav current="devices" .rail=${places} .bar=${BAR}></fk-nav>`),
      state('telemetry, not in the bar', () => html`<fk-nav current="telemetry" .rail=${places} .bar=${BAR}></fk-nav>`),
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
        () => html`<fk-header heading="Emergency department, corridor east" back="#devices" .states=${STATES}>
        <fk-receipt-counter slot="counter" count="3" href="#outbox"></fk-receipt-counter></fk-header>`,
      ),
    ],
  },
  {
    name: 'icons',
    states: Object.entries(icons)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, path]) => state(name, () => html`${icons.icon(path)}<span>${name.replace(/Icon$/, '')}</span>`)),
  },
];
