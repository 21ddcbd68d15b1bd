/** Words of the streams page: what a stream is, its fields and their faults, every outcome of a step. */
import type { DraftFaultReason, DraftOddityReason } from '../../domain/streams/draft.ts';
import type { DestinationKind, SecretField, ShownField, StreamType } from '../../domain/streams/stream.ts';
import type { StreamStanding } from '../../domain/streams/steps.ts';
import { allOf, count, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

const types: Record<StreamType, string> = { telemetry: 'Telemetry', position: 'Position' };
const inText: Record<StreamType, string> = { telemetry: 'telemetry', position: 'position' };

const labels: Record<ShownField | SecretField, string> = {
  endpoint: 'Endpoint',
  streamName: 'Stream name',
  region: 'Region',
  forcedPartitionKey: 'Fixed partition key',
  sharedAccessKeyName: 'Shared access key name',
  eventHubName: 'Event hub name',
  accessKey: 'Access key',
  secretKey: 'Secret key',
  sharedAccessKey: 'Shared access key',
};

/** What may be right as it is; the labels of the fields stand before it. */
const oddities: Record<DraftOddityReason, string> = {
  leftEmpty: 'left empty, so the backend decides.',
  emptied: 'cleared, so the backend decides.',
  notAnAddress: 'this does not look like an address or a host name.',
  notHttps: 'only https keeps the records private.',
  hasQuery: 'it contains something after the path.',
  notSb: 'it usually begins with sb://',
  wrongHost: 'it usually has the form sb://<namespace>.servicebus.windows.net/',
  noEndSlash: 'it usually ends with a slash.',
  badName: 'it contains a character that is unusual in names.',
  badRegion: 'usually lower-case letters, digits and hyphens, such as eu-west-1.',
  tooLong: 'this is very long.',
  spaces: 'it contains a space, perhaps from copying.',
  quoted: 'it is in quotation marks, perhaps from copying.',
  swapped: 'this looks like the other one of the two keys.',
};

export const streamStrings = inLanguage('streamStrings', {
  loading: 'Loading the stream',
  types,
  typesLabel: 'Data type',
  about: {
    telemetry: 'A record is sent each time the cloud receives telemetry from a beacon.',
    position: 'A record is sent each time the position of a device changes.',
  } satisfies Record<StreamType, string>,
  standing: {
    none: 'Not set up',
    paused: 'Paused',
    on: 'Enabled',
    unsaid: 'Set up',
  } satisfies Record<StreamStanding, string>,
  notRead: 'Not loaded yet',
  standingText: {
    paused: 'Nothing is sent until you resume it.',
    on: 'Records are sent to the destination as they arrive.',
    unsaid: 'The backend does not say whether it is paused.',
  } satisfies Partial<Record<StreamStanding, string>>,
  readAt: 'Updated',
  readAgain: 'Refresh',
  none: (type: StreamType) => `There is no ${inText[type]} stream yet.`,
  noneOr404: (type: StreamType) => `The backend found no ${inText[type]} stream, or your key has no access to it.`,
  create: 'Create a stream',
  change: 'Change',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Delete',
  offline: `You are offline. Streams are stored at the backend only; nothing of them is saved on ${here}.`,
  offlineStale: 'You are offline. These are the last known settings; nothing can be changed now.',
  staleText: 'These are the last known settings.',
  several: (n: number) => `The backend lists ${count(n, 'stream', 'streams')} of this type. The first one is shown.`,
  odd: 'The backend sent fields that this app does not know.',
  unshown: (fields: readonly string[]) =>
    `The backend does not show for this stream: ${allOf(fields)}. Only if no records arrive, enter the whole configuration again.`,
  noDestination:
    'The backend shows no destination that this app knows. Only if no records arrive, enter the whole configuration again.',
  typeAgain: 'Enter it again',

  destination: 'Destination',
  kinds: { cloudStream: 'Cloud data stream', eventHub: 'Event hub' } satisfies Record<DestinationKind, string>,
  fields: labels,
  help: {
    cloudEndpoint: 'As shown by the cloud: an https address or a host name.',
    hubEndpoint: 'sb://<namespace>.servicebus.windows.net/',
    streamName: 'Letters, digits, dots, hyphens and underscores.',
    region: 'For example eu-west-1.',
    forcedPartitionKey: 'Leave this empty to keep the records of one beacon together.',
    eventHubName: 'The name of the hub, not of the namespace.',
    sharedAccessKeyName: 'The key needs permission to send.',
    secretNew: 'Sent once. It cannot be shown again.',
    secretStored: 'Stored, cannot be shown. Leave this empty to keep it.',
  },
  notShown: 'Not shown by the backend',
  secretShown: 'Stored, cannot be shown',
  secretUnshown: 'Cannot be shown',
  otherKindSecrets: 'Another kind of destination replaces the whole stream, so enter its secrets too.',
  otherRegion: (named: string) => `The endpoint contains the region ${named}. Check that the two match.`,
  faults: {
    empty: 'Required.',
    hasUser: 'It contains a user name that everyone could see. Remove everything up to the @.',
    connectionString: 'This is a connection string. Copy it and paste it again: its parts then go to their fields.',
    holdsSecret: 'This looks like a key. Everybody who can see the stream would see it here.',
    controlCharacter: 'It contains an invisible character. Type it again.',
  } satisfies Record<DraftFaultReason, string>,
  oddities,
  filled: (fields: readonly (ShownField | SecretField)[]) =>
    `Filled in from what you pasted: ${allOf(fields.map((field) => labels[field]))}. Check them.`,
  pastedDoubt: {
    iotHub:
      'This is the string of an IoT hub. Records go to its Event Hub-compatible endpoint, which its portal shows under “Built-in endpoints”.',
    token: 'A shared access signature expires and cannot be used here. Enter the shared access key itself.',
  },
  lookAgain: 'Check this before you send:',
  sendAsItIs: 'Send anyway',
  oddity: (of: readonly (ShownField | SecretField)[], reason: DraftOddityReason): string =>
    `${allOf(of.map((field, at) => (at === 0 ? labels[field] : labels[field].toLowerCase())))}: ${oddities[reason]}`,
  fixFirst: (n: number) => `Fix ${count(n, 'field', 'fields')}.`,

  createHeading: (type: StreamType) => `New ${inText[type]} stream`,
  changeHeading: (type: StreamType) => `Change the ${inText[type]} stream`,
  replaceHeading: (type: StreamType) => `Enter the whole ${inText[type]} stream again`,
  createNote: 'The stream starts paused. Resume it when the destination is ready.',
  changeNote: 'Only what you change is sent.',
  replaceNote: 'The whole configuration is sent with its secrets and replaces what the backend has.',
  createAction: 'Create',
  changeAction: 'Send changes',
  replaceAction: 'Send everything',
  cancel: 'Cancel',

  partition: 'Partition key',
  partitionDefault: 'trackingId',
  partitionText: 'All records of a beacon have its trackingId as their key and stay in order.',
  partitionForced: (key: string) =>
    `Every record has the key “${key}” instead of its trackingId, so all share one partition.`,
  partitionHub: 'The key is the trackingId. Only cloud data streams can have a fixed key.',
  permissions: 'Permissions that the destination account needs',
  permissionNames: ['Put a record', 'Put records', 'Publish metric data'],
  permissionsText: 'A cloud data stream works only with all three.',

  done: {
    create: 'The stream is set up and paused.',
    change: 'The stream is changed.',
    pause: 'The stream is paused.',
    resume: 'The stream is enabled.',
    delete: 'The stream is deleted.',
  },
  secretsUnseen:
    'Changed. The backend does not show whether it kept the secrets you did not enter. Only if no records arrive, enter the whole configuration again.',
  doneUnread: 'The backend accepted this, but the stream could not be loaded again.',
  dropped: (fields: readonly string[]) =>
    `The backend accepted the change and no longer shows: ${allOf(fields)}. It may have lost the secrets too. Enter the whole configuration again.`,
  unshownAfter: (fields: readonly string[]) =>
    `The backend accepted this, but does not show: ${allOf(fields)}. This app cannot see whether they are stored.`,
  notTaken: 'The backend accepted this, but still shows the stream as it was before.',
  unanswered:
    'No answer came, so the change may or may not have been made. These are the current settings at the backend.',
  unansweredUnread:
    'No answer came, so the change may or may not have been made. Refresh the stream before you try again.',
  secretsGone: 'The secrets were removed from this form. Enter them again to send them.',
  nothingChanged: 'Nothing was changed, so nothing was sent.',
  exists: 'Someone else has set up this stream. Nothing was sent. These are its current settings.',
  changedMeanwhile: 'Someone else has changed this stream. Nothing was sent. These are its current settings.',
  gone: 'The stream no longer exists. Nothing was sent.',

  deleteHeading: (type: StreamType) => `Delete the ${inText[type]} stream`,
  deleteText: (type: StreamType, destination: string) =>
    `${types[type]} records will no longer be sent to ${destination}. Records missed meanwhile are not sent later, and a new stream needs its secrets again.`,
  deleteAction: 'Delete the stream',

  tail: {
    heading: 'Arriving records',
    note: 'Practice only: the newest records that the sandbox has sent to this destination.',
    hold: 'Pause list',
    follow: 'Continue list',
    inspect: 'Open in the inspector',
    state: {
      none: 'There is no stream, so nothing is sent.',
      paused: 'The stream is paused: nothing is sent.',
      pushing: 'Waiting for the next record.',
      failing: (reason: string) => `Nothing can be sent: ${reason}.`,
      away: 'The sandbox cannot be reached now.',
    },
    count: (n: number) => count(n, 'record', 'records'),
    more: (n: number) => `Show ${number(n)} more`,
    list: 'Records, newest first',
    at: 'Time',
    key: 'Key',
    payload: 'Payload',
  },
  toInspector: 'Check stream records',
  fieldList: allOf,
} as const);
