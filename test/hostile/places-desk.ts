/** The overview, the palette and the guide, with each of their texts. */
import { html } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../../src/ui/pages/guide/guide-page.ts';
import '../../src/ui/pages/overview/overview-page.ts';
import '../../src/ui/pages/phone-check/phone-check-page.ts';
import '../../src/ui/pages/report-check/report-check-page.ts';
import { bringFile } from '../../src/ui/shared/file-input.ts';
import { signal } from '@preact/signals-core';
import type { PhoneCheck, PhoneCheckState } from '../../src/use-cases/phone-check/phone-check.ts';
import type { RunProgress } from '../../src/use-cases/run/runs.ts';
import type { Telemetry, TelemetryState } from '../../src/use-cases/telemetry/telemetry.ts';
import { FkPalette } from '../../src/ui/shell/palette.ts';
import { fixtureAccount, fixtureDevice } from '../support/fixture-rows.ts';
import { openMemoryJobs } from '../support/job-rows.ts';
import { PRACTICE_ACTIONS, scriptedServices } from '../support/scripted-services.ts';
import { asFileName, hostilePlace, type HostilePlace } from './place.ts';

/** Saved readings of falling batteries, so that the overview names each of these beacons. */
function telemetryOf(trackingIds: readonly string[]): Telemetry {
  const hours = 8 * 7 * 24;
  const rows = trackingIds.map((trackingId) => {
    const battery = new Float64Array(hours).fill(Number.NaN);
    for (let week = 0; week <= 8; week += 1) battery[Math.min(week * 7 * 24, hours - 1)] = 50 - 4 * week;
    return { trackingId, counts: new Uint32Array(hours).fill(1), battery, temperature: battery };
  });
  const state = { beacons: [], typed: {}, alarms: [], stored: { records: 1 }, storageFailure: null };
  return {
    state: signal(state as unknown as TelemetryState),
    hours: async () => ({ startMs: 0, hours, rows, heard: [] }),
  } as unknown as Telemetry;
}

const sandbox = fixtureAccount({ kind: 'sandbox' });

export const deskPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/overview',
    elements: ['fk-overview-page', 'fk-fleet-weeks'],
    fields: ['type', 'model', 'firmware', 'access', 'tag', 'alias of a battery'],
    rows: 4,
    open: (stage) => async (rows) => {
      const telemetry = telemetryOf(rows.map((_, at) => fixtureDevice(at + 20).mac!));
      const services = scriptedServices(
        {
          devices: {
            devices: rows.map((t, at) =>
              fixtureDevice(at + 20, {
                deviceType: t.type,
                model: t.model,
                firmware: t.firmware,
                access: t.access,
                tags: [t.tag],
                alias: t['alias of a battery'],
              }),
            ),
            completedAtMs: Date.now(),
          },
        },
        { telemetry: async () => telemetry, jobs: () => openMemoryJobs() },
      );
      history.replaceState(null, '', `${location.pathname}?show=fleet`);
      stage.draw(html`${keyed(services, html`<fk-overview-page .services=${services}></fk-overview-page>`)}`);
      await stage.settled();
    },
  }),
  hostilePlace({
    folder: 'shell',
    elements: ['fk-palette'],
    fields: ['id', 'alias', 'mac'],
    open:
      (stage) =>
      async ([t]) => {
        const palette = new FkPalette();
        palette.services = scriptedServices({
          devices: {
            devices: [fixtureDevice(20, { uniqueId: t!.id, alias: t!.alias, mac: t!.mac, tags: ['findme'] })],
          },
        });
        stage.draw(html`${palette}`);
        await stage.settled();
        const input = stage.find<HTMLInputElement>('fk-palette').shadowRoot!.querySelector('input')!;
        input.value = 'findme';
        input.dispatchEvent(new Event('input'));
        await stage.settled();
      },
  }),
  hostilePlace({
    folder: 'pages/report-check',
    elements: ['fk-report-check-page'],
    fields: ['file name'],
    shows: { 'file name': asFileName },
    open:
      (stage) =>
      async ([t]) => {
        const file = new File(['no report'], t!['file name']);
        bringFile(file, 'report');
        stage.draw(html`<fk-report-check-page></fk-report-check-page>`);
        await stage.answered();
        while (stage.findAll('section').length === 0) await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/phone-check',
    elements: ['fk-phone-check-page'],
    fields: ['id'],
    open:
      (stage) =>
      async ([t]) => {
        const running = { runId: 'run', uniqueId: t!.id, phase: 'writing', copyMissing: null } as RunProgress;
        const state = signal<PhoneCheckState>({ now: null, steps: [], obstacle: null, file: null });
        const check: PhoneCheck = { state, start: async () => undefined, cancel: () => undefined };
        const services = scriptedServices({ current: running }, { phoneCheck: async () => check });
        stage.draw(html``);
        stage.draw(html`<fk-phone-check-page .services=${services}></fk-phone-check-page>`);
        await stage.settled();
      },
  }),
  hostilePlace({
    folder: 'pages/guide',
    elements: ['fk-guide-page'],
    fields: ['id'],
    open:
      (stage) =>
      async ([t]) => {
        const services = scriptedServices(
          { session: { account: sandbox, accounts: [sandbox] }, devices: { completedAtMs: Date.now() } },
          {
            app: {
              practice: () => ({ ...PRACTICE_ACTIONS, firstBeacon: t!.id }),
            },
          },
        );
        stage.draw(html`${keyed(services, html`<fk-guide-page .services=${services}></fk-guide-page>`)}`);
        await stage.settled();
      },
  }),
];
