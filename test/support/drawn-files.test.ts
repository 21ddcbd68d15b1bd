/** Which end-to-end files a usual run takes. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DRAWN_FILES, filesLeftOut } from './drawn-files.mjs';

const ALL = DRAWN_FILES.flat().map((name) => `test/e2e/${name}.e2e.ts`);

it('a usual run takes one file of each list that it draws from, and each file of a list in some run', () => {
  expect(ALL.filter((file) => !existsSync(file))).toEqual([]);
  const taken = new Set<string>();
  for (let seed = 0; seed < 200; seed += 1) {
    const leftOut = new Set(filesLeftOut(seed));
    expect(leftOut.size).toBe(ALL.length - DRAWN_FILES.length);
    for (const file of ALL) if (!leftOut.has(file)) taken.add(file);
  }
  expect(ALL.filter((file) => !taken.has(file))).toEqual([]);
});
