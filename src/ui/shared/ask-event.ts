/** Requests telemetry from the page. Fired by the form, and by the buttons beside the results. */
import type { RecordQuery } from '../../domain/telemetry/record-query.ts';

export class AskEvent extends Event {
  constructor(readonly ask: RecordQuery) {
    super('fk-ask', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'fk-ask': AskEvent;
  }
}
