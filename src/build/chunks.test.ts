/** Which modules lie in one file: by what each start imports without asking. */
import { expect, it } from 'vitest';
import { loadedTogether } from './chunks.ts';

const GRAPH: Readonly<Record<string, readonly string[]>> = {
  '/app/src/main.ts': ['/app/shell.ts', '/app/numbers.ts'],
  '/app/src/ui/pages/welcome/welcome-page.ts': ['/app/shell.ts'],
  '/app/shell.ts': ['/app/words.ts'],
  '/app/words.ts': ['/app/numbers.ts'],
  '/app/src/ui/strings/de/de.ts': ['/app/numbers.ts', '/app/dates.ts'],
  '/app/src/main-session.ts': ['/app/store.ts', '/app/words.ts', '/app/dates.ts'],
};
const graph = {
  getModuleInfo: (id: string) => ({ importedIds: GRAPH[id] ?? [] }),
};

it.each([
  ['/app/numbers.ts', 'ground'],
  ['/app/words.ts', 'first'],
  ['/app/shell.ts', 'first'],
  ['/app/store.ts', 'session'],
  // German needs it too, but nobody waits for it at the start.
  ['/app/dates.ts', 'session'],
  ['/app/src/main.ts', null],
  ['/app/page.ts', null],
])('%s lies in %s', (id, file) => {
  expect(loadedTogether('/app/').name(id, graph)).toBe(file);
});
