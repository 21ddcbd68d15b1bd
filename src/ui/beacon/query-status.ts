/** The progress and the outcome of a telemetry request: pages, records, waits, and one action for each problem. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RecordQuery } from '../../domain/telemetry/record-query.ts';
import type { QueryOutcome, QueryProgress } from '../../use-cases/telemetry/telemetry.ts';
import { ClockController } from '../controllers/clock-controller.ts';
import '../elements/basics.ts';
import { momentText, type ChartZone } from '../elements/chart/moments.ts';
import { shared } from '../kit/tokens.ts';
import { failureWords } from '../strings/failures.ts';
import { telemetryStrings } from '../strings/telemetry.ts';
import '../shared/failure.ts';
import { QueryEvent } from '../shared/query-event.ts';
import { FAILURE_ACTIONS } from '../words/failures.ts';

const text = telemetryStrings;

class DismissEvent extends Event {
  constructor() {
    super('fk-dismiss', { bubbles: true, composed: true });
  }
}

/** Requests the part that is missing because the request ended early. */
export class RestEvent extends Event {
  constructor(readonly query: RecordQuery) {
    super('fk-rest', { bubbles: true, composed: true });
  }
}

/** Events: `fk-cancel`, `fk-query` (again), `fk-rest`, `fk-dismiss`, `fk-ask-key`. */
@customElement('fk-telemetry-status')
class FkTelemetryStatus extends LitElement {
  @property({ attribute: false }) progress: QueryProgress | null = null;
  @property({ attribute: false }) last: QueryOutcome | null = null;
  @property() zone: ChartZone = 'local';
  /**
   * Hides the outcome of an ordinary request from view; screen readers still announce it. The page shows the time of
   * the check and the records.
   */
  @property({ type: Boolean }) brief = false;
  private readonly clock = new ClockController(this, () => 1000);

  static override styles = [
    shared,
    css`
      /* Has no box of its own; otherwise the page would leave a gap while there is nothing to show. */
      :host {
        display: contents;
      }
      ul {
        padding-inline-start: var(--space-5);
      }
      .done {
        flex-wrap: nowrap;
        padding: 0 var(--space-1) 0 var(--space-4);
      }
      p {
        padding-block: var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { progress, last } = this;
    const done = progress === null && last?.end.kind === 'done' ? last : null;
    const remarks = done === null ? [] : this.remarksOf(done);
    const isShown = done !== null && (!this.brief || remarks.length > 0);
    const words = done === null ? '' : [text.outcome.done(done.records, done.added), ...remarks].join(' ');
    return html`${progress !== null ? this.renderProgress(progress) : last === null || done !== null ? nothing : this.renderOutcome(last)}
      <div class=${isShown ? 'done card spread' : 'aside'}><p role="status">${words}</p>${isShown ? this.renderDismiss() : nothing}</div>`;
  }

  private renderProgress({
    pages,
    records,
    totalPages,
    heard,
    mostRequests,
    doing,
    waitUntilMs,
    waitReason,
  }: QueryProgress): TemplateResult {
    const seconds = Math.max(0, Math.ceil(((waitUntilMs ?? 0) - this.clock.nowMs) / 1000));
    const now =
      doing === 'waiting' && waitReason !== null
        ? text.progress.waiting[waitReason](seconds)
        : doing === 'storing'
          ? text.progress.storing(records)
          : heard === null
            ? text.progress.asking(records)
            : text.progress.heard(heard.count, heard.of);
    // Without a known total, the end of the progress bar is the maximum number of requests.
    const bounded = totalPages === null || (mostRequests !== null && totalPages > mostRequests);
    const label = !bounded
      ? text.progress.label
      : mostRequests === null
        ? `${text.progress.label}, ${text.progress.pages(pages)}`
        : text.progress.atMost(mostRequests);
    return html`<fk-progress .cancellable=${true} .label=${label} .doing=${now} .done=${pages}
      .total=${bounded ? mostRequests : totalPages}></fk-progress>`;
  }

  private renderDismiss(): TemplateResult {
    return html`<fk-button variant="quiet" @click=${() => this.dispatchEvent(new DismissEvent())}>${text.outcome.dismiss}</fk-button>`;
  }

  private renderOutcome(last: QueryOutcome): TemplateResult | typeof nothing {
    const { end, records } = last;
    const dismiss = this.renderDismiss();
    const again = html`<fk-button @click=${() => this.again(last.query)}>${text.loadAgain}</fk-button>`;
    const remarks = this.remarksOf(last);
    switch (end.kind) {
      case 'done':
        return nothing;
      case 'bounded':
        return html`<fk-notice tone="neutral" .text=${[text.outcome.bounded(records), ...remarks].join(' ')}>
          <div slot="action" class="wrap">
            <fk-button @click=${() => this.dispatchEvent(new RestEvent(last.query))}>${text.outcome.rest}</fk-button>${dismiss}
          </div>
        </fk-notice>`;
      case 'cancelled':
        return html`<fk-notice tone="neutral" .text=${text.outcome.cancelled(records)}>
          <div slot="action" class="wrap">${again}${dismiss}</div>
        </fk-notice>`;
      case 'storageFailed':
        return html`<fk-notice tone="stop" .text=${end.code === 'full' ? text.outcome.storageFull : text.outcome.storage}>
          <div slot="action" class="wrap">${again}${dismiss}</div>
          <span slot="details" class="mono">${end.code}: ${end.detail}</span>
        </fk-notice>`;
      case 'failed': {
        const { failure } = end;
        const words = failureWords[failure.kind].says;
        return html`<fk-failure tone="stop" .failure=${failure}
          .says=${`${words}${text.outcome.savedSoFar(records)}`}>${
            FAILURE_ACTIONS[failure.kind] === 'key' ? nothing : again
          }${dismiss}</fk-failure>`;
      }
    }
  }

  private remarksOf({
    query,
    fellBack,
    unheard,
    stoppedEarly,
    smallerPages,
    endUnsaid,
    undated,
    split,
    skipped,
    faulty,
    cut: [cut, ...others],
  }: QueryOutcome): string[] {
    return [
      ...(fellBack ? [text.outcome.fellBack] : []),
      ...(unheard === null || unheard === 0 ? [] : [text.outcome.unheard(unheard, query.ids.length)]),
      ...(stoppedEarly ? [text.outcome.stoppedEarly] : []),
      ...(smallerPages === null ? [] : [text.outcome.smallerPages(smallerPages)]),
      ...(endUnsaid ? [text.outcome.endUnsaid] : []),
      ...(undated === 0 ? [] : [text.outcome.undated(undated)]),
      ...(split ? [text.outcome.split] : []),
      ...(skipped > 0 ? [text.outcome.skipped(skipped)] : []),
      ...(faulty > 0 ? [text.outcome.faulty(faulty)] : []),
      ...(cut === undefined
        ? []
        : [
            text.outcome.cut(
              cut.field.slice(0, 60),
              cut.trackingId,
              cut.timeMs === null ? '' : momentText(cut.timeMs, this.zone),
              others.length,
            ),
          ]),
    ];
  }

  private again(query: RecordQuery): void {
    this.dispatchEvent(new QueryEvent(query));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-status': FkTelemetryStatus;
  }
}
