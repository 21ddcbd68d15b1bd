/**
 * The configuration form for one or several devices: the attributes that are changed most, the other physical ones
 * folded by group, and further attributes by name.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import {
  MOST_CHANGED,
  findAttribute,
  physicalGroups,
  type Attribute,
  type AttributeGroup,
} from '../../domain/attributes/catalogue.ts';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import { pageStyles } from '../kit/page-styles.ts';
import { shared } from '../kit/tokens.ts';
import { configureStrings as text, groupNames } from '../strings/configure.ts';
import { faultWords } from '../words/configure.ts';
import { attributeFieldStyles, renderAttributeField } from './attribute-field.ts';
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
  type Shown,
} from './configure-draft.ts';
import './named-attributes.ts';

const FIRST: readonly Attribute[] = MOST_CHANGED.flatMap((name) => findAttribute(name) ?? []);
const FOLDED = physicalGroups()
  .map(({ group, attributes }) => ({
    group,
    attributes: attributes.filter(({ name }) => !MOST_CHANGED.includes(name)),
  }))
  .filter(({ attributes }) => attributes.length > 0);

@customElement('fk-attribute-form')
class FkAttributeForm extends LitElement {
  /** The values that the backend showed: those of one device, or those that several devices have in common. */
  @property({ attribute: false }) shown: Shown | null = null;
  @property({ attribute: false }) draft: ConfigureDraft = EMPTY_DRAFT;
  /** Called with the new draft. */
  @property({ attribute: false }) onDraft: (draft: ConfigureDraft) => void = () => {};
  /** Heading level of the groups. */
  @property({ type: Number }) level = 2;
  /** Attribute -> the different values in words, for attributes that are not the same on all devices. */
  @property({ attribute: false }) varied: ReadonlyMap<string, string> | undefined;
  /** True for a device that is no beacon: only its name, what the backend reports of it, and any other attribute by name. */
  @property({ type: Boolean, attribute: 'reported-only' }) reportedOnly = false;
  private check = checkDraft(null, EMPTY_DRAFT);
  /** Groups that a change has opened. They stay open when it is taken back, so that nothing moves away while somebody types. */
  private readonly opened = new Set<string>();
  /** Attributes for which more ways to send them are offered. */
  private readonly more = new Set<string>();

  static override styles = [
    shared,
    pageStyles,
    attributeFieldStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        max-width: 38rem;
      }
      details + details {
        border-top: var(--stroke) solid var(--color-line);
      }
      .count {
        margin-inline-start: var(--space-2);
        color: var(--color-accent);
      }
    `,
  ];

  /** Focuses the first field with an error. */
  override focus(): void {
    const fields = [...this.renderRoot.querySelectorAll('fk-field')];
    const field = fields.find(({ error }) => error !== '');
    const group = field?.closest('details');
    if (group) group.open = true;
    field?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('shown') && !changed.has('draft')) return;
    this.check = checkDraft(this.shown, this.draft);
    for (const { group, attributes } of FOLDED) if (this.changesOf(attributes) > 0) this.opened.add(group);
    if (Object.keys(this.draft.named).length > 0 || this.reportedOnly) this.opened.add('other');
  }

  protected override render(): TemplateResult {
    const { named } = this.draft;
    return html`<div @fk-input=${this.onField} @fk-change=${this.onField}>
        ${this.offeredOf(FIRST).map((attribute) => this.renderField(attribute))}
        ${FOLDED.map(({ group, attributes }) => this.renderAttributes(group, this.offeredOf(attributes)))}
      </div>
      ${this.renderGroup(
        'other',
        text.other,
        Object.keys(named).length,
        html`<fk-named-attributes .draft=${this.draft} .onDraft=${this.onDraft}></fk-named-attributes>`,
      )}`;
  }

  private renderAttributes(group: AttributeGroup, attributes: readonly Attribute[]): TemplateResult | typeof nothing {
    if (attributes.length === 0) return nothing;
    const fields = attributes.map((attribute) => this.renderField(attribute));
    return this.renderGroup(group, groupNames[group], this.changesOf(attributes), fields);
  }

  private offeredOf(attributes: readonly Attribute[]): readonly Attribute[] {
    if (!this.reportedOnly) return attributes;
    return attributes.filter(
      (attribute) =>
        attribute.name === 'name' ||
        valueNow(this.shown, attribute.name) !== undefined ||
        this.changesOf([attribute]) > 0,
    );
  }

  private renderGroup(name: string, heading: string, changes: number, content: unknown): TemplateResult {
    return html`<details ?open=${this.opened.has(name)}>
      <summary>
        <span role="heading" aria-level=${this.level}>${heading}</span
        >${changes === 0 ? nothing : html`<span class="count small">${text.changedInGroup(changes)}</span>`}
      </summary>
      ${content}
    </details>`;
  }

  private renderField(attribute: Attribute): TemplateResult {
    const { shown, draft, check } = this;
    const { name } = attribute;
    const fault = check.faults[name];
    return renderAttributeField(
      {
        attribute,
        now: valueNow(shown, name),
        value: textOf(shown, draft, name),
        next: check.values[name],
        again: mayWriteAgain(shown, attribute),
        emptiable: mayBeEmptied(attribute),
        isOpen: this.more.has(name),
        varied: this.varied?.get(name) ?? '',
        isSame: this.varied !== undefined,
        error: fault === undefined ? '' : faultWords(fault.reason, fault.detail),
      },
      {
        onMore: () => {
          if (!this.more.delete(name)) this.more.add(name);
          this.requestUpdate();
        },
        onAsIs: (choice) => {
          this.more.delete(name);
          this.onDraft(withAsIs(draft, name, choice));
        },
      },
    );
  }

  private changesOf(attributes: readonly Attribute[]): number {
    return attributes.filter(({ name }) => name in this.check.values || name in this.check.faults).length;
  }

  private readonly onField = (event: FieldChangeEvent): void =>
    this.onDraft(withText(this.shown, this.draft, event.name, event.value));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-attribute-form': FkAttributeForm;
  }
}
