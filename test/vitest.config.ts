/** The suites on Node: `unit` beside the code, `lives` over whole beacon lives in virtual time, `contract` over HTTP against the sandbox or an account, `e2e` with a real browser against the built app. */
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..');

export default defineConfig({
  root,
  define: { __FIELDKIT_VERSION__: JSON.stringify('0.0.0+test') },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/support/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/campaign/**/*.test.ts', 'test/bench/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', 'node_modules/**'],
          testTimeout: 10_000,
        },
      },
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
          // An account's limits may have to be waited for.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A real browser on a busy machine: what is waited for comes, it only takes its time.
          expect: { poll: { timeout: 15_000 } },
          // Two cores: one browser at a time.
          fileParallelism: false,
          globalSetup: ['test/support/built-app.ts'],
        },
      },
    ],
  },
});
