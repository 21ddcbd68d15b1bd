/** The totals that `npm test` prints: every test is counted by its result. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { countBrowser, countVitest, REPORT_VARIABLE, wtrTotalsReporter } from './totals.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'fieldkit-totals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}
const test = (fullName: string, status: string) => ({ fullName, status, duration: 1, failureMessages: [] });

it('the totals count a skipped test as skipped and name the test, besides passed and failed ones', () => {
  const assertionResults = [test('a', 'passed'), test('b', 'failed'), test('c', 'skipped'), test('d', 'todo')];
  const counts = countVitest(report({ testResults: [{ name: path.resolve('x.test.ts'), assertionResults }] }));
  expect(counts).toMatchObject({ passed: 1, failed: 2, skipped: ['x.test.ts: c'] });
});

it('the totals name a browser test with the suites around it', () => {
  const reportFile = path.join(folder, 'browser.json');
  vi.stubEnv(REPORT_VARIABLE, reportFile);
  const isFast = { name: 'is fast', passed: false, skipped: false, error: { message: 'it is slow' } };
  const inner = { name: 'on a phone', tests: [isFast], suites: [] };
  const testResults = { name: '', tests: [], suites: [{ name: 'the list', tests: [], suites: [inner] }] };
  wtrTotalsReporter().stop({ sessions: [{ testFile: path.resolve('x.browser.test.ts'), testResults }] });
  vi.unstubAllEnvs();
  expect(countBrowser(reportFile).notes).toEqual(['x.browser.test.ts: the list on a phone is fast it is slow']);
});

it('the totals count a suite that this machine cannot run as skipped', () => {
  const onlySkipped = { testResults: [{ name: 'x', assertionResults: [test('c', 'skipped')] }] };
  const counts = countVitest(report(onlySkipped), { maySkipAll: true });
  expect([counts.failed, counts.skipped.length]).toEqual([0, 1]);
  expect(countVitest(report({ testResults: [] }), { maySkipAll: true })).toMatchObject({ failed: 1 });
});

it.each([countVitest, countBrowser])(
  'the totals count a suite that ran no test, or left no report, as one failure',
  (count) => {
    const onlySkipped = { testResults: [{ name: 'x', assertionResults: [test('c', 'skipped')] }] };
    expect(count(report({ ...onlySkipped, passed: 0, failed: 0, skipped: ['c'] }))).toMatchObject({ failed: 1 });
    expect(count(path.join(folder, 'none.json'))).toMatchObject({ passed: 0, failed: 1 });
  },
);
