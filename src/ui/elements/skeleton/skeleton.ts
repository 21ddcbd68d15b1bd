/** The skeleton of content that is loading, invisible for the first 300 ms. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

type SkeletonShape = 'row' | 'card' | 'text';

const TELL_AFTER_MS = 300;

/** `count` shapes below each other; `label` names what is loading. */
@customElement('fk-skeleton')
class FkSkeleton extends LitElement {
  @property({ reflect: true }) shape: SkeletonShape = 'row';
  @property({ type: Number }) count = 3;
  @property() label: string = elementStrings.loading;
  /** The label goes into a live region that existed before. */
  @state() private announced = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
        animation: come var(--duration-quick) var(--delay-skeleton) backwards;
      }
      @keyframes come {
        from {
          opacity: 0;
        }
      }
      .shape {
        display: grid;
        grid-template-columns: 1fr auto;
        align-items: center;
        gap: var(--space-2) var(--space-5);
        min-height: var(--row);
        padding: var(--space-2) 0;
        border-bottom: var(--stroke) solid var(--color-line);
      }
      :host([shape='card']) .shape {
        padding: var(--space-4);
        border: var(--stroke) solid var(--color-line);
        border-radius: var(--radius-m);
      }
      :host([shape='text']) .shape {
        min-height: 0;
        padding: var(--space-1) 0;
        border: 0;
      }
      i {
        height: var(--space-3);
        border-radius: var(--radius-s);
        background: var(--color-line);
        opacity: 0.6;
      }
      i:first-child {
        width: 62%;
      }
      i + i {
        width: 96px;
      }
      .shape:nth-child(3n) i:first-child {
        width: 48%;
      }
      .shape:nth-child(3n + 1) i:first-child {
        width: 78%;
      }
      :host([shape='text']) i + i {
        display: none;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.ariaBusy = 'true';
  }

  protected override firstUpdated(): void {
    setTimeout(() => (this.announced = true), TELL_AFTER_MS);
  }

  protected override render(): TemplateResult {
    return html`<span class="aside" role="status">${this.announced ? this.label : nothing}</span>
      ${Array.from({ length: this.count }, () => html`<div class="shape" aria-hidden="true"><i></i><i></i></div>`)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-skeleton': FkSkeleton;
  }
}
