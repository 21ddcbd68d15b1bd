/** Counts the tests that really ran: reads the reports of the suites and adds them up. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The file to which a suite writes its counts for `npm test`; unset when a suite is run alone. */
export const REPORT_VARIABLE = 'FIELDKIT_TEST_REPORT';

/** @typedef {{ name: string, ms: number }} Timed */
/** `skipped` are the names of the tests that did not run. @typedef {{ passed: number, failed: number, skipped: string[], notes: string[], times: Timed[] }} Counts */

/** @returns {Counts} */
export const nothingCounted = () => ({ passed: 0, failed: 0, skipped: [], notes: [], times: [] });

/** The counts of a suite without a report: one failure, with the reason. @returns {Counts} */
const oneFailure = (note) => ({ ...nothingCounted(), failed: 1, notes: [note] });

/**
 * Counts of a Vitest JSON report. A file that could not be loaded counts as one failure.
 * @param {string} reportFile
 * @param {{ maySkipAll?: boolean }} options `maySkipAll`: true when this machine may be unable to run the suite at all.
 * @returns {Counts}
 */
export function countVitest(reportFile, { maySkipAll = false } = {}) {
  if (!existsSync(reportFile)) return oneFailure('the suite left no report');
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const counts = nothingCounted();
  for (const file of report.testResults) {
    if (file.assertionResults.length === 0 && file.status === 'failed') {
      counts.failed += 1;
      counts.notes.push(`${path.relative(process.cwd(), file.name)}: ${String(file.message).split('\n')[0]}`);
    }
    for (const test of file.assertionResults) {
      const name = `${path.relative(process.cwd(), file.name)}: ${test.fullName}`;
      counts.times.push({ name, ms: test.duration ?? 0 });
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'skipped') counts.skipped.push(name);
      else {
        counts.failed += 1;
        const [why = ''] = test.failureMessages ?? [];
        counts.notes.push(`${name} (${test.status}) ${shortened(why)}`);
      }
    }
  }
  const isSkipped = maySkipAll && counts.skipped.length > 0;
  return ranNothing(counts) && !isSkipped ? oneFailure('the suite ran no test') : counts;
}

const ranNothing = ({ passed, failed }) => passed + failed === 0;

/** Returns the start of a failure and its position in the test, in one line; the full output is printed before. */
function shortened(failure) {
  const lines = failure.split('\n').map((line) => line.trim());
  const place = lines.find((line) => /test\/(e2e|lives|contract|support)\/|src\//.test(line)) ?? '';
  return `${lines
    .filter((line) => !line.startsWith('at '))
    .join(' ')
    .slice(0, 1000)} ${place}`.trim();
}

/** Returns the counts that the browser suite wrote through `wtrTotalsReporter`. @returns {Counts} */
export function countBrowser(reportFile) {
  if (!existsSync(reportFile)) return oneFailure('the suite left no report');
  const counts = { ...nothingCounted(), ...JSON.parse(readFileSync(reportFile, 'utf8')) };
  return ranNothing(counts) ? oneFailure('the suite ran no test') : counts;
}

/** A reporter of @web/test-runner that writes its counts to the file of FIELDKIT_TEST_REPORT. */
export function wtrTotalsReporter() {
  return {
    stop({ sessions }) {
      const reportFile = process.env[REPORT_VARIABLE];
      if (reportFile === undefined) return;
      const counts = nothingCounted();
      for (const session of sessions) addSession(counts, session);
      mkdirSync(path.dirname(reportFile), { recursive: true });
      rmSync(reportFile, { force: true });
      writeFileSync(reportFile, JSON.stringify(counts));
    },
  };
}

function addSession(counts, session) {
  const file = path.relative(process.cwd(), session.testFile ?? '');
  const before = counts.failed;
  if (session.testResults !== undefined) addSuite(counts, session.testResults, `${file}:`);
  // An error of a page outside its tests (a failed import, an error after the last test) is a failure too.
  if (session.passed !== true && counts.failed === before) {
    counts.failed += 1;
    counts.notes.push(`${file}: ${session.errors?.[0]?.message ?? 'the page failed'}`);
  }
}

/** `within`: the file and the names of the suites around this one, without which a title may not tell what it is of. */
function addSuite(counts, suite, within) {
  for (const test of suite.tests) {
    const name = `${within} ${test.name}`;
    counts.times.push({ name, ms: test.duration ?? 0 });
    if (test.skipped) counts.skipped.push(name);
    else if (test.passed) counts.passed += 1;
    else {
      counts.failed += 1;
      counts.notes.push(`${name} ${test.error?.message?.slice(0, 400) ?? ''}`.trim());
    }
  }
  for (const inner of suite.suites) addSuite(counts, inner, `${within} ${inner.name}`);
}
