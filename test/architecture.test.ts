import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALLOWED_PACKAGES, breaches, strayTopLevel } from './support/architecture.ts';

const root = path.resolve(import.meta.dirname, '..');

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mts|mjs|css)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

function breachesOf(filePath: string, text: string): string[] {
  return breaches({ path: filePath, text });
}

describe('the sources', () => {
  const files = [...sourceFiles('src'), ...sourceFiles('test')];

  it('are found by this check', () => {
    expect(files).toContain('src/domain/packet.ts');
    expect(files).toContain('test/architecture.test.ts');
  });

  it('may import only packages that are installed', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const installed = Object.keys({ ...dependencies, ...devDependencies });
    const isInstalled = (allowed: string): boolean =>
      installed.some((name) =>
        /[/-]$/.test(allowed) ? `${name}/`.startsWith(allowed) : `${allowed}/`.startsWith(`${name}/`),
      );
    expect([...ALLOWED_PACKAGES].filter((allowed) => !isInstalled(allowed))).toEqual([]);
  });

  it('import only what the import table allows, and keep the pure folders pure', () => {
    const found = files.flatMap((file) => breachesOf(file, readFileSync(path.join(root, file), 'utf8')));
    expect(found).toEqual([]);
  });

  it('have one place that derives the state of a beacon from its rows', () => {
    const derive = /\bimport \{[^}]*\b(?:storyOf|trackAndSource|answerOf)\b[^}]*\} from '[^']*beacon-/;
    const found = files.filter(
      (file) =>
        file.startsWith('src/') &&
        !file.endsWith('.test.ts') &&
        derive.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(found).toEqual(['src/domain/beacon-answer.ts', 'src/domain/beacon-table.ts']);
  });

  it('read the packages of all beacons only on the screen that counts them', () => {
    const found = files.filter(
      (file) =>
        file.startsWith('src/ui/') &&
        !file.endsWith('.test.ts') &&
        readFileSync(path.join(root, file), 'utf8').includes('prepare.packages.value'),
    );
    expect(found).toEqual(['src/ui/pages/overview/overview-page.ts']);
  });

  it('have one place that derives from the fields of a row what the row is for', () => {
    const asks = /\bkind [!=]== '(?:configuration|command)'|[!=]== READ(?:_ALL|ING)\b|\bspare [!=]== undefined/;
    const found = files.filter(
      (file) =>
        file.startsWith('src/') && !file.endsWith('.test.ts') && asks.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(found).toEqual(['src/domain/errand.ts']);
  });

  it('have no unexpected file at the top level', () => {
    expect(strayTopLevel(readdirSync(root))).toEqual([]);
  });
});

describe('the check of imports and folders', () => {
  it.each([
    ['src/domain/a.ts', `import { Queue } from '../bluetooth/queue.ts';`, 'may not enter bluetooth'],
    ['src/domain/a.ts', `export * from '../ui/strings/a.ts';`, 'may not enter ui'],
    ['src/domain/a.ts', `type A = import('../storage/a.ts').A;`, 'may not enter storage'],
    ['src/domain/a.ts', `import { html } from 'lit';`, 'package lit'],
    ['src/domain/a.ts', `const at = Date.now();`, 'uses Date.now'],
    ['src/domain/a.ts', `const at = new Date();`, 'uses new Date()'],
    ['src/domain/a.ts', `export const id = () => crypto.randomUUID();`, 'uses crypto'],
    ['src/domain/a.ts', `const x = { [Math.random()]: 1 };`, 'uses Math.random'],
    ['src/domain/a.ts', `setTimeout(() => {}, 1);`, 'uses setTimeout'],
    ['src/domain/a.ts', `const y = globalThis.fetch;`, 'uses globalThis'],
    ['src/domain/a.test.ts', `import { x } from '../storage/a.ts';`, 'may not enter storage'],
    ['src/backend/a.ts', `import { x } from '../storage/a.ts';`, 'may not enter storage'],
    ['src/storage/a.ts', `import { x } from '../backend/a.ts';`, 'may not enter backend'],
    ['src/storage/a.ts', `import { runPhases } from '../use-cases/a.ts';`, 'may not enter use-cases'],
    ['src/use-cases/a.ts', `import type { A } from '../storage/a.ts';`, 'may not enter storage'],
    ['src/use-cases/a.ts', `import { openDB } from 'idb';`, 'package idb'],
    ['src/use-cases/a.ts', `navigator.locks.request('a', f);`, 'uses navigator'],
    ['src/use-cases/b.ts', `document.title = '';`, 'uses document'],
    ['src/ui/a.ts', `import { provision } from '../use-cases/run/provision.ts';`, 'may not enter use-cases'],
    ['src/ui/a.ts', `import type { A } from '../storage/a.ts';`, 'may not enter storage'],
    ['src/ui/pages/a/a.ts', `import '../b/b.ts';`, 'a page imports no other page'],
    ['src/ui/pages/a/a.ts', `import type { B } from '../b/b.ts';`, 'a page imports no other page'],
    ['src/ui/elements/a/a.ts', `import { b } from '../../beacon/b.ts';`, 'elements may not enter beacon'],
    ['src/service-worker/sw.ts', `import { a } from '../ui/a.ts';`, 'may not enter ui'],
    ['src/sandbox/a.ts', `import { a } from '../backend/a.ts';`, 'may not enter backend'],
    ['src/sandbox/a.ts', `import { FormController } from '../ui/shared/form-controller.ts';`, 'may not enter ui'],
    ['src/rescue/a.ts', `import '../ui/elements/button/button.ts';`, 'may not enter ui'],
    ['src/sandbox/a.ts', `import { createServer } from 'node:http';`, 'runs on Node'],
    ['src/ui/a.ts', `const m = await import('../sandbox/practice.ts');`, 'imports the sandbox'],
    ['src/main.ts', `import { openPractice } from './sandbox/practice.ts';`, 'imports the sandbox'],
    ['src/app/account.ts', `import { openPractice } from '../sandbox/practice.ts';`, 'imports the sandbox'],
    ['src/ui/a.ts', `import { a } from '../app/account.ts';`, 'may not enter app'],
    ['src/main.ts', `import { a } from './app/app.ts';`, 'may not enter app'],
    ['src/main.ts', `import { a } from './storage/a.ts';`, 'may not enter storage'],
    ['src/ui/a.ts', `import { a } from '../../test/support/a.ts';`, 'outside src'],
    ['src/helpers/a.ts', `export const a = 1;`, 'no room of the house'],
    ['src/ui/a.ts', `const key = 'fieldkit-theme';`, 'names "fieldkit-theme"'],
    ['src/storage/a.ts', 'const key = `fieldkit-${id}`;', 'names "fieldkit-"'],
    [
      'src/ui/a.ts',
      '@consume({ context: accountContext, subscribe: true }) private readonly services!: AccountServices;',
      'takes its services otherwise',
    ],
    ['src/ui/a.ts', '@consume({ context: appContext }) services?: AppServices;', 'takes its services otherwise'],
  ])('finds the forbidden code in %s: %s', (file, text, complaint) => {
    expect(breachesOf(file, text).join('\n')).toContain(complaint);
  });

  it.each([
    ['src/domain/a.ts', `import * as z from 'zod/mini'; import { b } from './b.ts';`],
    ['src/domain/a.ts', `export const at = (location: string) => new Date(location).getTime();`],
    ['src/domain/a.ts', `export const a = (beacon: { location: string; fetch: number }) => beacon.location;`],
    ['src/domain/a.ts', `/** Date.now and fetch are the caller's. */ export const name = 'navigator';`],
    ['src/storage/a.ts', `import type { RunStore } from '../use-cases/stores.ts';`],
    ['src/ui/a.ts', `import type { RunOutcome } from '../use-cases/run/runs.ts'; document.title = '';`],
    ['src/sandbox/a.ts', `import { practiceStrings } from '../ui/strings/practice.ts';`],
    ['src/sandbox/a.ts', `import { shared } from '../ui/kit/tokens.ts';`],
    ['src/app/session.ts', `const { openPractice } = await import('../sandbox/practice.ts');`],
    ['src/main.ts', `const { openApp } = await import('./app/app.ts');`],
    ['src/app/session.ts', `import type { Practice } from '../sandbox/practice.ts';`],
    ['src/domain/a.ts', `import { RADIO_LOCK } from '../names.ts';`],
    ['src/names.ts', `export const RADIO_LOCK = 'fieldkit-radio';`],
    ['src/storage/a.test.ts', `const key = 'fieldkit-theme';`],
    ['src/sandbox/server.ts', `import { createServer } from 'node:http';`],
    ['src/bluetooth/a.browser.test.ts', `import { createPracticeBluetooth } from '../sandbox/bluetooth/bluetooth.ts';`],
  ])('accepts %s: %s', (file, text) => {
    expect(breachesOf(file, text)).toEqual([]);
  });

  it('finds an unexpected file at the top level', () => {
    expect(strayTopLevel(['package.json', '.ci', 'node_modules', 'notes.md', 'vitest.config.ts'])).toEqual([
      'notes.md',
      'vitest.config.ts',
    ]);
  });
});
