/** Ten thousand hostile texts through every element, form field and page part that shows what others have written: nothing runs, and each is shown as it is. */
import { expect } from '@open-wc/testing';
import { type LitElement, html, render, type TemplateResult } from 'lit';
import { TRAP, payloads } from '../../test/hostile/payloads.ts';
import { fixtureAccount, fixtureDevice, fixtureEdit, fixturePackage, fixtureReceipt, fixtureRun } from '../../test/support/fixture-rows.ts';
import { clear, deepAll, place, settled } from '../../test/support/page-place.ts';
import { scriptedServices, type ScriptedValues } from '../../test/support/scripted-services.ts';
import type { BackendFailure } from '../domain/backend-failure.ts';
import { createLive } from '../domain/live.ts';
import type { StreamConfig } from '../domain/streams/stream.ts';
import { readRecord, type TelemetryRecord } from '../domain/telemetry/record.ts';
import type { Streams, StreamState } from '../provisioning/streams-services.ts';
import type { Telemetry } from '../provisioning/telemetry-services.ts';
import './elements/button/button.ts';
import './elements/confirm-typed/confirm-typed.ts';
import './elements/dialog/dialog.ts';
import './elements/empty/empty.ts';
import './elements/field/field.ts';
import type { FieldKind } from './elements/field/field.ts';
import './elements/header/header.ts';
import './elements/id/id.ts';
import './elements/key-value/key-value.ts';
import './elements/nav/nav.ts';
import './elements/notice/notice.ts';
import './elements/progress/progress.ts';
import './elements/status/status.ts';
import './elements/steps/steps.ts';
import './elements/toast/toast.ts';
import './elements/value-change/value-change.ts';
import './pages/device/device-page.ts';
import './pages/devices/device-window.ts';
import './pages/outbox/outbox-page.ts';
import './pages/run/run-page.ts';
import './pages/streams/stream-form.ts';
import './pages/streams/streams-page.ts';
import './pages/telemetry/records-view.ts';

const ALL = payloads(10_000).map(({ text }) => text);
const NOW = Date.UTC(2026, 4, 5, 12);
const fired: unknown[] = [];
const violations: string[] = [];
const rejected: unknown[] = [];

/** Elements that no page of ours has, and attributes that run. */
const FOREIGN = 'script, iframe, object, embed, marquee, video, audio, math, x-evil, template, foreignObject, animate, img[src="x"]';
const RUNS = /^on/i;

function batches<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Every nth: where a part is slow to draw, it sees a thinner row of the same shapes. */
function thinned(every: number): string[] {
  return ALL.filter((_, at) => at % every === 0);
}

/** All text nodes and values of controls, through every shadow root. */
function textsOf(root: Node): Set<string> {
  const texts = new Set<string>();
  const read = (node: Node): void => {
    if (node instanceof Text && node.data.trim() !== '') texts.add(node.data);
    if (node instanceof HTMLStyleElement) return;
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) texts.add(node.value);
    if (node instanceof Element && node.shadowRoot !== null) read(node.shadowRoot);
    for (const child of node.childNodes) read(child);
  };
  read(root);
  return texts;
}

function expectHarmless(root: Element): void {
  expect(deepAll(root, FOREIGN).map((one) => one.outerHTML)).to.deep.equal([]);
  for (const element of deepAll<Element>(root, '*')) {
    for (const { name, value } of element.attributes) if (RUNS.test(name)) expect.fail(`${element.localName} has ${name}="${value}"`);
    if (element instanceof HTMLAnchorElement && element.hasAttribute('href') && !/^(https?|blob):$/.test(element.protocol)) expect.fail(`a link to ${element.href}`);
    if (element instanceof HTMLAnchorElement && element.hasAttribute('href') && element.origin !== location.origin) expect.fail(`a link away to ${element.href}`);
  }
}

function expectShown(root: Node, wanted: readonly string[]): void {
  const texts = textsOf(root);
  const missing = wanted.filter((text) => !texts.has(text));
  if (missing.length > 0) expect.fail(`${missing.length} not shown as they are, such as ${JSON.stringify(missing.slice(0, 3))}`);
}

const failure = (message: string): BackendFailure => ({ kind: 'invalid', status: 422, message, fields: [{ field: message, message }], retryAfterMs: null });

describe('hostile texts', () => {
  const note = (event: PromiseRejectionEvent): void => void rejected.push(event.reason);
  const noteViolation = (event: SecurityPolicyViolationEvent): void => void violations.push(`${event.violatedDirective} ${event.sample}`);
  let policy: HTMLMetaElement;

  before(() => {
    for (const name of [TRAP, 'alert', 'confirm', 'prompt']) Object.defineProperty(globalThis, name, { configurable: true, value: (...args: unknown[]) => fired.push([name, ...args]) });
    addEventListener('unhandledrejection', note);
    document.addEventListener('securitypolicyviolation', noteViolation);
    // As the built app is served: a sink that takes a string is a violation.
    policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "require-trusted-types-for 'script'; object-src 'none'";
    document.head.append(policy);
  });
  afterEach(clear);
  after(async () => {
    // What was only begun, such as the loading of a picture that does not exist, has its say before the count.
    await new Promise((resolve) => setTimeout(resolve, 50));
    removeEventListener('unhandledrejection', note);
    document.removeEventListener('securitypolicyviolation', noteViolation);
    expect({ fired, violations, rejected }).to.deep.equal({ fired: [], violations: [], rejected: [] });
  });

  it('would be noticed: the trap fires and a string in a sink is a violation', async () => {
    const before = violations.length;
    const holder = document.createElement('div');
    // oxlint-disable-next-line no-unsanitized/property -- this is the proof that the guard works
    expect(() => { holder.innerHTML = `<img src=x onerror=${TRAP}(1)>`; }).to.throw(TypeError);
    (globalThis as unknown as Record<string, (n: number) => void>)[TRAP]!(0);
    await new Promise((resolve) => setTimeout(resolve));
    expect(violations.length).to.be.greaterThan(before);
    expect(fired).to.have.length(1);
    fired.length = 0;
    violations.length = 0;
  });

  it('in every element', async () => {
    const template = (text: string): TemplateResult => html`<div>
      <fk-header .heading=${text}></fk-header><fk-notice .text=${text}><span slot="details">${text}</span></fk-notice><fk-id .value=${text} copyable></fk-id><fk-status>${text}</fk-status>
      <fk-toast .message=${text} undo></fk-toast><fk-empty .text=${text}></fk-empty><fk-progress .label=${text} .doing=${text}></fk-progress>
      <fk-key-value .entries=${[{ key: text, value: text, unit: text }]}></fk-key-value><fk-value-change .from=${text} .to=${text} .unit=${text}></fk-value-change>
      <fk-steps .label=${text} .steps=${[{ label: text, state: 'now' as const, detail: text }]}></fk-steps><fk-button .label=${text}>${text}</fk-button>
    </div>`;
    const TEXTUAL = ['fk-header', 'fk-notice', 'fk-id', 'fk-status', 'fk-toast', 'fk-empty', 'fk-key-value', 'fk-value-change', 'fk-steps', 'fk-button'];
    const root = await place<LitElement>(html`<div></div>`);
    // The same elements take one text after the other, as they do when a list is read again.
    for (const [at, text] of ALL.entries()) {
      render(template(text), root);
      for (const element of root.firstElementChild!.children) await (element as LitElement).updateComplete;
      for (const tag of TEXTUAL) {
        const element = root.querySelector(tag)!;
        const shown = `${element.shadowRoot!.textContent}${element.textContent}`;
        if (!shown.includes(text)) expect.fail(`${tag} does not show ${JSON.stringify(text)} but ${JSON.stringify(shown)}`);
      }
      if (at % 100 === 0) expectHarmless(root);
    }
  }).timeout(60_000);

  it('in dialogs and the bar of places', async () => {
    for (const text of thinned(80)) {
      const root = await place<LitElement>(html`<div>
      <fk-dialog .heading=${text}>${text}</fk-dialog><fk-confirm-typed .heading=${text} .consequence=${text} .subjectId=${text} .action=${text}></fk-confirm-typed>
      <fk-nav .places=${[{ id: text, label: text, href: '#x', icon: 'M0 0', badge: 1, badgeLabel: text }]} .current=${text}></fk-nav>
      </div>`);
      if (!textsOf(root).has(text)) expect.fail(`not shown: ${JSON.stringify(text)}`);
      expectHarmless(root);
    }
  }).timeout(30_000);

  it('in every kind of field', async () => {
    const kinds: readonly FieldKind[] = ['text', 'textarea', 'search', 'email', 'url', 'password', 'select', 'list'];
    for (const [at, text] of thinned(80).entries()) {
      const root = await place(html`<div>${kinds.map((kind) => html`<fk-field .kind=${kind} .name=${text} .label=${text} .help=${text} .error=${text} .unit=${text} .placeholder=${text} .value=${text} .options=${[{ value: text, label: text, help: text }]}></fk-field>`)}</div>`);
      const [line, area] = deepAll<HTMLInputElement>(root, 'fk-field').map((field) => field.shadowRoot!.querySelector<HTMLInputElement>('input, textarea')!);
      expect(line!.value).to.equal(text.replace(/[\r\n]/g, ''));
      expect(area!.value).to.equal(text.replace(/\r\n?/g, '\n'));
      if (!textsOf(root).has(text)) expect.fail(`no field shows ${JSON.stringify(text)}`);
      if (at % 20 === 0) expectHarmless(root);
    }
  }).timeout(60_000);

  it('in device rows', async () => {
    for (const some of batches(ALL, 500)) {
      const devices = some.map((text, at) => fixtureDevice(at + 20, { uniqueId: `x${at}`, alias: text, name: text, model: text, notes: text, tags: [text], access: text, batteryPercent: null }));
      const root = await place<LitElement>(html`<div><fk-device-window .devices=${devices} .facts=${new Map()}></fk-device-window></div>`);
      const list = root.querySelector('fk-device-window') as unknown as LitElement & { tall: number };
      list.tall = 500 * 80;
      await settled(root);
      const shown = deepAll(root, '.name bdi').map((one) => one.textContent);
      expect(shown).to.deep.equal(some);
      expectHarmless(root);
    }
  }).timeout(30_000);

  it('on the device page', async () => {
    for (const some of batches(thinned(10), 125)) {
      const [first] = some;
      const values = Object.fromEntries(some.map((text, at) => [`odd${at}`, text]));
      const named = Object.fromEntries(some.map((text) => [`n${text}`, 1]));
      const device = fixtureDevice(20, { uniqueId: 'aB3d', alias: first!, name: first!, model: first!, notes: first!, mac: first!, access: first!, firmware: first!, deviceType: first!, tags: some.slice(0, 20), attributes: { ...values, ...named, constructor: 'x', toString: ['y'] }, pending: values });
      const services = scriptedServices({
        devices: { devices: [device], completedAtMs: NOW }, packages: [fixturePackage('aB3d', { values, before: values })], runs: [fixtureRun('aB3d', { lastFailure: { code: 'unknown', detail: first!, atMs: NOW } })],
        outbox: { receipts: [fixtureReceipt('aB3d', { values, lastAnswer: { atMs: NOW, status: 422, code: first!, message: first! } })], edits: [fixtureEdit('aB3d', { values: { alias: first!, notes: first!, tags: first! } })] },
      });
      const page = await place<LitElement>(html`<fk-device-page .services=${services} .uniqueId=${'aB3d'}></fk-device-page>`);
      expectShown(page, some);
      const odd = [...textsOf(page)].filter((text) => /\[object |function |native code/.test(text));
      expect(odd).to.deep.equal([]);
      expectHarmless(page);
    }
  }).timeout(30_000);

  it('on the run page and in the outbox', async () => {
    for (const some of batches(thinned(8), 125)) {
      const detail = some[0]!;
      const values = Object.fromEntries(some.map((text, at) => [`odd${at}`, text]));
      const device = fixtureDevice(20, { uniqueId: 'aB3d', alias: detail, name: detail });
      const given: ScriptedValues = {
        devices: { devices: [device] }, packages: [fixturePackage('aB3d', { values, before: values })], runs: [fixtureRun('aB3d', { step: 'writing', lastFailure: { code: 'unknown', detail, atMs: NOW } })],
        outbox: {
          receipts: some.slice(0, 40).map((text, at) => fixtureReceipt(`x${at}`, { id: `r${at}`, state: 'parked', values: { odd: text }, lastAnswer: { atMs: NOW, status: 422, code: text, message: text } })),
          edits: some.slice(40).map((text, at) => fixtureEdit(`y${at}`, { values: { alias: text, tags: text, notes: text }, base: { alias: text } })),
        },
      };
      const run = await place<LitElement>(html`<fk-run-page unique-id="aB3d" .services=${scriptedServices(given)} .nowMs=${() => NOW}></fk-run-page>`);
      for (const details of deepAll<HTMLDetailsElement>(run, 'details')) details.open = true;
      await settled(run);
      if (![...textsOf(run)].some((one) => one.includes(detail))) expect.fail(`the run page does not show ${JSON.stringify(detail)}`);
      expectHarmless(run);
      const outbox = await place<LitElement>(html`<fk-outbox-page .services=${scriptedServices(given)} .nowMs=${() => NOW}></fk-outbox-page>`);
      for (const toggle of deepAll(outbox, '.toggle')) toggle.click();
      await settled(outbox);
      const texts = [...textsOf(outbox)].join('\u0000');
      const missing = some.slice(0, 40).filter((text) => !texts.includes(text));
      expect(missing.slice(0, 3), 'messages in the outbox').to.deep.equal([]);
      expect(texts).not.to.match(/\[object |native code/);
      expectHarmless(outbox);
    }
  }).timeout(40_000);

  it('in telemetry records', async () => {
    const recordOf = (text: string): TelemetryRecord => {
      const read = readRecord({ trackingId: text, sourceId: text, uniqueId: text, temperature: text, timestamp: text, [text]: text, odd: [text] });
      if (!read.ok) throw new Error(read.problem);
      return read.record;
    };
    for (const some of batches(thinned(2), 500)) {
      const telemetry = { rows: async () => ({ rows: some.map(recordOf), next: null }) } as unknown as Telemetry;
      const root = await place<LitElement>(html`<div><fk-telemetry-records .telemetry=${telemetry}></fk-telemetry-records></div>`);
      await settled(root);
      expectShown(root, some);
      expect([...textsOf(root)].join('\n')).not.to.match(/\[object |native code/);
      expectHarmless(root);
    }
  }).timeout(30_000);

  it('in streams and their form', async () => {
    for (const some of batches(thinned(20), 5)) {
      const [a, b = a, c = a, d = a, e = a] = some as [string, ...string[]];
      const config: StreamConfig = { type: 'telemetry', enabled: false, destinations: [{ kind: 'cloudStream', fields: { endpoint: a, streamName: b, region: c, forcedPartitionKey: d } }, { kind: 'eventHub', fields: { endpoint: e, eventHubName: a, sharedAccessKeyName: b } }] };
      const state: StreamState = { config, readAtMs: NOW, listed: 2, odd: some, saidNotFound: false, reading: false, failure: failure(e), busy: null };
      const streams = { state: () => createLive(state), read: async () => undefined, practiceTail: null } as unknown as Streams;
      const services = scriptedServices({ session: { account: fixtureAccount({ name: a }) } }, { streams: async () => streams });
      const page = await place<LitElement>(html`<fk-streams-page .services=${services}></fk-streams-page>`);
      await settled(page);
      expectShown(page, some);
      expectHarmless(page);
      const form = await place<LitElement>(html`<fk-stream-form .task=${'change'} .config=${config}></fk-stream-form>`);
      // A field of one line has no line breaks, and what is typed for a stream is trimmed.
      const values = new Set([...textsOf(form)].map((text) => text.trim()));
      for (const text of [a, b, c, d]) if (!values.has(text.replace(/[\r\n]/g, '').trim())) expect.fail(`the form does not show ${JSON.stringify(text)}`);
      expectHarmless(form);
    }
  }).timeout(30_000);
});
