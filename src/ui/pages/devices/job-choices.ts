/** The account's jobs as a filter of the list. Loaded when the filter is used or the panel is opened. */
import type { FilterContext } from '../../../domain/device-list/filter.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import type { AccountServices } from '../../shell/services.ts';
import type { ChoiceOption } from './filter-choice.ts';

interface JobChoices {
  /** Newest first. */
  readonly options: readonly ChoiceOption[];
  readonly jobsOf: NonNullable<FilterContext['jobsOf']>;
}

function choicesOf({ jobs, tasks: tasksOfJobs }: JobsState): JobChoices {
  const byDevice = new Map<string, string[]>();
  for (const [jobId, tasks] of tasksOfJobs)
    for (const { uniqueId } of tasks) byDevice.set(uniqueId, [...(byDevice.get(uniqueId) ?? []), jobId]);
  return {
    options: jobs.map(({ id, name }) => ({ value: id, label: name })),
    jobsOf: (uniqueId) => byDevice.get(uniqueId) ?? [],
  };
}

/** What it returns reads the jobs' signal. */
export async function openJobs(services: AccountServices): Promise<() => JobChoices> {
  const { state } = await services.jobs();
  const choices = memoizeLast(choicesOf);
  return () => choices(state.value);
}
