/** Asks the page for a read of telemetry: said by the form, and by the buttons beside what was read. */
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
