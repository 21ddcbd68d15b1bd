/**
 * The configuration form for one or several devices: every physical attribute by group, and further attributes by name.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { groupsOf, type Attribute, type AttributeGroup } from '../../domain/attributes/catalogue.ts';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import { pageStyles } from '../kit/page-styles.ts';
import { shared } from '../kit/tokens.ts';
import { configureStrings as text, groupNames } from '../strings/configure.ts';
import { faultWords } from '../words/configure.ts';
import './attribute-field.ts';
import type { AsIsEvent, KeepOldEvent } from './attribute-field.ts';
import {
  EMPTY_DRAFT,
  checkDraft,
  mayBeEmptied,
  mayWriteAgain,
  textOf,
  valueNow,
  withAsIs,
  withText,
  type ConfigureDraft,
  type DraftCheck,
  type Shown,
} from './configure-draft.ts';
import './named-attributes.ts';
import { DraftEvent } from './named-attributes.ts';

/** Groups that are open at first. The others open when one of their values is changed. */
const OPEN_GROUPS: readonly AttributeGroup[] = ['identity', 'radio'];
const NONE_VARIES: ReadonlyMap<string, string> = new Map();

/** Event: `fk-draft` with the new draft. */
@customElement('fk-attribute-form')
class FkAttributeForm extends LitElement {
  /** The values that the backend showed: those of one device, or those that several devices have in common. */
  @property({ attribute: false }) shown: Shown | null = null;
  @property({ attribute: false }) draft: ConfigureDraft = EMPTY_DRAFT;
  /** Attribute -> the different values in words, for attributes that are not the same on all devices. */
  /** Heading level of the groups. */
  @property({ type: Number }) level = 2;
  @property({ attribute: false }) varied: ReadonlyMap<string, string> = NONE_VARIES;

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }
      details {
        border-bottom: var(--stroke) solid var(--color-line);
      }
      /* Two columns where the width allows it. */
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr));
        gap: 0 var(--space-6);
        align-items: start;
      }
      summary {
        font-size: var(--text-l);
      }
      .count {
        margin-inline-start: var(--space-2);
        color: var(--color-accent);
      }
    `,
  ];

  /** Focuses the first field with an error. */
  focusFault(): void {
    const fields = [...this.renderRoot.querySelectorAll('fk-attribute-field')];
    fields.find((field) => field.error !== '')?.focus();
  }

  protected override render(): TemplateResult {
    const check = checkDraft(this.shown, this.draft);
    return html`<div @fk-input=${this.onField} @fk-change=${this.onField} @fk-keep-old=${this.onKeepOld} @fk-as-is=${this.onAsIs}>
        ${groupsOf('physical').map(({ group, attributes }) => this.renderGroup(check, group, attributes))}
      </div>
      <details ?open=${Object.keys(this.draft.named).length > 0}>
        <summary><span role="heading" aria-level=${this.level}>${text.other}</span></summary>
        <fk-named-attributes .draft=${this.draft}></fk-named-attributes>
      </details>`;
  }

  private renderGroup(check: DraftCheck, group: AttributeGroup, attributes: readonly Attribute[]): TemplateResult {
    const { shown } = this;
    const changes = attributes.filter(({ name }) => name in check.values || name in check.faults).length;
    return html`<details ?open=${OPEN_GROUPS.includes(group) || changes > 0}>
      <summary>
        <span role="heading" aria-level=${this.level}>${groupNames[group]}</span
        >${changes === 0 ? nothing : html`<span class="count small">${text.changedInGroup(changes)}</span>`}
      </summary>
      <div class="fields">${attributes.map((attribute) => {
        const { name } = attribute;
        const fault = check.faults[name];
        return html`<fk-attribute-field
          .attribute=${attribute}
          .now=${valueNow(shown, name)}
          .value=${textOf(shown, this.draft, name)}
          .next=${check.values[name]}
          .touched=${fault !== undefined}
          .again=${mayWriteAgain(shown, attribute)}
          .emptiable=${mayBeEmptied(attribute)}
          .varied=${this.varied.get(name) ?? ''}
          .error=${fault === undefined ? '' : faultWords(fault.reason, fault.detail)}
        ></fk-attribute-field>`;
      })}</div>
    </details>`;
  }

  private readonly onField = (event: FieldChangeEvent): void =>
    this.reportDraft(withText(this.shown, this.draft, event.name, event.value));

  private readonly onKeepOld = (event: KeepOldEvent): void => this.reportDraft(withAsIs(this.draft, event.name, null));

  private readonly onAsIs = (event: AsIsEvent): void =>
    this.reportDraft(withAsIs(this.draft, event.name, event.choice));

  private reportDraft(draft: ConfigureDraft): void {
    this.dispatchEvent(new DraftEvent(draft));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-attribute-form': FkAttributeForm;
  }
}
