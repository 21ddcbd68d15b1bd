/** The active filters as chips. A press removes one. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import {
  NO_FILTER,
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
import { shared } from '../../kit/tokens.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';
import { listOptionStrings as optionText } from '../../strings/list-options.ts';
import { elementStrings } from '../../strings/elements.ts';

/** Dispatched with the new filter. */
export class FilterEvent extends Event {
  constructor(readonly filter: DeviceFilter) {
    super('fk-filter');
  }
}

@customElement('fk-filter-chips')
class FkFilterChips extends LitElement {
  @property({ attribute: false }) filter: DeviceFilter = NO_FILTER;
  /** The names of the jobs, as far as they are loaded. */
  @property({ attribute: false }) jobs: readonly ChoiceOption[] = [];

  static override styles = [
    shared,
    css`
      button {
        max-width: 100%;
        min-height: max(var(--row), 2.25rem);
        padding: 0 var(--space-3);
        border: var(--stroke) solid var(--color-accent);
        border-radius: var(--radius-m);
        background: var(--color-accent-soft);
        color: inherit;
        font: inherit;
        text-align: start;
        cursor: pointer;
      }
      .icon {
        width: 1em;
        height: 1em;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const parts = filterParts(this.filter);
    if (parts.length === 0) return nothing;
    return html`<ul class="wrap" aria-label=${optionText.activeFilters}>
      ${parts.map((part) => {
        const words = partWords(part, this.filter, this.jobs);
        return html`<li>
          <button
            class="line small anywhere"
            type="button"
            aria-label=${optionText.removeFilter(words)}
            @click=${() => this.dispatchEvent(new FilterEvent(part.without))}
          ><bdi>${words}</bdi>${icon(crossIcon)}</button>
        </li>`;
      })}
    </ul>`;
  }
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

declare global {
  interface HTMLElementTagNameMap {
    'fk-filter-chips': FkFilterChips;
  }
  interface HTMLElementEventMap {
    'fk-filter': FilterEvent;
  }
}
