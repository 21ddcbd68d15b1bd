/** Take back what is pending at the backend, for many chosen devices. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { planWithdraw } from '../../../domain/bulk/plan.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import '../../elements/basics.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { ManyPage } from './many-page.ts';

const { withdraw: text } = bulkStrings;

@customElement('fk-withdraw-many-page')
class FkWithdrawManyPage extends ManyPage {
  protected override renderPlanning(devices: readonly CachedDevice[]): TemplateResult {
    const lines = planWithdraw(this.planParts(devices));
    const able = this.offer === 'notOffered' ? 0 : lines.filter(({ kind }) => kind !== null).length;
    return html`<div class="column wide">
        ${this.renderChosen(devices)}
        <p class="soft">${text.note}</p>
        ${this.offer === 'offered' ? nothing : html`<fk-notice .tone=${this.offer === 'unknown' ? 'info' : 'attention'} .text=${this.offer === 'unknown' ? text.unsure : text.notOffered}></fk-notice>`}
        ${this.renderLines(lines, text.will)}
      </div>
      <fk-foot class="foot">
        <div class="row pair">
          <fk-button big wide href="/devices">${bulkStrings.back}</fk-button>
          <fk-button big wide variant="danger" .disabled=${able === 0} @click=${() => this.begin(lines)}>${able === 0 ? bulkStrings.nothingToDo : text.start(able)}</fk-button>
        </div>
      </fk-foot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-withdraw-many-page': FkWithdrawManyPage;
  }
}
