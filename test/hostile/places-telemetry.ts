/** The telemetry pages in all their views. */
import { html } from 'lit';
import { signal } from '@preact/signals-core';
import { freshBeacon, type BeaconState } from '../../src/domain/telemetry/fleet.ts';
import { readRecord, type TelemetryRecord } from '../../src/domain/telemetry/record.ts';
import type { AlarmRule } from '../../src/domain/telemetry/alarms.ts';
import type { SeriesData } from '../../src/domain/telemetry/series.ts';
import type { QueryOutcome, Telemetry, TelemetryState } from '../../src/use-cases/telemetry/telemetry.ts';
import '../../src/ui/pages/device/gateway-heard.ts';
import '../../src/ui/pages/jobs/job-alive.ts';
import '../../src/ui/pages/telemetry/alarms-view.ts';
import '../../src/ui/pages/telemetry/query-form.ts';
import '../../src/ui/pages/telemetry/compare-view.ts';
import '../../src/ui/pages/telemetry/gateways-view.ts';
import '../../src/ui/pages/telemetry/hours-view.ts';
import '../../src/ui/pages/telemetry/charts-view.ts';
import '../../src/ui/beacon/glance.ts';
import '../../src/ui/pages/telemetry/records-view.ts';
import '../../src/ui/pages/telemetry/show-bar.ts';
import '../../src/ui/pages/telemetry/stored-section.ts';
import { FIRST_VIEW } from '../../src/ui/pages/telemetry/telemetry-address.ts';
import '../../src/ui/pages/telemetry/telemetry-page.ts';
import { fixtureDevice, fixtureReceipt } from '../support/fixture-rows.ts';
import { fixtureTask, progressGiven } from '../support/job-rows.ts';
import { EMPTY_LIST, scriptedServices } from '../support/scripted-services.ts';
import { contextOf, namesFrom, stateOf } from '../support/view-context.ts';
import { asTyped, asTypedLines, hostilePlace, oneLine, type HostilePlace } from './place.ts';
import { NOW, failureOf, type } from './hands.ts';

const HOUR_MS = 3_600_000;
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const received = (trackingId: string, changes: Partial<BeaconState> = {}): BeaconState => ({
  ...freshBeacon(trackingId),
  lastHeardMs: NOW,
  heardBy: 'cloud',
  ...changes,
});
const telemetryWith = (state: TelemetryState, parts: Partial<Telemetry> = {}): Telemetry =>
  ({
    state: signal(state),
    series: async () => [],
    rows: async () => ({ rows: [], next: null }),
    ...parts,
  }) as unknown as Telemetry;

function recordOf(values: Readonly<Record<string, unknown>>): TelemetryRecord {
  const read = readRecord(values);
  if (read === null) throw new Error('no record');
  return read.record;
}

const lineOf = (trackingId: string): SeriesData => ({
  trackingId,
  field: 'temperature',
  times: Float64Array.of(NOW - HOUR_MS, NOW),
  values: Float64Array.of(20, 21),
  gapMs: 2 * HOUR_MS,
});
const lastOf = (end: QueryOutcome['end']): QueryOutcome => ({
  query: { by: 'devices', ids: [], startMs: 0, endMs: 1, latest: false, size: 20, sort: [] },
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

export const telemetryPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/device',
    elements: ['fk-gateway-heard'],
    fields: ['gateway', 'name of a beacon', 'id of a beacon', 'unnamed one'],
    shows: { gateway: () => null, 'id of a beacon': () => null },
    open(stage) {
      const state = signal(stateOf());
      const telemetry = telemetryWith(stateOf(), { state });
      const services = scriptedServices({}, { telemetry: async () => telemetry });
      return async ([t]) => {
        const device = { uniqueId: t!['id of a beacon'], alias: t!['name of a beacon'], mac: null };
        services.lives.devices.value = { ...EMPTY_LIST, devices: [fixtureDevice(20, device)] };
        const by = { lastSourceId: t!.gateway };
        state.value = stateOf({
          beacons: [received('known', { uniqueId: t!['id of a beacon'], ...by }), received(t!['unnamed one'], by)],
        });
        stage.draw(html`<fk-gateway-heard .services=${services} .uniqueId=${t!.gateway}></fk-gateway-heard>`);
        await stage.answered();
      };
    },
  }),
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
      const state = signal(stateOf());
      const telemetry = telemetryWith(stateOf(), { state });
      // Without its key the page sends no requests.
      const services = scriptedServices({ session: { key: 'needed' } }, { telemetry: async () => telemetry });
      stage.draw(html`<fk-telemetry-page .services=${services}></fk-telemetry-page>`);
      return async (rows) => {
        await stage.answered();
        services.lives.devices.value = {
          ...EMPTY_LIST,
          devices: rows.map((t, at) =>
            fixtureDevice(at + 20, {
              uniqueId: t['id telemetry names'],
              deviceType: 'BEACON',
              alias: t['alias of a beacon'],
              mac: null,
            }),
          ),
        };
        state.value = stateOf({
          beacons: rows.flatMap((t) => [
            received(t['tracking id'], { uniqueId: t['id telemetry names'] }),
            received(t['tracking id of an unnamed one']),
          ]),
          // One at a time, so the first row's text is used.
          storageFailure: {
            code: rows[0]!['storage failure'],
            detail: rows.map((t) => t['storage failure']).join(' '),
          },
        });
      };
    },
  }),
  hostilePlace({
    folder: 'pages/telemetry',
    elements: [
      'fk-telemetry-query',
      'fk-telemetry-picker',
      'fk-telemetry-status',
      'fk-range-field',
      'fk-telemetry-show',
    ],
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
    shows: { 'its tracking id': () => null, 'tracking id typed': oneLine, 'more ids': asTypedLines, search: asTyped },
    open(stage) {
      return async ([t]) => {
        const others = Array.from({ length: 12 }, (_, at) => ({ id: `x${at}`, title: `x${at}`, uniqueId: `x${at}` }));
        const entries = [
          { id: t!['its tracking id'], title: t!.beacon, uniqueId: t!['beacon id'] },
          { id: null, title: t!['unknown beacon'], uniqueId: 'u' },
        ];
        stage.draw(html`<fk-telemetry-query .devices=${[...entries, { id: 'g', title: 'g', uniqueId: 'g' }].map(({ id, title, uniqueId }) => ({ trackingId: id, title, uniqueId, isGateway: uniqueId === 'g' }))}></fk-telemetry-query>
          <fk-telemetry-picker label="l" .findLabel=${'f'} .entries=${[...entries, ...others]} .chosen=${new Set([t!['its tracking id']])} .error=${t!['range error']}></fk-telemetry-picker>
          <fk-telemetry-picker label="l" .findLabel=${'f'} .entries=${others}></fk-telemetry-picker>
          <fk-range-field label="l" .error=${t!['range error']}></fk-range-field>
          <fk-telemetry-show .context=${contextOf({ nowMs: NOW, known: stateOf({ beacons: [received('x')] }), names: namesFrom(new Map([['x', t!['chosen to be shown']]])) })}></fk-telemetry-show>
          <fk-telemetry-status .last=${lastOf({ kind: 'failed', failure: failureOf(t!.message, t!.field, t!['what is wrong with it']) })}></fk-telemetry-status>
          <fk-telemetry-status .last=${lastOf({ kind: 'storageFailed', code: 'unknown', detail: t!.storage })}></fk-telemetry-status>`);
        await stage.settled();
        Object.assign(stage.find('fk-telemetry-show'), { picking: 'beacons' });
        // As after "type it": the field for the tracking ID is open.
        Object.assign(stage.findAll('fk-telemetry-picker')[1]!, { typingFor: 'u', typed: t!['tracking id typed'] });
        type(stage, 'wanted', t!.search, 1);
        await stage.settled();
        type(stage, 'devices', t!['more ids']);
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
        const names = namesFrom(named);
        const telemetry = telemetryWith(stateOf(), { rows: async () => ({ rows: records, next: null }) });
        stage.draw(html`<fk-telemetry-records .context=${contextOf({ names, telemetry })}></fk-telemetry-records>`);
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
      // Charts measure themselves; laying out thousands of long names each time would only take time.
      stage.room.hidden = true;
      const state = signal(stateOf());
      const services = scriptedServices({}, { telemetry: async () => telemetryWith(stateOf(), { state }) });
      return async (rows) => {
        const names = new Map(rows.map((t) => [t.beacon, t['its name']]));
        const telemetry = telemetryWith(stateOf(), { series: async () => rows.map((t) => lineOf(t.beacon)) });
        services.lives.devices.value = {
          ...EMPTY_LIST,
          devices: rows.flatMap((t, at) => [
            fixtureDevice(at + 20, { uniqueId: `x${at}`, mac: `00:00:00:00:00:0${at}` }),
            fixtureDevice(at + 200, { uniqueId: t['gateway heard'], alias: t['name of the gateway'] }),
          ]),
        };
        state.value = stateOf({
          beacons: rows.map((t, at) => received(`00:00:00:00:00:0${at}`, { lastSourceId: t['gateway heard'] })),
        });
        const view = { ...FIRST_VIEW, beacons: rows.map((t) => t.beacon), metrics: ['temperature'] };
        const context = contextOf({ nowMs: NOW, telemetry, view, names: namesFrom(names) });
        stage.draw(html`<fk-telemetry-charts .context=${context}></fk-telemetry-charts>
          ${rows.map((_, at) => html`<fk-telemetry-glance .services=${services} .uniqueId=${`x${at}`}></fk-telemetry-glance>`)}`);
        await stage.answered();
      };
    },
  }),
  hostilePlace({
    folder: 'pages/telemetry',
    elements: [
      'fk-telemetry-hours',
      'fk-heat-map',
      'fk-telemetry-compare',
      'fk-telemetry-gateways',
      'fk-telemetry-alarms',
    ],
    fields: ['beacon', 'its name', 'gateway', 'name of the gateway', 'tag of a rule', 'tag of a device'],
    rows: 8,
    // Named beacons and gateways are shown by their names.
    shows: { beacon: () => null, gateway: () => null },
    open(stage) {
      return async (rows) => {
        const named = new Map(
          rows.flatMap((t) => [
            [t.beacon, t['its name']],
            [t.gateway, t['name of the gateway']],
          ]),
        );
        const names = namesFrom(named);
        const startMs = Math.floor(NOW / HOUR_MS) * HOUR_MS;
        const hours = {
          startMs,
          hours: 1,
          rows: rows.map((t) => ({
            trackingId: t.beacon,
            counts: Uint32Array.of(1),
            battery: Float64Array.of(9),
            temperature: Float64Array.of(4),
          })),
          heard: rows.map((t) => ({
            trackingId: t.beacon,
            sourceId: t.gateway,
            count: 1,
            lastMs: NOW,
            isUnchecked: false,
          })),
        };
        const telemetry = telemetryWith(stateOf(), { hours: async () => hours });
        const whole = { startMs, endMs: startMs + HOUR_MS };
        const rules = rows.map((t, at): AlarmRule => ({
          id: String(at),
          kind: 'battery',
          belowPercent: 20,
          tag: t['tag of a rule'],
        }));
        const alarms = rows.map((t, at) => ({
          rule: rules[at]!,
          trackingId: t.beacon,
          value: 9,
          atMs: NOW,
          isUnchecked: false,
        }));
        const context = contextOf({
          nowMs: NOW,
          known: stateOf({ rules, alarms, checkedAtMs: NOW }),
          names,
          telemetry,
          devices: rows.map((t, at) => fixtureDevice(at, { tags: [t['tag of a device']] })),
        });
        const { shown } = context;
        stage.draw(html`<fk-telemetry-hours .context=${{ ...context, shown: { ...shown, whole } }}></fk-telemetry-hours>
          <fk-telemetry-compare .context=${{ ...context, shown: { ...shown, whole } }}></fk-telemetry-compare>
          <fk-telemetry-gateways .context=${{ ...context, shown: { ...shown, whole } }}></fk-telemetry-gateways>
          <fk-telemetry-alarms .context=${context}></fk-telemetry-alarms>`);
        await stage.answered();
        // The names in the picture are painted; its table contains them as text.
        Object.assign(stage.find('fk-heat-map'), { listed: true });
        await stage.settled();
      };
    },
  }),
  hostilePlace({
    folder: 'pages/jobs',
    elements: ['fk-job-alive'],
    fields: ['id', 'room'],
    rows: 20,
    open(stage) {
      return async (rows) => {
        const tasks = rows.map((t, at) => fixtureTask(at, { uniqueId: t.id, place: t.room, plannedAtMs: 1 }));
        const receipts = tasks.map(({ uniqueId, values }, at) =>
          fixtureReceipt(uniqueId, { id: `r${at}`, values, state: 'verified', updatedSeconds: NOW / 1000 - 9000 }),
        );
        const progress = tasks.map((task, at) => ({
          ...progressGiven([task], { devices: new Map(), packages: [], runs: [], receipts: [receipts[at]!] })[0]!,
          task,
        }));
        const state = stateOf({
          typed: Object.fromEntries(rows.map((t, at) => [t.id, `t${at}`])),
          beacons: rows.map((_, at) =>
            received(`t${at}`, {
              lastHeardMs: NOW - 5 * HOUR_MS,
              askedFromMs: NOW - 5 * HOUR_MS,
              askedUntilMs: NOW,
              latestAtMs: NOW,
            }),
          ),
        });
        const telemetry = telemetryWith(state, { fetchRecords: async () => null });
        const services = scriptedServices({ outbox: { receipts } }, { telemetry: async () => telemetry });
        stage.draw(html``);
        stage.draw(html`<fk-job-alive .services=${services} .progress=${progress}></fk-job-alive>`);
        await stage.settled();
        stage.find('fk-job-alive').shadowRoot!.querySelector('fk-button')!.click();
        await stage.answered();
      };
    },
  }),
];
