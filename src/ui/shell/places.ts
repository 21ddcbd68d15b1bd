/**
 * The places of the app in order. The rail of a laptop shows all; the bar of a phone shows at most five, the rest are
 * under More.
 */
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
  /** True when a phone shows it under More. */
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

/** Returns the places with badges that show how much needs attention. */
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
