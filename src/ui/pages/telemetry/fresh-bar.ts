/** When the backend was last asked, the way to ask again, and the refresh that a person may turn on, with what it costs. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../../elements/age/age.ts';
import '../../elements/button/button.ts';
import '../../elements/field/field.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { syncIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { isFresh } from './opening.ts';

const text = telemetryDeskStrings.fresh;
const EVERY_MINUTES = [0, 1, 5, 15, 60];

class CheckEvent extends Event {
  constructor() {
    super('fk-check', { bubbles: true, composed: true });
  }
}

/** Minutes; 0 turns it off. */
export class EveryEvent extends Event {
  constructor(readonly minutes: number) {
    super('fk-every', { bubbles: true, composed: true });
  }
}

export type Pause = keyof typeof text.paused;

/** Events: `fk-check`, `fk-every`. */
@customElement('fk-telemetry-fresh')
class FkTelemetryFresh extends LitElement {
  /** Unix ms; null: never. */
  @property({ attribute: false }) checkedAtMs: number | null = null;
  @property({ type: Number }) now = 0;
  @property({ type: Boolean }) busy = false;
  /** Whether there is somebody to ask for. */
  @property({ type: Boolean }) able = false;
  @property({ type: Number }) minutes = 0;
  @property({ attribute: false }) pause: Pause | null = null;
  @property({ attribute: false }) budget: { readonly left: number; readonly of: number } | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
        min-width: 0;
      }
      p {
        margin: 0;
        font-size: var(--text-s);
      }
      .soft {
        color: var(--color-ink-soft);
        font-size: var(--text-s);
      }
      .every {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        font-size: var(--text-s);
      }
      fk-field {
        min-width: 10rem;
      }
    `,
  ];

  private get standing(): 'now' | 'never' | 'fresh' | 'old' {
    if (this.busy) return 'now';
    return this.checkedAtMs === null ? 'never' : isFresh(this.checkedAtMs, this.now) ? 'fresh' : 'old';
  }

  protected override render(): TemplateResult {
    return html`
      <p data-checked=${this.standing}>
        ${this.busy ? text.checking : this.checkedAtMs === null ? text.never : html`${text.checked} <fk-age .at=${this.checkedAtMs} .now=${this.now}></fk-age>`}
      </p>
      <fk-button variant="quiet" .icon=${syncIcon} .disabled=${this.busy || !this.able} @click=${() => this.dispatchEvent(new CheckEvent())}>${text.check}</fk-button>
      <div class="every">
        <span aria-hidden="true">${text.every}</span>
        <fk-field
          kind="select"
          name="every"
          .labelHidden=${true}
          .label=${text.every}
          .value=${String(this.minutes)}
          .options=${EVERY_MINUTES.map((minutes) => ({ value: String(minutes), label: minutes === 0 ? text.off : text.minutes(minutes) }))}
          @fk-change=${(event: FieldChangeEvent) => {
            event.stopPropagation();
            this.dispatchEvent(new EveryEvent(Number(event.value)));
          }}
        ></fk-field>
      </div>
      ${
        this.minutes === 0
          ? nothing
          : html`<p class="soft">${this.budget === null ? nothing : text.left(this.budget.left, this.budget.of)}${this.pause === null ? nothing : html` ${text.paused[this.pause]}`}</p>`
      }
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-fresh': FkTelemetryFresh;
  }
  interface HTMLElementEventMap {
    'fk-check': CheckEvent;
    'fk-every': EveryEvent;
  }
}
