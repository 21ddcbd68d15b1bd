/** The actions for the selected devices. Fetched when the person starts to select. */
import type { BeaconTable } from '../../../domain/beacon-table.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { deviceCsv } from '../../../domain/device-list/file.ts';
import { withEdit } from '../../../domain/virtual-edit.ts';
import { saveFile } from '../../shared/give-file.ts';
import { SayEvent } from '../../shared/say.ts';
import { NEW_JOB_OF_CHOSEN, navigate } from '../../shell/router.ts';
import { listOptionStrings as text } from '../../strings/list-options.ts';
import './chosen-bar.ts';
import type { CarriedOut } from './chosen-bar.ts';
import { deviceColumns, type ListColumn } from './list-view.ts';
import { selection } from '../../shared/chosen-devices.ts';

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
