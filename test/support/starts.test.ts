/** Each script of package.json runs somewhere in CI. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { STARTED_ELSEWHERE, STARTS } from './starts.ts';

const file = path.resolve(import.meta.dirname, '../../package.json');
const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };

it('the table of starts names once for each script of package.json where that is started', () => {
  const named = [...new Set(STARTS.map(({ script }) => script)), ...Object.keys(STARTED_ELSEWHERE)];
  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
});
