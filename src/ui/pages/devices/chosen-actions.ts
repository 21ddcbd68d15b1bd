/** Carries out what a person wants of the chosen devices; fetched when it is first wanted. */
import type { CachedDevice } from '../../../domain/device.ts';
import type { DeviceColumn } from '../../../domain/device-list/columns.ts';
import { deviceCsv } from '../../../domain/device-list/file.ts';
import { download, fileName } from '../../shared/download.ts';
import { SayEvent } from '../../shared/say.ts';
import { navigate } from '../../shell/router.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';
import type { CarriedOut } from './chosen-bar.ts';
import { selection } from '../../shared/chosen-devices.ts';

export function actOnChosen(
  action: CarriedOut,
  chosen: readonly CachedDevice[],
  columns: readonly DeviceColumn[],
  host: EventTarget,
): void {
  if (action !== 'csv') {
    selection.set(chosen.map(({ uniqueId }) => uniqueId));
    navigate(action === 'job' ? '/jobs/new' : `/${action}`);
    return;
  }
  const parts = [...deviceCsv(chosen, ['uniqueId', 'alias', ...columns])];
  // A byte order mark, so that spreadsheets read the letters of every language.
  download(fileName('devices', Date.now(), 'csv'), new Blob(['\ufeff', ...parts], { type: 'text/csv' }));
  host.dispatchEvent(new SayEvent(text.saved(chosen.length)));
}
