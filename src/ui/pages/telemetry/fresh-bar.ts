/** The time of the last check, a button to check again, and the optional automatic refresh with its cost. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { syncIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { isFresh } from './opening-query.ts';

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

/** On a laptop also the controls, which in the hand are at the foot of the page. Events: `fk-check`, `fk-every`. */
@customElement('fk-telemetry-fresh')
class FkTelemetryFresh extends LitElement {
  /** Unix ms; null: never. */
  @property({ attribute: false }) checkedAtMs: number | null = null;
  @property({ type: Number }) now = 0;
  /** True when the phone's clock was compared with the backend's. */
  @property({ type: Boolean }) clockChecked = true;
  @property({ type: Boolean }) busy = false;
  /** True when there is a beacon to request. */
  @property({ type: Boolean }) able = false;
  @property({ type: Number }) minutes = 0;
  @property({ attribute: false }) pause: Pause | null = null;
  @property({ attribute: false }) budget: { readonly left: number; readonly of: number } | null = null;

  private readonly laptop = new MediaController(this, LAPTOP);

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
      fk-field {
        min-width: min(10rem, 100%);
      }
      .budget {
        flex: 1 0 100%;
      }
    `,
  ];

  private get standing(): 'now' | 'never' | 'fresh' | 'old' {
    if (this.busy) return 'now';
    return this.checkedAtMs === null ? 'never' : isFresh(this.checkedAtMs, this.now) ? 'fresh' : 'old';
  }

  protected override render(): TemplateResult {
    return html`
      <p class="when small" data-checked=${this.standing}>
        ${this.busy ? text.checking : this.checkedAtMs === null ? text.never : html`${text.checked} <fk-age .at=${this.checkedAtMs} .now=${this.now}></fk-age>`}${this.checkedAtMs === null || this.clockChecked ? nothing : html` · ${telemetryStrings.clockUnchecked}`}
      </p>
      ${this.laptop.matches ? this.renderControls() : nothing}
      ${
        this.minutes === 0
          ? nothing
          : html`<p class="soft budget">${this.budget === null ? nothing : text.left(this.budget.left, this.budget.of)}${this.pause === null ? nothing : html` ${text.paused[this.pause]}`}</p>`
      }
    `;
  }

  private renderControls(): TemplateResult {
    return html`<fk-button
        variant="primary"
        .icon=${syncIcon}
        .busy=${this.busy}
        .disabled=${!this.able}
        @click=${() => this.dispatchEvent(new CheckEvent())}
      >${text.check}</fk-button>
      <div class="line small">
        <span aria-hidden="true">${text.every}</span>
        ${renderEvery(this.minutes, true, (minutes) => this.dispatchEvent(new EveryEvent(minutes)))}
      </div>`;
  }
}

/** How often telemetry is loaded by itself. */
export function renderEvery(minutes: number, labelHidden: boolean, change: (minutes: number) => void): TemplateResult {
  return html`<fk-field
    kind="select"
    name="every"
    .labelHidden=${labelHidden}
    .label=${text.every}
    .value=${String(minutes)}
    .options=${EVERY_MINUTES.map((value) => ({ value: String(value), label: value === 0 ? text.off : text.minutes(value) }))}
    @fk-change=${(event: FieldChangeEvent) => {
      event.stopPropagation();
      change(Number(event.value));
    }}
  ></fk-field>`;
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
