/** The account's jobs as a filter of the list. Loaded when the filter is used or the panel is opened. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { FilterContext } from '../../../domain/device-list/filter.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import type { AccountServices } from '../../shell/services.ts';
import type { ChoiceOption } from './filter-choice.ts';

interface Choices {
  readonly options: readonly ChoiceOption[];
  readonly jobsOf: FilterContext['jobsOf'];
}

class JobChoices {
  readonly #choicesOf = memoizeLast(choicesOf);

  constructor(private readonly state: ReadonlySignal<JobsState>) {}

  /** Newest first. */
  get options(): readonly ChoiceOption[] {
    return this.#choicesOf(this.state.value).options;
  }

  /** Null until loaded. */
  get jobsOf(): FilterContext['jobsOf'] {
    return this.#choicesOf(this.state.value).jobsOf;
  }
}

function choicesOf({ jobs, tasks: tasksOfJobs }: JobsState): Choices {
  const byDevice = new Map<string, string[]>();
  for (const [jobId, tasks] of tasksOfJobs)
    for (const { uniqueId } of tasks) byDevice.set(uniqueId, [...(byDevice.get(uniqueId) ?? []), jobId]);
  return {
    options: jobs.map(({ id, name }) => ({ value: id, label: name })),
    jobsOf: (uniqueId) => byDevice.get(uniqueId) ?? [],
  };
}

export async function openJobs(services: AccountServices): Promise<JobChoices> {
  return new JobChoices((await services.jobs()).state);
}
