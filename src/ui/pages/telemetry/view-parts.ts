/** Shared by the views of the fleet's hours: loading, failure and empty state. */
import { html, type TemplateResult } from 'lit';
import '../../elements/basics.ts';
import { telemetryIcon } from '../../kit/icons.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import type { HoursController } from './hours-controller.ts';

/** Null when there is something to show. */
export function renderUnread(hours: HoursController, isEmpty: boolean, empty: string): TemplateResult | null {
  if (hours.failed)
    return html`<fk-notice tone="stop" .text=${telemetryStrings.readFailed}><fk-button slot="action" @click=${() => hours.again()}>${telemetryStrings.codeFailed.again}</fk-button></fk-notice>`;
  // As tall as a screen: what is below would move out of sight when the rows come.
  if (hours.value === null) return html`<fk-skeleton .count=${12} .label=${telemetryStrings.loading}></fk-skeleton>`;
  return isEmpty ? html`<fk-empty .text=${empty} .icon=${telemetryIcon}></fk-empty>` : null;
}
