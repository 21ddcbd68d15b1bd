/** The field of one attribute: a control that fits its type, the value on the device, and a button that restores it. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { TX_POWER_DBM, type Attribute, type AttributeShape } from '../../domain/attributes/catalogue.ts';
import type { Json } from '../../domain/device.ts';
import '../elements/basics.ts';
import type { FieldKind, FieldOption } from '../elements/field/field.ts';
import '../elements/value-change/value-change.ts';
import { moreIcon, undoIcon } from '../kit/icons.ts';
import { shared } from '../kit/tokens.ts';
import { configureStrings as text, unitNames } from '../strings/configure.ts';
import { helpOf, labelOf } from '../words/configure.ts';
import type { SentAsIs } from './configure-draft.ts';
import { newValueWords, valueLine, valueWords } from './value-words.ts';

/** Restores the old value. */
export class KeepOldEvent extends Event {
  constructor(readonly name: string) {
    super('fk-keep-old', { bubbles: true, composed: true });
  }
}

/** Sends this attribute although its field holds no new value. */
export class AsIsEvent extends Event {
  constructor(
    readonly name: string,
    readonly choice: SentAsIs,
  ) {
    super('fk-as-is', { bubbles: true, composed: true });
  }
}

/** Events: `fk-input`/`fk-change` of the field inside, `fk-keep-old`, `fk-as-is`. */
@customElement('fk-attribute-field')
class FkAttributeField extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  @property({ attribute: false }) attribute!: Attribute;
  @property({ attribute: false }) now: Json | undefined = undefined;
  /** For several devices: their different values in words; empty when all have the same value. */
  @property() varied = '';
  @property() value = '';
  /** The value that will be sent; undefined while the field is unchanged or invalid. */
  @property({ attribute: false }) next: Json | undefined = undefined;
  @property() error = '';
  @property({ type: Boolean }) touched = false;
  /** Whether the shown value can be sent again, and whether an empty one can be sent. */
  @property({ type: Boolean }) again = false;
  @property({ type: Boolean }) emptiable = false;
  @state() private more = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--space-1);
        padding-block: var(--space-2);
      }
      p {
        flex-basis: 100%;
      }
      .change {
        gap: 0 var(--space-3);
        max-width: var(--measure);
        padding-inline-start: var(--space-3);
        border-inline-start: calc(var(--stroke-strong) * 2) solid var(--color-accent);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { attribute } = this;
    const { name, shape } = attribute;
    const isShown = this.now !== undefined && this.now !== null && !attribute.writeOnly;
    // Until it is edited, the field itself shows the current value, except one with line breaks.
    const known = this.touched || /[\n\r]/.test(this.value) ? text.now(valueLine(name, this.now)) : '';
    const stands = this.varied === '' ? (isShown ? known : text.notKnown) : this.varied;
    const help = [stands, helpOf(name)].filter((part) => part !== '').join('. ');
    return html`<fk-field
        .kind=${kindOf(shape)}
        .name=${name}
        .label=${labelOf(name)}
        .help=${attribute.writeOnly ? helpOf(name) : help}
        .unit=${unitOf(shape)}
        .value=${this.value}
        .options=${optionsOf(shape, this.value)}
        .min=${shape.type === 'whole' ? shape.min : null}
        .max=${shape.type === 'whole' ? shape.max : null}
        .step=${shape.type === 'whole' ? 1 : null}
        .maxlength=${shape.type === 'text' ? shape.maxLength : shape.type === 'hex' ? shape.digits : null}
        .error=${this.error}
        .issued=${shape.type === 'hex' || shape.type === 'uuid' || shape.type === 'url'}
        .mono=${shape.type === 'hex' || shape.type === 'uuid' || shape.type === 'url'}
      >${
        this.again || this.emptiable
          ? html`<fk-button
              slot="beside"
              variant="quiet"
              .icon=${moreIcon}
              .label=${(this.more ? text.less : text.more)(labelOf(name))}
              @click=${() => (this.more = !this.more)}
            ></fk-button>`
          : nothing
      }</fk-field>
      ${this.more ? this.renderMore(name) : nothing}
      ${this.next === undefined && !this.touched ? nothing : this.renderChange(name)}`;
  }

  private renderMore(name: string): TemplateResult {
    const choose = (choice: SentAsIs): void => {
      this.more = false;
      this.dispatchEvent(new AsIsEvent(name, choice));
    };
    return html`<div class="wrap">
      ${this.again ? html`<fk-button @click=${() => choose('again')}>${text.again}</fk-button>` : nothing}
      ${this.emptiable ? html`<fk-button @click=${() => choose('empty')}>${text.empty}</fk-button>` : nothing}
      <p class="soft">${[this.again ? text.againHelp : '', this.emptiable ? text.emptyHelp : '']
        .filter((part) => part !== '')
        .join(' ')}</p>
    </div>`;
  }

  private renderChange(name: string): TemplateResult {
    const from = this.varied === '' ? valueWords(name, this.now).text : text.variesShort;
    const to = this.next === undefined ? null : newValueWords(name, this.next);
    return html`<div class="change spread">
      ${to === null ? html`<span></span>` : html`<fk-value-change .from=${from} .to=${to.text} .unit=${to.unit}></fk-value-change>`}
      <fk-button variant="quiet" .icon=${undoIcon} .label=${text.keepOld(labelOf(name))}
        @click=${() => this.dispatchEvent(new KeepOldEvent(name))}
        >${text.keep}</fk-button
      >
    </div>`;
  }
}

const KINDS: Record<AttributeShape['type'], FieldKind> = {
  text: 'text',
  whole: 'number',
  power: 'select',
  choice: 'select',
  word: 'select',
  hex: 'text',
  uuid: 'text',
  url: 'url',
  truth: 'select',
  list: 'list',
  tags: 'text',
  any: 'text',
};

function kindOf(shape: AttributeShape): FieldKind {
  return shape.type === 'text' && shape.lines ? 'textarea' : KINDS[shape.type];
}

function unitOf(shape: AttributeShape): string {
  return (shape.type === 'whole' || shape.type === 'choice') && shape.unit !== null ? unitNames[shape.unit] : '';
}

/**
 * A select without a known current value starts with "leave". A value that is not in the catalogue stays as an option.
 */
function optionsOf(shape: AttributeShape, value: string): readonly FieldOption[] {
  if (shape.type === 'list') {
    const unknown = value.split(',').filter((word) => word !== '' && !shape.options.includes(word));
    return [...shape.options, ...unknown].map((word) => ({ value: word, label: word }));
  }
  const options = choicesOf(shape);
  if (options.length === 0 || options.some((option) => option.value === value)) return options;
  return [{ value, label: value === '' ? text.leave : value }, ...options];
}

function choicesOf(shape: AttributeShape): readonly FieldOption[] {
  switch (shape.type) {
    case 'power':
      return TX_POWER_DBM.map((dBm, level) => ({ value: String(level), label: text.dBm(level, dBm) }));
    case 'choice':
      return shape.options.map((option) => ({ value: String(option), label: String(option) }));
    case 'word':
      return shape.options.map((option) => ({ value: option, label: option }));
    case 'truth':
      return [
        { value: 'true', label: text.on },
        { value: 'false', label: text.off },
      ];
    default:
      return [];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-attribute-field': FkAttributeField;
  }
}
