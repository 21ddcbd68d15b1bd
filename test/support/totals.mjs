/** Counts what really ran: reads the reports of the suites and adds them up. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where a suite leaves its counts for `npm test`; unset when a suite is run by hand. */
export const REPORT_VARIABLE = 'FIELDKIT_TEST_REPORT';

/** @typedef {{ name: string, ms: number }} Timed */
/** @typedef {{ passed: number, failed: number, notes: string[], times: Timed[] }} Counts */

/** @returns {Counts} */
export const nothingCounted = () => ({ passed: 0, failed: 0, notes: [], times: [] });

/**
 * Counts of a Vitest JSON report. A file that could not be loaded counts as one failure; so does a skipped test,
 * because a test that did not run proves nothing.
 * @returns {Counts}
 */
export function countVitest(reportFile) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, notes: ['the suite left no report'], times: [] };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const notes = [];
  const times = [];
  let passed = 0;
  let failed = 0;
  for (const file of report.testResults) {
    if (file.assertionResults.length === 0 && file.status === 'failed') {
      failed += 1;
      notes.push(`${path.relative(process.cwd(), file.name)}: ${String(file.message).split('\n')[0]}`);
    }
    for (const test of file.assertionResults) {
      times.push({ name: `${path.relative(process.cwd(), file.name)}: ${test.fullName}`, ms: test.duration ?? 0 });
      if (test.status === 'passed') passed += 1;
      else {
        failed += 1;
        const [why = ''] = test.failureMessages ?? [];
        notes.push(`${path.relative(process.cwd(), file.name)}: ${test.fullName} (${test.status}) ${shortened(why)}`);
      }
    }
  }
  if (passed + failed === 0) return { passed, failed: 1, notes: ['the suite ran no test'], times };
  return { passed, failed, notes, times };
}

/** The start of a failure with the place in the test, in one line: what ran is told in full far above. */
function shortened(failure) {
  const lines = failure.split('\n').map((line) => line.trim());
  const place = lines.find((line) => /test\/(e2e|lives|contract|support)\/|src\//.test(line)) ?? '';
  return `${lines
    .filter((line) => !line.startsWith('at '))
    .join(' ')
    .slice(0, 400)} ${place}`.trim();
}

/** Counts that the browser suite has left through `wtrTotalsReporter`. @returns {Counts} */
export function countBrowser(reportFile) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, notes: ['the suite left no report'], times: [] };
  const counts = JSON.parse(readFileSync(reportFile, 'utf8'));
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, notes: ['the suite ran no test'], times: [] };
  return { times: [], ...counts };
}

/** A reporter of @web/test-runner that writes its counts where FIELDKIT_TEST_REPORT says. */
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
  if (session.testResults !== undefined) addSuite(counts, session.testResults, file);
  // A page that broke outside a test (an import that failed, an error after the last test) is a failure too.
  if (session.passed !== true && counts.failed === before) {
    counts.failed += 1;
    counts.notes.push(`${file}: ${session.errors?.[0]?.message ?? 'the page failed'}`);
  }
}

function addSuite(counts, suite, file) {
  for (const test of suite.tests) {
    counts.times.push({ name: `${file}: ${test.name}`, ms: test.duration ?? 0 });
    if (test.passed && !test.skipped) counts.passed += 1;
    else {
      counts.failed += 1;
      counts.notes.push(
        `${file}: ${test.name}${test.skipped ? ' (skipped)' : ''} ${test.error?.message?.slice(0, 400) ?? ''}`.trim(),
      );
    }
  }
  for (const inner of suite.suites) addSuite(counts, inner, file);
}
