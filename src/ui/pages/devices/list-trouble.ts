/** Messages in place of the list or above it, when it is empty or loading failed. */
import { html, nothing, type TemplateResult } from 'lit';
import { isIncomplete } from '../../../domain/device-list/incomplete.ts';
import type { DeviceListState } from '../../../use-cases/devices/device-list.ts';
import '../../elements/button/button.ts';
import '../../elements/skeleton/skeleton.ts';
import { devicesIcon } from '../../kit/icons.ts';
import { deviceStrings as text } from '../../strings/devices.ts';

/** The message above a list. */
export function renderTrouble(
  state: DeviceListState,
  online: boolean,
  again: () => void,
): TemplateResult | typeof nothing {
  if (state.refreshing !== null) return nothing;
  if (state.failure !== null)
    return html`<fk-failure retry .failure=${state.failure} .says=${online ? null : text.offlineList} @fk-again=${again}></fk-failure>`;
  if (state.short != null)
    return html`<fk-notice tone="attention" .text=${text.short(state.short.read, state.short.counted)}></fk-notice>`;
  if ((state.leftOut ?? 0) > 0)
    return html`<fk-notice tone="neutral" .text=${text.leftOut(state.leftOut!)}></fk-notice>`;
  // The header already shows the missing network.
  if (!online) return nothing;
  return isIncomplete(state) ? html`<p class="soft">${text.partial}</p>` : nothing;
}

/** The message in place of an empty list. */
export function renderNone(state: DeviceListState, again: () => void): TemplateResult {
  if (state.devices === null || state.refreshing !== null)
    return html`<fk-skeleton class="pad" count="7" .label=${text.loading}></fk-skeleton>`;
  if (state.failure !== null)
    return html`<div class="middle grow"><fk-failure retry .failure=${state.failure} @fk-again=${again}></fk-failure></div>`;
  const isKnown = state.completedAtMs !== null;
  return html`<div class="middle grow">
    <fk-empty .icon=${devicesIcon} .text=${isKnown ? text.empty : text.never}>
      ${isKnown ? html`<fk-button slot="action" variant="primary" href="/orders">${text.emptyClaim}</fk-button>` : nothing}
      <fk-button slot="action" .variant=${isKnown ? 'plain' : 'primary'} @click=${again}>${text.emptyAction}</fk-button>
    </fk-empty>
  </div>`;
}
