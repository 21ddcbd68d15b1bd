/** Which modules lie in one file: by what each start imports without asking. */
import { expect, it } from 'vitest';
import { deadlocks, loadedTogether, ring } from './chunks.ts';

const GRAPH: Readonly<Record<string, readonly string[]>> = {
  '/app/src/main.ts': ['/app/shell.ts', '/app/numbers.ts'],
  '/app/src/ui/pages/welcome/welcome-page.ts': ['/app/shell.ts'],
  '/app/shell.ts': ['/app/words.ts'],
  '/app/src/ui/elements/notice/notice.ts': ['/app/words.ts', '/app/src/closes.ts'],
  '/app/words.ts': ['/app/numbers.ts'],
  '/app/src/ui/strings/de/de.ts': ['/app/numbers.ts', '/app/dates.ts', '/app/src/ui/strings/en/outbox.ts'],
  '/app/src/ui/pages/devices/devices-page.ts': [
    '/app/src/ui/strings/en/outbox.ts',
    '/app/rows.ts',
    '/app/src/closes.ts',
  ],
  '/app/src/main-session.ts': ['/app/src/store.ts', '/app/words.ts', '/app/dates.ts'],
};
/** What is loaded when it is asked for. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  '/app/src/main.ts': [
    '/app/src/main-session.ts',
    '/app/src/ui/pages/run/run-page.ts',
    '/app/src/ui/pages/more/more-page.ts',
  ],
  '/app/src/main-session.ts': ['/app/src/ui/pages/jobs/job-page.ts', '/app/src/sandbox/practice.ts'],
  '/app/src/ui/pages/jobs/job-page.ts': ['/app/src/ui/pages/jobs/new-job-page.ts'],
};
const LATER_GRAPH: Readonly<Record<string, readonly string[]>> = {
  '/app/src/ui/pages/run/run-page.ts': ['/app/src/run-screen.ts', '/app/src/track.ts'],
  '/app/src/ui/pages/more/more-page.ts': ['/app/src/field.ts', '/app/src/alone.ts'],
  '/app/src/ui/pages/jobs/job-page.ts': [
    '/app/src/run-screen.ts',
    '/app/src/progress.ts',
    '/app/node_modules/library/index.js',
  ],
  '/app/src/ui/pages/jobs/new-job-page.ts': [
    '/app/src/progress.ts',
    '/app/src/field.ts',
    '/app/node_modules/library/index.js',
  ],
  '/app/src/run-screen.ts': ['/app/src/track.ts', '/app/src/store.ts'],
  '/app/src/sandbox/practice.ts': ['/app/src/alone.ts', '/app/src/sandbox/beacon.ts'],
};
const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: GRAPH[id] ?? LATER_GRAPH[id] ?? [],
    dynamicallyImportedIds: LATER[id] ?? [],
  }),
};

it.each([
  ['/app/numbers.ts', 'ground'],
  ['/app/words.ts', 'first'],
  ['/app/shell.ts', 'first'],
  ['/app/src/store.ts', 'list'],
  // The first page may have something to say: not with the whole list.
  ['/app/src/ui/elements/notice/notice.ts', 'notice'],
  ['/app/src/closes.ts', 'notice'],
  // German needs it too, but nobody waits for it at the start; what needs `first` may not lie beside it.
  ['/app/dates.ts', 'ground-of-words'],
  ['/app/rows.ts', 'list'],
  ['/app/src/ui/strings/en/outbox.ts', null],
  ['/app/src/main.ts', null],
  ['/app/src/main-session.ts', 'list'],
  ['/app/page.ts', null],
  // Needed by the page of a run and by a job's, and what it needs itself as well.
  ['/app/src/run-screen.ts', 'beacon-parts'],
  ['/app/src/track.ts', 'beacon-parts'],
  ['/app/src/progress.ts', 'job-parts'],
  // By pages that have nothing else in common.
  ['/app/src/field.ts', 'parts'],
  // By one page; practice does not count.
  ['/app/src/alone.ts', null],
  ['/app/src/sandbox/beacon.ts', null],
  ['/app/src/ui/pages/jobs/job-page.ts', null],
  ['/app/node_modules/library/index.js', null],
])('%s lies in %s', (id, file) => {
  expect(loadedTogether('/app/').name(id, graph)).toBe(file);
});

it('sees that German would wait for what waits for it', () => {
  const files = [
    { fileName: 'de.js', imports: ['session.js', 'ground.js'], moduleIds: ['/app/src/ui/strings/de/de.ts'] },
    { fileName: 'session.js', imports: ['first.js'], moduleIds: ['/app/dates.ts'] },
    { fileName: 'first.js', imports: ['ground.js'], moduleIds: ['/app/src/ui/strings/language.ts'] },
    { fileName: 'ground.js', imports: [], moduleIds: ['/app/numbers.ts'] },
  ];
  expect(deadlocks(files)).toEqual(['first.js']);
  expect(deadlocks([{ ...files[0]!, imports: ['ground.js'] }, ...files.slice(1)])).toEqual([]);
});

it('sees files that wait for each other', () => {
  const files = [
    { fileName: 'page.js', imports: ['parts.js', 'first.js'] },
    { fileName: 'first.js', imports: [] },
    { fileName: 'parts.js', imports: ['first.js', 'calls.js'] },
    { fileName: 'calls.js', imports: ['first.js'] },
  ];
  expect(ring(files)).toEqual([]);
  expect(ring([...files, { fileName: 'first.js', imports: ['parts.js'] }])).toEqual(['parts.js', 'first.js']);
});
