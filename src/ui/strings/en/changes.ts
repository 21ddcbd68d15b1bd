/** What has changed, version by version, the newest first: for people who use the app. */

export const changes: readonly { readonly version: string; readonly items: readonly string[] }[] = [
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
];
