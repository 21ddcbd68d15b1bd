/** The form of values of one device, or of several that are changed together. They are reviewed before they are sent. */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import '../elements/basics.ts';
import { FormController } from '../shared/form-controller.ts';
import { configureStrings as text } from '../strings/configure.ts';
import { draftStrings } from '../strings/drafts.ts';
import './attribute-form.ts';
import {
  EMPTY_DRAFT,
  changedDraft,
  checkDraft,
  storedConfigureDraft,
  type ConfigureDraft,
  type Shown,
} from './configure-draft.ts';

interface ConfigureFormOf {
  drafts(): Drafts | undefined;
  /** Returns the name of its draft; null while it is not known what the devices show. */
  of(): string | null;
  /** What typed text is compared with; undefined without a device. */
  shown(): Shown | null | undefined;
  /** Called without faults, and only when a value changes. */
  review(): void;
}

export class ConfigureForm extends FormController<never, ConfigureDraft> {
  #draft = EMPTY_DRAFT;

  constructor(
    private readonly page: LitElement,
    private readonly about: ConfigureFormOf,
  ) {
    super(page, {
      first: {},
      fields: {},
      faults: () => {
        const faults = Object.keys(this.checked.faults).length;
        return { values: faults === 0 ? '' : text.fixFirst(faults) };
      },
      draft: {
        drafts: () => about.drafts(),
        of: () => about.of(),
        as: {
          schema: storedConfigureDraft,
          read: () => this.#changed(this.#draft),
          restore: (draft) => {
            this.#draft = this.#changed(draft);
            return {};
          },
        },
      },
      submit: () => {
        if (this.isReady) about.review();
      },
    });
  }

  get draft(): ConfigureDraft {
    return this.#draft;
  }

  set draft(draft: ConfigureDraft) {
    this.#draft = draft;
    this.page.requestUpdate();
  }

  get checked() {
    return checkDraft(this.about.shown() ?? null, this.#draft);
  }

  /** True when there is something to send, and nothing is wrong with it. */
  get isReady(): boolean {
    const { values, faults } = this.checked;
    return Object.keys(values).length > 0 && Object.keys(faults).length === 0;
  }

  override reset(): void {
    super.reset();
    this.#draft = EMPTY_DRAFT;
  }

  override renderRestored(): TemplateResult | typeof nothing {
    return super.renderRestored({ ...draftStrings, ...text.draft });
  }

  /** `varied`: what devices that differ show, by attribute. */
  renderFields(varied?: ReadonlyMap<string, string>, reportedOnly = false): TemplateResult {
    return html`<fk-attribute-form
      data-field="values"
      .shown=${this.about.shown() ?? null}
      .varied=${varied}
      .reportedOnly=${reportedOnly}
      .draft=${this.#draft}
      .onDraft=${(draft: ConfigureDraft) => (this.draft = draft)}
    ></fk-attribute-form>`;
  }

  renderFoot(): TemplateResult {
    const { values, faults } = this.checked;
    const changes = Object.keys(values).length + Object.keys(faults).length;
    const fault = this.faults['values'] ?? '';
    return html`<fk-foot class="foot">
      <div aria-live="polite">${fault === '' ? nothing : html`<fk-notice tone="attention" .text=${fault}></fk-notice>`}</div>
      <div class="row">
        <fk-button data-key="Enter" big wide variant="primary" .disabled=${changes === 0} @click=${this.submit}
          >${text.review(changes)}</fk-button
        >
      </div>
    </fk-foot>`;
  }

  #changed(draft: ConfigureDraft): ConfigureDraft {
    const shown = this.about.shown();
    return shown === undefined ? draft : changedDraft(shown, draft);
  }
}
