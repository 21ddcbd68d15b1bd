/** What is typed about one task of a job is kept until it is saved. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { fixtureTask } from '../../../../test/support/job-rows.ts';
import { place, settled } from '../../../../test/support/page-place.ts';
import { action, field, fill, readable } from '../../../../test/support/roles.ts';
import { scriptedDrafts, scriptedServices } from '../../../../test/support/scripted-services.ts';
import { NO_ROWS } from '../../../domain/beacon-table.ts';
import { taskProgress } from '../../../domain/job/progress.ts';
import type { Task } from '../../../domain/job/job.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './task-form.ts';

const text = jobStrings.task;
const services = scriptedServices();
const TASK = fixtureTask(0, { place: 'Room 1', note: 'Behind the lift' });

interface TaskForm extends LitElement {
  progress: unknown;
}

const progressOf = (task: Task) => taskProgress(task, null, NO_ROWS);

async function open(task: Task = TASK): Promise<TaskForm> {
  const form = await place<TaskForm>(
    html`<fk-task-form .services=${services} .drafts=${services.drafts} .progress=${progressOf(task)}></fk-task-form>`,
  );
  await settled(form);
  return form;
}

describe('the form of a beacon in a job', () => {
  it('keeps typed texts when the form is left, until the person discards the draft', async () => {
    const form = await open();
    fill(form, text.note, 'Behind the door');
    fill(form, text.reason, 'No ladder');
    await settled(form);
    form.remove();
    const [draft] = [...scriptedDrafts.values()].map((row) => row.draft);
    expect(draft).to.deep.equal({ note: 'Behind the door', reason: 'No ladder' });
    const again = await open({ ...TASK, place: 'Room 2' });
    expect(readable(again)).to.contain(draftStrings.discard);
    expect([text.place, text.note, text.reason].map((label) => field(again, label).value)).to.deep.equal([
      'Room 2',
      'Behind the door',
      'No ladder',
    ]);
    action(again, draftStrings.discard).click();
    await settled(again);
    expect(field(again, text.note).value).to.equal('Behind the lift');
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('keeps no draft of texts that the job has saved, and shows a new room of the job where none was typed', async () => {
    const form = await open();
    fill(form, text.note, ' Behind the door ');
    fill(form, text.reason, 'No ladder');
    const mark = { kind: 'skipped' as const, reason: 'No ladder', atMs: 5 };
    form.progress = progressOf({ ...TASK, place: 'Room 3', note: 'Behind the door', mark });
    await settled(form);
    expect(field(form, text.place).value).to.equal('Room 3');
    form.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
  });
});
