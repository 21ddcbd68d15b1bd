/** A form is described once, for its form controller: state, draft, events and faults are not written again by each page. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ui = path.resolve(import.meta.dirname, '../src/ui');

/** What keeps its draft by itself, because its fields are the values of a beacon or a table. The list only gets shorter. */
const BY_HAND = ['beacon/csv/csv-import.ts', 'pages/device/device-page.ts'];

describe('forms', () => {
  it('keep their drafts through the form controller, but for those that are left', () => {
    const files = readdirSync(ui, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'shared/form-controller.ts')
      .filter((file) => readFileSync(path.join(ui, file), 'utf8').includes('new DraftController'));
    expect(files.toSorted()).toEqual(BY_HAND);
  });
});
