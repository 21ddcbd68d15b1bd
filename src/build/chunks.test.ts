/** Which modules lie in one file: by what each start imports without asking. */
import { expect, it } from 'vitest';
import { deadlocks, loadedTogether } from './chunks.ts';

const GRAPH: Readonly<Record<string, readonly string[]>> = {
  '/app/src/main.ts': ['/app/shell.ts', '/app/numbers.ts'],
  '/app/src/ui/pages/welcome/welcome-page.ts': ['/app/shell.ts'],
  '/app/shell.ts': ['/app/words.ts'],
  '/app/words.ts': ['/app/numbers.ts'],
  '/app/src/ui/strings/de/de.ts': ['/app/numbers.ts', '/app/dates.ts', '/app/src/ui/strings/en/outbox.ts'],
  '/app/src/ui/pages/devices/devices-page.ts': ['/app/src/ui/strings/en/outbox.ts', '/app/rows.ts'],
  '/app/src/main-session.ts': ['/app/store.ts', '/app/words.ts', '/app/dates.ts'],
};
const graph = {
  getModuleInfo: (id: string) => ({ importedIds: GRAPH[id] ?? [] }),
};

it.each([
  ['/app/numbers.ts', 'ground'],
  ['/app/words.ts', 'first'],
  ['/app/shell.ts', 'first'],
  ['/app/store.ts', 'list'],
  // German needs it too, but nobody waits for it at the start; what needs `first` may not lie beside it.
  ['/app/dates.ts', 'ground-of-words'],
  ['/app/rows.ts', 'list'],
  ['/app/src/ui/strings/en/outbox.ts', null],
  ['/app/src/main.ts', null],
  ['/app/src/main-session.ts', 'list'],
  ['/app/page.ts', null],
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
