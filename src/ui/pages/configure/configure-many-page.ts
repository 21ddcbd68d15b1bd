/** Configures many beacons at once: one form, old → new for each, Prepare all, and the outcomes. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { reachRisks } from '../../../domain/attributes/reach.ts';
import { commonOf, type ValueCount } from '../../../domain/bulk/common.ts';
import { planChange, type PlanLine } from '../../../domain/bulk/plan.ts';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { ConfigureForm } from '../../beacon/configure-form.ts';
import { valueLine } from '../../beacon/value-words.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../elements/basics.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { configureStrings } from '../../strings/configure.ts';
import { ManyPage } from './many-page.ts';

/** Devices, and values where they differ, that are named; the others are counted. */
const NAMED = 2;

@customElement('fk-configure-many-page')
class FkConfigureManyPage extends ManyPage {
  private step: 'edit' | 'review' = 'edit';
  private readonly query = new QueryController(this);
  private readonly form = new ConfigureForm(this, {
    drafts: () => this.services.drafts,
    of: () => (this.chosenDevices === null ? null : 'configure-many'),
    shown: () => {
      const devices = this.chosenDevices ?? [];
      return devices.length === 0 ? undefined : this.commonNow(devices).common.shown;
    },
    review: () => this.query.set('step', 'review', 'push'),
  });

  protected override workClosed(left: number): void {
    // After a refusal the values may need a change, so the draft is kept.
    if (left === 0) {
      this.form.reset();
      this.form.settled();
    }
    super.workClosed(left);
  }

  protected override updated(): void {
    const step = this.query.get('step') === 'review' ? 'review' : 'edit';
    if (step === this.step) return;
    this.step = step;
    // Another step of the page: scroll to the top and focus its heading.
    this.renderRoot.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    this.scrollIntoView({ block: 'start' });
  }

  protected override renderPlanning(devices: readonly CachedDevice[]): TemplateResult {
    const { form } = this;
    if (this.query.get('step') === 'review' && form.isReady) return this.renderReview(devices);
    return html`<div class="column" tabindex="-1">
        <div>
          ${this.renderCount(text.chosen(devices.length), devices.length)}
          <p class="soft line">
            <bdi class="cut">${namesOf(devices)}</bdi>
            <span class="nowrap">${text.others(Math.max(0, devices.length - NAMED))}</span>
          </p>
        </div>
        ${form.renderRestored()}
        <p class="soft">${text.formNote}</p>
        ${form.renderFields(this.commonNow(devices).varied)}
      </div>
      ${form.renderFoot()}`;
  }

  private renderReview(devices: readonly CachedDevice[]): TemplateResult {
    const { draft, checked } = this.form;
    const again = new Set(Object.keys(draft.asIs));
    const plan = this.sorted(planChange(this.planParts(devices), checked.values, again));
    const { lines } = plan;
    const able = plan.able.length;
    const gateways = lines.filter(({ device }) => !isWrittenByBluetooth(device.deviceType)).length;
    const start = gateways === 0 ? text.prepare : text.prepareDevices;
    const risks = reachRisks(checked.values);
    return html`<div class="column lines">
        <h2 tabindex="-1">${text.reviewHeading}</h2>
        ${this.renderAnswer(plan, gateways === 0 ? text.willSend : text.willSendDevices)}
        <p class="soft">${text.reviewNote}${gateways === 0 ? '' : ` ${text.reviewGateways}`}</p>
        ${configureStrings.undo[this.offer] === '' ? nothing : html`<p class="soft">${configureStrings.undo[this.offer]}</p>`}
        ${risks.map((risk) => html`<fk-notice tone="attention" .text=${text.risk[risk]}></fk-notice>`)}
        ${this.renderLines(plan)}
      </div>
      <fk-foot class="foot">
        <div class="row pair">
          <fk-button big wide @click=${() => this.query.set('step', null, 'replace')}>${text.back}</fk-button>
          ${this.renderStart(plan, able === 0 ? null : start(able), 'primary')}
        </div>
      </fk-foot>`;
  }

  protected override start(lines: readonly PlanLine[]): void {
    super.start(lines);
    this.query.set('step', null, 'replace');
  }

  private readonly commonNow = memoizeLast((devices: readonly CachedDevice[]) => {
    const common = commonOf(devices);
    const varied = new Map([...common.varied].map(([name, counts]) => [name, variedWords(name, counts)]));
    return { common, varied };
  });
}

function namesOf(devices: readonly CachedDevice[]): string {
  const named = devices.slice(0, NAMED);
  return named.map(({ alias, uniqueId }) => alias ?? uniqueId).join(', ');
}

function variedWords(name: string, counts: readonly ValueCount[]): string {
  const named = counts
    .slice(0, NAMED)
    .map(({ value, count }) =>
      text.valueAt(value === undefined || value === null ? null : valueLine(name, value), count),
    );
  const others = counts.length - named.length;
  return [...named, ...(others > 0 ? [text.otherValues(others)] : [])].join('; ');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-configure-many-page': FkConfigureManyPage;
  }
}
