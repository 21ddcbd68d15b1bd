/** The area above the list: search, number and age of the devices, tools, active filters; and what is in place of an empty list. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isIncomplete } from '../../../domain/device-list/incomplete.ts';
import type { DeviceListState } from '../../../use-cases/devices/device-list.ts';
import '../../elements/age/age.ts';
import '../../elements/button/button.ts';
import '../../elements/skeleton/skeleton.ts';
import { type IconPath, devicesIcon, selectIcon, settingsIcon, syncIcon } from '../../kit/icons.ts';
import { deviceListStrings as listText } from '../../strings/device-list.ts';
import { deviceStrings as text } from '../../strings/devices.ts';

interface ListHead {
  readonly state: DeviceListState;
  readonly query: string;
  readonly found: number;
  /** Number of active filters. */
  readonly filters: number;
  /** They as chips. */
  readonly chips: TemplateResult | typeof nothing;
  /** Icons and texts on the tools, texts only, or icons only with the texts as labels. */
  readonly tools: 'both' | 'words' | 'pictures';
  readonly optionsOpen: boolean;
  readonly choosing: boolean;
  /** The panel replaces the list. */
  readonly panelAlone: boolean;
  readonly online: boolean;
  readonly nowMs: number;
  /** The button that opens the camera for labels. */
  readonly scanner: TemplateResult | typeof nothing;
}

interface ListHeadActs {
  readonly search: (query: string) => void;
  readonly options: () => void;
  readonly choose: () => void;
  readonly refresh: () => void;
  readonly cancel: () => void;
}

export function renderListHead(head: ListHead, acts: ListHeadActs): TemplateResult {
  const { state, filters } = head;
  const { devices, refreshing } = state;
  // While the list is read its tools have their places already.
  const some = devices === null || devices.length > 0;
  const isRead = devices !== null;
  return html`<div class="over stack close">
    <div class="tools wrap">
      <label class="search">
        <span class="aside">${text.search}</span>
        <input
          type="search"
          name="search"
          placeholder=${text.searchHint}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${live(head.query)}
          @input=${(event: InputEvent) => acts.search((event.target as HTMLInputElement).value)}
        />
      </label>
      ${some ? head.scanner : nothing}
      ${refreshing === null ? renderCount(head) : html`<span class="grow"></span>`}
      <div class="buttons wrap">
        ${
          some
            ? html`${renderTool(head, { icon: settingsIcon, title: listText.view, label: head.optionsOpen ? listText.viewDone : listText.viewCount(filters), act: acts.options, on: head.optionsOpen, disabled: !isRead })}
              ${renderTool(head, { icon: selectIcon, title: listText.choose, label: head.choosing ? listText.chooseDone : listText.choose, act: acts.choose, on: head.choosing, disabled: head.panelAlone || !isRead })}`
            : nothing
        }
        ${renderTool(head, { icon: syncIcon, title: text.refresh, label: text.refresh, act: acts.refresh, on: false, disabled: refreshing !== null, key: 'r' })}
      </div>
    </div>
    ${
      refreshing === null
        ? nothing
        : html`<fk-progress
            .label=${refreshing.total === undefined || refreshing.total === null ? `${text.refreshing}: ${text.readSoFar(refreshing.read)}` : text.refreshing}
            .done=${refreshing.read}
            .total=${refreshing.total ?? null}
            .doing=${refreshing.doing === 'missing' ? text.lookingForMissing : ''}
            .cancellable=${true}
            @fk-cancel=${acts.cancel}
          ></fk-progress>`
    }
    ${!some || filters === 0 ? nothing : head.chips}
    ${some && isRead ? renderTrouble(state, head.online, acts.refresh) : nothing}
  </div>`;
}

interface Tool {
  readonly icon: IconPath;
  readonly title: string;
  readonly label: string;
  readonly act: () => void;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly key?: string;
}

function renderTool({ tools }: ListHead, { icon, title, label, act, on, disabled, key }: Tool): TemplateResult {
  return html`<fk-button data-key=${key ?? ''} .icon=${tools === 'words' ? null : icon} .label=${label} title=${title} .variant=${on ? 'primary' : 'plain'} .disabled=${disabled === true} @click=${act}>${tools === 'pictures' ? nothing : label}</fk-button>`;
}

function renderCount({ state, found, filters, nowMs }: ListHead): TemplateResult {
  const { devices, completedAtMs, head } = state;
  // The first rows are shown while the others load.
  if (devices === null)
    return html`<p class="soft" aria-busy="true">${head == null ? nothing : `${text.all(head.count)} · `}${text.loading}</p>`;
  const isLoading = completedAtMs === null && !isIncomplete(state);
  return html`<p class="soft" aria-busy=${isLoading ? 'true' : 'false'}>
    ${devices.length === 0 ? nothing : html`<span aria-live="polite">${found === devices.length ? text.all(found) : text.some(found, devices.length)}${filters === 0 ? '' : `, ${listText.filterCount(filters)}`}</span> · `}${
      completedAtMs === null
        ? isLoading
          ? text.loading
          : text.never
        : html`${text.read} <fk-age .at=${completedAtMs} .now=${nowMs}></fk-age>`
    }
  </p>`;
}

/** The message above a list. */
function renderTrouble(state: DeviceListState, online: boolean, again: () => void): TemplateResult | typeof nothing {
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
