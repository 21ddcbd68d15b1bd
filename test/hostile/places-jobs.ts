/**
 * The pages of a job and of an account: running, the list of runs, the outbox, connecting, more, welcome, and the
 * shell.
 */
import { html, type LitElement } from 'lit';
import type { RunProgress } from '../../src/use-cases/run/runs.ts';
import '../../src/ui/elements/toast/toast.ts';
import '../../src/ui/shell/app.ts';
import '../../src/ui/shell/shell-notices.ts';
import '../../src/ui/shell/key-dialog.ts';
import { AskKeyEvent } from '../../src/ui/shared/ask-key-event.ts';
import { SayEvent } from '../../src/ui/shared/say.ts';
import '../../src/ui/elements/receipt-counter/receipt-counter.ts';
import '../../src/ui/pages/connect/connect-page.ts';
import '../../src/ui/pages/more/more-page.ts';
import '../../src/ui/pages/more/plan-files.ts';
import '../../src/ui/pages/outbox/outbox-page.ts';
import '../../src/ui/pages/run/run-page.ts';
import '../../src/ui/pages/run-list/run-list-page.ts';
import '../../src/ui/pages/welcome/welcome-page.ts';
import { EMPTY_LIST, EMPTY_OUTBOX, scriptedServices } from '../support/scripted-services.ts';
import {
  fixtureAccount,
  fixtureDevice,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs, NO_PATTERNS } from '../support/job-rows.ts';
import { asTyped, asTypedKey, hostilePlace, type HostilePlace } from './place.ts';
import { connectStrings } from '../../src/ui/strings/connect.ts';
import { field } from '../support/roles.ts';
import { NOW, failureOf, press, type } from './hands.ts';

const progressOf = (uniqueId: string, changes: Partial<RunProgress> = {}): RunProgress => ({
  runId: 'r',
  uniqueId,
  phase: 'connecting',
  past: [],
  phaseSinceMs: NOW,
  attempt: 1,
  attempts: 4,
  cancelSafe: true,
  copyMissing: null,
  outcome: null,
  failure: null,
  ...changes,
});
const typedAs = asTyped;

export const jobPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'pages/run',
    elements: ['fk-run-page', 'fk-change-table'],
    fields: [
      'id',
      'alias',
      'name',
      'value before',
      'value',
      'name of a value',
      'name prefix',
      'command waiting',
      'failure',
      'failure of a run',
      'another beacon',
    ],
    // The chooser searches for a name if there is one; the alias is shown above it.
    shows: { name: () => null, 'name prefix': () => null },
    open(stage) {
      const ready = scriptedServices();
      const unfinished = scriptedServices();
      const saving = scriptedServices();
      return ([t]) => {
        const { id } = t!;
        const devices = {
          ...EMPTY_LIST,
          devices: [fixtureDevice(20, { uniqueId: id, alias: t!.alias, name: t!.name })],
        };
        const account = fixtureAccount();
        for (const services of [ready, unfinished, saving]) {
          services.lives.devices.value = devices;
          services.lives.outbox.value = { ...EMPTY_OUTBOX };
          services.lives.session.value = {
            ...services.lives.session.value,
            account: {
              ...account,
              settings: {
                ...account.settings,
                profile: { ...account.settings.profile, namePrefixes: [t!['name prefix']] },
              },
            },
          };
        }
        ready.lives.packages.value = [
          fixturePackage(id, {
            token: 9,
            values: { odd: t!.value, [t!['name of a value']]: 1 },
            before: { odd: t!['value before'] },
          }),
          fixturePackage(id, { id: 'command', kind: 'command', command: t!['command waiting'], token: 5 }),
        ];
        ready.lives.current.value = progressOf(t!['another beacon']);
        unfinished.lives.runs.value = [
          fixtureRun(id, {
            step: 'writing',
            lastFailure: { code: 'unknown', detail: t!['failure of a run'], atMs: NOW },
          }),
        ];
        saving.lives.current.value = progressOf(id, {
          phase: 'copying',
          copyMissing: 'second',
          failure: { code: 'unknown', detail: t!.failure, atMs: NOW },
        });
        stage.draw(
          html`${[ready, unfinished, saving].map((services) => html`<fk-run-page .uniqueId=${id} .services=${services} .nowMs=${() => NOW}></fk-run-page>`)}`,
        );
      };
    },
  }),
  hostilePlace({
    folder: 'pages/run-list',
    elements: ['fk-run-list-page'],
    fields: ['unfinished id', 'its alias', 'ready id', 'its name', 'id without a package', 'search'],
    rows: 40,
    shows: { search: () => null },
    open(stage) {
      const services = scriptedServices();
      return (rows) => {
        services.lives.devices.value = {
          ...EMPTY_LIST,
          devices: rows.flatMap((t, at) => [
            fixtureDevice(at + 20, { uniqueId: t['unfinished id'], alias: t['its alias'] }),
            fixtureDevice(at + 200, { uniqueId: t['ready id'], alias: null, name: t['its name'] }),
          ]),
        };
        services.lives.runs.value = rows.map((t, at) =>
          fixtureRun(t['unfinished id'], { id: `r${at}`, step: 'writing' }),
        );
        services.lives.packages.value = rows.flatMap((t, at) => [
          fixturePackage(t['ready id'], { id: `p${at}` }),
          fixturePackage(t['id without a package'], { id: `q${at}`, state: 'prepared', base64: null }),
        ]);
        services.lives.outbox.value = { ...EMPTY_OUTBOX };
        stage.draw(html`<fk-run-list-page .services=${services} .nowMs=${() => NOW}></fk-run-list-page>`);
      };
    },
  }),
  hostilePlace({
    folder: 'pages/run-list',
    elements: ['fk-run-list-page'],
    fields: ['search'],
    // It is part of the address, which holds no half of a character.
    shows: { search: (text) => new TextDecoder().decode(new TextEncoder().encode(typedAs(text))) },
    open(stage) {
      const services = scriptedServices({
        packages: Array.from({ length: 30 }, (_, at) => fixturePackage(`x${at}`)),
        outbox: { ...EMPTY_OUTBOX },
      });
      stage.draw(html`<fk-run-list-page .services=${services} .nowMs=${() => NOW}></fk-run-list-page>`);
      return ([t]) => type(stage, 'wanted', t!.search);
    },
  }),
  hostilePlace({
    folder: 'pages/outbox',
    elements: ['fk-outbox-page', 'fk-outbox-item'],
    fields: [
      'id',
      'alias',
      'type',
      'row id',
      'code',
      'message',
      'candidate',
      'edit id',
      'alias typed',
      'tags typed',
      'notes typed',
      'edit message',
    ],
    rows: 25,
    open(stage) {
      const services = scriptedServices();
      return async (rows) => {
        services.lives.devices.value = {
          ...EMPTY_LIST,
          devices: rows.map((t, at) => fixtureDevice(at + 20, { uniqueId: t.id, alias: t.alias })),
        };
        services.lives.outbox.value = {
          ...EMPTY_OUTBOX,
          receipts: rows.map((t) =>
            fixtureReceipt(t.id, {
              id: t['row id'],
              deviceType: t.type,
              state: 'parked',
              owner: 'unsure',
              candidates: [t.candidate],
              lastAnswer: { atMs: NOW, status: 422, code: t.code, message: t.message },
            }),
          ),
          edits: rows.map((t) =>
            fixtureEdit(t['edit id'], {
              state: 'parked',
              values: { alias: t['alias typed'], tags: t['tags typed'], notes: t['notes typed'] },
              lastAnswer: { atMs: NOW, status: 422, code: t.code, message: t['edit message'] },
            }),
          ),
        };
        stage.draw(html`<fk-outbox-page .services=${services} .nowMs=${() => NOW}></fk-outbox-page>`);
        // As after "more".
        Object.assign(stage.find('fk-outbox-page'), { shown: { needsYou: 1000, waiting: 0, delivered: 0 } });
        await stage.settled();
        for (const toggle of stage.findAll('.toggle[aria-expanded="false"]')) toggle.click();
      };
    },
  }),
  hostilePlace({
    folder: 'pages/outbox',
    elements: ['fk-outbox-page'],
    fields: [
      'search',
      'storage remark',
      'fault of a file',
      'field left out of a file',
      'account name',
      'account address',
      'address in a file',
      'account in a file',
    ],
    shows: { search: typedAs },
    open(stage) {
      const services = scriptedServices();
      return async ([t]) => {
        services.lives.session.value = {
          ...services.lives.session.value,
          account: fixtureAccount({ name: t!['account name'], legacyBaseUrl: t!['account address'] }),
        };
        services.lives.outbox.value = {
          ...EMPTY_OUTBOX,
          receipts: Array.from({ length: 40 }, (_, at) => fixtureReceipt(`x${at}`, { id: `r${at}` })),
          storageRemarks: [t!['storage remark']],
        };
        stage.draw(html`<fk-outbox-page .services=${services} .nowMs=${() => NOW}></fk-outbox-page>`);
        const page = stage.find<LitElement & { readonly files: object }>('fk-outbox-page');
        Object.assign(page.files, {
          refusal: { words: 'x', problems: [t!['fault of a file']] },
          question: {
            text: '',
            preview: {
              kind: 'file',
              ofThisAccount: false,
              baseUrl: t!['address in a file'],
              accountId: t!['account in a file'],
              exportedAtMs: NOW,
              count: 1,
              devices: 1,
              problems: [{ code: 'notJson', line: 1 }],
              dropped: [t!['field left out of a file']],
            },
          },
        });
        page.requestUpdate();
        await stage.settled();
        type(stage, 'wanted', t!.search);
      };
    },
  }),
  hostilePlace({
    folder: 'pages/connect',
    elements: ['fk-connect-page'],
    fields: ['baseUrl', 'legacyBaseUrl', 'vendor', 'name', 'profile.namePrefixes', 'message'],
    // A field for addresses removes surrounding blanks.
    shows: {
      baseUrl: (text) => asTypedKey(text.trim()).trim(),
      legacyBaseUrl: (text) => asTypedKey(text.trim()).trim(),
      vendor: typedAs,
      name: typedAs,
      'profile.namePrefixes': typedAs,
    },
    open(stage) {
      const services = scriptedServices({ session: { account: null, key: 'none' } });
      stage.draw(html`<fk-connect-page .services=${services}></fk-connect-page>`);
      return async ([t]) => {
        field(stage.find('fk-connect-page'), connectStrings.ownAddresses).click();
        await stage.settled();
        for (const name of ['baseUrl', 'legacyBaseUrl', 'vendor', 'name', 'profile.namePrefixes'] as const)
          type(stage, name, t![name]);
        press(stage, 'Connect');
        await stage.settled();
        Object.assign(stage.find('fk-connect-page'), {
          verdict: { kind: 'other', failure: failureOf(t!.message, 'x', 'x') },
        });
      };
    },
  }),
  hostilePlace({
    folder: 'pages/connect',
    elements: ['fk-connect-page'],
    fields: ['name in a set-up code', 'vendor in a set-up code'],
    open(stage) {
      const services = scriptedServices({ session: { account: null, key: 'none' } });
      stage.draw(html`<fk-connect-page .services=${services}></fk-connect-page>`);
      return async ([t]) => {
        const [baseUrl, legacyBaseUrl] = ['https://api.example.com', 'https://dm.example.com'];
        const offered = {
          name: t!['name in a set-up code'],
          vendor: t!['vendor in a set-up code'],
          baseUrl,
          legacyBaseUrl,
        };
        Object.assign(stage.find('fk-connect-page'), { offered });
      };
    },
  }),
  hostilePlace({
    folder: 'pages/more',
    elements: [
      'fk-more-page',
      'fk-account-section',
      'fk-key-section',
      'fk-settings-section',
      'fk-phone-section',
      'fk-cached-list-section',
      'fk-remove-section',
      'fk-diagnostics-section',
    ],
    fields: [
      'account',
      'address',
      'legacy address',
      'vendor',
      'account id',
      'other account',
      'its address',
      'version',
      'setting',
    ],
    shows: { setting: typedAs },
    open(stage) {
      const services = scriptedServices();
      return async ([t]) => {
        const account = fixtureAccount({
          id: t!['account id'],
          name: t!.account,
          baseUrl: t!.address,
          legacyBaseUrl: t!['legacy address'],
          vendor: t!.vendor,
        });
        services.lives.session.value = {
          ...services.lives.session.value,
          account,
          accounts: [account, fixtureAccount({ id: 'other', name: t!['other account'], baseUrl: t!['its address'] })],
        };
        services.lives.app.value = { ...services.lives.app.value, version: t!.version };
        stage.draw(html`<fk-more-page .services=${services}></fk-more-page>`);
        await stage.settled();
        type(stage, 'pageSize', t!.setting);
      };
    },
  }),
  hostilePlace({
    folder: 'pages/more',
    elements: ['fk-plan-files'],
    fields: ['job', 'template'],
    open(stage) {
      return async ([t]) => {
        const jobs = await openMemoryJobs({ jobs: [fixtureJob('job-1', { name: t!.job })], tasks: [fixtureTask(0)] });
        await jobs.templates.save(t!.template, { values: { interval: 500 }, patterns: NO_PATTERNS });
        const services = scriptedServices({}, { jobs: async () => jobs });
        stage.draw(html`<fk-plan-files .services=${services}></fk-plan-files>`);
        await stage.answered();
      };
    },
  }),
  hostilePlace({
    folder: 'pages/welcome',
    elements: ['fk-welcome-page'],
    fields: ['account'],
    open(stage) {
      const services = scriptedServices({ session: { account: null, key: 'none' } });
      stage.draw(html`<fk-welcome-page .services=${services}></fk-welcome-page>`);
      return ([t]) =>
        void (services.lives.session.value = {
          ...services.lives.session.value,
          accounts: [fixtureAccount({ name: t!.account })],
        });
    },
  }),
  hostilePlace({
    folder: 'app',
    elements: ['fk-app', 'fk-page-host', 'fk-key-dialog', 'fk-receipt-counter', 'fk-shell-notices'],
    fields: ['said', 'account', 'key'],
    shows: { key: asTypedKey },
    open(stage) {
      const services = scriptedServices({ session: { key: 'needed' } });
      stage.draw(
        html`<fk-app .services=${services} .routes=${[]}></fk-app><fk-key-dialog .request=${new AskKeyEvent()} .session=${services.session}></fk-key-dialog>`,
      );
      return async ([t]) => {
        // The app loads these after its first page.
        await Promise.all(['fk-toast', 'fk-shell-notices'].map((tag) => customElements.whenDefined(tag)));
        while (stage.findAll('fk-shell-notices').length === 0) await stage.answered();
        stage.find('fk-app').dispatchEvent(new SayEvent(t!.said));
        services.lives.session.value = {
          ...services.lives.session.value,
          account: fixtureAccount({ name: t!.account }),
        };
        stage.find<HTMLElement & { requestUpdate(): void }>('fk-key-dialog').requestUpdate();
        await stage.settled();
        type(stage, 'key', t!.key);
      };
    },
  }),
];
