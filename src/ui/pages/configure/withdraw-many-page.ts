/** Take back what is pending at the backend, for many chosen devices. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { planWithdraw } from '../../../domain/bulk/plan.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import '../../elements/basics.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { ManyPage, sortPlan } from './many-page.ts';

const { withdraw: text } = bulkStrings;

@customElement('fk-withdraw-many-page')
class FkWithdrawManyPage extends ManyPage {
  protected override renderPlanning(devices: readonly CachedDevice[]): TemplateResult {
    const plan = sortPlan(planWithdraw(this.planParts(devices)));
    // Whether the backend has this call may be unknown; the first try shows it.
    const isOffered = this.offer !== 'notOffered';
    const able = isOffered ? plan.able.length : 0;
    return html`<div class="column wide">
        ${isOffered ? this.renderAnswer(plan, text.will) : this.renderCount(bulkStrings.chosen(devices.length), devices.length)}
        <p class="soft">${text.note}</p>
        ${isOffered ? nothing : html`<fk-notice tone="attention" .text=${text.notOffered}></fk-notice>`}
        ${this.offer === 'unknown' ? html`<fk-notice tone="info" .text=${text.unsure}></fk-notice>` : nothing}
        ${this.renderLines(plan)}
      </div>
      <fk-foot class="foot">
        <div class="row pair">
          <fk-button big wide href="/devices">${bulkStrings.back}</fk-button>
          <fk-button big wide variant="danger" .disabled=${able === 0} @click=${() => this.begin(plan.lines)}
            >${able === 0 ? bulkStrings.nothingToDo : text.start(able)}</fk-button
          >
        </div>
      </fk-foot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-withdraw-many-page': FkWithdrawManyPage;
  }
}
