/** The status chip: an icon and a word in one of the status colours. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { checkIcon, icon, infoIcon, refusedIcon, waitingIcon, warningIcon, type IconPath } from '../../kit/icons.ts';
import { shared, tones, type Tone } from '../../kit/tokens.ts';

const usual: Record<Tone, IconPath> = {
  neutral: waitingIcon,
  done: checkIcon,
  attention: warningIcon,
  stop: refusedIcon,
  info: infoIcon,
};

/** The word is the slot; `tone="done"` is for Verified, and for a battery change that telemetry confirmed. */
@customElement('fk-status')
class FkStatus extends LitElement {
  @property({ reflect: true }) tone: Tone = 'neutral';
  @property({ attribute: false }) icon: IconPath | null = null;

  static override styles = [
    shared,
    tones,
    css`
      :host {
        display: inline-block;
        padding: 2px var(--space-2) 2px var(--space-1);
        border: var(--stroke) solid var(--tone);
        border-radius: var(--radius-s);
        background: var(--tone-soft);
        font-size: var(--text-s);
        line-height: var(--leading-tight);
      }
      /* Part of the first line, so that the longest word has the whole width. */
      .icon {
        display: inline-block;
        width: 1.2em;
        height: 1.2em;
        margin-inline-end: var(--space-1);
        vertical-align: -0.25em;
        color: var(--tone);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`${icon(this.icon ?? usual[this.tone])}<slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-status': FkStatus;
  }
}
