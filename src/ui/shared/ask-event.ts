/** Requests telemetry from the page. Fired by the form, and by the buttons beside the results. */
import type { TelemetryAsk } from '../../domain/telemetry/ask.ts';

export class AskEvent extends Event {
  constructor(readonly ask: TelemetryAsk) {
    super('fk-ask', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'fk-ask': AskEvent;
  }
}
