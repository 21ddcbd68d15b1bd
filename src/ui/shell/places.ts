/** The places of the app in their order: all of them in the rail of a laptop, at most five in the bar of a phone, the rest under More. */
import type { NavPlace } from '../elements/nav/nav.ts';
import {
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

export interface Place {
  readonly id: Exclude<PlaceId, 'none'>;
  readonly href: string;
  readonly icon: IconPath;
  /** On a phone it is found under More. */
  readonly underMore: boolean;
  readonly withoutAccount: boolean;
}

export const PLACES: readonly Place[] = [
  { id: 'overview', href: '/overview', icon: overviewIcon, underMore: false, withoutAccount: false },
  { id: 'devices', href: '/devices', icon: devicesIcon, underMore: false, withoutAccount: false },
  { id: 'jobs', href: '/jobs', icon: jobsIcon, underMore: false, withoutAccount: false },
  { id: 'run', href: '/run', icon: runIcon, underMore: true, withoutAccount: false },
  { id: 'outbox', href: '/outbox', icon: outboxIcon, underMore: false, withoutAccount: false },
  { id: 'telemetry', href: '/telemetry', icon: telemetryIcon, underMore: true, withoutAccount: false },
  { id: 'streams', href: '/streams', icon: streamIcon, underMore: true, withoutAccount: false },
  { id: 'inspector', href: '/inspector', icon: inspectorIcon, underMore: true, withoutAccount: true },
  { id: 'orders', href: '/orders', icon: ordersIcon, underMore: true, withoutAccount: false },
  { id: 'more', href: '/more', icon: moreIcon, underMore: false, withoutAccount: true },
];

/** Counts that want attention stand beside their place. */
export function placesOf(counts: { readonly unfinished: number; readonly needsYou: number }): NavPlace[] {
  const badges: Partial<Record<PlaceId, { readonly badge: number; readonly badgeLabel: string }>> = {
    run: { badge: counts.unfinished, badgeLabel: text.badges.unfinished(counts.unfinished) },
    outbox: { badge: counts.needsYou, badgeLabel: text.badges.parked(counts.needsYou) },
  };
  return PLACES.map(({ id, href, icon, underMore }) => ({
    id,
    label: text.names[id],
    href,
    icon,
    ...(underMore ? { under: 'more' } : {}),
    ...badges[id],
  }));
}
