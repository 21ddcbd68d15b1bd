/** The changes of a package, one per value. A long list is folded to keep the main action in view. */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { runStrings } from '../../strings/run.ts';
import '../../elements/basics.ts';
import '../change-table.ts';

const SHOWN = 6;

@customElement('fk-change-list')
class FkChangeList extends LitElement {
  @property({ attribute: false }) package!: CarriedPackage;
  @state() private all = false;

  static override styles = [shared, pageStyles];

  protected override render(): TemplateResult {
    const changes = Object.entries(this.package.values);
    if (changes.length === 0) return html`<p>${runStrings.noChanges}</p>`;
    const shown = this.all ? changes : changes.slice(0, SHOWN);
    const hidden = changes.length - shown.length;
    return html`<fk-change-table .from=${this.package.before} .to=${Object.fromEntries(shown)}></fk-change-table>
      ${
        hidden === 0
          ? nothing
          : html`<fk-button variant="quiet" @click=${() => (this.all = true)}>${runStrings.moreChanges(hidden)}</fk-button>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-change-list': FkChangeList;
  }
}
