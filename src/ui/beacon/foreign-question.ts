/** Asks once, before many beacons are prepared, whether pending changes that were not prepared here are replaced. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { PlanLine } from '../../domain/bulk/plan.ts';
import type { AttributeValues } from '../../domain/device.ts';
import '../elements/button/button.ts';
import '../elements/confirm/confirm.ts';
import { bulkStrings } from '../strings/bulk.ts';
import { labelOf } from '../words/configure.ts';
import { newValueLine } from './value-words.ts';

const text = bulkStrings.foreign;
/** Beacons that are listed by name. */
const MAX_NAMED = 12;

interface Question {
  readonly foreign: readonly PlanLine[];
  readonly others: number;
  answer(without: ReadonlySet<PlanLine>): void;
}

const NONE: ReadonlySet<PlanLine> = new Set();

export class ForeignQuestion implements ReactiveController {
  #question: Question | null = null;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#question = null;
  }

  /** Calls `go` with the lines to leave out: at once if nothing foreign is replaced, else when the person has answered. */
  ask(lines: readonly PlanLine[], go: (without: ReadonlySet<PlanLine>) => void): void {
    const able = lines.filter(({ kind }) => kind !== null);
    const foreign = able.filter(({ warning }) => warning === 'foreign');
    if (foreign.length === 0) return go(NONE);
    this.#show({ foreign, others: able.length - foreign.length, answer: go });
  }

  render(): TemplateResult | typeof nothing {
    const question = this.#question;
    if (question === null) return nothing;
    const { foreign, others, answer } = question;
    return html`<fk-confirm
      open
      .heading=${text.heading(foreign.length)}
      .action=${text.replace(foreign.length)}
      @fk-confirm=${() => answer(NONE)}
      @fk-close=${() => this.#show(null)}
    >
      <ul class="stack close">
        ${foreign
          .slice(0, MAX_NAMED)
          .map(
            ({ device: { uniqueId, pending } }) =>
              html`<li><span class="mono">${uniqueId}</span> <bdi>${inWords(pending ?? {})}</bdi></li>`,
          )}
      </ul>
      ${foreign.length > MAX_NAMED ? html`<p class="soft">${text.more(foreign.length - MAX_NAMED)}</p>` : nothing}
      ${
        others === 0
          ? nothing
          : html`<fk-button
              @click=${() => {
                this.#show(null);
                answer(new Set(foreign));
              }}
              >${text.leaveOut(others)}</fk-button
            >`
      }
    </fk-confirm>`;
  }

  #show(question: Question | null): void {
    this.#question = question;
    this.host.requestUpdate();
  }
}

function inWords(values: AttributeValues): string {
  return Object.entries(values)
    .map(([name, value]) => `${labelOf(name)}: ${newValueLine(name, value)}`)
    .join(' · ');
}
