/**
 * The tests that a change reaches: by imports through any number of files, by folders in the end-to-end suite, and all
 * of them when a test runner changes.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reachOf } from './reach.ts';
import { PROOFS } from './rooms.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FILES = new Map([
  ['src/domain/a.ts', ''],
  ['src/domain/a.test.ts', `import { a } from './a.ts';`],
  ['src/storage/b.ts', `import type { A } from '../domain/a.ts';`],
  ['src/storage/b.browser.test.ts', `const b = await import('./b.ts');`],
  ['src/storage/worker.ts', ''],
  ['src/storage/w.browser.test.ts', `import url from './worker.ts?worker&url';`],
  ['src/bluetooth/c.ts', ''],
  ['src/bluetooth/c.test.ts', `import './c.ts';`],
  ['src/ui/kit/tokens.css', ''],
  ['src/ui/kit/e.ts', `import type { C } from '../../bluetooth/c.ts';`],
  ['test/vitest.config.ts', `import { LIMIT } from './support/limits.mjs';`],
  ['test/support/limits.mjs', ''],
  ['src/ui/kit/d.browser.test.ts', `import tokens from './tokens.css?inline';`],
  ['test/support/stage.ts', ''],
  ['test/e2e/path.e2e.ts', `export * from '../support/stage.ts';`],
  ['test/e2e/storage.e2e.ts', ''],
  ['test/bluez/linux-radio.e2e.ts', `import './bluez.ts';`],
  ['test/bluez/bluez.ts', ''],
  ['test/lives/run.lives.ts', `import '../../src/storage/b.ts';`],
  ['test/architecture.test.ts', ''],
  ['test/expressions.test.ts', ''],
]);

describe('the tests to run after a change', () => {
  it('are those that import the changed file, through other files, as workers, as types and by import() too', () => {
    expect(reachOf(['src/domain/a.ts'], FILES)).toEqual({
      unit: ['src/domain/a.test.ts', 'test/architecture.test.ts', 'test/expressions.test.ts'],
      browser: ['src/storage/b.browser.test.ts'],
      e2e: ['test/e2e/path.e2e.ts'],
      bluez: false,
      contract: false,
      lives: true,
      starts: false,
      templates: false,
      format: ['src/domain/a.ts'],
    });
    expect(reachOf(['src/storage/worker.ts'], FILES).browser).toEqual(['src/storage/w.browser.test.ts']);
    expect(reachOf(['src/ui/kit/tokens.css'], FILES)).toMatchObject({
      browser: ['src/ui/kit/d.browser.test.ts'],
      lives: false,
      templates: true,
    });
  });

  it('include the end-to-end files for the changed folder, and those that use a changed support file', () => {
    expect(reachOf(['src/storage/b.ts'], FILES)).toMatchObject({
      browser: ['src/storage/b.browser.test.ts'],
      e2e: ['test/e2e/storage.e2e.ts'],
    });
    expect(reachOf(['test/support/stage.ts'], FILES)).toMatchObject({ browser: null, e2e: ['test/e2e/path.e2e.ts'] });
    expect(reachOf(['test/bluez/bluez.ts'], FILES)).toMatchObject({ e2e: null, bluez: true });
    expect(reachOf(['src/bluetooth/c.ts'], FILES).bluez).toBe(true);
    expect(reachOf(['src/bluetooth/c.test.ts'], FILES).bluez).toBe(false);
    // A changed type may no longer fit a template.
    expect(reachOf(['src/bluetooth/c.ts'], FILES)).toMatchObject({ templates: true, lives: false });
    expect(reachOf(['src/bluetooth/c.test.ts'], FILES)).toMatchObject({
      unit: ['src/bluetooth/c.test.ts', 'test/architecture.test.ts', 'test/expressions.test.ts'],
      browser: null,
      e2e: null,
    });
  });

  it('are all when a runner or a dependency changes, and none when only documents change', () => {
    expect(reachOf(['package-lock.json'], FILES)).toEqual({
      unit: [
        'src/bluetooth/c.test.ts',
        'src/domain/a.test.ts',
        'test/architecture.test.ts',
        'test/expressions.test.ts',
      ],
      browser: ['src/storage/b.browser.test.ts', 'src/storage/w.browser.test.ts', 'src/ui/kit/d.browser.test.ts'],
      e2e: ['test/e2e/path.e2e.ts', 'test/e2e/storage.e2e.ts'],
      bluez: true,
      contract: false,
      lives: true,
      starts: true,
      templates: true,
      format: ['.'],
    });
    expect(reachOf(['test/support/limits.mjs'], FILES)).toEqual(reachOf(['package-lock.json'], FILES));
    expect(reachOf(['.prettierrc.json'], FILES)).toMatchObject({ unit: null, format: ['.'] });
    expect(reachOf(['README.md'], FILES)).toEqual({
      unit: null,
      browser: null,
      e2e: null,
      bluez: false,
      contract: false,
      lives: false,
      starts: false,
      templates: false,
      format: ['README.md'],
    });
  });
});

describe('the table of end-to-end files for each folder', () => {
  it('names existing files and folders, and every end-to-end file', () => {
    const endToEnd = readdirSync(path.join(root, 'test/e2e'))
      .filter((name) => name.endsWith('.e2e.ts'))
      .map((name) => name.replace('.e2e.ts', ''));
    expect([...new Set(PROOFS.flatMap(([, proof]) => proof))].toSorted()).toEqual(endToEnd.toSorted());
    const missing = PROOFS.filter(([prefix]) => {
      const folder = path.dirname(`${prefix}x`);
      return (
        !existsSync(path.join(root, folder)) ||
        !readdirSync(path.join(root, folder)).some(
          (name) =>
            `${folder === '.' ? '' : `${folder}/`}${name}`.startsWith(prefix.replace(/\/$/, '')) ||
            prefix.endsWith('/'),
        )
      );
    });
    expect(missing).toEqual([]);
  });
});
