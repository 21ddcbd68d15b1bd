/** Finds rows and links that would stay highlighted after a touch. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../..');
const FOR_MOUSE = /@media \(hover: hover\) \{(?:[^{}]|\{[^{}]*\})*\}/g;

test('styles under a pointer apply only where something can hover', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.filter((file) =>
    /:hover[^:{'"]*\{/.test(readFileSync(path.join(src, file), 'utf8').replaceAll(FOR_MOUSE, '')),
  );
  expect(found).toEqual([]);
});
