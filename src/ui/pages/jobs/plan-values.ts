/** Plans the values of many tasks at once: one form, counting numbers, names made of IDs, aliases made of rooms. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { reachRisks } from '../../../domain/attributes/reach.ts';
import { commonOf } from '../../../domain/bulk/common.ts';
import type { AttributeValues, CachedDevice } from '../../../domain/device.ts';
import type { Task } from '../../../domain/job/job.ts';
import { lenientRecord } from '../../../domain/schema.ts';
import { fitsCount, MAX_COUNT, plannedBy, type Patterns } from '../../../domain/job/patterns.ts';
import '../../beacon/attribute-form.ts';
import {
  changedDraft,
  checkDraft,
  draftOf,
  EMPTY_DRAFT,
  storedConfigureDraft,
  type ConfigureDraft,
} from '../../beacon/configure-draft.ts';
import type { DraftEvent } from '../../beacon/named-attributes.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { Templates } from '../../../use-cases/jobs/templates.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { deskFootStyles, twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { configureStrings } from '../../strings/configure.ts';
import { labelOf } from '../../words/configure.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './plan-templates.ts';
import type { TemplateEvent } from './plan-templates.ts';

const text = jobStrings.plan;
const COUNTED = ['minor', 'major'] as const;

const planDraft = z.object({
  values: z.catch(storedConfigureDraft, EMPTY_DRAFT),
  countFrom: lenientRecord(z.string()),
  nameIsId: z.catch(z.boolean(), false),
  aliasIsPlace: z.catch(z.boolean(), false),
});

/** The planned values by task ID; null: nothing was changed. */
export class PlanEvent extends Event {
  constructor(readonly values: ReadonlyMap<string, AttributeValues> | null) {
    super('fk-plan');
  }
}

@customElement('fk-plan-values')
class FkPlanValues extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  @property({ attribute: false }) tasks: readonly Task[] = [];
  @property({ attribute: false }) templates: Templates | null = null;
  @property({ attribute: false }) devices: ReadonlyMap<string, CachedDevice> = new Map();
  @state() private draft: ConfigureDraft = EMPTY_DRAFT;
  @state() private countFrom: Readonly<Record<string, string>> = {};
  @state() private nameIsId = false;
  @state() private aliasIsPlace = false;
  @state() private wasSubmitted = false;
  private readonly formDraft = new DraftController(this, () => this.drafts, {
    of: () => this.subject(),
    schema: planDraft,
    read: () => ({
      values: changedDraft(this.shown, this.draft),
      countFrom: this.countFrom,
      nameIsId: this.nameIsId,
      aliasIsPlace: this.aliasIsPlace,
    }),
    restore: ({ values, countFrom, nameIsId, aliasIsPlace }) => {
      this.draft = changedDraft(this.shown, values);
      this.countFrom = countFrom;
      this.nameIsId = nameIsId;
      this.aliasIsPlace = aliasIsPlace;
    },
  });
  private shown: Pick<CachedDevice, 'name' | 'attributes'> = { name: null, attributes: {} };

  static override styles = [
    shared,
    pageStyles,
    twoPartStyles,
    deskFootStyles,
    css`
      /* The form of all values has its own columns. */
      @media (min-width: 68.75em) {
        .column {
          grid-template-columns: minmax(18rem, 1fr) minmax(0, 2fr);
          max-width: none;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('tasks') || changed.has('devices'))
      this.shown = commonOf(this.tasks.flatMap(({ uniqueId }) => this.devices.get(uniqueId) ?? [])).shown;
  }

  protected override render(): TemplateResult {
    const check = checkDraft(this.shown, this.draft);
    const risks = reachRisks(check.values);
    const faults = Object.keys(check.faults).length + COUNTED.filter((name) => this.faultOf(name) !== '').length;
    return html`<div class="column">
        <h2 class="whole" tabindex="-1">${text.heading(this.tasks.length)}</h2>
        <p class="soft whole">${text.note}</p>
        <div class="part">
          ${renderRestored(this, this.formDraft)}
          <section aria-labelledby="templates">
            <h3 id="templates">${jobStrings.templates.heading}</h3>
            <fk-plan-templates .templates=${this.templates} .plan=${faults > 0 ? null : { values: check.values, patterns: this.patternsNow() }} @fk-template=${(event: TemplateEvent) => this.fill(event)}></fk-plan-templates>
          </section>
          <section aria-labelledby="patterns" @fk-input=${this.onInput} @fk-change=${this.onInput}>
            <h3 id="patterns">${text.patterns}</h3>
            ${COUNTED.map((name) => html`<fk-field kind="number" .name=${name} .label=${text.countUp(labelOf(name))} .help=${text.countUpHelp(this.tasks.length)} .value=${this.countFrom[name] ?? ''} .error=${this.faultOf(name)}></fk-field>`)}
            <fk-field kind="check" name="nameIsId" .label=${text.nameIsId} .help=${text.nameIsIdHelp} .value=${String(this.nameIsId)}></fk-field>
            <fk-field kind="check" name="aliasIsPlace" .label=${text.aliasIsPlace} .help=${text.aliasIsPlaceHelp} .value=${String(this.aliasIsPlace)}></fk-field>
          </section>
        </div>
        <section aria-labelledby="values">
          <h3 id="values">${text.same}</h3>
          <fk-attribute-form .level=${4} .shown=${this.shown} .draft=${this.draft} @fk-draft=${(event: DraftEvent) => (this.draft = event.draft)}></fk-attribute-form>
        </section>
        ${risks.map((risk) => html`<fk-notice class="whole" tone="attention" .text=${bulkStrings.risk[risk]}></fk-notice>`)}
      </div>
      <fk-foot class="foot">
        <div aria-live="polite">${this.wasSubmitted && faults > 0 ? html`<fk-notice tone="attention" .text=${configureStrings.fixFirst(faults)}></fk-notice>` : nothing}</div>
        <div class="row pair">
          <fk-button .big=${true} .wide=${true} @click=${() => this.dispatchEvent(new PlanEvent(null))}>${bulkStrings.back}</fk-button>
          <fk-button .big=${true} .wide=${true} variant="primary" @click=${() => this.apply(check.values, faults)}>${text.apply(this.tasks.length)}</fk-button>
        </div>
      </fk-foot>`;
  }

  /** The plan of one beacon is another form than that of its job. */
  private subject(): string | null {
    const [first] = this.tasks;
    return first === undefined ? null : `plan-${this.tasks.length === 1 ? first.id : first.jobId}`;
  }

  /** The plan is stored. */
  submitted(): void {
    this.formDraft.remove();
  }

  private faultOf(name: string): string {
    const typed = this.countFrom[name] ?? '';
    return typed === '' || fitsCount(Number(typed), this.tasks.length, MAX_COUNT) ? '' : text.countFault(MAX_COUNT);
  }

  private apply(values: AttributeValues, faults: number): void {
    this.wasSubmitted = true;
    if (faults > 0) return;
    this.dispatchEvent(new PlanEvent(plannedBy(this.tasks, values, this.patternsNow())));
  }

  private patternsNow(): Patterns {
    const countUp: Record<string, number> = {};
    for (const [name, typed = ''] of Object.entries(this.countFrom)) if (typed !== '') countUp[name] = Number(typed);
    const { nameIsId, aliasIsPlace } = this;
    return { countUp, nameIsId, aliasIsPlace };
  }

  /** Fills the form from the template, replacing typed values. */
  private fill({ template: { values, patterns } }: TemplateEvent): void {
    this.draft = draftOf(this.shown, values);
    this.countFrom = Object.fromEntries(Object.entries(patterns.countUp).map(([name, from]) => [name, String(from)]));
    this.nameIsId = patterns.nameIsId;
    this.aliasIsPlace = patterns.aliasIsPlace;
  }

  private readonly onInput = ({ name, value }: FieldChangeEvent): void => {
    if (name === 'nameIsId') this.nameIsId = value === 'true';
    else if (name === 'aliasIsPlace') this.aliasIsPlace = value === 'true';
    else this.countFrom = { ...this.countFrom, [name]: value.trim() };
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-plan-values': FkPlanValues;
  }
}
