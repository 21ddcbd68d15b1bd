/** Telemetry: what was asked for, the fleet, its records and its charts. */
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';

@customElement('fk-telemetry-page')
export class FkTelemetryPage extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}
