/** Words of the device list. */
import { count, form, number, percent } from './counting.ts';
import { inLanguage } from './language.ts';

const devices = (n: number): string => count(n, 'device', 'devices');

export const deviceStrings = inLanguage('deviceStrings', {
  search: 'Search',
  searchHint: 'ID, name, MAC, tag',
  scan: 'Scan a label',
  listLabel: 'Devices',
  count: (shown: number, all: number) => (shown === all ? devices(all) : `${number(shown)} of ${devices(all)}`),
  read: 'Updated',
  refresh: 'Refresh',
  refreshing: 'Loading the devices',
  readSoFar: (done: number) => `${number(done)} so far`,
  lookingForMissing: 'Checking devices missing from the list',
  loading: 'Opening the saved list',
  partial: 'The list was not loaded completely; some devices may be missing.',
  short: (read: number, counted: number | null) =>
    counted === null
      ? 'Some devices may be missing: the backend’s list changed while it was being loaded.'
      : `Only ${number(read)} of ${devices(counted)} arrived: the backend’s list changed while it was being loaded.`,
  leftOut: (n: number) =>
    form(n, {
      one: 'The backend’s list has 1 entry without a device. It is left out.',
      other: `The backend’s list has ${number(n)} entries without a device. They are left out.`,
    }),
  offlineList: 'This is the saved list.',
  offlineAsk: 'You are offline, so nothing can be loaded.',
  empty: 'This account has no devices yet. Devices come with an order.',
  emptyClaim: 'Claim an order',
  emptyAction: 'Refresh',
  never: 'The devices are not loaded yet.',
  nothingFound: (query: string) => `No device matches “${query}”.`,
  nothingFits: 'No device matches these filters.',
  clearSearch: 'Show all devices',
  unsent: 'Not sent yet',
  unnamed: 'No alias',
  battery: (level: number) => `battery ${percent(level)}`,
  accessNames: { OWNER: 'Owner', SUPERVISOR: 'Supervisor', EDITOR: 'Editor', VIEWER: 'Viewer' },
  typeNames: { BEACON: 'Beacon', GATEWAY: 'Gateway', CLOUD_BEACON: 'Cloud beacon' },
} as const);
