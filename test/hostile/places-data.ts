/** The pages about data: telemetry in all its views, streams with their form and tail, the record inspector. */
import { html } from 'lit';
import type { InspectionSummary, RecordFault } from '../../src/domain/streams/inspection.ts';
import type { PositionTrail } from '../../src/domain/streams/record-columns.ts';
import type { StreamConfig } from '../../src/domain/streams/stream.ts';
import { createLive } from '../../src/domain/live.ts';
import { freshBeacon, type BeaconState } from '../../src/domain/telemetry/fleet.ts';
import { readRecord, type TelemetryRecord } from '../../src/domain/telemetry/record.ts';
import type { SeriesData } from '../../src/domain/telemetry/series.ts';
import type { Streams, StreamState } from '../../src/use-cases/streams/offered.ts';
import type { AskOutcome, Telemetry, TelemetryState } from '../../src/use-cases/telemetry/offered.ts';
import '../../src/ui/pages/device/device-page.ts';
import '../../src/ui/pages/inspector/inspector-page.ts';
import '../../src/ui/pages/inspector/inspector-plot.ts';
import '../../src/ui/pages/streams/stream-form.ts';
import '../../src/ui/pages/streams/stream-tail.ts';
import '../../src/ui/pages/streams/streams-page.ts';
import '../../src/ui/pages/telemetry/ask-form.ts';
import '../../src/ui/pages/telemetry/charts-view.ts';
import '../../src/ui/beacon/glance.ts';
import '../../src/ui/pages/telemetry/records-view.ts';
import '../../src/ui/pages/telemetry/show-bar.ts';
import '../../src/ui/pages/telemetry/stored-section.ts';
import '../../src/ui/pages/telemetry/telemetry-page.ts';
import { fixtureAccount, fixtureDevice } from '../support/fixture-rows.ts';
import { EMPTY_LIST, scriptedServices } from '../support/scripted-services.ts';
import { hostilePlace, manyLines, oneLine, type HostilePlace } from './place.ts';
import { NOW, failureOf, type } from './places-devices.ts';

const HOUR_MS = 3_600_000;
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const heard = (trackingId: string, changes: Partial<BeaconState> = {}): BeaconState => ({
  ...freshBeacon(trackingId),
  lastHeardMs: NOW,
  ...changes,
});
const stateOf = (changes: Partial<TelemetryState> = {}): TelemetryState => ({
  loaded: true,
  beacons: [],
  stored: { records: 1, bytes: 1, limitBytes: 200_000_000, sweptUntilMs: null },
  typed: {},
  asking: null,
  last: null,
  storageFailure: null,
  ...changes,
});
const telemetryWith = (state: TelemetryState, parts: Partial<Telemetry> = {}): Telemetry =>
  ({
    state: createLive(state),
    series: async () => [],
    rows: async () => ({ rows: [], next: null }),
    ...parts,
  }) as unknown as Telemetry;

function recordOf(values: Readonly<Record<string, unknown>>): TelemetryRecord {
  const read = readRecord(values);
  if (!read.ok) throw new Error(read.problem);
  return read.record;
}

const lineOf = (trackingId: string): SeriesData => ({
  trackingId,
  field: 'temperature',
  times: Float64Array.of(NOW - HOUR_MS, NOW),
  values: Float64Array.of(20, 21),
  gapMs: 2 * HOUR_MS,
});
const trailOf = (trackingId: string): PositionTrail => ({
  trackingId,
  x: Float64Array.of(1, 2),
  y: Float64Array.of(1, 2),
  lost: Uint8Array.of(0, 1),
});
const lastOf = (end: AskOutcome['end']): AskOutcome => ({
  ask: { by: 'devices', ids: [], startMs: 0, endMs: 1, latest: false, size: 20, sort: [] },
  end,
  pages: 0,
  records: 0,
  added: 0,
  fellBack: false,
  unheard: null,
  stoppedEarly: false,
  smallerPages: null,
  endUnsaid: false,
  undated: 0,
  split: false,
  skipped: 0,
  faulty: 0,
  cut: [],
  atMs: NOW,
});

export const dataPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/telemetry',
    elements: ['fk-telemetry-page', 'fk-telemetry-fleet', 'fk-telemetry-status', 'fk-telemetry-stored'],
    fields: [
      'tracking id',
      'id telemetry names',
      'alias of a beacon',
      'tracking id of an unnamed one',
      'storage failure',
    ],
    rows: 25,
    open(stage) {
      const state = createLive(stateOf());
      const telemetry = telemetryWith(stateOf(), { state });
      const services = scriptedServices({}, { telemetry: async () => telemetry });
      stage.draw(html`<fk-telemetry-page .services=${services}></fk-telemetry-page>`);
      return async (rows) => {
        await stage.answered();
        services.lives.devices.set({
          ...EMPTY_LIST,
          devices: rows.map((t, at) =>
            fixtureDevice(at + 20, {
              uniqueId: t['id telemetry names'],
              deviceType: 'BEACON',
              alias: t['alias of a beacon'],
              mac: null,
            }),
          ),
        });
        state.set(
          stateOf({
            beacons: rows.flatMap((t) => [
              heard(t['tracking id'], { uniqueId: t['id telemetry names'] }),
              heard(t['tracking id of an unnamed one']),
            ]),
            // One at a time: that of the first row stands for all.
            storageFailure: {
              code: rows[0]!['storage failure'],
              detail: rows.map((t) => t['storage failure']).join(' '),
            },
          }),
        );
      };
    },
  }),
  hostilePlace({
    folder: 'pages/telemetry',
    elements: ['fk-telemetry-ask', 'fk-telemetry-picker', 'fk-telemetry-status', 'fk-range-field', 'fk-telemetry-show'],
    fields: [
      'beacon',
      'beacon id',
      'its tracking id',
      'unknown beacon',
      'tracking id typed',
      'more ids',
      'search',
      'chosen to be shown',
      'range error',
      'message',
      'field',
      'what is wrong with it',
      'storage',
    ],
    shows: { 'its tracking id': () => null, 'tracking id typed': oneLine, 'more ids': manyLines, search: oneLine },
    open(stage) {
      return async ([t]) => {
        const others = Array.from({ length: 8 }, (_, at) => ({ id: `x${at}`, title: `x${at}`, uniqueId: `x${at}` }));
        const entries = [
          { id: t!['its tracking id'], title: t!.beacon, uniqueId: t!['beacon id'] },
          { id: null, title: t!['unknown beacon'], uniqueId: 'u' },
        ];
        stage.draw(html`<fk-telemetry-ask .devices=${[...entries, { id: 'g', title: 'g', uniqueId: 'g' }].map(({ id, title, uniqueId }) => ({ trackingId: id, title, uniqueId, isGateway: uniqueId === 'g' }))}></fk-telemetry-ask>
          <fk-telemetry-picker label="l" .findLabel=${'f'} .entries=${[...entries, ...others]} .chosen=${new Set([t!['its tracking id']])} .error=${t!['range error']}></fk-telemetry-picker>
          <fk-telemetry-picker label="l" .findLabel=${'f'} .entries=${others}></fk-telemetry-picker>
          <fk-range-field label="l" .error=${t!['range error']}></fk-range-field>
          <fk-telemetry-show .entries=${[{ id: 'x', title: t!['chosen to be shown'], uniqueId: 'x' }]} .error=${t!['range error']}></fk-telemetry-show>
          <fk-telemetry-status .last=${lastOf({ kind: 'failed', failure: failureOf(t!.message, t!.field, t!['what is wrong with it']) })}></fk-telemetry-status>
          <fk-telemetry-status .last=${lastOf({ kind: 'storageFailed', code: 'unknown', detail: t!.storage })}></fk-telemetry-status>`);
        await stage.settled();
        Object.assign(stage.find('fk-telemetry-show'), { picking: 'beacons' });
        // As after "type it": the field for the tracking id is open.
        Object.assign(stage.findAll('fk-telemetry-picker')[1]!, { typingFor: 'u', typed: t!['tracking id typed'] });
        Object.assign(stage.findAll('fk-telemetry-picker')[2]!, { wanted: t!.search });
        await stage.settled();
        type(stage, 'extra', t!['more ids']);
      };
    },
  }),
  hostilePlace({
    folder: 'pages/telemetry',
    elements: ['fk-telemetry-records'],
    fields: [
      'tracking id',
      'gateway',
      'beacon',
      'text',
      'text for a number',
      'unknown field',
      'inside it',
      'name of an unknown field',
      'name of the beacon',
      'name of the gateway',
    ],
    rows: 50,
    shows: { 'unknown field': inJson, 'inside it': inJson, 'name of an unknown field': inJson },
    open(stage) {
      return async (rows) => {
        const records = rows.map((t) =>
          recordOf({
            trackingId: t['tracking id'],
            sourceId: t.gateway,
            uniqueId: t.beacon,
            firmware: t.text,
            temperature: t['text for a number'],
            timestamp: t['unknown field'],
            odd: t['unknown field'],
            inner: [t['inside it']],
            [t['name of an unknown field']]: 1,
          }),
        );
        const named = new Map(
          rows.flatMap((t) => [
            [t['tracking id'], t['name of the beacon']],
            [t.gateway, t['name of the gateway']],
          ]),
        );
        const names = {
          devices: [],
          titleOf: (id: string) => named.get(id)!,
          sourceTitleOf: (id: string) => named.get(id)!,
          uniqueIdOf: () => null,
          trackingIdOf: () => null,
        };
        const telemetry = telemetryWith(stateOf(), { rows: async () => ({ rows: records, next: null }) });
        stage.draw(
          html`<fk-telemetry-records .telemetry=${telemetry} .names=${names} .version=${rows}></fk-telemetry-records>`,
        );
        await stage.answered();
        Object.assign(stage.find('fk-telemetry-records'), {
          columns: ['timestamp', 'trackingId', 'sourceId', 'uniqueId', 'firmware', 'temperature'],
        });
      };
    },
  }),
  hostilePlace({
    folder: 'pages/telemetry',
    elements: ['fk-telemetry-charts', 'fk-telemetry-glance'],
    fields: ['beacon', 'its name', 'gateway heard', 'name of the gateway'],
    rows: 8,
    shows: { beacon: () => null, 'gateway heard': () => null },
    open(stage) {
      // Charts measure themselves; laying out thousands of long names each time is nobody's business here.
      stage.room.hidden = true;
      const state = createLive(stateOf());
      const services = scriptedServices({}, { telemetry: async () => telemetryWith(stateOf(), { state }) });
      return async (rows) => {
        const names = new Map(rows.map((t) => [t.beacon, t['its name']]));
        const telemetry = telemetryWith(stateOf(), { series: async () => rows.map((t) => lineOf(t.beacon)) });
        services.lives.devices.set({
          ...EMPTY_LIST,
          devices: rows.flatMap((t, at) => [
            fixtureDevice(at + 20, { uniqueId: `x${at}`, mac: `00:00:00:00:00:0${at}` }),
            fixtureDevice(at + 200, { uniqueId: t['gateway heard'], alias: t['name of the gateway'] }),
          ]),
        });
        state.set(
          stateOf({
            beacons: rows.map((t, at) => heard(`00:00:00:00:00:0${at}`, { lastSourceId: t['gateway heard'] })),
          }),
        );
        stage.draw(html`<fk-telemetry-charts .telemetry=${telemetry} .trackingIds=${rows.map((t) => t.beacon)} .whole=${{ startMs: NOW - HOUR_MS, endMs: NOW }} .names=${{ titleOf: (id: string) => names.get(id)!, devices: [] }} .version=${rows}></fk-telemetry-charts>
          ${rows.map((_, at) => html`<fk-telemetry-glance .services=${services} .uniqueId=${`x${at}`}></fk-telemetry-glance>`)}`);
        await stage.answered();
      };
    },
  }),
  hostilePlace({
    folder: 'pages/streams',
    elements: ['fk-streams-page', 'fk-stream-form', 'fk-stream-tail'],
    fields: [
      'endpoint',
      'stream',
      'region',
      'partition key',
      'hub endpoint',
      'hub',
      'key name',
      'unknown field',
      'message',
      'field',
      'what is wrong with it',
      'secret',
      'reason',
      'time of a record',
      'key of a record',
      'record',
      'field of a record',
    ],
    shows: { record: inJson, 'field of a record': inJson, secret: oneLine },
    open(stage) {
      const live = createLive<StreamState>({
        config: null,
        readAtMs: NOW,
        listed: 2,
        odd: [],
        saidNotFound: false,
        reading: false,
        failure: null,
        busy: null,
      });
      let t: Readonly<Record<string, string>> = {};
      const tail = {
        read: async () => ({
          state: 'failing' as const,
          reason: t['reason']!,
          records: [
            {
              sequence: 1,
              at: t['time of a record']!,
              partitionKey: t['key of a record']!,
              payload: { odd: t['record']!, [t['field of a record']!]: 1 },
            },
          ],
        }),
      };
      const streams = { state: () => live, read: async () => undefined, practiceTail: null } as unknown as Streams;
      const services = scriptedServices({ session: { account: fixtureAccount() } }, { streams: async () => streams });
      return async ([texts]) => {
        t = texts!;
        const cloud = {
          kind: 'cloudStream',
          fields: {
            endpoint: texts!.endpoint,
            streamName: texts!.stream,
            region: texts!.region,
            forcedPartitionKey: texts!['partition key'],
          },
        } as const;
        const hub = {
          kind: 'eventHub',
          fields: {
            endpoint: texts!['hub endpoint'],
            eventHubName: texts!.hub,
            sharedAccessKeyName: texts!['key name'],
          },
        } as const;
        const config: StreamConfig = { type: 'telemetry', enabled: false, destinations: [cloud, hub] };
        live.set({
          ...live.value,
          config,
          odd: [texts!['unknown field']],
          failure: failureOf(texts!.message, texts!.field, texts!['what is wrong with it']),
        });
        stage.draw(html`<fk-streams-page .services=${services}></fk-streams-page>
          ${[cloud, hub].map((destination) => html`<fk-stream-form .task=${'change'} .start=${destination} .config=${{ ...config, destinations: [destination] }}></fk-stream-form>`)}
          <fk-stream-tail .tail=${{ ...tail }}></fk-stream-tail>`);
        await stage.answered();
        // Typed and shown on request; a change keeps what is not typed again.
        Object.assign(stage.find('fk-stream-form'), { secrets: { secretKey: texts!.secret } });
        await stage.settled();
        for (const [at, names] of [
          ['endpoint', 'streamName', 'region', 'forcedPartitionKey'],
          ['endpoint', 'eventHubName', 'sharedAccessKeyName'],
        ].entries()) {
          const form = stage.findAll('fk-stream-form')[at]!;
          const shown = [...form.shadowRoot!.querySelectorAll('fk-field')].map(({ value }) => value);
          const fields = [cloud, hub][at]!.fields as Readonly<Record<string, string>>;
          for (const name of names)
            if (!shown.includes(fields[name]!) && !shown.includes(fields[name]!.trim()))
              throw new Error(`the form does not show ${JSON.stringify(fields[name])}`);
        }
      };
    },
  }),
  hostilePlace({
    folder: 'pages/inspector',
    elements: ['fk-inspector-page', 'fk-inspector-faults', 'fk-inspector-plot', 'fk-position-map'],
    fields: [
      'pasted',
      'field at fault',
      'found there',
      'group at fault',
      'unknown field',
      'beacon',
      'other field',
      'beacon on the map',
    ],
    rows: 8,
    // The text that is pasted is one; the first row's stands for all.
    shows: { pasted: () => null, 'other field': () => null },
    open(stage) {
      const services = scriptedServices();
      return async (rows) => {
        const faults: RecordFault[] = rows.map((t, at) => ({
          line: at + 1,
          type: null,
          field: t['field at fault'],
          reason: 'wrongType' as RecordFault['reason'],
          found: t['found there'],
        }));
        const summary = {
          lines: rows.length,
          good: { telemetry: rows.length, position: rows.length },
          faulty: rows.length,
          faults: rows.length,
          groups: rows.map((t, at) => ({
            type: null,
            field: t['group at fault'],
            reason: 'wrongType',
            count: 1,
            firstLine: at + 1,
          })),
          unknown: rows.map((t) => ({ type: 'telemetry', field: t['unknown field'], count: 1 })),
        } as unknown as InspectionSummary;
        const counts = (field: 'beacon' | 'beacon on the map') =>
          rows.map((t) => ({ trackingId: t[field], records: 2 }));
        const end = {
          kind: 'ended',
          how: 'whole',
          bytes: 1,
          summary,
          faults,
          beacons: { telemetry: counts('beacon'), position: counts('beacon on the map') },
          beaconCounts: { telemetry: rows.length, position: rows.length },
          fields: rows.map((t) => t['other field']),
        } as const;
        const inspector = {
          view: null,
          lines: async () => rows.map((t) => lineOf(t.beacon)),
          trails: async () => rows.map((t) => trailOf(t['beacon on the map'])),
        };
        stage.draw(html`<fk-inspector-page .services=${services}></fk-inspector-page><fk-inspector-page .services=${services}></fk-inspector-page>
          <fk-inspector-plot .inspector=${inspector} .end=${end}></fk-inspector-plot><fk-position-map .trails=${rows.map((t) => trailOf(t['beacon on the map']))}></fk-position-map>`);
        await stage.answered();
        const [ask, told] = stage.findAll('fk-inspector-page');
        Object.assign(told!, {
          view: { running: false, bytes: 1, totalBytes: 1, summary, faults, end: null, failed: false },
        });
        await stage.settled();
        const area = ask!.shadowRoot!.querySelector('fk-field[name="text"]')!.shadowRoot!.querySelector('textarea')!;
        area.value = rows[0]!.pasted;
        area.dispatchEvent(new Event('input', { bubbles: true }));
        await stage.settled();
        if (area.value !== manyLines(rows[0]!.pasted)) throw new Error('what is pasted is changed');
      };
    },
  }),
];
