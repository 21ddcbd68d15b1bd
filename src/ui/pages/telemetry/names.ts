/** The names of beacons by tracking ID and of devices by uniqueId. */
import { comparable } from '../../../domain/clean-text.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { roomOf } from '../../../domain/room.ts';
import { learnedTrackingIds, queryableId, type BeaconState } from '../../../domain/telemetry/fleet.ts';
import { hearingOf, type Hearing } from '../../../domain/telemetry/silent.ts';
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

export const FLEET_ORDERS = ['silent', 'heard', 'battery', 'temperature', 'name'] as const;
export type FleetOrder = (typeof FLEET_ORDERS)[number];

export interface Names {
  readonly devices: readonly QueryableDevice[];
  /** By tracking ID in lower case. */
  titleOf(trackingId: string): string;
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

export function orderFleet(rows: readonly FleetRow[], order: FleetOrder): FleetRow[] {
  const byName = (a: FleetRow, b: FleetRow): number =>
    a.title.localeCompare(b.title, 'en', { numeric: true }) || (a.trackingId < b.trackingId ? -1 : 1);
  const heardMs = ({ state }: FleetRow): number => state.lastHeardMs ?? Number.NEGATIVE_INFINITY;
  const battery = ({ state }: FleetRow): number => state.battery?.value ?? Number.POSITIVE_INFINITY;
  const warmth = ({ state }: FleetRow): number => state.temperature?.value ?? Number.NEGATIVE_INFINITY;
  const first = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return rows.toSorted((a, b) => {
    switch (order) {
      case 'silent':
        return RANK[a.hearing] - RANK[b.hearing] || first(heardMs(a), heardMs(b)) || byName(a, b);
      case 'heard':
        return first(heardMs(b), heardMs(a)) || byName(a, b);
      case 'battery':
        return first(battery(a), battery(b)) || byName(a, b);
      case 'temperature':
        return first(warmth(b), warmth(a)) || byName(a, b);
      case 'name':
        return byName(a, b);
    }
  });
}

/** Every word must occur in a name or an ID. */
export function findFleet(rows: readonly FleetRow[], wanted: string): readonly FleetRow[] {
  const words = comparable(wanted)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter(({ title, trackingId, uniqueId }) => {
    const text = comparable(`${title} ${trackingId} ${uniqueId ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** The rooms of the beacons, each once, in the order of their numbers. */
export function roomsOf(names: Names): string[] {
  const rooms = new Set(names.devices.flatMap(({ isGateway, room }) => (isGateway || room === null ? [] : [room])));
  return [...rooms].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** What is known of the beacons of one room. Gateways hear all rooms: they stay. */
export interface RoomFacts {
  readonly known: TelemetryState;
  readonly names: Names;
  /** Tracking IDs, in lower case, of its beacons that were received or can be requested. */
  readonly ids: ReadonlySet<string>;
}

export function factsOfRoom(room: string, telemetry: TelemetryState, names: Names): RoomFacts {
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
