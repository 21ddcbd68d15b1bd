/** Words for sorting, filtering, choosing and saving devices. */
import type { DeviceColumn, DeviceOrder } from '../../../domain/device-list/columns.ts';
import type { ChoiceFilter } from '../../../domain/device-list/filter.ts';
import { count, number } from '../counting.ts';

const devices = (n: number): string => count(n, 'device', 'devices');
const filters = (n: number): string => count(n, 'filter', 'filters');

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

export const orderWords: Readonly<Record<DeviceOrder, string>> = { ...columnWords, created: 'Date created' };

export const deviceListStrings = {
  view: 'View',
  viewDone: 'Back to the list',
  filterCount: filters,
  viewCount: (n: number) => (n === 0 ? 'View' : `View, ${filters(n)}`),
  filters: 'Show only',
  any: 'Any',
  unsaid: 'Not stated',
  never: 'Never heard',
  choice: (value: string, n: number) => `${value} (${number(n)})`,
  choices: {
    types: 'Type',
    accesses: 'Your access',
    models: 'Model',
    firmwares: 'Firmware',
    orders: 'Order',
    tags: 'Tag',
  } satisfies Record<ChoiceFilter, string>,
  views: {
    heading: 'Saved views',
    name: 'Name for this view',
    save: 'Save view',
    saved: (name: string) => `View “${name}” saved.`,
    remove: (name: string) => `Remove view ${name}`,
    removed: (name: string) => `View “${name}” removed.`,
    noRoom: 'The view could not be saved: no room in this browser.',
  },
  stateFilter: 'Configuration',
  notSeenFor: 'Not seen for',
  hours: 'hours',
  needs: { package: 'Needs a package', newPackage: 'Needs a new package' },
  heardAs: { heard: 'Heard by telemetry', silent: 'Silent in telemetry', unasked: 'Not checked by telemetry' },
  batteryBand: (from: number, to: number) =>
    from === 0 ? `Battery ${number(to)}% or less` : `Battery ${number(from)}–${number(to)}%`,
  batteryLow: 'Battery low',
  batteryUnsaid: 'Battery not stated',
  seenOlder: (h: number) => `Not seen for ${count(h, 'hour', 'hours')}`,
  seenUnsaid: 'Last seen not stated',
  part: (name: string, value: string) => `${name}: ${value}`,
  removeFilter: (what: string) => `Remove filter: ${what}`,
  activeFilters: 'Filters',
  pending: 'Pending at the backend',
  neverHeard: 'Never heard, according to the backend',
  battery: 'Battery at most',
  clear: 'Show all devices',
  sort: 'Sort by',
  descending: 'Descending',
  columns: 'Details in the list and in files',
  tableColumns: 'Columns in the table and in files',
  state: 'Configuration',
  notAsked: 'Not checked',
  notHeard: (from: string, until: string) => `Not heard from ${from} to ${until}`,
  ask: {
    heading: 'Load part of the list',
    note: 'The result is added to the saved list; nothing is removed from it.',
    startIndex: 'Start at',
    maxResult: 'At most',
    orderBy: 'Sort by',
    orderByHelp: 'A field name of the backend. Not every field can be sorted by.',
    order: 'Order',
    go: 'Load',
    oneOnly: 'This part only',
  },
  choose: 'Choose',
  chooseDone: 'Close',
  chooseAllOf: (n: number) => `Choose all ${number(n)}`,
  chosen: (n: number) => `${devices(n)} chosen`,
  hidden: (n: number) => ` (${number(n)} hidden)`,
  isChosen: 'Chosen',
  chooseRow: (id: string) => `Choose ${id}`,
  actions: {
    configure: 'Configure',
    packages: 'Fetch packages',
    job: 'Plan a job',
    tags: 'Tags',
    move: 'Move',
    share: 'Share',
    csv: 'Save as CSV',
    clear: 'Clear selection',
  },
  saved: (n: number) => `${devices(n)} saved to a file.`,
  orders: 'Claim orders',
} as const;
