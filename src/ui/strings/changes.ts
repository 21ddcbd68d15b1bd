/** What is new in each version, the newest first, for people who use the app. The text is that of src/docs/changelog.md. */
import { inLanguage } from './language.ts';

export const changes: readonly { readonly version: string; readonly items: readonly string[] }[] = inLanguage(
  'changes',
  [
    {
      version: '0.3.0',
      items: [
        'Jobs: plan a day’s work on many beacons, check at the desk what would stop you on site, work through it room by room, and hand it to another phone as a file or as QR codes.',
        'On a phone jobs come first: Jobs is in the bar, the overview continues the job under way with one tap, and on site room, ID and button are always in view, upright and sideways.',
        'The six state words are Prepared, Downloaded, Written, Receipt saved, Sent and Verified, on a phone as on a laptop.',
        'A beacon with an unexpected name, or with none, can be picked: after one closed list, or with Show all devices.',
        'A locked account opens only with its passphrase, its own key, or a new key with which the backend returns its devices.',
        'The app says so when sending keeps failing, and what helps.',
        'A receipt whose first answer was lost is verified by reading, instead of staying refused.',
        'Two swapped beacons keep their packages where their plans are the same, and ask for new ones where they differ.',
        'Bluetooth that was switched off, services that did not come and answers that are still awaited are named for what they are.',
        'Labels can be scanned with the camera. Reports show whether they were changed afterwards. Alarms watch battery, silence and temperature.',
        'Tables come in from any spreadsheet: separators, encodings and stray quotes are recognised, every row is accounted for, and connection strings fill the form of a stream.',
        'Telemetry goes by the receiver’s clock: a beacon or a phone with a wrong clock is never called heard or silent by mistake.',
        'Each account keeps its own selection and drafts. A locked account with work that exists only here has to be opened before it can be removed; removing an account offers its jobs and templates as files.',
        'Devices have a room, kept in a tag that other apps can read: a column, a filter, a choice in telemetry and the scope of an alarm. Jobs take rooms from there, and save them there when you ask for it.',
        'Aliases, rooms, tags and notes of many devices come in from a table, with a look at each change before it is saved.',
        'Connecting offers the addresses of known backends, and completes one that was typed without https://.',
        'What the backend says wins over what was asked: values that it changed or did not take are named at once, and a short device list says how many of how many came.',
        'An installation that fails is tried again by itself, and More says which file is missing or was changed on its way. Behind a sign-in the app opens its page.',
        'Deployment and metadata of a device can be edited.',
        'Gateways can be configured, one or many. They fetch it from the backend themselves: Waiting for the gateway, then Applied.',
        'A job can note each beacon that becomes Verified as hung up, with date and installer. It asks once.',
        'A device shows who has access to it, and an access can be taken back, where the backend offers it.',
        'A prepared change can be withdrawn, for one device or for many, where the backend offers it, and the packages of many beacons come in far fewer requests.',
        'Files of jobs, receipts and tables can be opened with the app or shared with it: the page that shows them opens, and nothing is imported before you press. The app’s icon shows how many receipts wait.',
        'The key can be kept behind the phone’s own screen lock, so that in the evening a fingerprint is enough, offline too; a passphrase does the same everywhere. The checks before you go begin with it.',
        'On site a beacon can be made to blink without a network: two packets for that come with each package, and the sheet shows how many are left.',
        'From 1100 px every page uses the width: a job is one table with filters, a table dropped anywhere on the page becomes a job, its bad rows can be corrected where they stand, and tags, sharing and moving stand beside the list with its selection.',
        'Telemetry has one button, Load, which loads what is shown. Charts read all lines at the pointer, and alarms come the worst first, with how long they hold.',
        'The acceptance report is a page to print and sign, with units, each day once and room for signatures.',
        'The overview shows battery and beacons heard over eight weeks, and which batteries will be empty first.',
        'A second phone is set up by a code: the connected one shows addresses, vendor and name, never the key, and the other scans them. A link with the same data shows the host in large type and asks before it fills in anything.',
        'German.',
      ],
    },
    {
      version: '0.2.0',
      items: [
        'An update is installed only when all of its files have arrived unchanged. If not, your version keeps running and tells you.',
        'The app checks for a new version every hour and whenever you come back to it.',
        'A rescue page saves receipts and unfinished runs as a file, even if the app itself does not start.',
        'The page has its own security policy. More says whether the website sends it too.',
        'The app can be served from a path below a host name, and a backend from behind the same host name.',
      ],
    },
    {
      version: '0.1.0',
      items: ['Devices, prepare and run, outbox, telemetry, commands, ownership, streams, practice.'],
    },
  ],
);
