/** Every word of the More page: account, key, phone, practice, advanced settings. */
import type { SettingFault, SettingGroupName, SettingPath, SettingUnit } from '../../domain/settings-table.ts';
import { count, form, number } from './counting.ts';
import { thisDevice } from './place.ts';
import { inLanguage } from './language.ts';

const here = thisDevice();

const plansWords = (jobs: number, beacons: number, templates: number): string =>
  [
    jobs > 0 ? `${count(jobs, 'job', 'jobs')} with ${count(beacons, 'beacon', 'beacons')}` : '',
    templates > 0 ? count(templates, 'template', 'templates') : '',
  ]
    .filter((part) => part !== '')
    .join(' and ');

/** Why a setting was not accepted. */
export const settingFaultWords = inLanguage('settingFaultWords', (fault: SettingFault): string => {
  switch (fault.reason) {
    case 'notANumber':
      return 'Enter a number.';
    case 'notWhole':
      return 'Enter a whole number.';
    case 'tooSmall':
      return `At least ${number(fault.limit)}.`;
    case 'tooLarge':
      return `At most ${number(fault.limit)}.`;
    case 'notAUuid':
      return 'Enter a UUID of 36 characters, or four or eight hexadecimal digits.';
    case 'tooMany':
      return `At most ${number(fault.limit)} entries.`;
    case 'empty':
      return 'Required.';
    case 'beyond':
      return `Must not be lower than “${settingsStrings.advanced.fields[fault.other]}”.`;
    case 'sameUuid':
      return `“${settingsStrings.advanced.fields[fault.other]}” has the same UUID.`;
  }
});

const settingHelp: Partial<Record<SettingPath, string>> = {
  'timing.connectGapsMs': 'Comma-separated. There is one more attempt than there are pauses.',
  'timing.reconnectAfterMs':
    'After the app has disconnected from the same beacon, or was opened. The system may need 2 seconds to close a connection.',
  'profile.namePrefixes': 'Comma-separated. Leave empty to show every device.',
  'delivery.pauseAfterSameRefusal': 'Devices in a row with the same status.',
  'bulk.inFlight': 'Used to prepare many and to send receipts.',
  'bulk.idsAtOnce':
    'Changes with the same values share a request, and so do packages. With 1, each device gets its own.',
};

export const settingsStrings = inLanguage('settingsStrings', {
  loading: 'Loading',
  places: 'More places',
  account: {
    title: 'Account',
    none: `No account is connected on ${here}.`,
    connect: 'Connect an account',
    connectOther: 'Connect another account',
    practice: 'Practice',
    practiceText: 'This is the sandbox. Nothing here reaches a real backend.',
    name: 'Name',
    baseUrl: 'Base URL',
    legacyBaseUrl: 'Legacy base URL',
    vendor: 'Vendor',
    id: 'Account ID',
    others: `Other accounts on ${here}`,
    switch: 'Switch',
    switchTo: (name: string) => `Switch to ${name}`,
    switched: (name: string) => `Connected to ${name}.`,
    signOut: 'Sign out',
    signOutTitle: 'Sign out of this account',
    signOutSafe: `Everything in this account has been delivered. What is stored stays on ${here}, locked. Your key or passphrase opens it again.`,
    signOutWarning: `This is still only on ${here}. It is kept and locked, and nothing is sent until you open this account again:`,
    onlyHere: (n: number) => `${count(n, 'receipt', 'receipts')} not delivered`,
    unverified: (n: number) => `${count(n, 'receipt', 'receipts')} not verified by the backend`,
    unfinished: (n: number) => `${count(n, 'run', 'runs')} not finished`,
    unsent: (n: number) => `${count(n, 'edit', 'edits')} not sent`,
    checking: 'Checking what is not delivered yet',
    toOutbox: 'Open the outbox first',
    unsaved: 'The receipt of the last run is not saved twice yet. Go back to its screen and save it first.',
    signedOut: `Signed out. What is stored stays on ${here}, locked.`,
    failed: 'That did not work. Nothing was changed.',
    setUpOther: 'Set up another phone',
    setUpHow: 'On the other phone: Connect your account, Scan a set-up code.',
    setUpHolds: 'The code holds the addresses, the vendor and the name. The API key is not in it.',
    setUpTooLong: 'The addresses of this account are too long for a code.',
  },
  remove: {
    action: `Sign out and remove from ${here}`,
    heading: (name: string) => `Remove “${name}” from ${here}`,
    consequence:
      'Everything in this account is deleted here: devices, packages, runs, receipts, jobs, templates, telemetry and the remembered key. This cannot be undone.',
    onlyInFile: 'The file you saved will then be the only copy of the receipts that are not verified.',
    edits: (n: number) => `${count(n, 'edit is', 'edits are')} not sent and will be lost.`,
    refusedHeading: `Some data is only on ${here}`,
    receipts: (n: number) =>
      form(n, {
        one: '1 receipt is not delivered. Without it, the backend never learns that the beacon changed.',
        other: `${number(n)} receipts are not delivered. Without them, the backend never learns that the beacons changed.`,
      }),
    unverified: (n: number) =>
      form(n, {
        one: '1 receipt was sent but is not verified. It can be sent again only while it is kept.',
        other: `${number(n)} receipts were sent but are not verified. They can be sent again only while they are kept.`,
      }),
    runs: (n: number) =>
      form(n, {
        one: '1 run is not finished. The beacon may hold a receipt.',
        other: `${number(n)} runs are not finished. The beacons may hold receipts.`,
      }),
    plans: (jobs: number, beacons: number, templates: number) =>
      `Only on ${here}: ${plansWords(jobs, beacons, templates)}.`,
    plansGo: (jobs: number, beacons: number, templates: number) =>
      `Deleted with it: ${plansWords(jobs, beacons, templates)}.`,
    waysOut: {
      receipts: 'Send the receipts first, or export them as a file and hand it over.',
      runs: 'Finish the runs or close them.',
      plans:
        'If you still need the jobs and templates, save each as a file here. Another account or phone can take it over.',
    },
    openFirst:
      'Open this account with its key or passphrase first, so that you can save what is only here. If you have neither, save the receipts on the rescue page, then delete the data of this website in the browser.',
    files: {
      job: (n: number) => count(n, 'beacon', 'beacons'),
      template: 'Template',
      save: 'Save as a file',
      saveNamed: (name: string) => `Save as a file: ${name}`,
      saved: 'saved',
      failed: 'The file could not be made.',
      unreadable: 'The jobs and templates could not be read. Open the Jobs page and save them there.',
      onlyThere: 'The files you saved will then be the only copies of the jobs and templates.',
    },
    withPlans: 'Remove them too',
    runsAfterExport: 'The file is saved. Finish the runs or give them up before you remove this account.',
    afterExport: 'The file is saved. Make sure someone has it before you remove this account.',
    send: 'Send them',
    toRuns: 'Go to runs',
    export: 'Export as a file',
    goOn: 'I have handed it over',
    removed: `The account was removed from ${here}.`,
    busy: 'A run is in progress. Remove the account when it is over.',
    left: (n: number) =>
      `${count(n, 'part', 'parts')} of the account could not be deleted. Close the other windows of this app. The app tries again at its next start.`,
  },
  lock: {
    now: 'Lock now',
    locked: 'Locked.',
    busy: 'A run is in progress. Lock when it is over.',
    idle: 'Lock automatically',
    idleHelp: 'After this long without a touch, but not during a run.',
    minutes: { 0: 'Never', 5: 'After 5 minutes', 15: 'After 15 minutes', 60: 'After 60 minutes' } as const,
  },
  key: {
    title: 'Key',
    states: {
      none: 'No key.',
      needed: 'This window does not have your key. Nothing is sent until you enter it.',
      ready: 'The key is in memory until you close the app.',
    },
    /** How a key is opened that is kept here. */
    ways: { screenLock: 'the screen lock', passphrase: 'your passphrase', both: 'the screen lock or your passphrase' },
    locked: (way: string) => `The key is locked on ${here}: ${way} opens it.`,
    readyAndStored: (way: string) => `The key is in memory. After a restart, ${way} opens it again.`,
    give: 'Enter key',
    open: 'Open with the passphrase',
    remember: 'Remember it with a passphrase',
    addPassphrase: 'Add a passphrase',
    change: 'Change the passphrase',
    rememberText: 'The key is encrypted with a passphrase only you know. Without it, the key cannot be read.',
    set: 'Remember the key',
    saved: 'The key is remembered. After a restart, your passphrase opens it.',
    forget: 'Forget the remembered key',
    forgotten: `The remembered key was removed from ${here}. The key in memory stays until you close the app.`,
  },
  theme: {
    title: 'Appearance',
    auto: 'Same as the system',
    light: 'Light',
    dark: 'Dark',
    sun: 'Sun',
    help: 'Sun is black on white, for direct sunlight.',
  },
  rest: {
    label: 'Turn the screen dark between two beacons of a job',
    help: 'After 20 seconds without a touch, but not during a run. One tap brings the page back.',
  },
  language: {
    title: 'Language',
    label: 'Language of the app',
    choices: { auto: 'Same as the browser', en: 'English', de: 'Deutsch' },
    reload: 'The language changes when you reload the app.',
    reloadButton: 'Reload',
    afterRun: 'The language changes when you reload the app. Finish the run first.',
  },
  phone: {
    title: 'App and storage',
    storage: 'Storage',
    persisted: 'Protected: the browser will not clear receipts to make room.',
    notPersisted: `Not protected: the browser may clear this app when ${here} runs out of space. Installing the app often changes this.`,
    unknownPersisted: 'The browser has not yet said whether it protects this storage.',
    ask: 'Ask for protection',
    askAgain: 'Ask again',
    asked: {
      yes: 'The browser now protects the storage of this app.',
      no: 'The browser did not agree. Install the app or use it more often, then ask again.',
    },
    install: 'Install',
    installable: 'Install the app to start it from the home screen, even offline.',
    installButton: 'Install the app',
    notInstallable: 'Already installed, or use the browser’s own menu to install.',
    version: 'Version',
    offlineReady: 'Ready to start offline.',
    notOfflineReady: 'Not ready to start offline yet. Keep the app open and online for a moment.',
    update: 'A new version is ready.',
    updateButton: 'Update now',
    updateBlocked: 'A new version is ready. You can update when the run is finished.',
    updateFailed: 'A new version could not be loaded. This version keeps running, and the app checks again every hour.',
    installFault: {
      missing: (file: string) => `A file of the app is missing on the website (${file}).`,
      changed: (file: string) =>
        `Something between the website and this browser, such as a proxy, changes the app’s files (${file}).`,
      webPage: (file: string) =>
        `A web page came instead of a file of the app (${file}). It is missing on the website, or this network needs a sign-in.`,
      diskFull: () => `There is not enough storage on ${here} to save the app.`,
      network: (file: string) => `A file of the app could not be loaded (${file}).`,
    },
    installAgain: 'The app is not ready to start offline. It tries again by itself while it is open and online.',
    policy: {
      header: 'This page runs under its security policy.',
      page: 'This page runs under its built-in security policy. The website sends none, so other sites may show this page in a frame.',
      none: 'This page runs without its security policy, because the website sends none. Tell whoever runs the website.',
      unknown: 'Offline, it is not known whether the website sends its security policy. The page has one built in.',
    },
    updateWarning: (n: number) =>
      form(n, {
        one: `1 receipt is not delivered. It stays on ${here} during the update.`,
        other: `${number(n)} receipts are not delivered. They stay on ${here} during the update.`,
      }),
  },
  cachedList: {
    title: 'Device list',
    text: `A copy of the list is saved on ${here} for use offline.`,
    count: (n: number) => `${count(n, 'device', 'devices')} on ${here}.`,
    button: 'Forget the saved list',
    ask: 'Forget the saved list?',
    explain: `The list stays empty until it is loaded again, which needs a network. Devices with a package, run or receipt on ${here} stay.`,
    keep: 'Keep it',
    go: 'Forget it',
    done: 'The saved list was forgotten.',
    failed: 'The saved list could not be forgotten.',
  },
  practice: { title: 'Practice panel', text: 'Faults you can set for the practice beacons and the sandbox backend.' },
  advanced: {
    title: 'Advanced settings',
    text: 'For this account only. The defaults suit beacons of the documented family.',
    none: 'Connect an account to change its settings.',
    save: 'Save settings',
    reset: 'Restore the defaults',
    saved: 'The settings were saved.',
    wasReset: 'The defaults are filled in. Save to use them.',
    failed: 'The settings could not be saved.',
    faults: (n: number) => `Fix ${count(n, 'value', 'values')}.`,
    unsaved: 'Not saved yet',
    groups: {
      timing: 'Timing at the beacon',
      delivery: 'Delivery',
      bulk: 'Many devices at once',
      profile: 'Bluetooth profile',
      lists: 'Lists',
      commands: 'Command names (API)',
    } satisfies Record<SettingGroupName, string>,
    fields: {
      'timing.connectTimeoutMs': 'One connect attempt',
      'timing.connectGapsMs': 'Pauses between attempts',
      'timing.connectTotalMs': 'Total connect time',
      'timing.reconnectAfterMs': 'Pause before reconnecting',
      'timing.discoveryTimeoutMs': 'Service discovery',
      'timing.operationTimeoutMs': 'One GATT operation',
      'timing.writeTimeoutMs': 'Long write',
      'timing.afterWriteMs': 'Pause after the write',
      'timing.pollStartMs': 'First poll interval',
      'timing.pollMaxMs': 'Longest poll interval',
      'timing.pollTotalMs': 'Total polling time',
      'timing.beforeResponseMs': 'Pause before reading the receipt',
      'delivery.timeoutMs': 'Wait for an answer',
      'delivery.backoffMinMs': 'Shortest pause between tries',
      'delivery.backoffMaxMs': 'Longest pause between tries',
      'delivery.rateLimitMs': 'Pause when asked to slow down',
      'delivery.keepDeliveredDays': 'Keep delivered receipts',
      'delivery.pauseAfterSameRefusal': 'Pause after the same refusal',
      'bulk.inFlight': 'Requests at the same time',
      'bulk.idsAtOnce': 'Devices in one request',
      'profile.serviceUuid': 'Configuration service',
      'profile.requestUuid': 'Request characteristic',
      'profile.responseUuid': 'Response characteristic',
      'profile.tokenUuid': 'Token characteristic',
      'profile.controlPointUuid': 'Control Point characteristic',
      'profile.controlPointEnded': 'Control Point “finished” value',
      'profile.namePrefixes': 'Name prefixes for the chooser',
      pageSize: 'Records per page',
      'commands.identify': 'Identify (empty: not offered)',
      'commands.restart': 'Restart',
      'commands.nonConnectable': 'Non-connectable',
      'commands.bootloader': 'Bootloader',
    } satisfies Record<SettingPath, string>,
    help: settingHelp,
    units: { ms: 'ms', days: 'days', devices: 'devices', records: 'records', requests: 'requests' } satisfies Record<
      SettingUnit,
      string
    >,
  },
  diagnostics: {
    title: 'Diagnostics',
    text: 'The last 500 events of the app as one text: runs, answers, errors, versions. It contains no keys, names, IDs or addresses. You see it before it is saved, and the app does not send it.',
    show: 'Show the diagnostics',
    save: 'Save as a file',
    close: 'Close',
    failed: 'The diagnostics could not be read.',
  },
  about: {
    title: 'About',
    text: 'Beacon Fieldkit configures Bluetooth beacons on site, online or offline, and keeps every receipt until the backend has it.',
    notices: 'Third-party licences',
    parts: 'List of parts (CycloneDX)',
    rescue: 'Rescue page',
    changes: 'What is new',
    words: 'The six words',
    wordTexts: [
      ['Prepared', 'the backend holds a pending configuration'],
      ['Downloaded', 'the encrypted package is stored here'],
      ['Written', 'a beacon has taken it'],
      ['Receipt saved', 'the secure response is stored here, twice'],
      ['Sent', 'the backend has answered'],
      ['Verified', 'the backend says it is applied'],
    ] as const,
  },
} as const);
