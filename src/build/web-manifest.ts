/** The web app manifest: identity, icons, shortcuts, and the screenshots in `public/screenshots`. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { SHARED_FILE_FIELD, SHARE_FILE_PATH } from '../names.ts';

const PNG_WIDTH_OFFSET = 16;

/** Files of jobs, receipts and tables, as the app writes and reads them. */
const FILES = {
  'application/json': ['.json'],
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'text/plain': ['.txt'],
};

/** Returns the manifest. `base` is the path of the app on its origin. */
export function webManifest(publicDir: string, base: string): Partial<ManifestOptions> {
  const icons = [{ src: `${base}icons/icon-192.png`, sizes: '192x192', type: 'image/png' }];
  return {
    id: base,
    name: 'Beacon Fieldkit',
    short_name: 'Fieldkit',
    description: 'Configure Bluetooth beacons on site, online or offline.',
    lang: 'en',
    dir: 'ltr',
    start_url: base,
    scope: base,
    display: 'standalone',
    orientation: 'any',
    background_color: '#f7f4ec',
    theme_color: '#141a24',
    categories: ['productivity', 'utilities'],
    icons: [
      { src: `${base}icons/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: `${base}icons/icon-192.png`, sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: `${base}icons/icon-512.png`, sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: `${base}icons/maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      {
        name: 'Continue the job',
        short_name: 'Continue',
        url: `${base}jobs?continue`,
        description: 'Back to the job under way, at its next beacon',
        icons,
      },
      {
        name: 'Runs and packages',
        short_name: 'Unfinished',
        url: `${base}run`,
        description: 'Beacons with a run to finish or a package to write',
        icons,
      },
      {
        name: 'Outbox',
        short_name: 'Outbox',
        url: `${base}outbox`,
        description: 'Receipts that wait to be sent',
        icons,
      },
    ],
    file_handlers: [{ action: base, accept: FILES }],
    share_target: {
      action: base + SHARE_FILE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: { name: SHARED_FILE_FIELD, accept: Object.entries(FILES).flat(2) } },
    },
    screenshots: screenshots(path.join(publicDir, 'screenshots'), base),
  };
}

function screenshots(folder: string, base: string): NonNullable<ManifestOptions['screenshots']> {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .toSorted()
    .map((name) => {
      const header = readFileSync(path.join(folder, name));
      const width = header.readUInt32BE(PNG_WIDTH_OFFSET);
      const height = header.readUInt32BE(PNG_WIDTH_OFFSET + 4);
      return {
        src: `${base}screenshots/${name}`,
        sizes: `${width}x${height}`,
        type: 'image/png',
        form_factor: width > height ? 'wide' : 'narrow',
        label: name.replace(/\.png$/, '').replaceAll('-', ' '),
      };
    });
}
