/** The time of the last check, a button to check again, and the optional automatic refresh with its cost. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { syncIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { isFresh } from './opening-query.ts';

/** The same width as on the page around it: too narrow for a line of text and two controls. */
const narrowScreen = css`(max-width: 37.49em)`;

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
  /** True when the phone's clock was compared with the backend's. */
  @property({ type: Boolean }) clockChecked = true;
  @property({ type: Boolean }) busy = false;
  /** True when there is a beacon to request. */
  @property({ type: Boolean }) able = false;
  @property({ type: Number }) minutes = 0;
  @property({ attribute: false }) pause: Pause | null = null;
  @property({ attribute: false }) budget: { readonly left: number; readonly of: number } | null = null;

  private readonly narrow = new MediaController(this, String(narrowScreen));

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
      /* One line: time, check button, refresh. */
      @media ${narrowScreen} {
        :host {
          flex: 1 0 100%;
          gap: var(--space-1) var(--space-2);
        }
        .when {
          flex: 1 1 6rem;
          line-height: var(--leading-tight);
        }
        .every {
          flex: 0 1 10rem;
        }
        fk-field {
          flex: 1;
          min-width: 0;
        }
        .when fk-age {
          display: block;
          font-weight: var(--weight-strong);
        }
      }
      @media (max-width: 16.99em) {
        .every {
          flex-basis: 100%;
        }
      }
    `,
  ];

  private get standing(): 'now' | 'never' | 'fresh' | 'old' {
    if (this.busy) return 'now';
    return this.checkedAtMs === null ? 'never' : isFresh(this.checkedAtMs, this.now) ? 'fresh' : 'old';
  }

  protected override render(): TemplateResult {
    const isNarrow = this.narrow.matches;
    return html`
      <p class="when small" data-checked=${this.standing}>
        ${this.busy ? text.checking : this.checkedAtMs === null ? text.never : html`${text.checked} <fk-age .at=${this.checkedAtMs} .now=${this.now}></fk-age>`}${this.checkedAtMs === null || this.clockChecked ? nothing : html` · ${telemetryStrings.clockUnchecked}`}
      </p>
      <fk-button variant="primary" .icon=${syncIcon} .label=${isNarrow ? text.check : ''} title=${isNarrow ? text.check : nothing} .busy=${this.busy} .disabled=${!this.able} @click=${() => this.dispatchEvent(new CheckEvent())}>${isNarrow ? nothing : text.check}</fk-button>
      <div class="every line small">
        ${isNarrow ? nothing : html`<span aria-hidden="true">${text.every}</span>`}
        <fk-field
          kind="select"
          name="every"
          .labelHidden=${true}
          .label=${text.every}
          .value=${String(this.minutes)}
          .options=${EVERY_MINUTES.map((minutes) => ({ value: String(minutes), label: minutes === 0 ? (isNarrow ? text.offAlone : text.off) : text.minutes(minutes) }))}
          @fk-change=${(event: FieldChangeEvent) => {
            event.stopPropagation();
            this.dispatchEvent(new EveryEvent(Number(event.value)));
          }}
        ></fk-field>
      </div>
      ${
        this.minutes === 0
          ? nothing
          : html`<p class="soft budget">${this.budget === null ? nothing : text.left(this.budget.left, this.budget.of)}${this.pause === null ? nothing : html` ${text.paused[this.pause]}`}</p>`
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
