/**
 * The button for every action and for links that lead on: 56 px high on phones, with a busy state, able to submit its
 * form.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { icon, type IconPath } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

type ButtonVariant = 'primary' | 'plain' | 'chosen' | 'quiet' | 'danger';

/**
 * Fires the ordinary `click` in the same task as the gesture, so a handler may open a chooser. `busy` keeps the focus
 * but ignores clicks; `type="submit"` submits the surrounding form. `label` names a button that shows only an icon. In
 * narrow places a page sets `--button-pad` and `--button-text`.
 */
@customElement('fk-button')
export class FkButton extends LitElement {
  static formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  @property({ reflect: true }) variant: ButtonVariant = 'plain';
  @property() type: 'button' | 'submit' | 'reset' = 'button';
  @property({ type: Boolean, reflect: true }) disabled = false;
  @property({ type: Boolean, reflect: true }) busy = false;
  @property({ type: Boolean, reflect: true }) big = false;
  @property({ type: Boolean, reflect: true }) wide = false;
  @property({ attribute: false }) icon: IconPath | null = null;
  @property() label = '';
  /**
   * An address makes it a link that looks like a button. Reflected, because key handlers have to know that it is a
   * link.
   */
  @property({ reflect: true, useDefault: true }) href = '';
  @property({ type: Boolean, attribute: 'new-tab' }) newTab = false;

  private readonly internals = this.attachInternals();

  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
        max-width: 100%;
        --button-back: var(--color-surface);
        --button-ink: var(--color-ink);
        --button-edge: var(--color-line-strong);
      }
      :host([wide]) {
        display: block;
      }
      :host([variant='primary']) {
        --button-back: var(--color-accent);
        --button-ink: var(--color-on-accent);
        --button-edge: var(--color-accent);
      }
      :host([variant='chosen']) {
        --button-back: var(--color-accent-soft);
        --button-edge: var(--color-accent);
      }
      :host([variant='quiet']) {
        --button-back: transparent;
        --button-ink: var(--color-accent);
        --button-edge: transparent;
      }
      :host([variant='danger']) {
        --button-ink: var(--color-stop);
        --button-edge: var(--color-stop);
      }
      .face {
        display: flex;
        align-items: center;
        justify-content: center;
        gap: var(--space-2);
        width: 100%;
        /* As high as a neighbour with two lines of text. */
        height: 100%;
        min-width: var(--target);
        min-height: var(--target);
        padding: var(--space-1) var(--button-pad, var(--space-4));
        border: var(--stroke) solid var(--button-edge);
        border-radius: var(--radius-m);
        background: var(--button-back);
        color: var(--button-ink);
        font: inherit;
        font-size: var(--button-text, var(--text-m));
        font-weight: var(--weight-strong);
        line-height: var(--leading-tight);
        text-align: center;
        text-decoration: none;
        cursor: pointer;
        touch-action: manipulation;
        transition: transform var(--duration-quick);
      }
      .icon {
        width: var(--icon);
        height: var(--icon);
      }
      /* Its words stand below those above it. With forced colours it has an edge. */
      @media (forced-colors: none) {
        :host([variant='quiet']:not([wide])) .face {
          padding-inline: 0 var(--button-pad, var(--space-2));
        }
      }
      /* At a desk all buttons have one size. */
      @media (max-width: 56.24em) {
        :host([big]) .face {
          min-height: var(--target-big);
          font-size: var(--text-l);
          border-radius: var(--radius-l);
        }
      }
      /* In few letters a line, a long word needs all of it. */
      @media (max-width: 21.99em) {
        :host([big]) .face {
          font-size: var(--text-m);
        }
      }
      @media (max-width: 12.99em) {
        .face,
        :host([big]) .face {
          padding-inline: var(--button-pad, var(--space-2));
          font-size: var(--button-text, var(--text-s));
        }
      }
      /* After a touch :hover stays on the last tapped element. */
      @media (hover: hover) {
        :host(:not([disabled], [busy])) .face:hover {
          background: color-mix(in srgb, var(--button-back), var(--button-ink) 10%);
        }
      }
      .face:active {
        transform: translateY(1px);
      }
      :host([disabled]) .face {
        --button-back: transparent;
        --button-ink: var(--color-ink-soft);
        --button-edge: var(--color-line);
        border-style: dashed;
        font-weight: var(--weight-text);
        cursor: not-allowed;
      }
      :host([busy]) .face {
        cursor: progress;
      }
      .turning {
        flex: none;
        border: var(--stroke-strong) solid currentColor;
        border-right-color: transparent;
        border-radius: var(--radius-round);
      }
      /* Beside the words without room of its own, so that no word moves. */
      .turning:not(.icon) {
        width: 0.75em;
        height: 0.75em;
        margin-inline: -0.9em calc(0.15em - var(--space-2));
      }
      @media (prefers-reduced-motion: no-preference) {
        .turning {
          animation: turn 900ms linear infinite;
        }
      }
      @keyframes turn {
        to {
          rotate: 1turn;
        }
      }
    `,
  ];

  constructor() {
    super();
    // Registered first on the host, so that no outside listener receives a click that is ignored.
    this.addEventListener(
      'click',
      (event) => {
        if (!this.disabled && !this.busy) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
    this.addEventListener('click', (event) => {
      // After the other listeners, which may prevent the click.
      if (this.type === 'button' || this.internals.form === null) return;
      queueMicrotask(() => {
        if (event.defaultPrevented) return;
        if (this.type === 'submit') this.internals.form?.requestSubmit();
        else this.internals.form?.reset();
      });
    });
  }

  protected override render(): TemplateResult {
    const inside = html`${
      this.busy
        ? html`<span class="turning ${this.icon === null ? '' : 'icon'}"></span><span class="aside">${elementStrings.busy}:</span>`
        : this.icon === null
          ? nothing
          : icon(this.icon)
    }<slot></slot>`;
    const label = this.label === '' ? nothing : this.label;
    // A disabled link is rendered as a button.
    if (this.href !== '' && !this.disabled)
      return html`<a class="face" href=${this.href} target=${this.newTab ? '_blank' : nothing} aria-label=${label}>${inside}</a>`;
    return html`<button
      class="face"
      type="button"
      ?disabled=${this.disabled}
      aria-disabled=${this.busy ? 'true' : nothing}
      aria-label=${label}
      title=${label}
      >${inside}</button
    >`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-button': FkButton;
  }
}
