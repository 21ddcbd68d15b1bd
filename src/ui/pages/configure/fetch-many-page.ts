/** Fetches the packages of pending configurations for many selected beacons. */
import { html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { planFetch } from '../../../domain/bulk/plan.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import '../../elements/basics.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { ManyPage, sortPlan } from './many-page.ts';

@customElement('fk-fetch-many-page')
class FkFetchManyPage extends ManyPage {
  protected override renderPlanning(devices: readonly CachedDevice[]): TemplateResult {
    const plan = sortPlan(planFetch(this.planParts(devices)));
    const able = plan.able.length;
    return html`<div class="column wide">
        ${this.renderAnswer(plan, text.willFetch)}
        <p class="soft">${text.fetchNote}</p>
        ${this.renderLines(plan)}
      </div>
      <fk-foot class="foot">
        <div class="row pair">
          <fk-button big wide href="/devices">${text.back}</fk-button>
          <fk-button big wide variant="primary" .disabled=${able === 0} @click=${() => this.begin(plan.lines)}
            >${able === 0 ? text.nothingToDo : text.fetch(able)}</fk-button
          >
        </div>
      </fk-foot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-fetch-many-page': FkFetchManyPage;
  }
}
