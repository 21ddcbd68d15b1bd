/** The suites on Node: `unit` beside the code, `lives` over whole beacon lives in virtual time, `contract` over HTTP against the sandbox or an account, `e2e` with a real browser against the built app, `bluez` the same over Chromium's own Linux Bluetooth code. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { CONTRACT_LIMIT_MS, E2E_LIMIT_MS, UNIT_LIMIT_MS, WAIT_LIMIT_MS } from './support/limits.mjs';
import { defineCampaign, seedOfRun } from './support/seed.mjs';

const root = path.resolve(import.meta.dirname, '..');
const seed = seedOfRun();

/** What every unit project has. */
const unit = {
  exclude: ['**/*.browser.test.ts', 'node_modules/**'],
  // The files of a worker share what they import: to load it anew for each of them took three times as long as the tests.
  isolate: false,
  maxWorkers: Math.max(2, availableParallelism() - 1),
  testTimeout: UNIT_LIMIT_MS,
  hookTimeout: UNIT_LIMIT_MS,
  expect: { poll: { timeout: UNIT_LIMIT_MS / 2 } },
  setupFiles: ['test/support/property-seed.ts'],
  // Of its two builds Node would take the one without the files that the app names singly.
  server: { deps: { inline: ['@zxing/library'] } },
};
/** Rooms whose tests also run where days have 23 and 25 hours: what is counted, typed and shown there may not hang on the zone. */
const TIMED = ['src/domain/**/*.test.ts', 'src/ui/**/*.test.ts'];
/** Of them what is long and knows no day. */
const TIMELESS = [
  '**/machine.test.ts',
  '**/machine-model.test.ts',
  '**/record-splitter.test.ts',
  '**/code-pages.test.ts',
  '**/decode-frame.test.ts',
  '**/draw-code.test.ts',
];
const inZone = (name: string, zone: string) => ({
  extends: true as const,
  test: {
    ...unit,
    name,
    include: TIMED,
    exclude: [...unit.exclude, ...TIMELESS],
    env: { TZ: zone },
  },
});

export default defineConfig({
  root,
  define: { __FIELDKIT_VERSION__: JSON.stringify('0.0.0+test'), ...defineCampaign(seed) },
  test: {
    // What a failure found stands in its first line, which is all that a whole run tells at its end.
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
            'test/hostile/**/*.test.ts',
            'test/bench/**/*.test.ts',
          ],
          env: { TZ: 'UTC' },
        },
      },
      inZone('unit-berlin', 'Europe/Berlin'),
      inZone('unit-new-york', 'America/New_York'),
      {
        extends: true,
        test: {
          name: 'lives',
          environment: 'node',
          include: ['test/lives/**/*.lives.ts'],
          // Thousands of lives in virtual time, and their shrinking when one goes wrong.
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
          // The files of a worker share a browser and a server (test/support/lent.ts), and what they import.
          isolate: false,
          include: ['test/e2e/**/*.e2e.ts'],
          env: { FIELDKIT_SHELL: 'yes' },
          setupFiles: ['test/support/laptop.ts'],
          testTimeout: E2E_LIMIT_MS,
          hookTimeout: E2E_LIMIT_MS,
          // A real browser on a busy machine: what is waited for comes, it only takes its time. To look is work too: most polls read a whole page.
          expect: { poll: { timeout: WAIT_LIMIT_MS, interval: 250 } },
          // Each worker has its own server, browser and profile; much of their time is waiting.
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
          setupFiles: ['test/support/laptop.ts'],
          testTimeout: E2E_LIMIT_MS,
          hookTimeout: E2E_LIMIT_MS,
          expect: { poll: { timeout: WAIT_LIMIT_MS, interval: 250 } },
          globalSetup: ['test/support/built-app.ts'],
        },
      },
    ],
  },
});
