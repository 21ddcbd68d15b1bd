/** The pages about many chosen devices, and the filters and saved views that lead to them. */
import { html } from 'lit';
import { signal } from '@preact/signals-core';
import { NO_FILTER } from '../../src/domain/device-list/filter.ts';
import { roomOf } from '../../src/domain/room.ts';
import { SAVED_VIEWS_KEY } from '../../src/names.ts';
import '../../src/ui/pages/configure/configure-many-page.ts';
import '../../src/ui/pages/configure/pending-many-pages.ts';
import { renderFilterChips } from '../../src/ui/pages/devices/filter-chips.ts';
import '../../src/ui/pages/devices/saved-views.ts';
import { changesOf } from '../../src/ui/beacon/device-line.ts';
import '../../src/ui/pages/device-table/device-table-page.ts';
import '../../src/ui/pages/labels/labels-page.ts';
import '../../src/ui/pages/tags/tags-page.ts';
import { selection } from '../../src/ui/shared/chosen-devices.ts';
import { elementStrings } from '../../src/ui/strings/elements.ts';
import type { PrepareMany, PrepareManyState } from '../../src/use-cases/prepare/prepare-many.ts';
import { fixtureDevice } from '../support/fixture-rows.ts';
import { openMemoryJobs } from '../support/job-rows.ts';
import { scriptedServices } from '../support/scripted-services.ts';
import { NOW, failureOf, press } from './hands.ts';
import { hostilePlace, type HostilePlace, type Texts } from './place.ts';

const VIEWS_OF = 'hostile';

function many(work: PrepareManyState | null): () => Promise<PrepareMany> {
  const nothing = (): Promise<void> => Promise.resolve();
  return () =>
    Promise.resolve({
      state: signal(work),
      start: nothing,
      cancel: () => undefined,
      retry: nothing,
      dismiss: () => undefined,
    });
}

function chosen(t: Texts<'id' | 'alias'>, changes: Parameters<typeof fixtureDevice>[1], work: PrepareManyState | null) {
  selection.value = [t.id];
  const device = fixtureDevice(20, { uniqueId: t.id, alias: t.alias, ...changes });
  return scriptedServices({ devices: { devices: [device], completedAtMs: NOW } }, { prepareMany: many(work) });
}

export const manyPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/tags',
    elements: ['fk-tags-page', 'fk-device-line', 'fk-row-window'],
    fields: ['id', 'alias', 'tag'],
    open:
      (stage) =>
      async ([t]) => {
        const services = chosen(t!, { tags: [t!.tag] }, null);
        stage.draw(html`<fk-tags-page .services=${services}></fk-tags-page>`);
        await stage.settled();
        // Devices that stay as they are.
        const [details] = stage.findAll<HTMLDetailsElement>('details');
        details!.open = true;
        // A long tag pushes them out of view.
        details!.scrollIntoView();
        await stage.settled();
      },
  }),
  hostilePlace({
    folder: 'pages/labels',
    elements: ['fk-labels-page'],
    fields: ['id', 'alias', 'room'],
    shows: { room: (text) => roomOf([`room:${text}`]) },
    open:
      (stage) =>
      async ([t]) => {
        selection.value = [t!.id];
        const device = fixtureDevice(20, { uniqueId: t!.id, alias: t!.alias, tags: [`room:${t!.room}`] });
        const services = scriptedServices(
          { devices: { devices: [device], completedAtMs: NOW } },
          { jobs: () => openMemoryJobs() },
        );
        stage.draw(html`<fk-labels-page .services=${services}></fk-labels-page>`);
        while (stage.findAll('svg path[d^="M"]').length === 0) await stage.answered();
        await stage.settled();
      },
  }),
  hostilePlace({
    folder: 'pages/device-table',
    elements: ['fk-device-table-page', 'fk-device-line'],
    fields: ['id', 'alias', 'alias before', 'tag', 'tag before', 'note'],
    open:
      (stage) =>
      async ([t]) => {
        const device = fixtureDevice(20, {
          uniqueId: t!.id,
          alias: t!['alias before'],
          tags: [t!['tag before']],
          notes: null,
        });
        const line = { device, values: { alias: t!.alias, tags: t!.tag, notes: t!.note }, fault: null };
        stage.draw(html`<fk-device-table-page .services=${chosen({ id: t!.id, alias: t!.alias }, {}, null)}></fk-device-table-page>
          <fk-device-line .device=${device} .about=${changesOf(line)}></fk-device-line>`);
        await stage.settled();
      },
  }),
  hostilePlace({
    folder: 'pages/configure',
    elements: ['fk-configure-many-page', 'fk-attribute-form'],
    fields: ['one value', 'another value'],
    open:
      (stage) =>
      async ([t]) => {
        selection.value = ['one', 'other'];
        const services = scriptedServices(
          {
            devices: {
              devices: [
                fixtureDevice(20, { uniqueId: 'one', name: t!['one value'] }),
                fixtureDevice(21, { uniqueId: 'other', name: t!['another value'] }),
              ],
              completedAtMs: NOW,
            },
          },
          { prepareMany: many(null) },
        );
        stage.draw(html`<fk-configure-many-page .services=${services}></fk-configure-many-page>`);
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/configure',
    elements: ['fk-fetch-many-page', 'fk-many-line'],
    fields: ['id', 'alias', 'value', 'pending value'],
    open:
      (stage) =>
      async ([t]) => {
        const services = chosen(t!, { name: t!.value, pending: { name: t!['pending value'] } }, null);
        stage.draw(html`<fk-fetch-many-page .services=${services}></fk-fetch-many-page>`);
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/configure',
    elements: ['fk-withdraw-many-page', 'fk-many-line'],
    fields: ['id', 'alias', 'value', 'pending value'],
    open:
      (stage) =>
      async ([t]) => {
        const services = chosen(t!, { name: t!.value, pending: { name: t!['pending value'] } }, null);
        stage.draw(html`<fk-withdraw-many-page .services=${services}></fk-withdraw-many-page>`);
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/configure',
    elements: ['fk-many-work'],
    fields: ['id', 'alias', 'value', 'message'],
    // A phone has room for the outcome only.
    shows: { value: () => null },
    open:
      (stage) =>
      async ([t]) => {
        const task = {
          uniqueId: t!.id,
          deviceType: 'BEACON',
          kind: 'prepare' as const,
          values: { name: t!.value },
          before: {},
        };
        const failure = failureOf(t!.message, 'x', 'x');
        const services = chosen(
          t!,
          {},
          {
            tasks: [task],
            outcomes: new Map([[t!.id, { kind: 'failed' as const, failure }]]),
            running: false,
            stopped: null,
            waitsUntilMs: null,
          },
        );
        // A started action belongs to the page while it exists.
        stage.draw(html``);
        stage.draw(html`<fk-fetch-many-page .services=${services}></fk-fetch-many-page>`);
        await stage.answered();
        press(stage, elementStrings.details);
        await stage.answered();
      },
  }),
  hostilePlace({
    folder: 'pages/devices',
    elements: ['fk-saved-views'],
    fields: ['tag', 'model', 'name of a view'],
    // The longest allowed name.
    shows: { 'name of a view': (text) => text.slice(0, 60) },
    open:
      (stage) =>
      async ([t]) => {
        localStorage.setItem(SAVED_VIEWS_KEY + VIEWS_OF, JSON.stringify([{ name: t!['name of a view'], search: '' }]));
        // Views are read once for each account.
        stage.draw(html``);
        stage.draw(html`
          ${renderFilterChips({ ...NO_FILTER, tags: [t!.tag], models: [t!.model] }, [], () => undefined)}
          <fk-saved-views .accountId=${VIEWS_OF}></fk-saved-views>
        `);
        await stage.settled();
        localStorage.removeItem(SAVED_VIEWS_KEY + VIEWS_OF);
      },
  }),
];
