/** Elements around every page: navigation, header and the icons. */
import { html } from 'lit';
import type { NavPlace } from '../elements/nav/nav.ts';
import * as icons from '../kit/icons.ts';
import { state, type Specimen } from './specimen.ts';
import '../elements/header/header.ts';
import type { HeaderState } from '../elements/header/header.ts';
import '../elements/nav/nav.ts';
import '../elements/receipt-counter/receipt-counter.ts';

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
  { id: 'streams', label: 'Streams', href: '#streams', icon: icons.streamIcon, under: 'more' },
  { id: 'more', label: 'More', href: '#more', icon: icons.moreIcon },
];

const STATES: readonly HeaderState[] = [{ id: 'offline' }, { id: 'practice' }];

export const frameSpecimens: readonly Specimen[] = [
  {
    name: 'fk-nav',
    states: [
      state('devices', () => html`<fk-nav current="devices" .places=${places}></fk-nav>`),
      state('streams, under more', () => html`<fk-nav current="streams" .places=${places}></fk-nav>`),
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
