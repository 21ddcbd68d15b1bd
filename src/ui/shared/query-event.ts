/** Requests telemetry from the page. Fired by the form, and by the buttons beside the results. */
import type { RecordQuery } from '../../domain/telemetry/record-query.ts';

export class QueryEvent extends Event {
  constructor(readonly query: RecordQuery) {
    super('fk-query', { bubbles: true, composed: true });
  }
}
