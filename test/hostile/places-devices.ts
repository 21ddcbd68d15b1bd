/**
 * The pages about devices: the list with its panel, one device, its configuration, its commands, orders, moving and
 * sharing.
 */
import { html } from 'lit';
import type { CachedDevice } from '../../src/domain/device.ts';
import { READ_ALL } from '../../src/domain/commands/command.ts';
import { DEVICE_COLUMNS } from '../../src/domain/device-list/columns.ts';
import { READING } from '../../src/domain/errand.ts';
import type { AssignOutcome, OwnershipResult } from '../../src/use-cases/ownership/ownership.ts';
import type { PrepareOutcome } from '../../src/use-cases/prepare/prepare.ts';
import '../../src/ui/pages/command/command-page.ts';
import '../../src/ui/pages/configure/configure-page.ts';
import '../../src/ui/pages/device/device-page.ts';
import '../../src/ui/pages/devices/device-window.ts';
import '../../src/ui/pages/devices/devices-page.ts';
import '../../src/ui/pages/devices/list-options.ts';
import { USUAL_VIEW } from '../../src/ui/pages/devices/list-view.ts';
import '../../src/ui/pages/orders/orders-page.ts';
import '../../src/ui/pages/ownership/give-page.ts';
import { selection } from '../../src/ui/shared/chosen-devices.ts';
import { tableGiven } from '../support/table-given.ts';
import { EMPTY_LIST, EMPTY_OUTBOX, scriptedServices } from '../support/scripted-services.ts';
import {
  fixtureAccount,
  fixtureDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../support/fixture-rows.ts';
import { asTyped, asTypedKey, asTypedLines, hostilePlace, manyLines, oneLine, type HostilePlace } from './place.ts';
import { mailIn } from '../../src/domain/ownership/share.ts';
import { NOW, failureOf, type } from './hands.ts';

/** Lists of words are shown without surrounding blanks. */
const trimmed = (text: string): string => text.trim();

/** What the panel of the device list is told. */
const listOf = (devices: readonly CachedDevice[]) => ({
  devices,
  jobs: [],
  view: USUAL_VIEW,
  accountId: 'a',
  search: '',
  shape: 'list',
  pageSize: 50,
  locked: '',
  changeView: () => undefined,
  fetchPart: () => undefined,
});

export const devicePlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/devices',
    elements: ['fk-device-window'],
    fields: [
      'id',
      'alias',
      'name',
      'type',
      'model',
      'firmware',
      'mac',
      'access',
      'order',
      'tag',
      'pending attribute',
      'notes',
      'alias typed here',
    ],
    rows: 100,
    open: (stage) => async (rows) => {
      const devices = rows.flatMap((t, at) => [
        fixtureDevice(at + 20, {
          uniqueId: t.id,
          alias: t.alias,
          name: t.name,
          deviceType: t.type,
          model: t.model,
          firmware: t.firmware,
          mac: t.mac,
          access: t.access,
          tags: [t.tag],
          notes: t.notes,
          attributes: { orderId: t.order },
          pending: { [t['pending attribute']]: 1 },
        }),
        fixtureDevice(at + 2000, { uniqueId: `x${at}` }),
      ]);
      const edits = rows.map((t, at) => fixtureEdit(`x${at}`, { values: { alias: t['alias typed here'] } }));
      const beacons = tableGiven({ edits });
      stage.draw(
        html`<fk-device-window choosing .devices=${devices} .beacons=${beacons} .columns=${DEVICE_COLUMNS}></fk-device-window>`,
      );
      // As on a very tall screen: every row is in view.
      Object.assign(stage.find('fk-device-window'), { tall: devices.length * 80 });
      await stage.settled();
    },
  }),
  hostilePlace({
    folder: 'pages/devices',
    elements: ['fk-devices-page', 'fk-list-options', 'fk-filter-choice', 'fk-failure'],
    fields: [
      'search',
      'message',
      'field',
      'what is wrong with it',
      'type',
      'access',
      'model',
      'order',
      'tag',
      'asked order',
    ],
    shows: { search: oneLine, 'asked order': asTyped },
    open(stage) {
      const services = scriptedServices({ devices: { devices: [fixtureDevice(20)], completedAtMs: NOW } });
      return async ([t]) => {
        stage.draw(html`<fk-devices-page .services=${services}></fk-devices-page>
          <fk-list-options .list=${listOf([fixtureDevice(20, { deviceType: t!.type, access: t!.access, model: t!.model, attributes: { orderId: t!.order }, tags: [t!.tag] })])}></fk-list-options>`);
        services.lives.devices.value = {
          ...services.lives.devices.value,
          refreshing: null,
          failure: failureOf(t!.message, t!.field, t!['what is wrong with it']),
        };
        await stage.settled();
        type(stage, 'search', t!.search);
        type(stage, 'orderBy', t!['asked order']);
      };
    },
  }),
  hostilePlace({
    folder: 'pages/device',
    elements: ['fk-device-page', 'fk-beacon-reading', 'fk-change-table', 'fk-device-sharing', 'fk-telemetry-glance'],
    fields: [
      'id',
      'alias',
      'name',
      'model',
      'mac',
      'access',
      'firmware',
      'tag',
      'notes',
      'value',
      'name of a value',
      'list value',
      'inner value',
      'shared with',
      'pending name',
      'pending value',
      'package value',
      'value before',
      'name read from the beacon',
      'value read from the beacon',
      'detail of the reading',
      'journal note',
      'notes of the backend',
      'alias typed',
      'message',
      'field',
      'what is wrong with it',
    ],
    // An alias and notes that are typed but not sent replace the others.
    shows: {
      'alias typed': asTyped,
      tag: oneLine,
      notes: manyLines,
      'list value': trimmed,
      'inner value': (text) => JSON.stringify(text).slice(1, -1),
    },
    open(stage) {
      const services = scriptedServices({}, { prepare: { fetchPackage: async () => outcome } });
      let outcome: PrepareOutcome = { kind: 'notAccessible' };
      stage.draw(html`<fk-device-page .services=${services} uniqueId="aB3d"></fk-device-page>`);
      return async ([t]) => {
        stage.draw(html`<fk-device-page .services=${services} .uniqueId=${t!.id}></fk-device-page>`);
        const device = fixtureDevice(20, {
          uniqueId: t!.id,
          deviceType: 'BEACON',
          alias: t!.alias,
          name: t!.name,
          model: t!.model,
          mac: t!.mac,
          access: t!.access,
          firmware: t!.firmware,
          tags: [t!.tag],
          notes: t!['notes of the backend'],
          attributes: {
            odd: t!.value,
            [t!['name of a value']]: 1,
            list: [t!['list value']],
            inner: { deep: t!['inner value'] },
            shares: [{ managerMail: t!['shared with'] }],
          },
          pending: { [t!['pending name']]: 1, odd: t!['pending value'] },
        });
        services.lives.devices.value = { ...EMPTY_LIST, devices: [device], completedAtMs: NOW };
        services.lives.packages.value = [
          fixturePackage(t!.id, { values: { odd: t!['package value'] }, before: { odd: t!['value before'] } }),
          fixturePackage(t!.id, { id: 'command', kind: 'command', command: t!.value }),
        ];
        services.lives.runs.value = [
          fixtureRun(t!.id, { journal: [{ step: 'intent', atMs: NOW, note: t!['journal note'] }] }),
          fixtureRun(t!.id, {
            id: 'reading',
            command: READ_ALL,
            step: 'written',
            lastFailure: { code: 'droppedWhileReading', detail: t!['detail of the reading'], atMs: NOW },
          }),
        ];
        services.lives.outbox.value = {
          ...EMPTY_OUTBOX,
          receipts: [
            fixtureReceipt(t!.id),
            fixtureReceipt(t!.id, {
              id: 'reading',
              kind: READING,
              found: {
                atMs: NOW,
                values: { [t!['name read from the beacon']]: 1, odd: t!['value read from the beacon'] },
              },
            }),
          ],
          edits: [fixtureEdit(t!.id, { values: { notes: t!.notes }, base: { notes: 'before' } })],
        };
        await stage.settled();
        outcome = { kind: 'failed', failure: failureOf(t!.message, t!.field, t!['what is wrong with it']) };
        // The result of fetching a package.
        Object.assign(stage.find('fk-device-page'), { outcome });
        await stage.settled();
        // It stays open from one drawing to the next.
        stage.find('fk-device-page').shadowRoot!.querySelector<HTMLElement>('.title fk-button')?.click();
        await stage.settled();
        type(stage, 'alias', t!['alias typed']);
      };
    },
  }),
  hostilePlace({
    folder: 'pages/device',
    elements: ['fk-device-sharing'],
    fields: ['name', 'address', 'role', 'device', 'message', 'field', 'what is wrong with it'],
    open(stage) {
      return async ([t]) => {
        const holder = { email: t!.address, name: t!.name, role: t!.role, expiresAtMs: null };
        const failure = failureOf(t!.message, t!.field, t!['what is wrong with it']);
        const services = scriptedServices(
          {},
          {
            ownership: {
              access: {
                offers: async () => ({ list: 'offered', takeBack: 'offered' }),
                read: async (id) =>
                  id === 'fails' ? { kind: 'failed', failure } : { kind: 'listed', holders: [holder] },
                takeBack: async () => ({ kind: 'refused', failure }),
              },
            },
          },
        );
        stage.draw(html``);
        stage.draw(
          html`${['listed', 'fails'].map((uniqueId) => html`<fk-device-sharing .device=${fixtureDevice(20, { uniqueId, alias: t!.device, access: 'OWNER' })} .ownership=${services.ownership}></fk-device-sharing>`)}`,
        );
        await stage.answered();
        for (const one of stage.findAll('fk-device-sharing'))
          one.shadowRoot!.querySelector<HTMLElement>('.row fk-button')!.click();
        await stage.answered();
        stage.findAll('fk-device-sharing')[0]!.shadowRoot!.querySelector<HTMLElement>('li fk-button')?.click();
        await stage.answered();
      };
    },
  }),
  hostilePlace({
    folder: 'pages/configure',
    elements: ['fk-configure-page', 'fk-named-attributes', 'fk-prepare-outcome', 'fk-change-table'],
    fields: [
      'id',
      'name now',
      'value now',
      'pending',
      'name typed',
      'name of another',
      'value of another',
      'another in the draft',
      'its value',
      'message',
      'field',
      'what is wrong with it',
      'remark',
      'storage',
    ],
    shows: { 'name typed': asTyped, 'name of another': asTyped, 'value of another': asTyped },
    open(stage) {
      const services = scriptedServices();
      return async ([t]) => {
        const device = fixtureDevice(20, {
          uniqueId: 'aB3d',
          name: t!['name now'],
          attributes: { proximity: t!['value now'] },
          pending: { odd: t!.pending },
        });
        services.lives.devices.value = { ...EMPTY_LIST, devices: [device] };
        const carried = fixturePackage(t!.id);
        stage.draw(html`<fk-configure-page .services=${services} .uniqueId=${t!.id}></fk-configure-page><fk-configure-page .services=${services} uniqueId="aB3d"></fk-configure-page>
          <fk-named-attributes .draft=${{ typed: {}, named: { [t!['another in the draft']]: '1', plain: t!['its value'] } }}></fk-named-attributes>
          <fk-prepare-outcome .uniqueId=${t!.id} .outcome=${{ kind: 'failed', failure: failureOf(t!.message, t!.field, t!['what is wrong with it']) }}></fk-prepare-outcome>
          <fk-prepare-outcome .uniqueId=${t!.id} .outcome=${{ kind: 'onThisPhone', package: carried, remarks: [t!.remark] }}></fk-prepare-outcome>
          <fk-prepare-outcome .uniqueId=${t!.id} .outcome=${{ kind: 'storageFailed', detail: t!.storage }}></fk-prepare-outcome>`);
        await stage.settled();
        type(stage, 'name', t!['name typed']);
        // A secret's value is not cleaned, so the value is typed before a name that may look like a secret's.
        type(stage, 'attribute-name', '');
        await stage.settled();
        type(stage, 'attribute-value', t!['value of another']);
        await stage.settled();
        type(stage, 'attribute-name', t!['name of another']);
      };
    },
  }),
  hostilePlace({
    folder: 'pages/command',
    elements: ['fk-command-page'],
    fields: [
      'id',
      'alias',
      'command in the address',
      'access',
      'run failure',
      'message',
      'field',
      'what is wrong with it',
      'storage',
      'remark',
    ],
    // The command in the address is looked up and not shown.
    shows: { 'command in the address': () => null },
    open(stage) {
      const services = scriptedServices();
      return async ([t]) => {
        const { id } = t!;
        services.lives.devices.value = {
          ...EMPTY_LIST,
          devices: [
            fixtureDevice(20, { uniqueId: id, alias: t!.alias, access: 'OWNER' }),
            fixtureDevice(21, { uniqueId: 'x', access: t!.access }),
          ],
        };
        services.lives.packages.value = [fixturePackage(id, { kind: 'command', command: 'restart' })];
        services.lives.runs.value = [
          fixtureRun(id, {
            command: 'restart',
            lastFailure: { code: 'unknown', detail: t!['run failure'], atMs: NOW },
          }),
        ];
        stage.draw(html`<fk-command-page .services=${services} .uniqueId=${id} command="restart"></fk-command-page><fk-command-page .services=${services} .uniqueId=${id} command="bootloader"></fk-command-page>
          <fk-command-page .services=${services} .uniqueId=${id} .command=${t!['command in the address']}></fk-command-page><fk-command-page .services=${services} uniqueId="x" command="bootloader"></fk-command-page>`);
        await stage.settled();
        const [first, second, , fourth] = stage.findAll('fk-command-page');
        Object.assign(first!, {
          fetched: { kind: 'failed', failure: failureOf(t!.message, t!.field, t!['what is wrong with it']) },
        });
        Object.assign(second!, { fetched: { kind: 'storageFailed', detail: t!.storage } });
        Object.assign(fourth!, {
          fetched: { kind: 'onThisPhone', package: fixturePackage(id), order: 'first', remarks: [t!.remark] },
        });
      };
    },
  }),
  hostilePlace({
    folder: 'pages/orders',
    elements: ['fk-orders-page'],
    fields: ['orders', 'account', 'new device', 'message', 'field', 'what is wrong with it', 'unread'],
    shows: { orders: asTypedLines },
    open(stage) {
      const services = scriptedServices();
      return async ([t]) => {
        const account = fixtureAccount({ name: t!.account });
        services.lives.session.value = { ...services.lives.session.value, account };
        const failure = failureOf(t!.message, t!.field, t!['what is wrong with it']);
        const outcomes: (AssignOutcome | null)[] = [
          null,
          { kind: 'refused', failure, found: null },
          { kind: 'unknown', failure, found: { kind: 'listed', uniqueIds: [t!['new device']] } },
          { kind: 'assigned', found: { kind: 'unread', failure: failureOf(t!.unread, 'x', 'x') } },
        ];
        stage.draw(html`${outcomes.map(() => html`<fk-orders-page .services=${services}></fk-orders-page>`)}`);
        stage.findAll('fk-orders-page').forEach((page, at) => Object.assign(page, { outcome: outcomes[at] }));
        await stage.settled();
        type(stage, 'orderId', t!.orders);
      };
    },
  }),
  ...(['move', 'share'] as const).map((what) =>
    hostilePlace({
      folder: 'pages/ownership',
      elements: [`fk-${what}-page`],
      fields: ['id', 'id of another’s', 'access', 'account', 'mail', 'refused id', 'message'],
      shows: {
        access: () => null,
        mail: (text) => mailIn(asTypedKey(text).trim()),
        account: (text) => (what === 'move' ? text : null),
      },
      open(stage) {
        const services = scriptedServices();
        const page = (): ReturnType<typeof html> =>
          what === 'move'
            ? html`<fk-move-page .services=${services}></fk-move-page>`
            : html`<fk-share-page .services=${services}></fk-share-page>`;
        return async ([t]) => {
          services.lives.session.value = {
            ...services.lives.session.value,
            account: fixtureAccount({ name: t!.account }),
          };
          services.lives.devices.value = {
            ...EMPTY_LIST,
            devices: [
              fixtureDevice(20, { uniqueId: t!.id, access: 'OWNER' }),
              fixtureDevice(21, { uniqueId: t!['id of another’s'], access: 'EDITOR' }),
            ],
          };
          services.lives.outbox.value = { ...EMPTY_OUTBOX, receipts: [fixtureReceipt(t!.id)] };
          selection.value = [t!.id, t!['id of another’s']];
          stage.draw(html`${page()}${page()}`);
          const result: OwnershipResult = {
            uniqueId: t!['refused id'],
            kind: 'refused',
            failure: failureOf(t!.message, 'x', 'x'),
          };
          Object.assign(stage.findAll(`fk-${what}-page`)[1]!, { results: [result], all: [result.uniqueId] });
          await stage.settled();
          type(stage, 'mail', t!.mail);
        };
      },
    }),
  ),
];
