/** What a package changes, value by value: old → new. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import type { AttributeValues, Json } from '../../../domain/device.ts';
import { shared } from '../../kit/tokens.ts';
import { runStrings } from '../../strings/run.ts';
import '../../elements/button/button.ts';
import '../../elements/value-change/value-change.ts';

/** More than this are folded, so that the one action stays near. */
const SHOWN = 6;

@customElement('fk-change-list')
export class FkChangeList extends LitElement {
  @property({ attribute: false }) package: CarriedPackage | null = null;
  @state() private all = false;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      dl {
        display: grid;
        gap: var(--space-2) var(--space-4);
        margin: 0;
      }
      div {
        display: grid;
        gap: 0 var(--space-4);
      }
      dt {
        color: var(--color-ink-soft);
        font-size: var(--text-s);
        overflow-wrap: anywhere;
      }
      dd {
        margin: 0;
      }
      p {
        margin: 0;
      }
      @media (min-width: 600px) {
        div {
          grid-template-columns: minmax(8rem, 16rem) minmax(0, 1fr);
          align-items: baseline;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    if (this.package === null) return nothing;
    const changes = changesOf(this.package.values, this.package.before);
    if (changes.length === 0) return html`<p>${runStrings.noChanges}</p>`;
    const shown = this.all ? changes : changes.slice(0, SHOWN);
    const hidden = changes.length - shown.length;
    return html`<dl>
        ${shown.map(
          (change) => html`<div>
            <dt>${change.name}</dt>
            <dd><fk-value-change .from=${change.from} .to=${change.to}></fk-value-change></dd>
          </div>`,
        )}
      </dl>
      ${hidden === 0 ? nothing : html`<fk-button variant="quiet" @click=${() => (this.all = true)}>${runStrings.moreChanges(hidden)}</fk-button>`}`;
  }
}

export interface Change {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** One line for each value that is sent; what the backend showed before stands on the left where it was known. */
export function changesOf(values: AttributeValues, before: AttributeValues): Change[] {
  return Object.keys(values).map((name) => ({ name, from: name in before ? wordOf(before[name]!) : null, to: wordOf(values[name]!) }));
}

function wordOf(value: Json): string | null {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? runStrings.emptySet : value.map((part: Json) => wordOf(part) ?? '').join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-change-list': FkChangeList;
  }
}
