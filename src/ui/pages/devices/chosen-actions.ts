/** The bar for the selected devices, and its actions. Fetched when the person starts to select. */
import { html, nothing, type TemplateResult } from 'lit';
import type { BeaconTable } from '../../../domain/beacon-table.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { deviceCsv } from '../../../domain/device-list/file.ts';
import { withEdit } from '../../../domain/virtual-edit.ts';
import '../../elements/basics.ts';
import { saveFile } from '../../shared/give-file.ts';
import { SayEvent } from '../../shared/say.ts';
import { NEW_JOB_OF_CHOSEN, navigate } from '../../shell/router.ts';
import { listOptionStrings as text } from '../../strings/list-options.ts';
import { deviceListStrings } from '../../strings/device-list.ts';
import { deviceColumns, type ListColumn } from './list-view.ts';
import { selection } from '../../shared/chosen-devices.ts';

const CARRIED_OUT = ['configure', 'packages', 'withdraw', 'job', 'tags', 'share', 'move', 'labels', 'csv'] as const;
type CarriedOut = (typeof CARRIED_OUT)[number];
export type ChosenAction = CarriedOut | 'clear' | 'all' | 'done';

interface ChosenCounts {
  readonly chosen: number;
  /** Selected devices that the present search and filter hide. */
  readonly away: number;
  /** Devices that the present search and filter show. */
  readonly found: number;
}

/** `bare`: an action is open beside the list, so only the selection can be changed, and the action counts it. */
export function renderChosenBar(
  { chosen, away, found }: ChosenCounts,
  bare: boolean,
  act: (action: ChosenAction) => void,
): TemplateResult {
  return html`<div class="chosen-bar stack close">
    <div class="row">
      <p class=${bare ? 'whole strong' : 'grow strong'} role="status">${
        bare && away === 0 ? '' : text.chosen(chosen)
      }${away === 0 ? '' : text.hidden(away)}</p>
      ${
        chosen - away < found
          ? html`<fk-button variant="quiet" @click=${() => act('all')}>${text.chooseAllOf(found)}</fk-button>`
          : nothing
      }
      ${chosen === 0 ? nothing : html`<fk-button variant="quiet" @click=${() => act('clear')}>${text.actions.clear}</fk-button>`}
      <fk-button variant="quiet" @click=${() => act('done')}>${deviceListStrings.chooseDone}</fk-button>
    </div>
    ${
      chosen === 0 || bare
        ? nothing
        : html`<div class="acts">
            ${CARRIED_OUT.map(
              (action) =>
                html`<fk-button wide .variant=${action === 'configure' ? 'primary' : 'plain'}
                  @click=${() => act(action)}>${text.actions[action]}</fk-button>`,
            )}
          </div>`
    }
  </div>`;
}

interface ChosenDevices {
  /** The whole list. */
  readonly devices: readonly CachedDevice[];
  readonly ids: ReadonlySet<string>;
  readonly beacons: BeaconTable;
}

export function actOnChosen(
  action: CarriedOut,
  { devices, ids, beacons }: ChosenDevices,
  columns: readonly ListColumn[],
  host: EventTarget,
): void {
  const chosen = devices
    .filter(({ uniqueId }) => ids.has(uniqueId))
    .map((device) => withEdit(device, beacons.stored.get(device.uniqueId)?.edit ?? null));
  if (action !== 'csv') {
    selection.value = chosen.map(({ uniqueId }) => uniqueId);
    navigate(action === 'job' ? NEW_JOB_OF_CHOSEN : `/${action}`);
    return;
  }
  const parts = [...deviceCsv(chosen, ['uniqueId', 'alias', ...deviceColumns(columns)])];
  // A byte order mark, so that spreadsheets detect UTF-8.
  saveFile('deviceTable', ['\ufeff', ...parts]);
  host.dispatchEvent(new SayEvent(text.saved(chosen.length)));
}
