/**
 * All names under which the app stores or shares something in the browser: databases, storage keys, locks, channels,
 * files. A changed name makes the data that devices have stored under it inaccessible.
 */

/**
 * Databases. The database that replaces a damaged one has the suffix `~2`, the next one `~3`
 * (storage/idb/generations.ts).
 */
export const REGISTRY_DATABASE = 'fieldkit';
const OF_ACCOUNT = 'fieldkit-';
export const accountDatabase = (accountId: string): string => OF_ACCOUNT + accountId;
export const telemetryDatabase = (accountId: string): string => `fieldkit-telemetry-${accountId}`;

/** True if a database of this name is the registry or belongs to an account, with any suffix. */
export function isOwnDatabase(name: string): boolean {
  return name === REGISTRY_DATABASE || name.startsWith(OF_ACCOUNT) || name.startsWith(`${REGISTRY_DATABASE}~`);
}

/** Returns the ID of the account from a name that `accountDatabase` made. */
export function accountOfDatabase(name: string): string {
  return name.slice(OF_ACCOUNT.length).replace(/~\d+$/, '');
}

/**
 * Files of the second copies: a common folder, in it one folder for each account, in that one file for each receipt.
 */
export const MIRROR_FOLDER = 'fieldkit';

/** A file that exists only during the check for free space. */
export const ROOM_TRIED_FILE = 'fieldkit-room';
export const MIRROR_TALLY_FILE = 'tally.json';
const RECEIPT_FILE = '.receipt';
export const mirrorAccountFolder = (accountId: string): string => encodeURIComponent(accountId);
export const receiptFile = (receiptId: string): string => encodeURIComponent(receiptId) + RECEIPT_FILE;
export const isReceiptFile = (name: string): boolean => name.endsWith(RECEIPT_FILE);

/** Photos: a folder in that of the account's second copies, in it one file for each photo. */
export const PHOTO_FOLDER = 'photos';
const PHOTO_FILE = /^([^,]+),([^,]+),(\d+)\.jpg$/;
interface PhotoName {
  readonly jobId: string;
  readonly uniqueId: string;
  readonly addedAtMs: number;
}
export const photoFile = ({ jobId, uniqueId, addedAtMs }: PhotoName): string =>
  `${encodeURIComponent(jobId)},${encodeURIComponent(uniqueId)},${addedAtMs}.jpg`;
/** Returns what `photoFile` made the name of; null for any other file. */
export function photoOfFile(name: string): PhotoName | null {
  const [, jobId, uniqueId, addedAtMs] = PHOTO_FILE.exec(name) ?? [];
  if (jobId === undefined || uniqueId === undefined) return null;
  try {
    const photo = {
      jobId: decodeURIComponent(jobId),
      uniqueId: decodeURIComponent(uniqueId),
      addedAtMs: Number(addedAtMs),
    };
    return photoFile(photo) === name ? photo : null;
  } catch {
    // Not encoded by `photoFile`.
    return null;
  }
}

/** Web Locks. */
export const RADIO_LOCK = 'fieldkit-radio';
export const alarmsLock = (accountId: string): string => `fieldkit-alarms-${accountId}`;
const RUN_LOCK = 'fieldkit-run-';
export const runLock = (runId: string): string => RUN_LOCK + runId;
/** Returns the IDs of the runs whose locks are in `held`. */
export const runsOfLocks = (held: readonly string[]): string[] =>
  held.filter((name) => name.startsWith(RUN_LOCK)).map((name) => name.slice(RUN_LOCK.length));
export const preparingLock = (uniqueId: string): string => `fieldkit-preparing-${uniqueId}`;
export const sendLock = (accountId: string): string => `fieldkit-send-${accountId}`;
export const mergeLock = (accountId: string): string => `fieldkit-merge-${accountId}`;

/** Channels and tags between windows and the worker. */
export const changesChannel = (database: string): string => `fieldkit-changes:${database}`;
export const OUTBOX_SYNC_TAG = 'fieldkit-outbox';
export const ALARMS_SYNC_TAG = 'fieldkit-alarms';
export const ALARMS_NOTICE_TAG = 'telemetry-alarms';

/** The parameter of an address that the worker passes to the network, so that a sign-in page can be shown there. */
export const SIGN_IN_PARAMETER = 'sign-in';

/** Rows of the registry's `settings`. */
export const LAST_ACCOUNT_SETTING = 'lastAccountId';
export const PRACTICE_ROLE_SETTING = 'practiceRole';
export const IDLE_LOCK_SETTING = 'idleLockMinutes';
export const lockedSetting = (accountId: string): string => `locked:${accountId}`;
/** The full-length verifier of the account's key (storage/accounts/key-verifier.ts). No row, copy or file outside these settings holds it. */
export const keyVerifierSetting = (accountId: string): string => `keyVerifier:${accountId}`;
/** Exists after the backend has answered a request with the account's key. */
export const keyAcceptedSetting = (accountId: string): string => `keyAccepted:${accountId}`;
/** The account's key, encrypted with a secret from the device's screen lock (storage/accounts/screen-lock.ts). */
export const screenLockSetting = (accountId: string): string => `screenLock:${accountId}`;
/** Prefix of an encrypted key. Another format must have another prefix. */
export const SCREEN_LOCK_FORMAT = 'prf-1.';
export const removingSetting = (accountId: string): string => `removing:${accountId}`;

/** localStorage. */
export const THEME_KEY = 'fieldkit-theme';
export const LANGUAGE_KEY = 'fieldkit-language';
export const SINGLE_KEYS_KEY = 'fieldkit-single-keys';
export const DIAGNOSTICS_KEY = 'fieldkit-diagnostics';
export const REST_KEY = 'fieldkit-rest';
export const TOUCHED_KEY = 'fieldkit-touched';
export const LIST_VIEW_KEY = 'fieldkit-list-view-';
export const SAVED_VIEWS_KEY = 'fieldkit-saved-views-';
export const TELEMETRY_VIEW_KEY = 'fieldkit-telemetry-view-';
export const JOB_COLUMNS_KEY = 'fieldkit-job-columns-';
export const DEVICE_COLUMNS_KEY = 'fieldkit-device-columns-';
/** The types of the account's streams that the backend last showed. */
export const knownStreamsKey = (accountId: string): string => `fieldkit-streams-${accountId}`;
/** Exists once a person has read which pages moved to another place, and where nobody knew the former places. */
export const MOVED_PAGES_KEY = 'fieldkit-moved-pages';
export const tallyKey = (accountId: string): string => `fieldkit-tally-${accountId}`;
export const accountCopyPrefix = (registry: string): string => `${registry}-account-`;

/** sessionStorage. */
const SELECTION = 'fieldkit-selection';
export const selectionKey = (accountId: string): string => `${SELECTION}-${accountId}`;
/** True for the key of any account's selection, and of the single one in earlier versions. */
export const isSelectionKey = (key: string): boolean => key.startsWith(SELECTION);
/** Names of the files that another app has handed over and that are not opened yet. */
export const WAITING_FILES_KEY = 'fieldkit-waiting-files';
export const RESCUE_DETAIL_KEY = 'fieldkit-rescue-detail';
/** Exists while a start has to load a new version. */
export const TAKE_OVER_MARK = 'fieldkit-take-over';

/** Practice: its state, its channel and its beacons in localStorage, its scripts in a cache. */
export const PRACTICE_STATE_KEY = 'fieldkit-practice';
export const PRACTICE_CHANNEL_KEY = 'fieldkit-practice.face';
export const PRACTICE_BEACON_PREFIX = 'fieldkit-practice.';
export const PRACTICE_CACHE = 'practice';

/**
 * Files that the system shares with the app: the path of the POST, the form field, and the cache that stores each file,
 * or why it was refused, until the app shows it.
 */
export const SHARE_FILE_PATH = 'share-file';
export const SHARED_FILE_FIELD = 'file';
export const SHARED_FILE_CACHE = 'shared-file';
export const SHARED_FILE_NAME_HEADER = 'X-File-Name';
export const SHARED_FILE_REASON_HEADER = 'X-File-Reason';

/** Additional data that a stored secret is bound to. */
export const vaultLabel = (accountId: string): string => `fieldkit-vault:${accountId}`;
export const screenLockLabel = (accountId: string): string => `fieldkit-screen-lock:${accountId}`;
export const practiceKeyLabel = (uniqueId: string): string => `fieldkit sandbox device ${uniqueId}`;

/** Within one page: the event that requests navigation, the mark of a start, the policy for script URLs. */
export const NAVIGATE_EVENT = 'fieldkit-navigate';
export const START_MARK = { name: 'fieldkit', value: 'begun' } as const;
export const SCRIPT_POLICY = 'fieldkit';
