/** The view in the page's address, so that a link shows another person the same. */
import { CHARTABLE_FIELDS } from '../../../domain/telemetry/fields.ts';
import { RANGE_PRESETS } from '../../../domain/telemetry/record-query.ts';
import type { Zone } from '../../language/times.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import {
  FIRST_RANGE,
  isOpenEnded,
  isRangePreset,
  RANGE_CHOICES,
  type ChoicePreset,
  type RangeChoice,
} from './range-choice.ts';

/** The places of the page, each with its views, the first of which opens it. */
export const PLACES = [['fleet', 'hours'], ['charts', 'compare'], ['alarms'], ['records', 'gateways']] as const;
export type View = (typeof PLACES)[number][number];
export const VIEWS: readonly View[] = PLACES.flat();

/** The ranges that each view offers. */
export const RANGES_OF: Readonly<Record<View, readonly ChoicePreset[]>> = {
  fleet: [],
  hours: RANGE_PRESETS,
  compare: RANGE_PRESETS,
  charts: [...RANGE_PRESETS, 'own'],
  records: RANGE_CHOICES,
  gateways: RANGE_PRESETS,
  alarms: [],
};

export function placeOf(view: View): readonly [View, ...View[]] {
  return PLACES.find((views: readonly View[]) => views.includes(view)) ?? PLACES[0];
}

export interface TelemetryView {
  readonly view: View;
  /** Tracking IDs in the order of selection. */
  readonly beacons: readonly string[];
  readonly gateways: readonly string[];
  /** Only its beacons are shown and loaded; '' for all. */
  readonly room: string;
  readonly range: RangeChoice;
  readonly zone: Zone;
  /** Null: this person's usual metrics. */
  readonly metrics: readonly string[] | null;
  /** The visible part of the range in the charts; null for all of it. */
  readonly zoom: TimeView | null;
  /** What is typed and chosen in the view's list (elements/list); '' for nothing. */
  readonly list: Readonly<Record<'find' | 'show' | 'order', string>>;
}

export const FIRST_VIEW: TelemetryView = {
  view: 'fleet',
  beacons: [],
  gateways: [],
  room: '',
  range: FIRST_RANGE,
  zone: 'local',
  metrics: null,
  zoom: null,
  list: { find: '', show: '', order: '' },
};

/** The chosen preset; where an end is needed, all times are the longest one. */
export function presetOf({ range, view }: TelemetryView): RangeChoice['preset'] {
  return view !== 'records' && isOpenEnded(range) ? 'last30Days' : range.preset;
}

/** Many servers and messengers refuse longer addresses. */
const MAX_IDS = 200;
/** A room is a part of a tag, which is shorter. */
const MAX_ROOM = 100;
const MAX_FIND = 100;

/** Accepts any text; invalid parts are ignored. */
export function readView(search: string): TelemetryView {
  const query = new URLSearchParams(search);
  const view = VIEWS.find((one) => one === query.get('view')) ?? FIRST_VIEW.view;
  const preset = query.get('range');
  const own = { startMs: momentOf(query.get('from')), endMs: momentOf(query.get('to')) };
  const zoom = { startMs: momentOf(query.get('zoomFrom')), endMs: momentOf(query.get('zoomTo')) };
  const metrics = query.get('metrics');
  const room = query.get('room') ?? '';
  return {
    view,
    beacons: listOf(query.get('beacons')),
    gateways: listOf(query.get('gateways')),
    room: room.length > MAX_ROOM ? FIRST_VIEW.room : room,
    range: isRangePreset(preset)
      ? preset === 'own'
        ? Number.isNaN(own.startMs) || Number.isNaN(own.endMs)
          ? FIRST_RANGE
          : { preset, ...own }
        : { ...FIRST_RANGE, preset }
      : FIRST_RANGE,
    zone: query.get('zone') === 'utc' ? 'utc' : 'local',
    metrics:
      metrics === null ? null : listOf(metrics).filter((name) => CHARTABLE_FIELDS.some((field) => field.name === name)),
    zoom: zoom.endMs > zoom.startMs ? zoom : null,
    list: {
      find: (query.get('find') ?? '').slice(0, MAX_FIND),
      // Older addresses have `silent=1`.
      show: query.get('show') ?? (query.get('silent') === '1' ? 'silent' : ''),
      order: query.get('order') ?? '',
    },
  };
}

/** Returns the query without its question mark. Defaults are left out. */
export function viewQuery({ view, beacons, gateways, room, range, zone, metrics, zoom, list }: TelemetryView): string {
  const query = new URLSearchParams();
  const add = (name: string, value: string, usual = ''): void => {
    if (value !== usual) query.set(name, value);
  };
  add('view', view, FIRST_VIEW.view);
  add('beacons', beacons.slice(0, MAX_IDS).join(','));
  add('gateways', gateways.slice(0, MAX_IDS).join(','));
  add('room', room);
  add('range', range.preset, FIRST_RANGE.preset);
  if (range.preset === 'own') {
    add('from', isoOr(range.startMs));
    add('to', isoOr(range.endMs));
  }
  add('zone', zone, 'local');
  if (metrics !== null) query.set('metrics', metrics.join(','));
  if (zoom !== null) {
    add('zoomFrom', isoOr(zoom.startMs));
    add('zoomTo', isoOr(zoom.endMs));
  }
  for (const [name, value] of Object.entries(list)) add(name, value);
  return query.toString();
}

function listOf(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').filter((id) => id.trim() !== ''))].slice(0, MAX_IDS);
}

function momentOf(text: string | null): number {
  return text === null ? Number.NaN : Date.parse(text);
}

function isoOr(atMs: number): string {
  return Math.abs(atMs) <= 8.64e15 ? new Date(atMs).toISOString() : '';
}
