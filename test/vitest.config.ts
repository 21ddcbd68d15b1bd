/**
 * The suites on Node: `unit` for tests next to the code, `lives` for whole lives of beacons in virtual time, `contract`
 * over HTTP with the sandbox or an account, `e2e` with a real browser and the built app, `bluez` the same over
 * Chromium's own Linux Bluetooth code.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { writeWords } from '../src/build/words.ts';
import { CONTRACT_LIMIT_MS, E2E_LIMIT_MS, UNIT_LIMIT_MS, WAIT_LIMIT_MS } from './support/limits.mjs';
import { defineCampaign, seedOfRun } from './support/seed.mjs';

const root = path.resolve(import.meta.dirname, '..');
const seed = seedOfRun();
const isWhole = process.env['FIELDKIT_WHOLE'] === 'yes';
writeWords(root);

/** Shared by all unit projects. */
const unit = {
  exclude: ['**/*.browser.test.ts', 'node_modules/**'],
  // The files of a worker share their imports: loading them again for each file took three times as long as the tests.
  isolate: false,
  maxWorkers: Math.max(2, availableParallelism() - 1),
  testTimeout: UNIT_LIMIT_MS,
  hookTimeout: UNIT_LIMIT_MS,
  expect: { poll: { timeout: UNIT_LIMIT_MS / 2 } },
  setupFiles: ['test/support/property-seed.ts'],
  // Of the package's two builds, Node would choose the one without the files that the app imports separately.
  server: { deps: { inline: ['@zxing/library'] } },
};
/**
 * Folders whose tests also run in a time zone with days of 23 and 25 hours, because nothing there may depend on the
 * zone.
 */
const TIMED = ['src/domain/**/*.test.ts', 'src/ui/**/*.test.ts'];
/** Long tests among them that do not depend on dates. */
const TIMELESS = [
  '**/machine.test.ts',
  '**/machine-model.test.ts',
  '**/record-splitter.test.ts',
  '**/code-pages.test.ts',
  '**/decode-frame.test.ts',
  '**/receipt-file.test.ts',
  '**/photo-lines.test.ts',
  '**/label.test.ts',
  '**/file-json.test.ts',
  '**/draw-code.test.ts',
];
/** A usual run takes one of them by its seed. */
const ZONES = ['Europe/Berlin', 'America/New_York'];
const inZone = (zone: string) => ({
  extends: true as const,
  test: {
    ...unit,
    name: `unit-${zone}`,
    include: TIMED,
    exclude: [...unit.exclude, ...TIMELESS],
    env: { TZ: zone },
  },
});

export default defineConfig({
  root,
  define: { __FIELDKIT_VERSION__: JSON.stringify('0.0.0+test'), ...defineCampaign(seed) },
  test: {
    // A whole run prints only the first line of a failure, so that line has to contain the values.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'test/*.test.ts',
            'test/support/**/*.test.ts',
            'test/contract/**/*.test.ts',
            'test/campaign/**/*.test.ts',
            'test/corpus/**/*.test.ts',
            'test/hostile/**/*.test.ts',
            'test/bench/**/*.test.ts',
          ],
          // The checker of expressions in JavaScript, which is the same on every system.
          env: { TZ: 'UTC', RECHECK_SYNC_BACKEND: 'pure' },
        },
      },
      ...(isWhole ? ZONES : [ZONES[seed % ZONES.length]!]).map(inZone),
      {
        extends: true,
        test: {
          name: 'lives',
          environment: 'node',
          include: ['test/lives/**/*.lives.ts'],
          // Thousands of stories in virtual time, and the shrinking of a failing one.
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          environment: 'node',
          include: ['test/contract/**/*.contract.ts'],
          testTimeout: CONTRACT_LIMIT_MS,
          hookTimeout: CONTRACT_LIMIT_MS,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          // The files of a worker share a browser, a server (test/support/shared-browser.ts) and their imports.
          isolate: false,
          include: ['test/e2e/**/*.e2e.ts'],
          env: { FIELDKIT_SHELL: 'yes' },
          setupFiles: ['test/support/laptop.ts', 'test/support/screen-at-failure.ts'],
          testTimeout: E2E_LIMIT_MS,
          hookTimeout: E2E_LIMIT_MS,
          // Long limits for a real browser on a busy machine. Each check has a cost, because most polls read a whole
          // page.
          expect: { poll: { timeout: WAIT_LIMIT_MS, interval: 250 } },
          // Each worker has its own server, browser and profile, and mostly waits.
          maxWorkers: 3,
          globalSetup: ['test/support/built-app.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'bluez',
          environment: 'node',
          include: ['test/bluez/**/*.e2e.ts'],
          env: { FIELDKIT_RADIO: 'bluez' },
          setupFiles: ['test/support/laptop.ts', 'test/support/screen-at-failure.ts'],
          testTimeout: E2E_LIMIT_MS,
          hookTimeout: E2E_LIMIT_MS,
          expect: { poll: { timeout: WAIT_LIMIT_MS, interval: 250 } },
          globalSetup: ['test/support/built-app.ts'],
        },
      },
    ],
  },
});
