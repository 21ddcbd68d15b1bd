/** The pages that fetch, or take back, what is pending of many selected devices. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { planFetch, planWithdraw } from '../../../domain/bulk/plan.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import '../../elements/basics.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { ManyPage } from './many-page.ts';

@customElement('fk-fetch-many-page')
class FkFetchManyPage extends ManyPage {
  protected override renderPlanning(devices: readonly CachedDevice[]): TemplateResult {
    const plan = this.sorted(planFetch(this.planParts(devices)));
    const able = plan.able.length;
    const head = html`${this.renderAnswer(plan, text.willFetch)}
      ${able === 0 ? nothing : html`<p class="soft">${text.fetchNote}</p>`}`;
    return this.renderPlan(plan, head, able === 0 ? null : text.fetch(able), 'primary');
  }
}

@customElement('fk-withdraw-many-page')
class FkWithdrawManyPage extends ManyPage {
  protected override renderPlanning(devices: readonly CachedDevice[]): TemplateResult {
    const plan = this.sorted(planWithdraw(this.planParts(devices)));
    const { will, note, notOffered, unsure, start } = text.withdraw;
    // Whether the backend has this call may be unknown; the first try shows it.
    const isOffered = this.offer !== 'notOffered';
    const able = isOffered ? plan.able.length : 0;
    const head = html`${isOffered ? this.renderAnswer(plan, will) : this.renderCount(text.chosen(devices.length), devices.length)}
      <p class="soft">${note}</p>
      ${isOffered ? nothing : html`<fk-notice tone="attention" .text=${notOffered}></fk-notice>`}
      ${this.offer === 'unknown' ? html`<p class="soft">${unsure}</p>` : nothing}`;
    return this.renderPlan(plan, head, able === 0 ? null : start(able), 'danger');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-fetch-many-page': FkFetchManyPage;
    'fk-withdraw-many-page': FkWithdrawManyPage;
  }
}
