/** Words of what is done to many devices at once: configure, fetch packages, tags. */
import type { DeviceRowFault } from '../../domain/bulk/device-table.ts';
import type { ReachRisk } from '../../domain/attributes/reach.ts';
import type { LeftOut, PlanLine } from '../../domain/bulk/plan.ts';
import type { PrepareOutcome } from '../../use-cases/prepare/offered.ts';
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();
const devices = (n: number): string => count(n, 'device', 'devices');
const beacons = (n: number): string => count(n, 'beacon', 'beacons');

export const bulkStrings = inLanguage('bulkStrings', {
  chosen: (n: number) => `${devices(n)} chosen`,
  none: 'No devices are chosen.',
  gone: (n: number) => `${devices(n)} not in the saved list`,
  toDevices: 'Choose devices',
  formNote:
    'One form for all of them. Only the values you change are sent; the others stay as they are on each beacon.',
  varies: (values: string) => `Varies: ${values}`,
  valueOf: (value: string, n: number) => `${value} (${number(n)})`,
  otherValues: (n: number) => `${number(n)} more`,
  notKnown: 'not known',
  restored: (when: string) => `Your unsaved changes of ${when} are here. Secrets are not kept.`,
  discard: 'Discard changes',
  reviewHeading: 'Review the changes',
  reviewNote: 'Current → new, for each beacon. A beacon changes only when this is written over Bluetooth.',
  reviewGateways: 'Gateways fetch theirs from the backend by themselves.',
  perBeacon: 'For each beacon',
  fetchHeading: 'Fetch packages',
  fetchNote: `The encrypted packages of what is pending at the backend are saved on ${here}.`,
  willSend: (n: number) => `${beacons(n)} will be prepared`,
  willSendDevices: (n: number) => `${devices(n)} will be prepared`,
  willFetch: (n: number) => count(n, 'package will be fetched', 'packages will be fetched'),
  leftOutCount: (n: number) => `${devices(n)} left out`,
  leftOut: {
    viewer: 'Skipped: view access only',
    same: 'Left out: it has these values already.',
    here: `Left out: its package is already on ${here}.`,
    waits: 'Left out: it waits for the gateway already.',
    gateway: 'Left out: a gateway fetches its configuration itself.',
    nothingPending: 'Left out: nothing is pending at the backend.',
  } satisfies Record<LeftOut, string>,
  warning: {
    pending: 'A pending change will be replaced.',
    undeliveredReceipt: 'Its unverified receipt is sent first. If that fails, it is not prepared.',
    unfinishedRun: 'Has an unfinished run. Finish it first, or this beacon is not prepared.',
  } satisfies Record<NonNullable<PlanLine['warning']>, string>,
  warningCount: {
    pending: (n: number) => `${beacons(n)} with a pending change that will be replaced`,
    undeliveredReceipt: (n: number) => `${beacons(n)} with a receipt that is not verified`,
    unfinishedRun: (n: number) => `${beacons(n)} with an unfinished run`,
  } satisfies Record<NonNullable<PlanLine['warning']>, (n: number) => string>,
  toOutbox: 'Open the outbox',
  toRun: 'Finish the run',
  risk: {
    nonConnectable: 'The beacons may no longer accept connections. Nothing could be changed over Bluetooth then.',
    silent: 'Without packets the beacons send nothing and are hard to find.',
    slow: 'With this interval it takes long to find a beacon and to connect to it.',
    weak: 'With this power the beacons are heard only from close by.',
    sleeps: 'Beacons that sleep cannot be connected to until they wake up.',
    hidden: 'Shuffled beacons are hard to tell apart on site.',
  } satisfies Record<ReachRisk, string>,
  nothingToDo: 'There is nothing to do for these devices.',
  back: 'Back',
  prepare: (n: number) => `Prepare ${beacons(n)}`,
  prepareDevices: (n: number) => `Prepare ${devices(n)}`,
  fetch: (n: number) => form(n, { one: 'Fetch 1 package', other: `Fetch ${number(n)} packages` }),
  preparing: 'Preparing',
  fetching: 'Fetching packages',
  waitsUntil: (time: string) => `The backend asks to wait until ${time}.`,
  stopping: 'Stopping. What is on its way is finished first.',
  results: 'Results',
  prepared: (done: number, all: number) => `${number(done)} of ${number(all)} prepared`,
  fetched: (done: number, all: number) => `${number(done)} of ${number(all)} fetched`,
  stopped: {
    cancelled: 'Stopped. The rest was not tried.',
    key: 'Stopped: the backend does not accept the API key.',
    offline: 'Stopped: the backend does not answer. Check the network.',
  },
  allHere: `All packages are on ${here}. Next, go to the beacons and write them.`,
  gatewaysFetch: (n: number) =>
    form(n, {
      one: '1 gateway fetches its configuration by itself; there is nothing to write.',
      other: `${number(n)} gateways fetch their configurations by themselves; there is nothing to write.`,
    }),
  toRuns: 'Go to run',
  retry: (n: number) => `Try ${number(n)} again`,
  makeJob: (n: number) => (n === 1 ? 'Make a job of this one' : `Make a job of these ${number(n)}`),
  enterKey: 'Enter key',
  done: 'Close',
  onlyTrouble: 'Show problems only',
  waiting: 'Not tried yet',
  notFetched: 'Not fetched.',
  outcome: {
    onThisPhone: 'Downloaded',
    waitingForGateway: 'Waiting for the gateway',
    preparedOnly: 'Prepared; its package is not here yet.',
    notAccessible: 'No access with this key.',
    blocked: 'Not prepared.',
    noLongerPending: 'Nothing is pending any more.',
    unusable: 'Prepared; its package cannot be used.',
    storageFailed: 'Could not be saved.',
    unknown: 'Not known whether the backend has it.',
    failed: 'Not prepared.',
  } satisfies Record<PrepareOutcome['kind'], string>,
  table: {
    note: 'A table with one row for each device: its ID and what you want to set. An empty cell changes nothing, and tags are added to those a device has. Nothing is saved before you have seen it.',
    review: 'What will change',
    counts: (changed: number, same: number, leftOut: number) =>
      [
        `${devices(changed)} will change`,
        ...(same === 0 ? [] : [`${number(same)} ${same === 1 ? 'stays as it is' : 'stay as they are'}`]),
        ...(leftOut === 0 ? [] : [`${number(leftOut)} left out`]),
      ].join(' · '),
    leftOut: {
      viewer: 'Left out: you can only view this device.',
      cut: 'Left out: a value is too long to be shown whole here.',
      tooManyTags: 'Left out: more than 20 tags.',
      'room:comma': 'Left out: a room cannot have a comma, because commas separate tags.',
      'room:tooLong': 'Left out: the room is longer than 27 characters.',
    } satisfies Record<DeviceRowFault, string>,
    save: (n: number) => (n === 0 ? 'Save' : `Save for ${devices(n)}`),
    saved: (n: number) => `Saved for ${devices(n)}. Sent when you are online.`,
    failed: 'The changes could not be saved. The table is still here: try again.',
  },
  tags: {
    room: 'Room',
    roomHelp: 'Kept in a tag, so that other apps can read it: “room:Ward 3”. Empty leaves each room as it is.',
    note: 'Tags are stored at the backend only. They are saved here and sent when you are online.',
    viewOnly: (n: number) =>
      form(n, {
        one: '1 device left out: you can only view it',
        other: `${devices(n)} left out: you can only view them`,
      }),
    add: 'Add tags',
    addHelp: 'Comma-separated. Up to 20 tags for each device.',
    remove: 'Remove tags',
    removeNone: 'These devices have no tags.',
    save: (n: number) => `Save for ${devices(n)}`,
    saving: 'Saving',
    unchanged: 'Stays as it is.',
    none: 'no tags',
    tooMany: 'Left out: more than 20 tags.',
    cut: 'Left out: its tags are too long to be shown whole.',
    saved: (n: number) => `Tags of ${devices(n)} saved. They are sent when you are online.`,
    failed: 'The tags could not be saved.',
    chooseFirst: 'Add or remove a tag first.',
  },
} as const);
