/**
 * A test waits for what it expects (support/until.ts), not for a time: a time is too short on a busy machine and wasted on
 * an idle one.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Files with real timers, each with the reason beside it. A `sleep` of a virtual clock is none. */
const ALLOWED = new Set([
  'src/backend/sizes.test.ts',
  'src/sandbox/bluetooth/bluetooth.browser.test.ts',
  'src/storage/open-account-order.browser.test.ts',
  'src/storage/second-copy/mirror.browser.test.ts',
  'src/storage/worker-calls.browser.test.ts',
  'src/ui/elements/elements.browser.test.ts',
  'src/ui/elements/scan-label/scan-label.browser.test.ts',
  // Source text that a checker is given.
  'test/architecture.test.ts',
  'test/hostile/payloads.ts',
  // Functions that run in a page or in another process, where `until` does not exist.
  'test/e2e/raw-bluetooth-page.ts',
  'test/e2e/schemas-policy.e2e.ts',
  'test/support/fill-fields.ts',
  'test/support/journey.ts',
  // Waits and time limits for hosts, browsers and other processes.
  'test/hostile/describe-places.ts',
  'test/support/browser.ts',
  'test/support/link-guard.ts',
  'test/support/real-host.ts',
  'test/support/screen-at-failure.ts',
  'test/support/until.ts',
  // The time that a radio, a backend or the rate limit of one takes is part of what is imitated.
  'test/contract/target.ts',
  'test/support/peripheral.ts',
  'test/support/static-host.ts',
]);

/** Benchmarks measure time; campaigns, walks and BlueZ run beside processes that tell nothing else. */
const MEASURES_TIME = /^test\/(?:bench|bluez|campaign|walks|starts\.ts)/;

it('no test waits for a fixed time, except in the files named here', () => {
  const timed = ['src', 'test']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /^test\/.*\.ts$|\.test\.ts$/.test(file))
    .filter((file) => file !== 'test/timers.test.ts' && !MEASURES_TIME.test(file))
    .filter((file) =>
      /\bsetTimeout\(|\bwaitForTimeout\(|node:timers\/promises/.test(readFileSync(path.join(root, file), 'utf8')),
    );
  expect(new Set(timed)).toEqual(ALLOWED);
});
