/** What has changed, version by version, the newest first: for people who use the app. */

export const changes: readonly { readonly version: string; readonly items: readonly string[] }[] = [
  {
    version: '0.2.0',
    items: [
      'An update is installed only when all of its files have arrived unchanged. If they have not, the version you have goes on and says so.',
      'The app looks for a new version when you come back to it, and every hour.',
      'A rescue page saves receipts and unfinished runs as a file, even when the app itself does not start.',
      'The page brings its own security policy along, and More says whether the server sends it too.',
      'The app can stand below a path of a server, and a backend can stand behind the same server.',
    ],
  },
  {
    version: '0.1.0',
    items: ['Devices, prepare and run, outbox, telemetry, commands, ownership, streams, practice.'],
  },
];
