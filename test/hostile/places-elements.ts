/** The shared elements of all pages, with each of their texts. */
import { html } from 'lit';
import type { ChartLine } from '../../src/ui/elements/chart/chart-line.ts';
import '../../src/ui/elements/button/button.ts';
import '../../src/ui/elements/chart/chart.ts';
import '../../src/ui/elements/confirm/confirm.ts';
import '../../src/ui/elements/dialog/dialog.ts';
import '../../src/ui/elements/empty/empty.ts';
import '../../src/ui/elements/field/field.ts';
import '../../src/ui/elements/header/header.ts';
import '../../src/ui/elements/id/id.ts';
import '../../src/ui/elements/key-value/key-value.ts';
import '../../src/ui/elements/nav/nav.ts';
import '../../src/ui/elements/new-passphrase/new-passphrase.ts';
import '../../src/ui/elements/notice/notice.ts';
import '../../src/ui/elements/progress/progress.ts';
import '../../src/ui/elements/skeleton/skeleton.ts';
import '../../src/ui/elements/status/status.ts';
import '../../src/ui/elements/steps/steps.ts';
import '../../src/ui/elements/toast/toast.ts';
import '../../src/ui/elements/value-change/value-change.ts';
import '../../src/ui/beacon/close-run.ts';
import '../../src/ui/beacon/find-by-label.ts';
import { labelIndex, readLabel } from '../../src/domain/label/label.ts';
import { CodeEvent } from '../../src/ui/elements/scan-label/scan-label.ts';
import { renderOtherKey } from '../../src/ui/shared/other-key.ts';
import { fixtureAccount } from '../support/fixture-rows.ts';
import { scriptedServices } from '../support/scripted-services.ts';
import { hostilePlace, manyLines, oneLine, type HostilePlace } from './place.ts';

const START = Date.UTC(2026, 4, 5, 12);
const HOUR_MS = 3_600_000;

const lineOf = (label: string): ChartLine => ({
  label,
  times: Float64Array.of(START, START + HOUR_MS),
  values: Float64Array.of(1, 2),
  gapMs: HOUR_MS,
});

/** Invisible characters become blanks, and only the beginning is shown. */
function labelShown(label: string): string {
  const reading = readLabel(labelIndex([]), label);
  return reading.kind === 'none' ? reading.text : '';
}

export const elementPlaces: readonly HostilePlace[] = [
  hostilePlace({
    folder: 'elements',
    elements: [
      'fk-header',
      'fk-notice',
      'fk-id',
      'fk-status',
      'fk-toast',
      'fk-empty',
      'fk-progress',
      'fk-key-value',
      'fk-value-change',
      'fk-steps',
      'fk-button',
      'fk-skeleton',
    ],
    fields: [
      'heading',
      'notice',
      'notice details',
      'id',
      'id to copy',
      'status',
      'toast',
      'empty',
      'progress label',
      'progress doing',
      'key',
      'value',
      'value unit',
      'value in bold',
      'value before',
      'value after',
      'unit of a change',
      'steps label',
      'step',
      'step detail',
      'button',
      'button label',
      'waiting for',
    ],
    rows: 20,
    open: (stage) => (rows) =>
      stage.draw(
        html`${rows.map(
          (t) => html`<div>
      <fk-header .heading=${t.heading}></fk-header><fk-notice .text=${t.notice}><span slot="details">${t['notice details']}</span></fk-notice><fk-id .value=${t.id}></fk-id><fk-id .value=${t['id to copy']} copyable></fk-id>
      <fk-status>${t.status}</fk-status><fk-toast .message=${{ message: t.toast, undo: () => undefined }}></fk-toast><fk-empty .text=${t.empty}></fk-empty><fk-progress .label=${t['progress label']} .doing=${t['progress doing']}></fk-progress>
      <fk-key-value .entries=${[
        { key: t.key, value: t.value, unit: t['value unit'] },
        { key: '', value: html`<b>${t['value in bold']}</b>` },
      ]}></fk-key-value>
      <fk-value-change .from=${t['value before']} .to=${t['value after']} .unit=${t['unit of a change']}></fk-value-change>
      <fk-steps .label=${t['steps label']} .steps=${[{ label: t.step, state: 'now' as const, detail: t['step detail'] }]}></fk-steps>
      <fk-button .label=${t['button label']}>${t.button}</fk-button><fk-skeleton .label=${t['waiting for']}></fk-skeleton>
    </div>`,
        )}`,
      ),
  }),
  hostilePlace({
    folder: 'elements/field',
    elements: ['fk-field'],
    fields: [
      'name',
      'label',
      'help',
      'error',
      'unit',
      'placeholder',
      'one line',
      'many lines',
      'searched',
      'option',
      'option shown',
      'ticked',
      'ticked shown',
      'ticked help',
    ],
    rows: 20,
    shows: {
      name: () => null,
      'one line': oneLine,
      'many lines': manyLines,
      searched: oneLine,
      option: () => null,
      ticked: () => null,
    },
    open: (stage) => (rows) =>
      stage.draw(
        html`${rows.map(
          (t) => html`<div>
      <fk-field .name=${t.name} .label=${t.label} .help=${t.help} .error=${t.error} .unit=${t.unit} .placeholder=${t.placeholder} .value=${t['one line']}></fk-field>
      <fk-field kind="textarea" .name=${t.name} .label=${t.label} .value=${t['many lines']} .placeholder=${t.placeholder}></fk-field>
      <fk-field kind="search" .label=${t.label} .value=${t.searched}></fk-field>
      <fk-field kind="select" .label=${t.label} .value=${t.option} .options=${[{ value: t.option, label: t['option shown'] }]}></fk-field>
      <fk-field kind="list" .label=${t.label} .value=${t.ticked} .options=${[{ value: t.ticked, label: t['ticked shown'], help: t['ticked help'] }]}></fk-field>
    </div>`,
        )}`,
      ),
  }),
  hostilePlace({
    folder: 'app',
    elements: ['fk-field'],
    fields: ['secret', 'label', 'help', 'error'],
    shows: { secret: oneLine },
    open(stage) {
      stage.draw(html`<fk-field secret></fk-field>`);
      let isOpen = false;
      return async ([t]) => {
        const { label, help, error, secret } = t!;
        Object.assign(stage.find('fk-field'), { name: label, label, help, error, value: secret });
        await stage.settled();
        // Shown on request, once for all rows.
        if (!isOpen) stage.find('fk-button').click();
        isOpen = true;
      };
    },
  }),
  hostilePlace({
    folder: 'elements/confirm',
    elements: ['fk-dialog', 'fk-confirm'],
    fields: [
      'heading',
      'text',
      'heading of the question',
      'way on',
      'way back',
      'heading of the confirmation',
      'consequence',
      'id',
      'action',
    ],
    rows: 10,
    open: (stage) => (rows) =>
      stage.draw(
        html`${rows.map(
          (t) => html`<div>
      <fk-dialog .heading=${t.heading}>${t.text}</fk-dialog>
      <fk-confirm .heading=${t['heading of the question']} .action=${t['way on']} .keep=${t['way back']}></fk-confirm>
      <fk-confirm .heading=${t['heading of the confirmation']} .consequence=${t.consequence} .subjectId=${t.id} .action=${t.action}></fk-confirm>
    </div>`,
        )}`,
      ),
  }),
  hostilePlace({
    folder: 'elements/scan-label',
    elements: ['fk-scan-label', 'fk-find-by-label'],
    fields: ['label of nothing', 'id'],
    shows: { 'label of nothing': labelShown, id: (id) => (id === '' ? null : id) },
    open:
      (stage) =>
      async ([t]) => {
        const services = scriptedServices();
        const subject = (uniqueId: string) => ({ uniqueId, mac: null, attributes: { orderId: 'ORDER-1' } });
        stage.draw(
          html`${[[], [subject(t!.id), subject('other')]].map(
            (subjects) => html`<fk-find-by-label .services=${services} .subjects=${subjects}></fk-find-by-label>`,
          )}`,
        );
        await stage.settled();
        const [nothing, one] = stage.findAll('fk-scan-label');
        nothing!.dispatchEvent(new CodeEvent(t!['label of nothing'], 'qr_code'));
        one!.dispatchEvent(new CodeEvent('ORDER-1', 'qr_code'));
      },
  }),
  hostilePlace({
    folder: 'shared',
    elements: ['fk-close-run'],
    fields: ['account', 'problem', 'beacon'],
    open:
      (stage) =>
      async ([t]) => {
        stage.draw(
          html`${renderOtherKey({
            known: [false, true].map((needsPassphrase) => ({
              account: fixtureAccount({ name: t!.account }),
              onlyHere: 1,
              hasVault: false,
              needsPassphrase,
            })),
            problem: t!.problem,
            isBusy: false,
            decide: () => undefined,
          })}
          <fk-close-run .uniqueId=${t!.beacon}></fk-close-run>`,
        );
        await stage.settled();
        stage.find('fk-close-run').shadowRoot!.querySelector<HTMLElement>('fk-button')!.click();
      },
  }),
  hostilePlace({
    folder: 'elements/new-passphrase',
    elements: ['fk-new-passphrase'],
    fields: ['problem'],
    rows: 20,
    open: (stage) => (rows) =>
      stage.draw(html`${rows.map((t) => html`<fk-new-passphrase .problem=${t.problem}></fk-new-passphrase>`)}`),
  }),
  hostilePlace({
    folder: 'elements/nav',
    elements: ['fk-nav'],
    fields: ['id', 'label', 'badge label'],
    rows: 50,
    shows: { id: () => null },
    open: (stage) => (rows) =>
      stage.draw(
        html`<fk-nav .current=${rows[0]!.id} .bar=${rows.map((t) => ({ id: t.id, label: t.label, href: '/x', icon: 'M0 0', badge: 1, badgeLabel: t['badge label'] }))}></fk-nav>`,
      ),
  }),
  hostilePlace({
    folder: 'elements/chart',
    elements: ['fk-chart'],
    fields: ['heading', 'unit', 'line', 'summary'],
    rows: 20,
    open(stage) {
      const whole = { startMs: START, endMs: START + HOUR_MS };
      return async (rows) => {
        // One chart draws; the others only show their texts.
        stage.draw(html`<fk-chart .heading=${rows[0]!.heading} .unit=${rows[0]!.unit} .whole=${whole} .lines=${rows.slice(0, 8).map((t) => lineOf(t.line))} .summary=${rows.map((t) => t.summary)}></fk-chart>
          ${rows.map((t) => html`<fk-chart .heading=${t.heading} .unit=${t.unit} .whole=${whole} .lines=${[lineOf(t.line)]}></fk-chart>`)}`);
        await stage.settled();
        for (const details of stage.findAll<HTMLDetailsElement>('details')) {
          details.open = true;
          details.dispatchEvent(new Event('toggle'));
        }
      };
    },
  }),
];
