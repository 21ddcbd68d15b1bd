/** Before a long request: its number of requests and minutes, with the cheaper choice first. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RecordQuery } from '../../../domain/telemetry/record-query.ts';
import { FREE_REQUESTS } from '../../../domain/limits.ts';
import type { QueryEstimate } from '../../../domain/telemetry/estimate.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';

const text = telemetryDeskStrings.estimate;

export interface PendingQuery {
  readonly query: RecordQuery;
  readonly estimate: QueryEstimate;
}

/** The person agreed to the whole request or to its newest part. */
export class AgreedEvent extends Event {
  constructor(
    readonly query: RecordQuery,
    readonly extent: 'newest' | 'all',
  ) {
    super('fk-agreed', { bubbles: true, composed: true });
  }
}

/** Events: `fk-agreed`, `fk-close`. */
@customElement('fk-telemetry-estimate')
class FkTelemetryEstimate extends LitElement {
  @property({ attribute: false }) pending: PendingQuery | null = null;

  static override styles = [
    shared,
    css`
      p {
        margin: 0 0 var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { pending } = this;
    return html`<fk-dialog .open=${pending !== null} .heading=${text.title}>
      ${pending === null ? nothing : html`<p>${text.text(pending.estimate.requests, pending.estimate.minutes)}</p>`}
      <p>${text.hint(FREE_REQUESTS)}</p>
      <fk-button slot="actions" variant="quiet" @click=${this.close}>${text.cancel}</fk-button>
      <fk-button slot="actions" @click=${() => this.agree('all')}>${text.all}</fk-button>
      <fk-button slot="actions" variant="primary" @click=${() => this.agree('newest')}>${text.newest(FREE_REQUESTS)}</fk-button>
    </fk-dialog>`;
  }

  private agree(extent: AgreedEvent['extent']): void {
    const { pending } = this;
    this.close();
    if (pending !== null) this.dispatchEvent(new AgreedEvent(pending.query, extent));
  }

  private readonly close = (): void => {
    this.renderRoot.querySelector('fk-dialog')!.open = false;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-estimate': FkTelemetryEstimate;
  }
  interface HTMLElementEventMap {
    'fk-agreed': AgreedEvent;
  }
}
