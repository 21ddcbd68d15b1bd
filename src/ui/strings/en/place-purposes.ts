/** Words of what each place of the app is for. */

export const purposeStrings = {
  overview: 'What needs you, and the fleet in figures',
  devices: 'The list: search, filter, prepare, share',
  jobs: 'Plan a day’s work, prepare it, do it room by room',
  run: 'Write what is prepared to the beacons',
  outbox: 'Receipts and edits on their way to the backend',
  telemetry: 'What gateways heard: battery, temperature, movement',
  streams: 'Send records on to your own cloud',
  inspector: 'Check stream records that you paste',
  orders: 'Add the devices of an order to this account',
  more: 'Account, key, theme, language, storage, settings',
} as const;
