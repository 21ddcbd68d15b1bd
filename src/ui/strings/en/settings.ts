/** Every word of the More page: account, key, phone, practice, advanced settings. */
import type { SettingFault, SettingGroupName, SettingPath, SettingUnit } from '../../../domain/settings-table.ts';
import { count } from '../counting.ts';

/** Why a setting was not accepted. */
export const settingFaultWords = (fault: SettingFault): string => {
  switch (fault.reason) {
    case 'notANumber':
      return 'Type a number.';
    case 'notWhole':
      return 'Type a whole number.';
    case 'tooSmall':
      return `At least ${fault.limit}.`;
    case 'tooLarge':
      return `At most ${fault.limit}.`;
    case 'notAUuid':
      return 'Type a UUID of 36 characters, or four or eight hexadecimal digits.';
    case 'tooMany':
      return `At most ${fault.limit} entries.`;
    case 'empty':
      return 'This must not be empty.';
    case 'beyond':
      return `This must not be below “${settingsStrings.advanced.fields[fault.other]}”.`;
    case 'sameUuid':
      return `“${settingsStrings.advanced.fields[fault.other]}” has the same UUID.`;
  }
};

export const settingsStrings = {
  loading: 'Loading',
  account: {
    title: 'Account',
    none: 'No account is connected on this phone.',
    connect: 'Connect an account',
    connectOther: 'Connect another account',
    practice: 'Practice',
    practiceText: 'This is the sandbox: nothing here reaches a real backend.',
    name: 'Name',
    baseUrl: 'Base URL',
    legacyBaseUrl: 'Legacy base URL',
    vendor: 'Vendor',
    id: 'Account id',
    others: 'Other accounts on this phone',
    switch: 'Switch',
    switchTo: (name: string) => `Switch to ${name}`,
    switched: (name: string) => `Connected to ${name}.`,
    signOut: 'Sign out',
    signOutTitle: 'Sign out of this account',
    signOutSafe:
      'Everything of this account has been delivered. What is stored stays on this phone, locked: it is shown again with the key or the passphrase.',
    signOutWarning:
      'This is still only on this phone. It is kept and locked, and nothing is sent until you open this account again:',
    onlyHere: (n: number) => `${count(n, 'receipt', 'receipts')} not delivered`,
    unfinished: (n: number) => `${count(n, 'run', 'runs')} not finished`,
    unsent: (n: number) => `${count(n, 'edit', 'edits')} not sent`,
    checking: 'Checking what has not been delivered',
    toOutbox: 'Open the outbox first',
    signedOut: 'Signed out. What is stored stays on this phone, locked.',
    failed: 'That could not be done; nothing was changed.',
  },
  remove: {
    action: 'Sign out and remove from this phone',
    heading: (name: string) => `Remove “${name}” from this phone`,
    consequence:
      'Everything of this account is deleted here: devices, packages, runs, delivered receipts, telemetry and the remembered key. This cannot be undone.',
    onlyInFile: 'The file you have saved is then the only copy of the receipts that are not delivered.',
    edits: (n: number) => `${count(n, 'edit is', 'edits are')} not sent and will be lost.`,
    refusedHeading: 'Something is only on this phone',
    receipts: (n: number) =>
      `${count(n, 'receipt is', 'receipts are')} not delivered: without ${n === 1 ? 'it' : 'them'} the backend never learns that the ${n === 1 ? 'beacon' : 'beacons'} changed.`,
    runs: (n: number) =>
      `${count(n, 'run is', 'runs are')} not finished: the ${n === 1 ? 'beacon' : 'beacons'} may hold a receipt.`,
    waysOut: 'Send the receipts first, or export them as a file and hand that over. Finish the runs or give them up.',
    openFirst: 'Open this account with its key or passphrase first: then receipts can be sent or exported.',
    afterExport: 'The file is saved. Make sure that somebody has it before you remove this account.',
    send: 'Send them',
    toRuns: 'Go to the runs',
    export: 'Export as a file',
    goOn: 'I have handed it over',
    removed: 'The account was removed from this phone.',
    busy: 'A run is going on: remove the account when it is over.',
    left: (n: number) =>
      `${count(n, 'part', 'parts')} of the account could not be deleted. It is tried again at the next start: close the other windows of this app.`,
  },
  lock: {
    now: 'Lock now',
    locked: 'Locked.',
    busy: 'A run is going on: lock when it is over.',
    idle: 'Lock by itself',
    idleHelp: 'After so long without a touch, but never in the middle of a run.',
    minutes: { 0: 'Never', 5: 'After 5 minutes', 15: 'After 15 minutes', 60: 'After 60 minutes' } as const,
  },
  key: {
    title: 'Key and passphrase',
    states: {
      none: 'No key.',
      needed: 'The key is not known in this window: nothing is sent until you give it.',
      vault: 'The key is locked on this phone: your passphrase opens it.',
      ready: 'The key is in memory until the app is closed.',
    },
    readyAndKept: 'The key is in memory, and your passphrase opens it again after a restart.',
    give: 'Give the key',
    open: 'Open with the passphrase',
    remember: 'Remember the key on this phone',
    change: 'Change the passphrase',
    rememberText: 'The key is encrypted with a passphrase that only you know. Without it the key cannot be read.',
    set: 'Remember the key',
    saved: 'The key is remembered. Your passphrase opens it after a restart.',
    forget: 'Forget the remembered key',
    forgotten: 'The remembered key was removed from this phone. The key in memory stays until the app is closed.',
  },
  theme: {
    title: 'Appearance',
    auto: 'As the system',
    light: 'Light',
    dark: 'Dark',
    sun: 'Sun',
    help: 'Sun is black on white for direct light.',
  },
  language: {
    title: 'Language',
    label: 'Language of the app',
    choices: { auto: 'Same as the browser', en: 'English', de: 'Deutsch' },
    reload: 'The app changes its language when it is loaded again.',
    reloadButton: 'Load again',
    afterRun: 'The app changes its language when it is loaded again. Finish the run first.',
  },
  phone: {
    title: 'This phone',
    storage: 'Storage',
    persisted: 'Protected: the browser will not clear receipts to make room.',
    notPersisted:
      'Not protected: the browser may clear this app when the phone runs out of room. Installing the app often changes this.',
    unknownPersisted: 'The browser has not said yet whether it protects this storage.',
    ask: 'Ask to protect it',
    askAgain: 'Ask again',
    asked: {
      yes: 'The browser now protects the storage of this app.',
      no: 'The browser did not agree. Install the app or use it more often, then ask again.',
    },
    install: 'Install',
    installable: 'Install the app to start it from the home screen, without a network too.',
    installButton: 'Install the app',
    notInstallable: 'Already installed, or this browser installs from its own menu.',
    version: 'Version',
    offlineReady: 'Ready to start without a network.',
    notOfflineReady: 'Not yet ready to start without a network: keep the app open on a network for a moment.',
    update: 'A new version is ready.',
    updateButton: 'Update now',
    updateBlocked: 'A new version is ready. It waits until the run is finished.',
    updateFailed:
      'A new version could not be loaded, because its files are not all on the server yet. This version goes on, and the app looks again every hour.',
    policy: {
      header: 'This page runs under its security policy.',
      page: 'This page runs under the security policy that it brings along. Its server sends none, so other sites may show it in a frame.',
      none: 'This page runs without its security policy: its server sends none. Tell the person who runs the server.',
      unknown: 'Whether the server sends the security policy is not known without a network. The page brings its own.',
    },
    updateWarning: (n: number) =>
      `${count(n, 'receipt', 'receipts')} not delivered: they stay on this phone through the update.`,
  },
  cachedList: {
    title: 'Device list',
    text: 'A copy of the list lies on this phone, so that it is there without a network.',
    count: (n: number) => `${count(n, 'device', 'devices')} on this phone.`,
    button: 'Forget the cached list',
    ask: 'Forget the cached list?',
    explain:
      'The list is empty then until it is read again, which needs a network. Devices with a package, a run or a receipt on this phone stay.',
    keep: 'Keep it',
    go: 'Forget it',
    done: 'The cached list was forgotten.',
    failed: 'The cached list could not be forgotten.',
  },
  practice: { title: 'Practice panel', text: 'Faults of the practice beacon and the sandbox backend, by name.' },
  advanced: {
    title: 'Advanced settings',
    text: 'They belong to this account. The defaults fit beacons of the documented family.',
    none: 'Connect an account to change its settings.',
    save: 'Save settings',
    reset: 'Back to the defaults',
    saved: 'The settings were saved.',
    wasReset: 'The defaults are filled in. Save to use them.',
    failed: 'The settings could not be saved.',
    faults: (n: number) => `${count(n, 'value needs', 'values need')} another look.`,
    unsaved: 'Not saved yet',
    groups: {
      timing: 'Timing at the beacon',
      delivery: 'Delivery',
      profile: 'Bluetooth profile',
      lists: 'Lists',
      commands: 'Words for commands',
    } satisfies Record<SettingGroupName, string>,
    fields: {
      'timing.connectTimeoutMs': 'One connect attempt',
      'timing.connectGapsMs': 'Pauses between attempts',
      'timing.connectTotalMs': 'Connecting in all',
      'timing.operationTimeoutMs': 'One GATT operation',
      'timing.writeTimeoutMs': 'The long write',
      'timing.afterWriteMs': 'Pause after the write',
      'timing.pollStartMs': 'First poll interval',
      'timing.pollMaxMs': 'Longest poll interval',
      'timing.pollTotalMs': 'Polling in all',
      'timing.beforeResponseMs': 'Pause before reading the receipt',
      'delivery.timeoutMs': 'Wait for an answer',
      'delivery.backoffMinMs': 'Shortest pause between tries',
      'delivery.backoffMaxMs': 'Longest pause between tries',
      'delivery.rateLimitMs': 'Pause when asked to slow down',
      'delivery.keepDeliveredDays': 'Keep delivered receipts',
      'delivery.pauseAfterSameRefusal': 'Pause after the same refusal',
      'profile.serviceUuid': 'Configuration service',
      'profile.requestUuid': 'Request characteristic',
      'profile.responseUuid': 'Response characteristic',
      'profile.tokenUuid': 'Token characteristic',
      'profile.controlPointUuid': 'Control Point characteristic',
      'profile.controlPointEnded': 'Control Point value for ended',
      'profile.namePrefixes': 'Name prefixes for the chooser',
      pageSize: 'Records per page',
      'commands.identify': 'Identify (empty: not offered)',
      'commands.restart': 'Restart',
      'commands.nonConnectable': 'Non-connectable',
      'commands.bootloader': 'Bootloader',
    } satisfies Record<SettingPath, string>,
    help: {
      'timing.connectGapsMs': 'Comma-separated; one attempt more than there are pauses.',
      'profile.namePrefixes': 'Comma-separated; empty shows every device.',
      'delivery.pauseAfterSameRefusal': 'Devices in a row with the same status.',
    } as Partial<Record<SettingPath, string>>,
    units: { ms: 'ms', days: 'days', devices: 'devices', records: 'records' } satisfies Record<SettingUnit, string>,
  },
  about: {
    title: 'About',
    text: 'Beacon Fieldkit configures Bluetooth beacons where they hang, online or not, and keeps every receipt until the backend has it.',
    licence: 'Licence',
    licenceName: 'MIT',
    notices: 'Licences of what is built in',
    parts: 'List of parts (CycloneDX)',
    rescue: 'Rescue page',
    changes: 'What has changed',
    words: 'The six words',
    wordTexts: [
      ['Prepared', 'the backend holds a pending configuration'],
      ['On this phone', 'the encrypted package is stored here'],
      ['Written', 'the beacon has processed it'],
      ['Receipt on this phone', 'the secure response is stored here, twice'],
      ['Sent', 'the backend has answered'],
      ['Verified', 'the backend says it is applied'],
    ] as const,
  },
} as const;
