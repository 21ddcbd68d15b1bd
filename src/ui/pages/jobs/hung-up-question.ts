/**
 * Asks once for each job whether beacons that become Verified are noted as hung up, and by whom. The answer can be
 * changed on the page of the job.
 */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Job } from '../../../domain/job/job.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent, FkField } from '../../elements/field/field.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.hungUp;
/** Longest name or address, in characters. */
const MAX_CHARACTERS = 200;

@customElement('fk-hung-up-question')
class FkHungUpQuestion extends LitElement {
  @property({ attribute: false }) job!: Job;
  @property({ attribute: false }) jobs!: Jobs;
  /** Shows only two buttons, for small spaces. The field appears if there is no name yet. */
  @property({ attribute: false }) brief = false;
  @state() private by = '';
  /** True if the field is shown although `brief` is set. */
  @state() private isNaming = false;

  static override styles = [shared, pageStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('job')) return;
    const { id, hungUp } = this.job;
    if (hungUp?.isNoted === true) this.by = hungUp.by;
    else if (changed.get('job')?.id !== id) {
      this.isNaming = false;
      // The person who hung up the beacons of the last job most likely does so again.
      const last = this.jobs.state.value.jobs.find((job) => job.hungUp?.isNoted === true);
      this.by = last?.hungUp?.by ?? '';
    }
  }

  protected override render(): TemplateResult {
    const { job } = this;
    if (job.hungUp?.isNoted === true)
      return html`<p>${text.noted} <bdi>${job.hungUp.by}</bdi></p>
        <div class="row"><fk-button @click=${() => void this.answer(job, null)}>${text.stop}</fk-button></div>`;
    const by = this.by.trim();
    if (this.brief && !this.isNaming)
      return html`<p>${text.brief}</p>
        <div class="row">
          ${
            by === ''
              ? html`<fk-button @click=${this.askName}>${text.yes}</fk-button>`
              : html`<fk-button @click=${() => void this.answer(job, by)}>${text.yesBy} <bdi>${by}</bdi></fk-button>`
          }
          ${this.renderNo(job)}
        </div>`;
    return html`<fk-field name="installer" .label=${text.question} .help=${text.help} .maxlength=${MAX_CHARACTERS}
      .value=${this.by} @fk-input=${this.onInput}></fk-field>
      <div class="row">
        <fk-button .disabled=${by === ''} @click=${() => void this.answer(job, by)}>${text.note}</fk-button>
        ${this.renderNo(job)}
      </div>`;
  }

  private renderNo(job: Job): TemplateResult | typeof nothing {
    return job.hungUp === undefined
      ? html`<fk-button variant="quiet" @click=${() => void this.answer(job, null)}>${text.no}</fk-button>`
      : nothing;
  }

  private readonly askName = async (): Promise<void> => {
    this.isNaming = true;
    await this.updateComplete;
    this.renderRoot.querySelector<FkField>('fk-field')?.focus();
  };

  private readonly onInput = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.by = event.value;
  };

  private async answer(job: Job, by: string | null): Promise<void> {
    try {
      await this.jobs.noteHungUp(job.id, by);
    } catch {
      this.dispatchEvent(new SayEvent(jobStrings.notSaved));
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-hung-up-question': FkHungUpQuestion;
  }
}
