/** Configures many beacons at once: one form, old → new for each, Prepare all, and the outcomes. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { reachRisks } from '../../../domain/attributes/reach.ts';
import { commonOf, type Common, type ValueCount } from '../../../domain/bulk/common.ts';
import { planChange, type PlanLine } from '../../../domain/bulk/plan.ts';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import '../../beacon/attribute-form.ts';
import {
  EMPTY_DRAFT,
  changedDraft,
  checkDraft,
  storedConfigureDraft,
  type ConfigureDraft,
  type DraftCheck,
} from '../../beacon/configure-draft.ts';
import type { DraftEvent } from '../../beacon/named-attributes.ts';
import { valueLine } from '../../beacon/value-words.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import '../../elements/basics.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { configureStrings } from '../../strings/configure.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { ManyPage, sortPlan } from './many-page.ts';

/** Values named where devices differ; the others are counted. */
const NAMED = 3;

@customElement('fk-configure-many-page')
class FkConfigureManyPage extends ManyPage {
  @state() private draft: ConfigureDraft = EMPTY_DRAFT;
  @state() private wasSubmitted = false;
  private step: 'edit' | 'review' = 'edit';
  private readonly query = new QueryController(this);
  private readonly formDraft = new DraftController(this, () => this.services?.drafts, {
    // What is typed is compared with what the devices have in common.
    of: () => (this.chosenDevices === null ? null : 'configure-many'),
    schema: storedConfigureDraft,
    read: () => this.changed(this.draft),
    restore: (draft) => (this.draft = this.changed(draft)),
  });

  protected override workClosed(left: number): void {
    // After a refusal the values may need a change, so the draft is kept.
    if (left === 0) {
      this.draft = EMPTY_DRAFT;
      this.formDraft.remove();
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
    const { common, varied } = this.commonNow(devices);
    const { draft } = this;
    const check = checkDraft(common.shown, draft);
    const ready = Object.keys(check.values).length > 0 && Object.keys(check.faults).length === 0;
    return this.query.get('step') === 'review' && ready
      ? this.renderReview(devices, draft, check)
      : this.renderEdit(devices, common, varied, draft, check);
  }

  private renderEdit(
    devices: readonly CachedDevice[],
    common: Common,
    varied: ReadonlyMap<string, string>,
    draft: ConfigureDraft,
    check: DraftCheck,
  ): TemplateResult {
    const faults = Object.keys(check.faults).length;
    const changes = Object.keys(check.values).length + faults;
    return html`<div class="column" tabindex="-1">
        ${this.renderCount(text.chosen(devices.length), devices.length)}
        ${renderRestored(this, this.formDraft, { ...draftStrings, ...configureStrings.draft })}
        <p class="soft">${text.formNote}</p>
        <fk-attribute-form .shown=${common.shown} .varied=${varied} .draft=${draft} @fk-draft=${this.onDraft}></fk-attribute-form>
      </div>
      <fk-foot class="foot">
        <div aria-live="polite">
          ${
            this.wasSubmitted && faults > 0
              ? html`<fk-notice tone="attention" .text=${configureStrings.fixFirst(faults)}></fk-notice>`
              : nothing
          }
        </div>
        <div class="row">
          <fk-button data-key="Enter" big wide variant="primary" .disabled=${changes === 0} @click=${() => this.toReview(check)}
            >${configureStrings.review(changes)}</fk-button
          >
        </div>
      </fk-foot>`;
  }

  private renderReview(devices: readonly CachedDevice[], draft: ConfigureDraft, check: DraftCheck): TemplateResult {
    const again = new Set(Object.keys(draft.asIs));
    const plan = sortPlan(planChange(this.planParts(devices), check.values, again));
    const { lines } = plan;
    const able = plan.able.length;
    const gateways = lines.filter(({ device }) => !isWrittenByBluetooth(device.deviceType)).length;
    const risks = reachRisks(check.values);
    return html`<div class="column wide">
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
          <fk-button big wide variant="primary" .disabled=${able === 0} @click=${() => this.prepare(lines)}>${able === 0 ? text.nothingToDo : (gateways === 0 ? text.prepare : text.prepareDevices)(able)}</fk-button>
        </div>
      </fk-foot>`;
  }

  private changed(draft: ConfigureDraft): ConfigureDraft {
    const devices = this.chosenDevices ?? [];
    return devices.length === 0 ? draft : changedDraft(this.commonNow(devices).common.shown, draft);
  }

  private toReview(check: DraftCheck): void {
    this.wasSubmitted = true;
    if (Object.keys(check.faults).length === 0 && Object.keys(check.values).length > 0) {
      this.query.set('step', 'review', 'push');
      return;
    }
    void this.updateComplete.then(() => this.renderRoot.querySelector('fk-attribute-form')?.focusFault());
  }

  private prepare(lines: readonly PlanLine[]): void {
    this.begin(lines);
    this.query.set('step', null, 'replace');
  }

  private readonly onDraft = (event: DraftEvent): void => {
    this.draft = event.draft;
    this.wasSubmitted = false;
  };

  private readonly commonNow = memoizeLast((devices: readonly CachedDevice[]) => {
    const common = commonOf(devices);
    const varied = new Map([...common.varied].map(([name, counts]) => [name, variedWords(name, counts)]));
    return { common, varied };
  });
}

function variedWords(name: string, counts: readonly ValueCount[]): string {
  const named = counts
    .slice(0, NAMED)
    .map(({ value, count }) =>
      text.valueOf(value === undefined || value === null ? text.notKnown : valueLine(name, value), count),
    );
  const others = counts.length - named.length;
  return text.varies([...named, ...(others > 0 ? [text.otherValues(others)] : [])].join(', '));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-configure-many-page': FkConfigureManyPage;
  }
}
