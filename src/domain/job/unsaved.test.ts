/** What the backend has not saved of a job's beacons, whichever way it did not. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixtureEdit } from '../../../test/support/fixture-rows.ts';
import { fixtureTask } from '../../../test/support/job-rows.ts';
import { tableGiven } from '../../../test/support/table-given.ts';
import { reportRow } from '../report/report-row.ts';
import type { VirtualEdit } from '../virtual-edit.ts';
import { NO_ROWS } from '../beacon-table.ts';
import { taskProgress, type TaskProgress } from './progress.ts';
import { unsavedNames, unsavedOf } from './unsaved.ts';

const ID = 'kp7A';
const DEPLOYED = { 'deployment.status': 'DEPLOYED', 'deployment.installerName': 'Ada' };
const answer = (status: number, code: string, message = '') => ({ atMs: 100, status, code, message });

function progressOf(attributes: Readonly<Record<string, string | number>> = {}): TaskProgress[] {
  const device = fixtureDevice(0, { uniqueId: ID, attributes: { minor: 1, ...attributes }, readAtMs: 200 });
  return [taskProgress(fixtureTask(0, { uniqueId: ID }), device, NO_ROWS)];
}

const edit = (changes: Partial<VirtualEdit>): VirtualEdit => fixtureEdit(ID, { values: DEPLOYED, ...changes });

describe('what the backend has not saved of a job', () => {
  it('is an edit that was refused, with the answer of the backend', () => {
    const refused = edit({ state: 'parked', lastAnswer: answer(409, 'conflict', 'storage full') });
    const unsaved = unsavedOf(progressOf(), tableGiven({ edits: [refused] }));
    expect([...unsaved]).toEqual([[ID, { names: Object.keys(DEPLOYED), answer: 'HTTP 409: storage full' }]]);
    expect(unsavedNames(unsaved)).toEqual(Object.keys(DEPLOYED));
    expect(reportRow(progressOf()[0]!, unsaved.get(ID)).reason).toBe(
      'not saved: deployment.status, deployment.installerName (HTTP 409: storage full)',
    );
  });

  it('is an edit that was accepted and that the backend does not show since', () => {
    const saved = edit({ state: 'saved', lastAnswer: answer(200, 'saved') });
    expect(unsavedOf(progressOf(), tableGiven({ edits: [saved] })).get(ID)?.names).toEqual(Object.keys(DEPLOYED));
    const shown = progressOf({ 'deployment.status': 'DEPLOYED' });
    expect(unsavedOf(shown, tableGiven({ edits: [saved] })).get(ID)?.names).toEqual(['deployment.installerName']);
    expect(unsavedOf(progressOf(DEPLOYED), tableGiven({ edits: [saved] })).size).toBe(0);
  });

  it('is no edit that is on its way, or of a beacon of another job', () => {
    expect(unsavedOf(progressOf(), tableGiven({ edits: [edit({ state: 'waiting' })] })).size).toBe(0);
    const refused = fixtureEdit('other', { state: 'parked', lastAnswer: answer(409, 'conflict') });
    expect(unsavedOf(progressOf(), tableGiven({ edits: [refused] })).size).toBe(0);
    expect(reportRow(progressOf()[0]!).reason).toBe('');
  });
});
