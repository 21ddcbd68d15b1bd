/** Configures many beacons at once: one form, old → new for each, Prepare all, and the outcomes. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { reachRisks } from '../../../domain/attributes/reach.ts';
import { commonOf, type Common, type ValueCount } from '../../../domain/bulk/common.ts';
import { planChange, type PlanLine } from '../../../domain/bulk/plan.ts';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import '../../beacon/attribute-form.ts';
import {
  EMPTY_DRAFT,
  checkDraft,
  isEmptyDraft,
  keepableDraft,
  parseDraft,
  type ConfigureDraft,
  type DraftCheck,
} from '../../beacon/configure-draft.ts';
import type { DraftEvent } from '../../beacon/named-attributes.ts';
import { valueLine } from '../../beacon/value-words.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import { loadDraft } from '../../shared/stored-draft.ts';
import '../../elements/foot/foot.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { configureStrings } from '../../strings/configure.ts';
import { dateTime } from '../../strings/times.ts';
import { ManyPage } from './many-page.ts';

const DRAFT_KEY = 'configure-many';
/** Values named where devices differ; the others are counted. */
const NAMED = 3;

@customElement('fk-configure-many-page')
class FkConfigureManyPage extends ManyPage {
  @state() private draft: ConfigureDraft | null = null;
  @state() private wasSubmitted = false;
  private restoredAtMs: number | null = null;
  private step: 'edit' | 'review' = 'edit';
  private readonly query = new QueryController(this);

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.draft !== null) return;
    const stored = loadDraft(this.services.drafts, DRAFT_KEY, parseDraft);
    this.draft = stored?.draft ?? EMPTY_DRAFT;
    this.restoredAtMs = stored?.atMs ?? null;
  }

  protected override workClosed(left: number): void {
    // After a refusal the values may need a change, so the draft is kept.
    if (left === 0) this.keep(EMPTY_DRAFT);
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
    const draft = this.draft ?? EMPTY_DRAFT;
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
    const changes = Object.keys(check.values).length;
    const faults = Object.keys(check.faults).length;
    return html`<div class="column wide" tabindex="-1">
        ${this.renderChosen(devices)}
        ${
          this.restoredAtMs !== null && !isEmptyDraft(draft)
            ? html`<fk-notice tone="info" .text=${text.restored(dateTime(this.restoredAtMs))}><fk-button slot="action" @click=${() => this.keep(EMPTY_DRAFT)}>${text.discard}</fk-button></fk-notice>`
            : nothing
        }
        <p class="soft">${text.formNote}</p>
        <fk-attribute-form .shown=${common.shown} .varied=${varied} .draft=${draft} @fk-draft=${(event: DraftEvent) => this.keep(event.draft)}></fk-attribute-form>
      </div>
      <fk-foot class="foot">
        <div aria-live="polite">
          ${
            this.wasSubmitted && faults > 0
              ? html`<fk-notice tone="attention" .text=${configureStrings.fixFirst(faults)}></fk-notice>`
              : this.wasSubmitted && changes === 0
                ? html`<fk-notice tone="info" .text=${configureStrings.nothingChanged}></fk-notice>`
                : nothing
          }
        </div>
        <div class="row"><fk-button data-key="Enter" big wide variant="primary" @click=${() => this.toReview(check)}>${configureStrings.review(changes)}</fk-button></div>
      </fk-foot>`;
  }

  private renderReview(devices: readonly CachedDevice[], draft: ConfigureDraft, check: DraftCheck): TemplateResult {
    const again = new Set(Object.keys(draft.asIs));
    const lines = planChange(this.planParts(devices), check.values, again);
    const able = lines.filter(({ kind }) => kind !== null).length;
    const gateways = lines.filter(({ device }) => !isWrittenByBluetooth(device.deviceType)).length;
    const risks = reachRisks(check.values);
    return html`<div class="column wide">
        <h2 tabindex="-1">${text.reviewHeading}</h2>
        <p class="soft">${text.reviewNote}${gateways === 0 ? '' : ` ${text.reviewGateways}`}</p>
        ${configureStrings.undo[this.offer] === '' ? nothing : html`<p class="soft">${configureStrings.undo[this.offer]}</p>`}
        ${risks.map((risk) => html`<fk-notice tone="attention" .text=${text.risk[risk]}></fk-notice>`)}
        ${this.renderLines(lines, gateways === 0 ? text.willSend : text.willSendDevices)}
      </div>
      <fk-foot class="foot">
        <div class="row pair">
          <fk-button big wide @click=${() => this.query.set('step', null, 'replace')}>${text.back}</fk-button>
          <fk-button big wide variant="primary" .disabled=${able === 0} @click=${() => this.prepare(lines)}>${able === 0 ? text.nothingToDo : (gateways === 0 ? text.prepare : text.prepareDevices)(able)}</fk-button>
        </div>
      </fk-foot>`;
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

  /** Sets the draft and stores it beyond this page, without secrets. */
  private keep(draft: ConfigureDraft): void {
    this.draft = draft;
    this.wasSubmitted = false;
    this.services.drafts.store(DRAFT_KEY, isEmptyDraft(draft) ? null : keepableDraft(draft));
  }

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
