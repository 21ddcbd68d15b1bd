/** Words for sorting, filtering, choosing and saving devices. */
import type { DeviceColumn, DeviceOrder } from '../../../domain/device-list/columns.ts';
import type { ChoiceFilter } from '../../../domain/device-list/filter.ts';
import { number } from '../counting.ts';

const devices = (n: number): string => `${number(n)} ${n === 1 ? 'device' : 'devices'}`;

export const columnWords: Readonly<Record<DeviceColumn, string>> = {
  uniqueId: 'Unique ID',
  alias: 'Alias',
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
};

/** What telemetry on this phone says of a device; beside what the list of the backend says. */
export const heardWord = 'Heard by telemetry';

export const orderWords: Readonly<Record<DeviceOrder, string>> = { ...columnWords, created: 'As created' };

export const deviceListStrings = {
  view: 'View',
  viewDone: 'Back to the list',
  filterCount: (filters: number) => `${filters} ${filters === 1 ? 'filter' : 'filters'}`,
  viewCount: (filters: number) => (filters === 0 ? 'View' : `View, ${filters} ${filters === 1 ? 'filter' : 'filters'}`),
  filters: 'Show only',
  any: 'Any',
  unsaid: 'Not said',
  never: 'Never heard',
  choice: (value: string, count: number) => `${value} (${number(count)})`,
  choices: { deviceType: 'Type', access: 'Your access', model: 'Model', orderId: 'Order', tag: 'Tag' } satisfies Record<
    ChoiceFilter,
    string
  >,
  pending: 'Pending at the backend',
  neverHeard: 'Never heard, says the backend',
  battery: 'Battery at most',
  clear: 'Show all devices',
  sort: 'Sort by',
  descending: 'Last first',
  columns: 'Shown in the second line and in files',
  tableColumns: 'Columns of the table and of files',
  state: 'Configuration',
  notAsked: 'Not asked for',
  notHeard: (from: string, until: string) => `Not heard from ${from} to ${until}`,
  ask: {
    heading: 'Ask the backend for a part of the list',
    note: 'What comes is added to the list on this phone; nothing leaves it.',
    startIndex: 'Start at',
    maxResult: 'At most',
    orderBy: 'Sorted by',
    orderByHelp: 'As the backend calls it; what can be sorted by differs.',
    order: 'Order',
    go: 'Ask',
    oneOnly: 'This part only',
  },
  choose: 'Choose',
  chooseDone: 'Close',
  chooseAll: 'Choose all',
  chosen: (n: number) => `${devices(n)} chosen`,
  hidden: (n: number) => `, ${number(n)} not in sight`,
  isChosen: 'Chosen',
  chooseRow: (id: string) => `Choose ${id}`,
  actions: { move: 'Move', share: 'Share', csv: 'Save as CSV', clear: 'Choose none' },
  saved: (n: number) => `${devices(n)} saved as a file.`,
  orders: 'Claim orders',
} as const;
