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
  type DraftCheck,
} from '../../beacon/configure-draft.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { Templates } from '../../../use-cases/jobs/templates.ts';
import '../../elements/basics.ts';
import { deskFootStyles, twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController, type FormField } from '../../shared/form-controller.ts';
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
  private readonly form = new FormController(this, {
    first: { minor: '', major: '', nameIsId: 'false', aliasIsPlace: 'false' },
    fields: {
      minor: this.counted('minor'),
      major: this.counted('major'),
      nameIsId: { kind: 'check', label: text.nameIsId, help: text.nameIsIdHelp },
      aliasIsPlace: { kind: 'check', label: text.aliasIsPlace, help: text.aliasIsPlaceHelp },
    },
    faults: (texts) => ({
      ...Object.fromEntries(COUNTED.map((name) => [name, this.faultOf(texts[name])])),
      values: Object.keys(this.checked.faults).join(),
    }),
    showsFaultsAtOnce: true,
    draft: {
      drafts: () => this.drafts,
      of: () => this.subject(),
      as: {
        schema: planDraft,
        read: ({ minor, major, nameIsId, aliasIsPlace }) => ({
          values: changedDraft(this.shown, this.draft),
          countFrom: { minor, major },
          nameIsId: nameIsId === 'true',
          aliasIsPlace: aliasIsPlace === 'true',
        }),
        restore: ({ values, countFrom, nameIsId, aliasIsPlace }) => {
          this.draft = changedDraft(this.shown, values);
          return textsOf(countFrom, nameIsId, aliasIsPlace);
        },
      },
    },
    submit: () => {
      this.dispatchEvent(new PlanEvent(plannedBy(this.tasks, this.checked.values, this.patternsNow())));
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
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('tasks') || changed.has('devices'))
      this.shown = commonOf(this.tasks.flatMap(({ uniqueId }) => this.devices.get(uniqueId) ?? [])).shown;
  }

  protected override render(): TemplateResult {
    const check = this.checked;
    const risks = reachRisks(check.values);
    const { form } = this;
    const faults = Object.keys(check.faults).length + COUNTED.filter((name) => name in form.faults).length;
    return html`<div class="column">
        <h2 class="whole" tabindex="-1">${text.heading(this.tasks.length)}</h2>
        <p class="soft whole">${text.note}</p>
        <div class="part">
          ${form.renderRestored()}
          <section aria-labelledby="templates">
            <h3 id="templates">${jobStrings.templates.heading}</h3>
            <fk-plan-templates .templates=${this.templates}
              .plan=${faults > 0 ? null : { values: check.values, patterns: this.patternsNow() }}
              @fk-template=${(event: TemplateEvent) => this.fill(event)}></fk-plan-templates>
          </section>
          <section aria-labelledby="patterns">
            <h3 id="patterns">${text.patterns}</h3>
            ${form.rows()}
          </section>
        </div>
        <section aria-labelledby="values">
          <h3 id="values">${text.same}</h3>
          <fk-attribute-form
            data-field="values"
            .level=${4}
            .shown=${this.shown}
            .draft=${this.draft}
            .onDraft=${(draft: ConfigureDraft) => (this.draft = draft)}
          ></fk-attribute-form>
        </section>
        ${risks.map((risk) => html`<fk-notice class="whole" tone="attention" .text=${bulkStrings.risk[risk]}></fk-notice>`)}
      </div>
      <fk-foot class="foot">
        <div aria-live="polite">${
          form.wasTried && faults > 0
            ? html`<fk-notice tone="attention" .text=${configureStrings.fixFirst(faults)}></fk-notice>`
            : nothing
        }</div>
        <div class="row pair">
          <fk-button .big=${true} .wide=${true} @click=${() => this.dispatchEvent(new PlanEvent(null))}>${bulkStrings.back}</fk-button>
          <fk-button .big=${true} .wide=${true} variant="primary" @click=${form.submit}>${text.apply(this.tasks.length)}</fk-button>
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
    this.form.settled();
  }

  private counted(name: (typeof COUNTED)[number]): FormField<unknown> {
    return {
      kind: 'number',
      label: text.countUp(labelOf(name)),
      help: () => text.countUpHelp(this.tasks.length),
    };
  }

  private faultOf(typed: string): string {
    return typed === '' || fitsCount(Number(typed), this.tasks.length, MAX_COUNT) ? '' : text.countFault(MAX_COUNT);
  }

  private get checked(): DraftCheck {
    return checkDraft(this.shown, this.draft);
  }

  private patternsNow(): Patterns {
    const { texts } = this.form;
    const typed = COUNTED.filter((name) => texts[name] !== '');
    return {
      countUp: Object.fromEntries(typed.map((name) => [name, Number(texts[name])])),
      nameIsId: texts.nameIsId === 'true',
      aliasIsPlace: texts.aliasIsPlace === 'true',
    };
  }

  /** Fills the form from the template, replacing typed values. */
  private fill({ template: { values, patterns } }: TemplateEvent): void {
    this.draft = draftOf(this.shown, values);
    this.form.change(textsOf(patterns.countUp, patterns.nameIsId, patterns.aliasIsPlace));
  }
}

/** The texts of the form for these patterns. */
function textsOf(countUp: Readonly<Record<string, string | number>>, nameIsId: boolean, aliasIsPlace: boolean) {
  return {
    minor: String(countUp['minor'] ?? ''),
    major: String(countUp['major'] ?? ''),
    nameIsId: String(nameIsId),
    aliasIsPlace: String(aliasIsPlace),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-plan-values': FkPlanValues;
  }
}
