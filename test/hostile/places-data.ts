/** The pages about continuous data: streams with their form and the live records, and the record inspector. */
import { html } from 'lit';
import type { FormController } from '../../src/ui/shared/form-controller.ts';
import type { InspectionSummary, RecordFault } from '../../src/domain/streams/inspection.ts';
import type { PositionTrail } from '../../src/domain/streams/record-columns.ts';
import type { StreamConfig } from '../../src/domain/streams/stream.ts';
import { signal } from '@preact/signals-core';
import type { SeriesData } from '../../src/domain/telemetry/series.ts';
import type { Streams, StreamState } from '../../src/use-cases/streams/streams.ts';
import type { DrawRequest } from '../../src/ui/pages/inspector/inspector-messages.ts';
import '../../src/ui/pages/inspector/inspector-page.ts';
import '../../src/ui/pages/inspector/inspector-plot.ts';
import '../../src/ui/pages/streams/stream-form.ts';
import '../../src/ui/pages/streams/stream-tail.ts';
import '../../src/ui/pages/streams/streams-page.ts';
import { fixtureAccount } from '../support/fixture-rows.ts';
import { scriptedServices } from '../support/scripted-services.ts';
import { hostilePlace, manyLines, oneLine, type HostilePlace } from './place.ts';
import { NOW, failureOf } from './hands.ts';

const HOUR_MS = 3_600_000;
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

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

export const dataPlaces: readonly HostilePlace[] = [
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
      const live = signal<StreamState>({
        config: null,
        readAtMs: NOW,
        listed: 2,
        odd: [],
        wasNotFound: false,
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
        live.value = {
          ...live.value,
          config,
          odd: [texts!['unknown field']],
          failure: failureOf(texts!.message, texts!.field, texts!['what is wrong with it']),
        };
        stage.draw(html`<fk-streams-page .services=${services}></fk-streams-page>
          ${[cloud, hub].map((destination) => html`<fk-stream-form .task=${'change'} .start=${destination} .config=${{ ...config, destinations: [destination] }}></fk-stream-form>`)}
          <fk-stream-tail .tail=${{ ...tail }}></fk-stream-tail>`);
        await stage.answered();
        // Typed and shown on request; a change keeps secrets that are not typed again.
        const { form } = stage.find('fk-stream-form') as unknown as { readonly form: FormController<'secretKey'> };
        form.change({ secretKey: texts!.secret });
        await stage.settled();
        for (const [at, names] of [
          ['endpoint', 'streamName', 'region', 'forcedPartitionKey'],
          ['endpoint', 'eventHubName', 'sharedAccessKeyName'],
        ].entries()) {
          const shown = [...stage.findAll('fk-stream-form')[at]!.shadowRoot!.querySelectorAll('fk-field')].map(
            ({ value }) => value,
          );
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
    elements: ['fk-inspector-page', 'fk-inspector-plot', 'fk-position-map'],
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
    // One text is pasted at a time, so the first row's text is used.
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
          around: { count: rows.length, first: rows[0]?.['unknown field'] ?? '' },
        } as unknown as InspectionSummary;
        const counts = (field: 'beacon' | 'beacon on the map') =>
          rows.map((t) => ({ trackingId: t[field], records: 2 }));
        const end = {
          how: 'whole',
          beacons: { telemetry: counts('beacon'), position: counts('beacon on the map') },
          beaconCounts: { telemetry: rows.length, position: rows.length },
          fields: rows.map((t) => t['other field']),
        } as const;
        const inspector = {
          draw: async (request: DrawRequest) => ({
            ...request,
            lines: rows.map((t) => lineOf(t.beacon)),
            trails: rows.map((t) => trailOf(t['beacon on the map'])),
          }),
        };
        stage.draw(html`<fk-inspector-page .services=${services}></fk-inspector-page><fk-inspector-page .services=${services}></fk-inspector-page>
          <fk-inspector-plot .inspector=${inspector} .end=${end}></fk-inspector-plot><fk-position-map .trails=${rows.map((t) => trailOf(t['beacon on the map']))}></fk-position-map>`);
        await stage.answered();
        const [question, answer] = stage.findAll('fk-inspector-page');
        Object.assign(answer!, {
          view: {
            bytes: 1,
            totalBytes: 1,
            summary,
            faults,
            end: { ...end, beacons: { telemetry: [], position: [] } },
            failed: false,
          },
        });
        await stage.settled();
        const area = question!
          .shadowRoot!.querySelector('fk-field[name="text"]')!
          .shadowRoot!.querySelector('textarea')!;
        area.value = rows[0]!.pasted;
        area.dispatchEvent(new Event('input', { bubbles: true }));
        await stage.settled();
        if (area.value !== manyLines(rows[0]!.pasted)) throw new Error('what is pasted is changed');
      };
    },
  }),
];
