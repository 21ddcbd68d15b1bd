/** Selects beacons or gateways out of many: search, ticks, and a field for unknown tracking IDs. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { finderOf } from '../../../domain/find-words.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { withTick } from '../../elements/list/list-table.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';

const text = telemetryStrings.query;

export interface PickerEntry {
  /** The ID for the request; null when unknown. */
  readonly id: string | null;
  /** The name shown. */
  readonly title: string;
  readonly uniqueId: string;
}

/** The whole new choice. */
export class PickEvent extends Event {
  constructor(readonly ids: ReadonlySet<string>) {
    super('fk-pick', { bubbles: true, composed: true });
  }
}

/** The person has typed the tracking ID of a device. */
export class NameTrackingEvent extends Event {
  constructor(
    readonly uniqueId: string,
    readonly trackingId: string,
  ) {
    super('fk-name-tracking', { bubbles: true, composed: true });
  }
}

/** Events: `fk-pick`, `fk-name-tracking`. */
@customElement('fk-telemetry-picker')
class FkTelemetryPicker extends LitElement {
  @property() label = '';
  @property({ attribute: 'find-label' }) findLabel = '';
  @property({ attribute: false }) entries: readonly PickerEntry[] = [];
  @property({ attribute: false }) chosen: ReadonlySet<string> = new Set();
  @property() error = '';
  private readonly list = new ListController(this);
  @state() private typingFor = '';
  @state() private typed = '';

  static override styles = [
    shared,
    css`
      .scroll {
        max-height: 12.5rem;
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-m);
      }
      li {
        padding: 0 var(--space-3);
      }
      li + li {
        border-top: var(--stroke) solid var(--color-line);
      }
      label {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-3);
        min-height: var(--target);
        cursor: pointer;
      }
      .unknown {
        justify-items: start;
        padding-block: var(--space-2);
      }
      .typing {
        align-items: end;
      }
      .error {
        color: var(--color-stop);
      }
    `,
  ];

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('fk-field, input, button')?.focus();
  }

  protected override render(): TemplateResult {
    const search = {
      label: this.findLabel,
      textsOf: ({ id, title, uniqueId }: PickerEntry) => [title, uniqueId, id],
    };
    const fits = finderOf(this.list.wanted);
    const matching = this.entries.filter((entry) => fits(search.textsOf(entry)));
    const ids = matching.flatMap(({ id }) => (id === null ? [] : [id]));
    return html`<fieldset class="stack close">
      <legend class="small strong">${this.label}</legend>
      <div @fk-change=${stop}>${this.list.search(search, this.entries)}</div>
      ${
        matching.length === 0
          ? html`<p class="soft">${elementStrings.list.noneFound(this.list.wanted)}</p>`
          : html`<div class="scroll">
            ${this.list.portions(
              matching,
              (portion) => html`<ul role="list">
                ${repeat(
                  portion,
                  ({ uniqueId, id }) => `${uniqueId} ${id ?? ''}`,
                  (entry) => html`<li>${this.renderEntry(entry)}</li>`,
                )}
              </ul>`,
            )}
          </div>`
      }
      <div class="row">
        <span role="status">${text.chosen(this.chosen.size)}</span>
        ${
          ids.length === 0
            ? nothing
            : html`<fk-button variant="quiet"
              @click=${() => this.pick([...this.chosen, ...ids])}>${
                ids.length === matching.length ? text.all(ids.length) : text.allKnown(ids.length)
              }</fk-button>`
        }
        ${this.chosen.size === 0 ? nothing : html`<fk-button variant="quiet" @click=${() => this.pick([])}>${text.none}</fk-button>`}
      </div>
      <div aria-live="polite">${this.error === '' ? nothing : html`<p class="error small strong">${this.error}</p>`}</div>
    </fieldset>`;
  }

  private renderEntry({ id, title, uniqueId }: PickerEntry): TemplateResult {
    const name = html`<bdi class="anywhere">${title || uniqueId}</bdi>`;
    const own = title === '' || title === uniqueId ? nothing : html`<span class="soft mono">${uniqueId}</span>`;
    if (id !== null) {
      return html`<label>
        <input type="checkbox" .checked=${live(this.chosen.has(id))}
          @change=${(event: Event) => this.tick(id, (event.target as HTMLInputElement).checked)} />
        ${name}${own}
      </label>`;
    }
    return html`<div class="unknown stack close">
      <span>${name} ${own}</span>
      <p class="soft">${text.unknown}</p>
      ${
        this.typingFor === uniqueId
          ? html`<div class="typing wrap">
            <fk-field name="typed" issued mono .label=${text.typed} .help=${text.typedHelp} .value=${this.typed}
              @fk-input=${this.onTyped} @fk-change=${stop}></fk-field>
            <fk-button .disabled=${this.typed.trim() === ''} @click=${this.keep}>${text.keep}</fk-button>
          </div>`
          : html`<fk-button variant="quiet" @click=${() => this.type(uniqueId)}>${text.type}</fk-button>`
      }
    </div>`;
  }

  private tick(id: string, ticked: boolean): void {
    this.pick(withTick(this.chosen, id, ticked));
  }

  private pick(ids: Iterable<string>): void {
    // Set at once, because a second tick may come before the owner has answered.
    this.chosen = new Set(ids);
    this.dispatchEvent(new PickEvent(this.chosen));
  }

  private readonly onTyped = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.typed = event.value;
  };

  private type(uniqueId: string): void {
    this.typingFor = uniqueId;
    this.typed = '';
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.typing fk-field')?.focus());
  }

  private readonly keep = (): void => {
    const trackingId = this.typed.trim();
    this.dispatchEvent(new NameTrackingEvent(this.typingFor, trackingId));
    this.pick([...this.chosen, trackingId]);
    this.typingFor = '';
  };
}

/** Keeps the events of the inner fields inside. */
function stop(event: Event): void {
  event.stopPropagation();
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-picker': FkTelemetryPicker;
  }
  interface HTMLElementEventMap {
    'fk-pick': PickEvent;
    'fk-name-tracking': NameTrackingEvent;
  }
}
