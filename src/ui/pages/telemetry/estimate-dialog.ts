/** Before a long request: its number of requests and minutes, with the cheaper choice first. */
import { html, nothing, type TemplateResult } from 'lit';
import type { RecordQuery } from '../../../domain/telemetry/record-query.ts';
import { FREE_REQUESTS } from '../../../domain/limits.ts';
import type { QueryEstimate } from '../../../domain/telemetry/estimate.ts';
import '../../elements/basics.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';

const text = telemetryDeskStrings.estimate;

export interface PendingQuery {
  readonly query: RecordQuery;
  readonly estimate: QueryEstimate;
}

/** `agree` takes the part of the request that the person agreed to; `close` is called for each way out. */
export function renderEstimate(
  pending: PendingQuery | null,
  agree: (query: RecordQuery, extent: 'newest' | 'all') => void,
  close: () => void,
): TemplateResult {
  const take = (extent: 'newest' | 'all') => () => {
    close();
    if (pending !== null) agree(pending.query, extent);
  };
  return html`<fk-dialog .open=${pending !== null} .heading=${text.title} @fk-close=${close}>
    <div class="stack close">
      ${pending === null ? nothing : html`<p>${text.text(pending.estimate.requests, pending.estimate.minutes)}</p>`}
      <p>${text.hint(FREE_REQUESTS)}</p>
    </div>
    <fk-button slot="actions" variant="quiet" @click=${close}>${text.cancel}</fk-button>
    <fk-button slot="actions" @click=${take('all')}>${text.all}</fk-button>
    <fk-button slot="actions" variant="primary" @click=${take('newest')}>${text.newest(FREE_REQUESTS)}</fk-button>
  </fk-dialog>`;
}
