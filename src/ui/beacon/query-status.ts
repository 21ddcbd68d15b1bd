/** The outcome of a telemetry request: what came, and one action for each problem. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RecordQuery } from '../../domain/telemetry/record-query.ts';
import type { QueryOutcome } from '../../use-cases/telemetry/telemetry.ts';
import '../elements/basics.ts';
import { moment, type Zone } from '../language/times.ts';
import { shared } from '../kit/tokens.ts';
import { failureWords } from '../strings/failures.ts';
import { telemetryStrings } from '../strings/telemetry.ts';
import '../shared/failure.ts';
import { QueryEvent } from '../shared/query-event.ts';
import { FAILURE_ACTIONS } from '../words/failures.ts';

const text = telemetryStrings;

/** Requests the part that is missing because the request ended early. */
export class RestEvent extends Event {
  constructor(readonly query: RecordQuery) {
    super('fk-rest', { bubbles: true, composed: true });
  }
}

/** `last`: null while another request is made. Events: `fk-query` (again), `fk-rest`, `fk-dismiss`, `fk-ask-key`. */
@customElement('fk-telemetry-status')
class FkTelemetryStatus extends LitElement {
  @property({ attribute: false }) last: QueryOutcome | null = null;
  @property() zone: Zone = 'local';
  /**
   * Hides the outcome of an ordinary request from view; screen readers still announce it. The page shows the time of
   * the check and the records.
   */
  @property({ type: Boolean }) brief = false;

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
    const { last } = this;
    const done = last?.end.kind === 'done' ? last : null;
    const remarks = done === null ? [] : this.remarksOf(done);
    const isShown = done !== null && (!this.brief || remarks.length > 0);
    const words = done === null ? '' : [text.outcome.done(done.records, done.added), ...remarks].join(' ');
    return html`${last === null || done !== null ? nothing : this.renderOutcome(last)}
      <div class=${isShown ? 'done card spread' : 'aside'}><p role="status">${words}</p>${isShown ? this.renderDismiss() : nothing}</div>`;
  }

  private renderDismiss(): TemplateResult {
    const dismiss = (): unknown => this.dispatchEvent(new Event('fk-dismiss', { bubbles: true, composed: true }));
    return html`<fk-button variant="quiet" @click=${dismiss}>${text.outcome.dismiss}</fk-button>`;
  }

  private renderOutcome(last: QueryOutcome): TemplateResult | typeof nothing {
    const { end, records } = last;
    const dismiss = this.renderDismiss();
    const again = html`<fk-button @click=${() => this.dispatchEvent(new QueryEvent(last.query))}>${text.loadAgain}</fk-button>`;
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
              cut.timeMs === null ? '' : moment(cut.timeMs, this.zone),
              others.length,
            ),
          ]),
    ];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-status': FkTelemetryStatus;
  }
}
