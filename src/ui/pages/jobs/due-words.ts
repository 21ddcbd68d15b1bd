/** The due date of a job, as part of the line below its name. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Job } from '../../../domain/job/job.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { date } from '../../language/times.ts';

/** `isDone`: nothing is left to do, so the job is not overdue either. */
export function dueWords({ due }: Job, isDone: boolean, nowMs: number): TemplateResult | typeof nothing {
  if (due === undefined) return nothing;
  // Noon, which exists on every calendar day.
  const day = date(Date.parse(`${due}T12:00`));
  if (day === '') return nothing;
  const isOver = !isDone && nowMs >= Date.parse(`${due}T24:00`);
  return isOver
    ? html` · <strong class="nowrap">${jobStrings.list.overdue(day)}</strong>`
    : html` · <span class="nowrap">${jobStrings.list.due(day)}</span>`;
}
