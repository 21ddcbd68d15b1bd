/** The active filters as chips. A press removes one. */
import { html, nothing, type TemplateResult } from 'lit';
import {
  filterParts,
  type ChoiceFilter,
  type DeviceFilter,
  type FilterPart,
} from '../../../domain/device-list/filter.ts';
import type { Fact } from '../../../domain/device-facts.ts';
import type { ChoiceOption } from './filter-choice.ts';
import { UNSAID, type Heard, type Need } from '../../../domain/device-list/view-address.ts';
import type { TrackSummary } from '../../../domain/track-marks.ts';
import { accessWord, typeWord } from '../../beacon/device-words.ts';
import { crossIcon, icon } from '../../kit/icons.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';
import { listOptionStrings as optionText } from '../../strings/list-options.ts';
import { elementStrings } from '../../strings/elements.ts';

/** Without active filters, nothing. `jobs`: the names of the jobs, as far as they are loaded. */
export function renderFilterChips(
  filter: DeviceFilter,
  jobs: readonly ChoiceOption[],
  change: (filter: DeviceFilter) => void,
): TemplateResult | typeof nothing {
  const parts = filterParts(filter);
  if (parts.length === 0) return nothing;
  return html`<ul class="chips wrap" aria-label=${optionText.activeFilters}>
    ${parts.map((part) => {
      const words = partWords(part, filter, jobs);
      return html`<li>
        <button
          class="line small anywhere"
          type="button"
          aria-label=${optionText.removeFilter(words)}
          @click=${() => change(part.without)}
        ><bdi>${words}</bdi>${icon(crossIcon)}</button>
      </li>`;
    })}
  </ul>`;
}

/** The text of one part of a filter. */
function partWords(
  { name, value }: FilterPart,
  { battery, seen }: DeviceFilter,
  jobs: readonly ChoiceOption[],
): string {
  switch (name) {
    case 'states':
      return elementStrings.track.summaries[value as TrackSummary];
    case 'needs':
      return needWord(value as Need);
    case 'heard':
      return heardAsWord(value as Heard);
    case 'facts':
      return optionText.facts[value as Fact];
    case 'battery':
      if (battery === null || battery === 'low') return optionText.batteryLow;
      return battery === 'unsaid' ? optionText.batteryUnsaid : optionText.batteryBand(battery.from, battery.to);
    case 'seen':
      if (seen === null || seen === 'never') return optionText.neverHeard;
      return seen === 'unsaid' ? optionText.seenUnsaid : optionText.seenOlder(seen.olderThanHours);
    case 'jobs':
      return optionText.part(
        optionText.jobs,
        jobs.find((job) => job.value === value)?.label ?? (value === UNSAID ? optionText.noJob : value),
      );
    default:
      return optionText.part(optionText.choices[name], choiceWord(name, value));
  }
}

/** The text of a filter value. */
export function choiceWord(name: ChoiceFilter, value: string): string {
  if (value === UNSAID) return text.unsaid;
  if (name === 'types') return typeWord(value);
  return name === 'accesses' ? accessWord(value) : value;
}

export function needWord(need: Need): string {
  return need === 'pending' ? optionText.pending : optionText.needs[need];
}

export function heardAsWord(heard: Heard): string {
  return optionText.heardAs[heard];
}
