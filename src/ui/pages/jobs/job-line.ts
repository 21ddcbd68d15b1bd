/** The line below the name of a job: its site, its dates and its rooms. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Job, Task } from '../../../domain/job/job.ts';
import { date } from '../../language/times.ts';
import { jobStrings } from '../../strings/jobs.ts';

/** `isDone`: nothing is left to do, so the job is not overdue either. */
export function jobLine(job: Job, tasks: readonly Task[], isDone: boolean, nowMs: number): TemplateResult {
  const rooms = new Set(tasks.map(({ place }) => place).filter((place) => place !== '')).size;
  return html`${job.site === '' ? nothing : html`<bdi>${job.site}</bdi> · `}${date(job.createdAtMs)}${
    rooms === 0 ? nothing : html` · <span class="nowrap">${jobStrings.list.rooms(rooms)}</span>`
  }${dueWords(job, isDone, nowMs)}`;
}

function dueWords({ due }: Job, isDone: boolean, nowMs: number): TemplateResult | typeof nothing {
  if (due === undefined) return nothing;
  // Noon, which exists on every calendar day.
  const day = date(Date.parse(`${due}T12:00`));
  if (day === '') return nothing;
  const isOver = !isDone && nowMs >= Date.parse(`${due}T24:00`);
  return isOver
    ? html` · <strong class="nowrap">${jobStrings.list.overdue(day)}</strong>`
    : html` · <span class="nowrap">${jobStrings.list.due(day)}</span>`;
}
