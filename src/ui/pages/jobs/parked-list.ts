/** The parked beacons of a job: the place and the time of return, if one is known. */
import { html, nothing, type TemplateResult } from 'lit';
import type { TaskMark } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent, FieldOption } from '../../elements/field/field.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { time } from '../../language/times.ts';
import { PARK_MINUTES, parkedFor } from './task-form.ts';
import { taskPath } from './job-links.ts';

const text = jobStrings.parked;
/** Keeps the time that was set before, instead of a number of minutes. */
const UNCHANGED = 'unchanged';

type Mark = Omit<TaskMark, 'atMs'>;

/** Renders nothing when none is parked. */
export function renderParked(
  parked: readonly TaskProgress[],
  nowMs: number,
  onMark: (parked: TaskProgress, mark: Mark) => void,
): TemplateResult | typeof nothing {
  if (parked.length === 0) return nothing;
  const soonest = Math.min(...parked.flatMap(({ task }) => task.mark?.untilMs ?? []));
  const next = soonest === Infinity ? text.noTime : text.nextIn(leftWords(soonest - nowMs));
  return html`<details>
    <summary>${text.heading(parked.length)} · ${next}</summary>
    <ul class="stack parked" role="list">
      ${parked.map((one) => renderOne(one, nowMs, (mark) => onMark(one, mark)))}
    </ul>
  </details>`;
}

function renderOne({ task, device }: TaskProgress, nowMs: number, onMark: (mark: Mark) => void): TemplateResult {
  const { untilMs, reason = '' } = task.mark ?? {};
  const change = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    if (event.value !== UNCHANGED) onMark(parkedFor(reason, event.value === '' ? null : Number(event.value), nowMs));
  };
  return html`<li class="stack close">
    <p>
      <strong><bdi>${task.place === '' ? jobStrings.run.noPlace : task.place}</bdi></strong>
      <span class="mono">${task.uniqueId}</span> <bdi>${device?.alias ?? ''}</bdi>
    </p>
    ${reason === '' ? nothing : html`<p><bdi>${reason}</bdi></p>`}
    <p>${untilMs === undefined ? text.noTime : text.backIn(leftWords(untilMs - nowMs))}</p>
    <div class="row">
      <fk-field
        kind="select"
        name="until"
        .label=${text.again}
        .options=${optionsOf(untilMs)}
        .value=${untilMs === undefined ? '' : UNCHANGED}
        @fk-change=${change}
      ></fk-field>
      <fk-button .href=${taskPath(task.jobId, task.uniqueId)}>${text.go}</fk-button>
    </div>
  </li>`;
}

function optionsOf(untilMs: number | undefined): FieldOption[] {
  return [
    ...(untilMs === undefined ? [] : [{ value: UNCHANGED, label: text.at(time(untilMs)) }]),
    { value: '', label: text.noTime },
    ...PARK_MINUTES.map((minutes) => ({ value: String(minutes), label: text.inMinutes(minutes) })),
  ];
}

/** `4:10`, minutes and seconds. */
function leftWords(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
