/** Words of the columns and the tools of the device list. */
import type { DeviceColumn } from '../../domain/device-list/columns.ts';
import { count } from './counting.ts';
import { inLanguage } from './language.ts';

const filters = (n: number): string => count(n, 'filter', 'filters');

export const columnWords: Readonly<Record<DeviceColumn, string>> = inLanguage('columnWords', {
  uniqueId: 'Unique ID',
  alias: 'Alias',
  room: 'Room',
  name: 'Name',
  deviceType: 'Type',
  model: 'Model',
  firmware: 'Firmware',
  mac: 'MAC',
  access: 'Your access',
  orderId: 'Order',
  tags: 'Tags',
  batteryPercent: 'Battery',
  lastSeen: 'Last seen',
  pending: 'Pending',
  notes: 'Notes',
});

/** What telemetry on this phone says of a device; beside what the list of the backend says. */
export const heardWord = inLanguage('heardWord', 'Heard by telemetry');

export const deviceListStrings = inLanguage('deviceListStrings', {
  view: 'View',
  viewDone: 'Back to the list',
  filterCount: filters,
  viewCount: (n: number) => (n === 0 ? 'View' : `View, ${filters(n)}`),
  unsaid: 'Not stated',
  never: 'Never heard',
  widthHint: 'Drag the edge, or use Shift+arrow keys. Shift+Home resets the width.',
  state: 'Configuration',
  notAsked: 'Not checked',
  choose: 'Choose',
  chooseDone: 'Stop choosing',
  isChosen: 'Chosen',
  chooseRow: (id: string) => `Choose ${id}`,
} as const);
