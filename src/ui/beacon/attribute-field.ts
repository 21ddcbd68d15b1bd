/** The field of one attribute: a control that fits its type, the value on the device, and a button that restores it. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { TX_POWER_DBM, type Attribute, type AttributeShape } from '../../domain/attributes/catalogue.ts';
import type { Json } from '../../domain/device.ts';
import { memoizeByObject } from '../../domain/memoize.ts';
import '../elements/basics.ts';
import type { FieldKind, FieldOption } from '../elements/field/field.ts';
import '../elements/value-change/value-change.ts';
import { moreIcon, undoIcon } from '../kit/icons.ts';
import { configureStrings as text, unitNames } from '../strings/configure.ts';
import { helpOf, labelOf } from '../words/configure.ts';
import type { SentAsIs } from './configure-draft.ts';
import { newValueWords, valueLine, valueWords } from './value-words.ts';

interface AttributeFacts {
  readonly attribute: Attribute;
  readonly now: Json | undefined;
  /** For several devices: their different values in words; empty when all have the same value. */
  readonly varied: string;
  /** True where several devices all have the shown value. */
  readonly isSame: boolean;
  readonly value: string;
  /** The value that will be sent; undefined while the field is unchanged or invalid. */
  readonly next: Json | undefined;
  readonly error: string;
  /** Whether the shown value can be sent again, and whether an empty one can be sent. */
  readonly again: boolean;
  readonly emptiable: boolean;
  /** True while these two are offered. */
  readonly isOpen: boolean;
}

interface AttributeActions {
  /** Offers to send the attribute although its field holds no new value, or stops offering it. */
  readonly onMore: () => void;
  /** Sends it so; null restores the old value. */
  readonly onAsIs: (choice: SentAsIs | null) => void;
}

export const attributeFieldStyles = css`
  .attribute {
    display: grid;
    gap: var(--space-1);
    padding-block: var(--space-2);
  }
  .attribute p {
    flex-basis: 100%;
  }
  /* In one column, also beside a short control. */
  .attribute [slot='beside'] {
    margin-inline-start: auto;
  }
  .change {
    gap: 0 var(--space-3);
    max-width: var(--measure);
    padding-inline-start: var(--space-3);
    border-inline-start: calc(var(--stroke-strong) * 2) solid var(--color-accent);
  }
`;

/** The events of the field inside bubble. Styles: `attributeFieldStyles`. */
export function renderAttributeField(facts: AttributeFacts, actions: AttributeActions): TemplateResult {
  const { attribute, now, varied, isSame, value, next, error, again, emptiable, isOpen } = facts;
  const { name, shape } = attribute;
  const isShown = now !== undefined && now !== null && !attribute.writeOnly;
  // Until it is edited, the field itself shows the current value, except one with line breaks.
  const known = error !== '' || /[\n\r]/.test(value) ? text.now(valueLine(name, now)) : isSame ? text.same : '';
  const stands = varied === '' ? (isShown ? known : text.notKnown) : varied;
  // What several devices have is a line of its own.
  const help = [stands, helpOf(name)].filter((part) => part !== '').join(varied === '' ? '. ' : '.\n');
  const isCode = shape.type === 'hex' || shape.type === 'uuid' || shape.type === 'url';
  return html`<div class="attribute">
    <fk-field
      .kind=${kindOf(shape)}
      .name=${name}
      .label=${labelOf(name)}
      .help=${attribute.writeOnly ? helpOf(name) : help}
      .unit=${unitOf(shape)}
      .value=${value}
      .placeholder=${varied === '' ? '' : text.variesShort}
      .options=${optionsOf(shape, value, varied === '' ? withLeave : withVaries)}
      .min=${shape.type === 'whole' ? shape.min : null}
      .max=${shape.type === 'whole' ? shape.max : null}
      .step=${shape.type === 'whole' ? 1 : null}
      .maxlength=${shape.type === 'text' ? shape.maxLength : shape.type === 'hex' ? shape.digits : null}
      .error=${error}
      .issued=${isCode}
      .mono=${isCode}
    >${
      again || emptiable
        ? html`<fk-button
            slot="beside"
            variant="quiet"
            .icon=${moreIcon}
            .label=${(isOpen ? text.less : text.more)(labelOf(name))}
            @click=${actions.onMore}
          ></fk-button>`
        : nothing
    }</fk-field>
    ${isOpen ? renderMore(facts, actions) : nothing}
    ${next === undefined && error === '' ? nothing : renderChange(facts, actions)}
  </div>`;
}

function renderMore({ again, emptiable }: AttributeFacts, { onAsIs }: AttributeActions): TemplateResult {
  return html`<div class="wrap">
    ${again ? html`<fk-button @click=${() => onAsIs('again')}>${text.again}</fk-button>` : nothing}
    ${emptiable ? html`<fk-button @click=${() => onAsIs('empty')}>${text.empty}</fk-button>` : nothing}
    <p class="soft">${[again ? text.againHelp : '', emptiable ? text.emptyHelp : '']
      .filter((part) => part !== '')
      .join(' ')}</p>
  </div>`;
}

function renderChange(
  { attribute: { name }, varied, now, next }: AttributeFacts,
  { onAsIs }: AttributeActions,
): TemplateResult {
  const from = varied === '' ? valueWords(name, now).text : text.variesShort;
  const to = next === undefined ? null : newValueWords(name, next);
  return html`<div class="change spread">
    ${to === null ? html`<span></span>` : html`<fk-value-change .from=${from} .to=${to.text} .unit=${to.unit}></fk-value-change>`}
    <fk-button variant="quiet" .icon=${undoIcon} .label=${text.keepOld(labelOf(name))}
      @click=${() => onAsIs(null)}>${text.keep}</fk-button>
  </div>`;
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
 * A select without one known current value starts with an option that leaves it. A value that is not in the catalogue
 * stays as an option.
 */
function optionsOf(shape: AttributeShape, value: string, withFirst: typeof withLeave): readonly FieldOption[] {
  if (shape.type === 'list') {
    const unknown = value.split(',').filter((word) => word !== '' && !shape.options.includes(word));
    return [...shape.options, ...unknown].map((word) => ({ value: word, label: word }));
  }
  const options = choicesOf(shape);
  if (options.length === 0 || options.some((option) => option.value === value)) return options;
  return value === '' ? withFirst(options) : [{ value, label: value }, ...options];
}

const startingWith = (label: () => string) =>
  memoizeByObject((options: readonly FieldOption[]): readonly FieldOption[] => [
    { value: '', label: label() },
    ...options,
  ]);
const withLeave = startingWith(() => text.leave);
const withVaries = startingWith(() => text.variesShort);

/** The same list at each drawing, so that a select is drawn again only when it changes. */
const choicesOf = memoizeByObject((shape: AttributeShape): readonly FieldOption[] => {
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
});
