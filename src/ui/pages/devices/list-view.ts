/** How the list is looked at: filter, order, columns. Kept while the app is open, so that coming back finds it as it was. */
import type { DeviceColumn, DeviceOrder } from '../../../domain/device-list/columns.ts';
import { NO_FILTER, type DeviceFilter } from '../../../domain/device-list/filter.ts';
import { createLive } from '../../../domain/live.ts';

export interface ListView {
  readonly filter: DeviceFilter;
  readonly by: DeviceOrder;
  readonly descending: boolean;
  /** In the second line of a row, besides alias and id; the file has them too. */
  readonly columns: readonly DeviceColumn[];
}

export const USUAL_VIEW: ListView = { filter: NO_FILTER, by: 'created', descending: false, columns: ['name', 'model', 'batteryPercent'] };

export const listView = createLive<ListView>(USUAL_VIEW);
