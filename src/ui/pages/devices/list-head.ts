/** Parts of the area above the list. */
import { html, nothing, type TemplateResult } from 'lit';
import { isIncomplete } from '../../../domain/device-list/incomplete.ts';
import type { DeviceListState } from '../../../use-cases/devices/device-list.ts';
import '../../elements/age/age.ts';
import '../../elements/button/button.ts';
import { shortInWords } from '../../beacon/list-progress.ts';
import type { IconPath } from '../../kit/icons.ts';
import { deviceListStrings as listText } from '../../strings/device-list.ts';
import { deviceStrings as text } from '../../strings/devices.ts';

export interface Tool {
  readonly icon: IconPath;
  readonly title: string;
  readonly label: string;
  readonly act: () => void;
  readonly on: boolean;
  readonly disabled: boolean;
  readonly key?: string;
}

/** `look`: icons and texts, texts only, or icons only with the texts as labels. */
export function renderTool(
  look: 'both' | 'words' | 'pictures',
  { icon, title, label, act, on, disabled, key }: Tool,
): TemplateResult {
  return html`<fk-button
    data-key=${key ?? ''}
    title=${title}
    .icon=${look === 'words' ? null : icon}
    .label=${label}
    .variant=${on ? 'chosen' : 'plain'}
    .disabled=${disabled}
    @click=${act}
    >${look === 'pictures' ? nothing : label}</fk-button
  >`;
}

/** Number and age of the devices, of which `found` are shown. */
export function renderCount(state: DeviceListState, found: number, filters: number, nowMs: number): TemplateResult {
  const { devices, completedAtMs, head } = state;
  // The first rows are shown while the others load.
  if (devices === null)
    return html`<p class="soft" aria-busy="true">${head == null ? nothing : `${text.all(head.count)} · `}${text.loading}</p>`;
  const isLoading = completedAtMs === null && !isIncomplete(state);
  return html`<p class="soft" aria-busy=${isLoading ? 'true' : 'false'}>
    ${
      devices.length === 0
        ? nothing
        : html`<span aria-live="polite">${
            found === devices.length ? text.all(found) : text.some(found, devices.length)
          }${filters === 0 ? '' : `, ${listText.filterCount(filters)}`}</span> · `
    }${
      completedAtMs === null
        ? isLoading
          ? text.loading
          : text.never
        : html`${text.read} <fk-age .at=${completedAtMs} .now=${nowMs}></fk-age>`
    }
  </p>`;
}

/** The message above a list. */
export function renderTrouble(
  state: DeviceListState,
  online: boolean,
  again: () => void,
): TemplateResult | typeof nothing {
  if (state.refreshing !== null) return nothing;
  if (state.failure !== null)
    return html`<fk-failure retry .failure=${state.failure} .says=${online ? null : text.offlineList} @fk-again=${again}></fk-failure>`;
  if (state.short != null) return html`<fk-notice tone="attention" .text=${shortInWords(state.short)}></fk-notice>`;
  if ((state.leftOut ?? 0) > 0)
    return html`<fk-notice tone="neutral" .text=${text.leftOut(state.leftOut!)}></fk-notice>`;
  // The header already shows the missing network.
  if (!online) return nothing;
  return isIncomplete(state) ? html`<p class="soft">${text.partial}</p>` : nothing;
}
