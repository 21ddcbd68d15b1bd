/** What this phone did with one beacon: its runs, newest first, as their journals tell it. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { isCommandName } from '../../../domain/commands/command.ts';
import type { JournalEntry, Run, RunNote, RunOutcome } from '../../../domain/run.ts';
import '../../elements/age/age.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { commandStrings, commandTexts } from '../../strings/commands.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { historyStrings as text } from '../../strings/history.ts';
import { runFailureWords } from '../../strings/run.ts';

@customElement('fk-device-history')
class FkDeviceHistory extends LitElement {
  /** Of this beacon. */
  @property({ attribute: false }) runs: readonly Run[] = [];
  @property({ attribute: false }) nowMs = 0;

  static override styles = [
    shared,
    pageStyles,
    css`
      ol {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .run > li {
        padding-block: var(--space-2);
        border-bottom: var(--stroke) solid var(--color-line);
      }
      .journal li {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: var(--space-3);
        padding-block: var(--space-1);
        font-size: var(--text-s);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<ol class="run">
      ${this.runs
        .toSorted((a, b) => b.startedAtMs - a.startedAtMs)
        .map(
          (run) => html`<li>
            <details>
              <summary>
                <b>${nameOf(run)}: ${run.outcome === null ? text.unfinished : outcomeWords(run.outcome)}</b>
                <span class="soft"><fk-age .at=${run.endedAtMs ?? run.startedAtMs} .now=${this.nowMs}></fk-age></span>
              </summary>
              <ol class="journal">
                ${run.journal.map((entry) => html`<li><span>${text.steps[entry.step]}</span><span class="soft"><fk-age .at=${entry.atMs} .now=${this.nowMs}></fk-age>${noteOf(entry)}</span></li>`)}
              </ol>
              ${run.lastFailure === null ? nothing : html`<p class="soft">${runFailureWords[run.lastFailure.code].text}</p>`}
            </details>
          </li>`,
        )}
    </ol>`;
  }
}

function nameOf({ command }: Run): string {
  return isCommandName(command) ? commandTexts[command].name : deviceStrings.packageKinds.configuration;
}

/** An earlier version stored its notes as sentences: those are shown as they are. */
function noteOf({ note, answer }: JournalEntry): TemplateResult | typeof nothing {
  if (note === undefined) return nothing;
  const words = Object.hasOwn(text.notes, note) ? text.notes[note as RunNote] : note;
  return html` <bdi>${words}</bdi>${answer === undefined ? nothing : html` <bdi class="mono">${text.answer(answer.result, answer.base64)}</bdi>`}`;
}

function outcomeWords(outcome: RunOutcome): string {
  return outcome.kind === 'commandSent' ? commandStrings.states.sent : text.outcomes[outcome.kind];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-history': FkDeviceHistory;
  }
}
