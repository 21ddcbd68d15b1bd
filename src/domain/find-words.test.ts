/** What is typed into the search of a list finds rows whatever the case, quotes and dashes in them. */
import { expect, it } from 'vitest';
import { finderOf } from './find-words.ts';

it('a search in a list finds an entry by a part of any of its texts in any letter case', () => {
  const texts = ['aB3d', 'Ward 12', null];
  for (const typed of ['ab3', 'WARD', ' ', 'ward ab3', '12 w']) expect(finderOf(typed)(texts), typed).toBe(true);
  for (const typed of ['zz', 'ward 13', 'null']) expect(finderOf(typed)(texts), typed).toBe(false);
});

it('a search with plain quotes and dashes finds an entry with typographic quotes and dashes', () => {
  const texts = ['aB3d', 'Müller’s “Ward” 1–3'];
  for (const typed of ["müller's", '"ward"', '1-3', '“Ward”', 'wa\u200brd'])
    expect(finderOf(typed)(texts), typed).toBe(true);
});
