/** The notice: one sentence and one action for one problem, with the technical part under "Details". */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { checkIcon, icon, infoIcon, refusedIcon, warningIcon, type IconPath } from '../../kit/icons.ts';
import { elementsAround } from '../../kit/shadow-tree.ts';
import { shared, tones, type Tone } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const pictures: Record<Tone, IconPath> = {
  neutral: infoIcon,
  info: infoIcon,
  done: checkIcon,
  attention: warningIcon,
  stop: refusedIcon,
};

/**
 * Some screen readers ignore a live region that appears together with its text, so the text follows after this time.
 */
const TELL_AFTER_MS = 150;
const LIVE = '[aria-live], [role="status"], [role="alert"]';

/**
 * `text` is the sentence, slot `action` the one action, slot `details` the technical part. `urgent` interrupts a screen
 * reader.
 */
@customElement('fk-notice')
export class FkNotice extends LitElement {
  @property({ reflect: true }) tone: Tone = 'info';
  @property() text = '';
  @property({ type: Boolean }) urgent = false;
  @state() private hasDetails = false;
  /** The text of the live region. */
  @state() private announced = '';
  private isInLive = false;

  static override styles = [
    shared,
    tones,
    css`
      :host {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 var(--space-3);
        padding: var(--space-3) var(--space-4);
        border: var(--stroke) solid var(--tone);
        border-inline-start-width: calc(var(--stroke-strong) * 3);
        border-radius: var(--radius-m);
        background: var(--tone-soft);
      }
      .icon {
        color: var(--tone);
      }
      p {
        max-width: var(--measure);
        overflow-wrap: anywhere;
      }
      .rest {
        grid-column: 2;
        display: grid;
        justify-items: start;
      }
      ::slotted([slot='action']) {
        margin-top: var(--space-3);
      }
      /* The icon above the words, which need the whole width. */
      @media (max-width: 16.99em) {
        :host {
          grid-template-columns: minmax(0, 1fr);
          font-size: var(--text-s);
        }
        .rest {
          grid-column: 1;
        }
      }
      summary {
        width: fit-content;
        font-size: var(--text-s);
      }
      details {
        max-width: 100%;
        overflow-wrap: anywhere;
        font-size: var(--text-s);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.isInLive = elementsAround(this).some((one) => one.matches(LIVE));
  }

  protected override render(): TemplateResult {
    const isAnnounced = !this.isInLive && this.announced === this.text;
    return html`${icon(pictures[this.tone])}
      <p><span>${isAnnounced ? nothing : this.text}</span>${
        this.isInLive
          ? nothing
          : html`<span role=${this.urgent ? 'alert' : 'status'}>${isAnnounced ? this.text : nothing}</span>`
      }</p>
      <div class="rest">
        <slot name="action"></slot>
        <details ?hidden=${!this.hasDetails}>
          <summary>${elementStrings.details}</summary>
          <slot name="details" @slotchange=${this.onDetails}></slot>
        </details>
      </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('text') && !this.isInLive) setTimeout(() => (this.announced = this.text), TELL_AFTER_MS);
  }

  private readonly onDetails = (event: Event): void => {
    this.hasDetails = (event.target as HTMLSlotElement).assignedNodes({ flatten: true }).length > 0;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-notice': FkNotice;
  }
}
