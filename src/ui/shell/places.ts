/**
 * The five places of the app with Integrations, where each has its room, and the pages that the palette, the shortcuts
 * and More link to.
 */
import type { NavPlace } from '../elements/nav/nav.ts';
import {
  bluetoothIcon,
  devicesIcon,
  type IconPath,
  inspectorIcon,
  jobsIcon,
  moreIcon,
  ordersIcon,
  outboxIcon,
  overviewIcon,
  runIcon,
  streamIcon,
  telemetryIcon,
} from '../kit/icons.ts';
import { placeStrings as text } from '../strings/places.ts';
import type { PlaceId } from './routes.ts';

type LinkedPage = keyof typeof text.names;

interface PageLink {
  readonly href: string;
  readonly icon: IconPath;
}

/** In the order of the palette. */
export const PAGE_LINKS: Readonly<Record<LinkedPage, PageLink>> = {
  today: { href: '/overview', icon: overviewIcon },
  devices: { href: '/devices', icon: devicesIcon },
  jobs: { href: '/jobs', icon: jobsIcon },
  telemetry: { href: '/telemetry', icon: telemetryIcon },
  run: { href: '/run', icon: runIcon },
  outbox: { href: '/outbox', icon: outboxIcon },
  orders: { href: '/orders', icon: ordersIcon },
  integrations: { href: '/streams', icon: streamIcon },
  inspector: { href: '/inspector', icon: inspectorIcon },
  phoneCheck: { href: '/check-phone', icon: bluetoothIcon },
  more: { href: '/more', icon: moreIcon },
};

export const LINKED_PAGES = Object.keys(PAGE_LINKS) as readonly LinkedPage[];

/** The pages that are shown while no account is connected. */
export const WITHOUT_ACCOUNT: ReadonlySet<LinkedPage> = new Set(['inspector', 'more']);

const BAR = ['today', 'jobs', 'devices', 'more'] as const satisfies readonly PlaceId[];

export interface PlaceFacts {
  /** Runs that need the person, without one that is carried out now. */
  readonly unfinished: number;
  /** Entries of the outbox that need the person. */
  readonly needsYou: number;
  /** True when the backend has shown a stream of the account; false also while it is not known. */
  readonly hasStream: boolean;
}

/** Returns the places on the rail of a laptop and on the bar of a phone, with a badge where something needs attention. */
export function placesOf({ unfinished, needsYou, hasStream }: PlaceFacts): Record<'rail' | 'bar', NavPlace[]> {
  const badgeLabel = [
    ...(unfinished > 0 ? [text.badges.unfinished(unfinished)] : []),
    ...(needsYou > 0 ? [text.badges.parked(needsYou)] : []),
  ].join(', ');
  const placeOf = (id: LinkedPage): NavPlace => ({
    id,
    label: text.names[id],
    ...PAGE_LINKS[id],
    ...(id === 'today' ? { badge: unfinished + needsYou, badgeLabel } : {}),
  });
  const integrations = hasStream ? (['integrations'] as const) : [];
  return {
    rail: (['today', 'devices', 'jobs', 'telemetry', ...integrations, 'more'] as const).map(placeOf),
    bar: BAR.map(placeOf),
  };
}
