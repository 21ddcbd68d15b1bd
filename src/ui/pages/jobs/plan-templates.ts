/** Templates of plans: choose one, save this plan as one, share one as a file or import one. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement, property, state } from 'lit/decorators.js';
import { writeTemplateFile, type TemplateProblem } from '../../../domain/job/template-file.ts';
import { MAX_TEMPLATE_BYTES } from '../../../domain/limits.ts';
import { MAX_TEMPLATE_NAME, type JobTemplate, type TemplatePlan } from '../../../domain/job/template.ts';
import type { Templates } from '../../../use-cases/jobs/templates.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { saveFile } from '../../shared/give-file.ts';
import { droppedSentence, faultSentences } from '../../shared/file-faults.ts';
import { chooseFile, renderFileInput } from '../../shared/file-input.ts';
import { SayEvent } from '../../shared/say.ts';
import { fileFaultStrings } from '../../strings/file-faults.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.templates;

/** Fired when the person has chosen a template for this plan. */
export class TemplateEvent extends Event {
  constructor(readonly template: JobTemplate) {
    super('fk-template');
  }
}

@customElement('fk-plan-templates')
class FkPlanTemplates extends WatchingElement {
  @property({ attribute: false }) templates: Templates | null = null;
  /** The plan in the form; null while it has an error. */
  @property({ attribute: false }) plan: TemplatePlan | null = null;
  @state() private chosen = '';
  @state() private name = '';
  @state() private trouble = '';

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-3);
      }
      .row {
        align-items: end;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const all = this.templates?.state.value ?? [];
    const chosen = all.find(({ id }) => id === this.chosen) ?? null;
    return html`${
      all.length === 0
        ? nothing
        : html`<fk-field
              kind="select"
              name="template"
              .label=${text.choose}
              .options=${[{ value: '', label: text.none }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
              .value=${chosen?.id ?? ''}
              @fk-change=${(event: FieldChangeEvent) => this.choose(event)}
            ></fk-field>`
    }
      ${
        chosen === null
          ? nothing
          : html`<div class="wrap">
              <fk-button @click=${() => saveFile('template', [writeTemplateFile(chosen)])}>${text.saveFile}</fk-button>
              <fk-button variant="quiet" @click=${() => void this.removeTemplate(chosen)}>${text.remove}</fk-button>
            </div>`
      }
      <details>
        <summary>${text.more}</summary>
        <div class="row">
          <fk-field name="templateName" .label=${text.name} .help=${text.nameHelp} .maxlength=${MAX_TEMPLATE_NAME}
            .value=${this.name} @fk-input=${(event: FieldChangeEvent) => this.onName(event)}></fk-field>
          <fk-button .disabled=${this.name.trim() === '' || this.plan === null}
            @click=${() => void this.save()}>${all.some(({ name }) => name === this.name.trim()) ? text.replace : text.save}</fk-button>
        </div>
        <div class="row">
          <fk-button @click=${() => chooseFile(this)}>${text.take}</fk-button>
          ${renderFileInput(this, text.take, 'application/json,.json', (file) => void this.takeFile(file))}
        </div>
      </details>
      <div role="status">${this.trouble === '' ? nothing : html`<fk-notice tone="stop" .text=${this.trouble}></fk-notice>`}</div>`;
  }

  private choose(event: FieldChangeEvent): void {
    event.stopPropagation();
    this.chosen = event.value;
    const template = this.templates?.state.value?.find(({ id }) => id === event.value);
    if (template !== undefined) this.dispatchEvent(new TemplateEvent(template));
  }

  private onName(event: FieldChangeEvent): void {
    event.stopPropagation();
    this.name = event.value;
  }

  private async save(): Promise<void> {
    const { templates, plan } = this;
    if (templates !== null && plan !== null) await this.keep(templates.save(this.name.trim(), plan), text.saved);
  }

  private async takeFile(file: File): Promise<void> {
    const { templates } = this;
    if (templates === null) return;
    if (file.size > MAX_TEMPLATE_BYTES) this.trouble = fileFaultStrings.ofFile(file.name, problemWords('tooLarge', ''));
    else
      await this.keep(
        file.text().then((content) => templates.take(content)),
        text.taken,
        file.name,
      );
  }

  /** `file`: the name of the file that the template comes from. */
  private async keep(work: ReturnType<Templates['save']>, words: (name: string) => string, file = ''): Promise<void> {
    this.trouble = '';
    try {
      const outcome = await work;
      if (outcome.kind === 'refused') {
        const sentences = [problemWords(outcome.problem, outcome.detail), ...faultSentences(outcome.faults ?? [])];
        this.trouble = fileFaultStrings.ofFile(file, sentences.join(' '));
        return;
      }
      this.chosen = outcome.template.id;
      this.name = '';
      this.dispatchEvent(new TemplateEvent(outcome.template));
      this.dispatchEvent(
        new SayEvent(`${words(outcome.template.name)} ${droppedSentence(outcome.dropped ?? [])}`.trim()),
      );
    } catch {
      this.trouble = jobStrings.notSaved;
    }
  }

  private async removeTemplate({ id, name }: JobTemplate): Promise<void> {
    try {
      const back = await this.templates?.remove(id);
      this.chosen = '';
      this.dispatchEvent(new SayEvent(text.removed(name), () => void back?.().catch(reportError)));
    } catch {
      this.trouble = jobStrings.notSaved;
    }
  }
}

function problemWords(problem: TemplateProblem, detail: string): string {
  return problem === 'secret' || problem === 'value' ? text.problems[problem](detail) : text.problems[problem];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-plan-templates': FkPlanTemplates;
  }
}
