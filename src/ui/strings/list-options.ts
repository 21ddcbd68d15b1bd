/** Words for filtering, sorting and saving the device list, and for what is done with chosen devices. */
import type { DeviceOrder } from '../../domain/device-list/columns.ts';
import type { Fact } from '../../domain/device-facts.ts';
import type { ChoiceFilter } from '../../domain/device-list/filter.ts';
import { count, number } from './counting.ts';
import { columnWords, heardWord } from './device-list.ts';
import { inLanguage } from './language.ts';

const devices = (n: number): string => count(n, 'device', 'devices');

export const orderWords: Readonly<Record<DeviceOrder, string>> = inLanguage('orderWords', {
  ...columnWords,
  created: 'Date created',
  state: 'Configuration',
  heard: heardWord,
});

export const listOptionStrings = inLanguage('listOptionStrings', {
  filters: 'Show only',
  choice: (value: string, n: number) => `${value} (${number(n)})`,
  choices: {
    rooms: 'Room',
    types: 'Type',
    accesses: 'Your access',
    models: 'Model',
    firmwares: 'Firmware',
    orders: 'Order',
    tags: 'Tag',
  } satisfies Record<ChoiceFilter, string>,
  jobs: 'Job',
  noJob: 'In no job',
  views: {
    heading: 'Saved views',
    name: 'Name for this view',
    save: 'Save view',
    saved: (name: string) => `View “${name}” saved.`,
    remove: (name: string) => `Remove view ${name}`,
    removed: (name: string) => `View “${name}” removed.`,
    noRoom: 'The view could not be saved: there is no space left in this browser.',
  },
  chosenValues: (n: number) => `${number(n)} chosen`,
  findValue: (kind: string) => `Find: ${kind}`,
  moreValues: (n: number) => `Show ${number(n)} more`,
  stateFilter: 'Configuration',
  needsFilter: 'Needs',
  heardFilter: 'Telemetry',
  usualWidths: 'Usual column widths',
  density: 'Rows of the table',
  densities: { roomy: 'Roomy', compact: 'Compact' },
  looking: 'Order and columns',
  notSeenFor: 'Not seen for',
  hours: 'hours',
  needs: { package: 'Needs a package', newPackage: 'Needs a new package' },
  heardAs: { heard: 'Heard by telemetry', silent: 'Silent in telemetry', unasked: 'No telemetry loaded' },
  factFilter: 'Power, online, firmware',
  facts: { mains: 'Runs on mains power', offline: 'Offline', upgrade: 'Upgrade available' } satisfies Record<
    Fact,
    string
  >,
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
  chooseAllOf: (n: number) => `Choose all ${number(n)}`,
  chosen: (n: number) => `${devices(n)} chosen`,
  hidden: (n: number) => ` (${number(n)} hidden)`,
  actions: {
    configure: 'Configure',
    packages: 'Fetch packages',
    withdraw: 'Withdraw',
    job: 'Plan a job',
    tags: 'Tags',
    move: 'Move',
    share: 'Share',
    csv: 'Save as CSV',
    clear: 'Clear selection',
  },
  saved: (n: number) => `${devices(n)} saved to a file.`,
  orders: 'Claim orders',
  deviceTable: 'Aliases, rooms, tags and notes from a table',
} as const);
