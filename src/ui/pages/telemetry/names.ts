/** The names of beacons by tracking ID and of devices by uniqueId. */
import type { CachedDevice } from '../../../domain/device.ts';
import { roomOf } from '../../../domain/room.ts';
import { learnedTrackingIds, queryableId, type BeaconState } from '../../../domain/telemetry/fleet.ts';
import { hearingOf, type Hearing } from '../../../domain/telemetry/silent.ts';
import type { ListOrder } from '../../elements/list/list-controller.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';

/** A device whose telemetry can be requested. */
export interface QueryableDevice {
  readonly uniqueId: string;
  readonly title: string;
  readonly isGateway: boolean;
  /** The room from its tags. Null: they contain none. */
  readonly room: string | null;
  /** The tracking ID of a beacon. Null: not known. */
  readonly trackingId: string | null;
}

export interface FleetRow {
  readonly trackingId: string;
  readonly uniqueId: string | null;
  readonly title: string;
  readonly state: BeaconState;
  readonly hearing: Hearing;
}

export interface Names {
  readonly devices: readonly QueryableDevice[];
  /** By tracking ID in lower case. */
  readonly titleOf: (trackingId: string) => string;
  uniqueIdOf(trackingId: string): string | null;
  trackingIdOf(uniqueId: string): string | null;
  /** The name of a gateway. */
  sourceTitleOf(sourceId: string): string;
}

interface NameSources extends Pick<TelemetryState, 'beacons' | 'typed'> {
  readonly devices: readonly CachedDevice[];
}

export function namesOf({ devices, beacons, typed }: NameSources): Names {
  const learned = learnedTrackingIds(beacons);
  const queryable = devices.map((device): QueryableDevice => {
    return {
      uniqueId: device.uniqueId,
      // Without the advertised name, which half a fleet may share.
      title: device.alias ?? '',
      isGateway: device.deviceType === 'GATEWAY',
      room: roomOf(device.tags),
      trackingId: queryableId(device, learned, typed),
    };
  });
  const byUniqueId = new Map(queryable.map((device) => [device.uniqueId, device]));
  const byTrackingId = new Map<string, QueryableDevice>();
  for (const device of queryable)
    if (device.trackingId !== null) byTrackingId.set(device.trackingId.toLowerCase(), device);
  const received = new Map(
    beacons.flatMap(({ trackingId, uniqueId }) =>
      uniqueId === null ? [] : [[trackingId.toLowerCase(), uniqueId] as const],
    ),
  );
  const uniqueIdFor = (trackingId: string): string | null =>
    byTrackingId.get(trackingId.toLowerCase())?.uniqueId ?? received.get(trackingId.toLowerCase()) ?? null;
  return {
    devices: queryable,
    uniqueIdOf: uniqueIdFor,
    titleOf(trackingId) {
      const uniqueId = uniqueIdFor(trackingId);
      return (uniqueId === null ? undefined : byUniqueId.get(uniqueId)?.title || uniqueId) ?? trackingId;
    },
    trackingIdOf: (uniqueId) => byUniqueId.get(uniqueId)?.trackingId ?? learned.get(uniqueId) ?? null,
    sourceTitleOf: (sourceId) => byUniqueId.get(sourceId)?.title || sourceId,
  };
}

export function fleetRows(beacons: readonly BeaconState[], names: Names): FleetRow[] {
  return beacons.map((state) => ({
    trackingId: state.trackingId,
    uniqueId: names.uniqueIdOf(state.trackingId),
    title: names.titleOf(state.trackingId),
    state,
    hearing: hearingOf(state),
  }));
}

const RANK: Readonly<Record<Hearing, number>> = { silent: 0, neverHeard: 1, notLoaded: 2, unasked: 2, heard: 3 };

const first = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
const heardMs = ({ state }: FleetRow): number => state.lastHeardMs ?? Number.NEGATIVE_INFINITY;
const battery = ({ state }: FleetRow): number => state.battery?.value ?? Number.POSITIVE_INFINITY;
const warmth = ({ state }: FleetRow): number => state.temperature?.value ?? Number.NEGATIVE_INFINITY;
const byName = (a: FleetRow, b: FleetRow): number =>
  a.title.localeCompare(b.title, 'en', { numeric: true }) || (a.trackingId < b.trackingId ? -1 : 1);

/** The first is the one that the list opens with. Unknown readings come last, beacons that are alike by name. */
export const FLEET_ORDERS = [
  { name: 'heard', direction: 'descending', compare: (a, b) => first(heardMs(b), heardMs(a)) || byName(a, b) },
  {
    name: 'silent',
    direction: 'ascending',
    compare: (a, b) => RANK[a.hearing] - RANK[b.hearing] || first(heardMs(a), heardMs(b)) || byName(a, b),
  },
  { name: 'battery', direction: 'ascending', compare: (a, b) => first(battery(a), battery(b)) || byName(a, b) },
  { name: 'temperature', direction: 'descending', compare: (a, b) => first(warmth(b), warmth(a)) || byName(a, b) },
  { name: 'name', direction: 'ascending', compare: byName },
] as const satisfies readonly Omit<ListOrder<FleetRow>, 'label'>[];

/** The rooms of the beacons, each once, in the order of their numbers. */
export function roomsOf(names: Names): string[] {
  const rooms = new Set(names.devices.flatMap(({ isGateway, room }) => (isGateway || room === null ? [] : [room])));
  return [...rooms].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** What is known of the beacons of one room; `ids` is null for '', which is all rooms. Gateways hear all rooms: they stay. */
export function factsOfRoom(
  room: string,
  telemetry: TelemetryState,
  names: Names,
): { readonly known: TelemetryState; readonly names: Names; readonly ids: ReadonlySet<string> | null } {
  if (room === '') return { known: telemetry, names, ids: null };
  const devices = names.devices.filter((device) => device.isGateway || device.room === room);
  const ids = new Set(
    devices.flatMap(({ isGateway, uniqueId }) => {
      const id = isGateway ? null : names.trackingIdOf(uniqueId);
      return id === null ? [] : [id.toLowerCase()];
    }),
  );
  const isHere = ({ trackingId }: { readonly trackingId: string }): boolean => ids.has(trackingId.toLowerCase());
  return {
    known: { ...telemetry, beacons: telemetry.beacons.filter(isHere), alarms: telemetry.alarms.filter(isHere) },
    names: { ...names, devices },
    ids,
  };
}

/** Tracking ids of the beacons that can be asked for by name. */
export function queryableIds(names: Names): string[] {
  return names.devices.flatMap(({ trackingId }) => (trackingId === null ? [] : [trackingId]));
}
