/** What a package changes, value by value: old → new. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { displayValue, type DisplayValue } from '../../../domain/attributes/values.ts';
import type { AttributeValues } from '../../../domain/device.ts';
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
        container-type: inline-size;
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
      @container (min-width: 480px) {
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
            <dd><fk-value-change .from=${change.from} .to=${change.to} .unit=${change.unit}></fk-value-change></dd>
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
  readonly unit: string;
}

/** One line for each value that is sent; what the backend showed before stands on the left where it was known. */
export function changesOf(values: AttributeValues, before: AttributeValues): Change[] {
  return Object.keys(values).map((name) => {
    const to = displayValue(name, values[name]);
    const unit = to.kind === 'text' && to.unit !== null ? runStrings.units[to.unit] : '';
    return { name, from: wordOf(displayValue(name, before[name])), to: wordOf(to), unit };
  });
}

function wordOf(value: DisplayValue): string | null {
  switch (value.kind) {
    case 'unset':
      return null;
    case 'hidden':
      return runStrings.hidden;
    case 'truth':
      return value.on ? runStrings.on : runStrings.off;
    case 'list':
      return value.items.length === 0 ? runStrings.emptySet : value.items.join(', ');
    case 'text':
      return value.dBm === null ? value.text : runStrings.level(value.text, value.dBm);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-change-list': FkChangeList;
  }
}
