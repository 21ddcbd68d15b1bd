/** Another attribute by name, which the catalogue does not contain. Only its name is checked. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { HIDDEN_VALUE, isSecret } from '../../domain/attributes/values.ts';
import { pageStyles } from '../kit/page-styles.ts';
import '../elements/basics.ts';
import type { FieldChangeEvent } from '../elements/field/field.ts';
import { trashIcon } from '../kit/icons.ts';
import { shared } from '../kit/tokens.ts';
import { configureStrings as text, nameFaultWords } from '../strings/configure.ts';
import { EMPTY_DRAFT, addNamed, type ConfigureDraft } from './configure-draft.ts';

@customElement('fk-named-attributes')
class FkNamedAttributes extends LitElement {
  @property({ attribute: false }) draft: ConfigureDraft = EMPTY_DRAFT;
  /** Called with the draft that has an added attribute, or one less. */
  @property({ attribute: false }) onDraft: (draft: ConfigureDraft) => void = () => {};
  @state() private name = '';
  @state() private value = '';
  @state() private fault = '';

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-3);
      }
      li {
        justify-content: space-between;
        border-bottom: var(--stroke) solid var(--color-line);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const secret = isSecret(this.name.trim());
    return html`<p class="soft">${text.otherNote}</p>
      <ul>
        ${Object.entries(this.draft.named).map(
          ([name, value]) => html`<li class="line anywhere">
            <span class="mono">${name} = <bdi>${isSecret(name) ? HIDDEN_VALUE : value}</bdi></span>
            <fk-button variant="quiet" .icon=${trashIcon} .label=${text.remove(name)} @click=${() => this.removeNamed(name)}></fk-button>
          </li>`,
        )}
      </ul>
      <form class="stack" @submit=${this.add} @fk-input=${this.onInput}>
        <fk-field name="attribute-name" .label=${text.otherName} mono .value=${this.name} .error=${this.fault}></fk-field>
        <fk-field name="attribute-value" .label=${text.otherValue} mono .secret=${secret}
          .help=${secret ? text.otherSecret : ''} .value=${this.value}></fk-field>
        <div class="wrap"><fk-button type="submit">${text.add}</fk-button></div>
      </form>`;
  }

  private readonly onInput = (event: FieldChangeEvent): void => {
    // The page listens to the events of its own fields only.
    event.stopPropagation();
    if (event.name === 'attribute-name') this.name = event.value;
    else this.value = event.value;
    this.fault = '';
  };

  private readonly add = (event: Event): void => {
    event.preventDefault();
    const added = addNamed(this.draft, this.name, this.value);
    if (typeof added === 'string') {
      this.fault = added === 'taken' || added === 'inForm' ? text[added] : nameFaultWords[added];
      return;
    }
    this.name = '';
    this.value = '';
    this.onDraft(added);
  };

  private removeNamed(name: string): void {
    const { [name]: _, ...named } = this.draft.named;
    this.onDraft({ ...this.draft, named });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-named-attributes': FkNamedAttributes;
  }
}
