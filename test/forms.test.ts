/** A form is described once, for its form controller: state, draft, events and faults are not written again by each page. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ui = path.resolve(import.meta.dirname, '../src/ui');

/** What keeps a draft and is no form: an opened table has no fields with first texts, and another page submits its rows. */
const NO_FORMS = ['beacon/csv/csv-import.ts'];

describe('all forms of the app', () => {
  it('keep their drafts through the form controller', () => {
    const files = readdirSync(ui, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'shared/form-controller.ts')
      .filter((file) => readFileSync(path.join(ui, file), 'utf8').includes('new DraftController'));
    expect(files.toSorted()).toEqual(NO_FORMS);
  });
});
