/** The progress of a telemetry request: pages, records and waits, with Cancel. */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { QueryProgress } from '../../use-cases/telemetry/telemetry.ts';
import { ClockController } from '../controllers/clock-controller.ts';
import '../elements/basics.ts';
import { shared } from '../kit/tokens.ts';
import { telemetryStrings } from '../strings/telemetry.ts';

const text = telemetryStrings.progress;

/** Event: `fk-cancel`. */
@customElement('fk-telemetry-progress')
class FkTelemetryProgress extends LitElement {
  @property({ attribute: false }) progress: QueryProgress | null = null;
  private readonly clock = new ClockController(this, () => 1000);

  static override styles = shared;

  protected override render(): TemplateResult | typeof nothing {
    if (this.progress === null) return nothing;
    const { pages, totalPages, mostRequests } = this.progress;
    // Without a known total, the end of the progress bar is the maximum number of requests.
    const bounded = totalPages === null || (mostRequests !== null && totalPages > mostRequests);
    const label = !bounded
      ? text.label
      : mostRequests === null
        ? `${text.label}, ${text.pages(pages)}`
        : text.atMost(mostRequests);
    return html`<fk-progress .cancellable=${true} .label=${label} .doing=${this.doing(this.progress)} .done=${pages}
      .total=${bounded ? mostRequests : totalPages}></fk-progress>`;
  }

  private doing({ records, heard, doing, waitUntilMs, waitReason }: QueryProgress): string {
    const seconds = Math.max(0, Math.ceil(((waitUntilMs ?? 0) - this.clock.nowMs) / 1000));
    if (doing === 'waiting' && waitReason !== null) return text.waiting[waitReason](seconds);
    if (doing === 'storing') return text.storing(records);
    return heard === null ? text.asking(records) : text.heard(heard.count, heard.of);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-progress': FkTelemetryProgress;
  }
}
