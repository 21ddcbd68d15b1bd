/** The timeline of one device by day, newest first, each event with its time, text and subject. */
import { APPLIED_ELSEWHERE } from '../../../domain/delivery/verdict.ts';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import type { AttributeValues } from '../../../domain/device.ts';
import { historyOf, type HistoryEntry, type HistoryFacts } from '../../../domain/history/device-history.ts';
import { errandOf } from '../../../domain/errand.ts';
import type { JournalEntry, Run, RunNote } from '../../../domain/run.ts';
import '../../beacon/change-table.ts';
import '../../elements/basics.ts';
import type { Tone } from '../../kit/tokens.ts';
import type { ListController } from '../../elements/list/list-controller.ts';
import { commandStrings } from '../../strings/commands.ts';
import { commandNameOf } from '../../words/commands.ts';
import { labelOf } from '../../words/configure.ts';
import { allOf } from '../../language/counting.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { devicePageStrings } from '../../strings/device-page.ts';
import { elementStrings } from '../../strings/elements.ts';
import { historyStrings as text } from '../../strings/history.ts';
import { runFailureWords } from '../../strings/run.ts';
import { date, time, timeWithSeconds } from '../../language/times.ts';
import { timeInWords } from '../../beacon/device-row.ts';

export const historyStyles = css`
  .history {
    container-type: inline-size;
  }
  .history h3 {
    padding-bottom: var(--space-1);
    border-bottom: var(--stroke) solid var(--color-line);
  }
  .history li {
    display: grid;
    gap: 0 var(--space-3);
  }
  .day > li {
    grid-template-columns: 4.75rem minmax(0, 1fr);
    padding-block: var(--space-2);
    border-bottom: var(--stroke) solid var(--color-line);
  }
  .day time {
    font-variant-numeric: tabular-nums;
    line-height: 1.6rem;
  }
  .day .stack {
    gap: var(--space-1);
  }
  .day summary {
    color: var(--color-accent);
    font-weight: var(--weight-text);
  }
  .journal li {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    padding-block: var(--space-1);
  }
  @container (max-width: 22rem) {
    .day > li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** Without events it says so. `list` shows the events in portions. */
export function renderHistory(list: ListController, facts: HistoryFacts): TemplateResult {
  const entries = historyOf(facts);
  if (entries.length === 0) return html`<p class="soft">${text.none}</p>`;
  return html`<div class="history stack">
    ${list.portions(entries, (portion) =>
      byDay(portion).map(
        ({ name, entries: ofDay }) => html`<section>
          <h3>${name}</h3>
          <ol class="day" role="list">
            ${ofDay.map((entry) => renderEntry(entry))}
          </ol>
        </section>`,
      ),
    )}
  </div>`;
}

interface Day {
  readonly name: string;
  readonly entries: HistoryEntry[];
}

/** Groups by days in the local time zone. */
function byDay(entries: readonly HistoryEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const name = date(entry.atMs) || timeInWords(entry.atMs);
    if (days.at(-1)?.name === name) days.at(-1)!.entries.push(entry);
    else days.push({ name, entries: [entry] });
  }
  return days;
}

const TONES: Readonly<Partial<Record<NonNullable<HistoryEntry['word']>, Tone>>> = {
  verified: 'done',
  uncertain: 'attention',
  notVerified: 'attention',
  refused: 'stop',
};

function renderEntry(entry: HistoryEntry): TemplateResult {
  const { word } = entry;
  const title = titleOf(entry);
  return html`<li>
    <time class="soft">${time(entry.atMs)}</time>
    <div class="stack">
      <span class="row anywhere">
        <b>${title}</b>
        ${word === null ? nothing : html`<fk-status .tone=${TONES[word] ?? 'neutral'}>${elementStrings.track.summaries[word]}</fk-status>`}
      </span>
      ${noteOf(entry)}${detailsOf(entry)}
    </div>
  </li>`;
}

function titleOf(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'package':
      if (!errandOf(entry.row).configures) return text.commandFetched(commandNameOf(entry.row));
      return entry.row.fetchedAtMs === null ? text.prepared : text.fetched;
    case 'run': {
      const isConfiguration = errandOf(entry.run).configures;
      const what = isConfiguration ? devicePageStrings.packageKinds.configuration : commandNameOf(entry.run);
      return `${what}: ${outcomeOf(entry.run)}`;
    }
    case 'receipt':
      if (entry.what === 'givenUp')
        return entry.row.lastAnswer?.code === APPLIED_ELSEWHERE ? text.appliedElsewhere : text.receiptGivenUp;
      if (entry.what === 'answered') return text.receiptAnswered;
      return entry.row.state === 'refused' ? text.refusedHere : text.receiptCame[entry.row.origin];
    case 'edit': {
      const names = allOf(Object.keys(entry.values).map(labelOf));
      if (entry.word === 'refused') return text.editRefused(names);
      return entry.saved ? text.editSaved(names) : text.edited(names);
    }
    case 'withdrawn':
    case 'othersPending':
    case 'othersValues':
    case 'created':
      return text[entry.kind];
  }
}

function outcomeOf({ outcome }: Run): string {
  if (outcome === null) return text.unfinished;
  return outcome.kind === 'commandSent' ? commandStrings.states.sent : text.outcomes[outcome.kind];
}

function noteOf(entry: HistoryEntry): TemplateResult | typeof nothing {
  const note = noteWords(entry);
  return note === '' ? nothing : html`<span class="soft"><bdi>${note}</bdi></span>`;
}

function noteWords(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'package':
      return packageNote(entry.row);
    case 'run': {
      const { outcome, lastFailure } = entry.run;
      if (outcome?.kind === 'closed') return outcome.reason;
      return outcome === null && lastFailure !== null ? runFailureWords[lastFailure.code].text : '';
    }
    case 'receipt':
      return entry.row.owner === 'unsure' ? devicePageStrings.receiptUnsure : '';
    case 'edit':
      return entry.saved || entry.word !== null ? '' : deviceStrings.unsent;
    case 'othersPending':
    case 'othersValues':
      return text.seenThen;
    case 'withdrawn':
    case 'created':
      return '';
  }
}

/** The run's own entry shows that the package was written. */
function packageNote({ state }: CarriedPackage): string {
  return state === 'dead' || state === 'replaced' ? devicePageStrings.packageStates[state] : '';
}

function detailsOf(entry: HistoryEntry): TemplateResult | typeof nothing {
  if (entry.kind === 'run') return journalOf(entry.run);
  if (!('change' in entry)) return nothing;
  const { from, to } = entry.change;
  return isEmpty(to)
    ? nothing
    : html`<details>
        <summary class="small">${text.values(Object.keys(to).length)}</summary>
        <fk-change-table .from=${from} .to=${to}></fk-change-table>
      </details>`;
}

function journalOf(run: Run): TemplateResult {
  return html`<details>
    <summary class="small">${text.journal}</summary>
    <ol class="journal">
      ${run.journal.map(
        (entry) => html`<li class="small anywhere">
          <span>${text.steps[entry.step]}</span>
          <span class="soft">${timeWithSeconds(entry.atMs)}${stepNoteOf(entry)}</span>
        </li>`,
      )}
    </ol>
  </details>`;
}

/** An earlier version stored notes as sentences; those are shown unchanged. */
function stepNoteOf({ note, answer }: JournalEntry): TemplateResult | typeof nothing {
  if (note === undefined) return nothing;
  const words = Object.hasOwn(text.notes, note) ? text.notes[note as RunNote] : note;
  return html` <bdi>${words}</bdi>${
    answer === undefined ? nothing : html` <bdi class="mono">${text.answer(answer.result, answer.base64)}</bdi>`
  }`;
}

function isEmpty(values: AttributeValues): boolean {
  return Object.keys(values).length === 0;
}
