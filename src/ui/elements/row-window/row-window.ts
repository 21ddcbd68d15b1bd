/** A list of any length that scrolls with its page: only the rows in sight exist, all of one height. */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { shared } from '../../kit/tokens.ts';

/** Rows drawn beyond each edge, so that a quick scroll shows rows and not paper. */
const BEYOND = 8;

/** `row` draws one of `rows`, best as an element that has its own styles. */
@customElement('fk-row-window')
class FkRowWindow extends LitElement {
  @property({ attribute: false }) rows: readonly unknown[] = [];
  /** Its parameter is whatever `rows` holds. */
  @property({ attribute: false }) row: (row: never) => TemplateResult = () => html``;
  @property() label = '';
  /** Height of a row in rem. */
  @property({ type: Number }) rem = 4.5;
  @state() private from = 0;
  @state() private to = 30;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .before {
        height: var(--before, 0);
      }
      .after {
        height: var(--after, 0);
      }
      .row {
        height: var(--row-height);
        overflow: hidden;
        border-bottom: var(--stroke) solid var(--color-line);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('scroll', this.measure, { capture: true, passive: true });
    window.addEventListener('resize', this.measure);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('scroll', this.measure, { capture: true });
    window.removeEventListener('resize', this.measure);
  }

  protected override updated(changed: PropertyValues): void {
    const px = this.rowPx();
    // Custom properties, since the policy forbids style attributes.
    this.style.setProperty('--row-height', `${px}px`);
    this.style.setProperty('--before', `${this.from * px}px`);
    this.style.setProperty('--after', `${(this.rows.length - Math.min(this.to, this.rows.length)) * px}px`);
    if (changed.has('rows') || changed.has('rem')) this.measure();
  }

  protected override render(): TemplateResult {
    const from = Math.min(this.from, this.rows.length);
    return html`<ul role="list" aria-label=${this.label}>
      <li class="before" role="presentation" aria-hidden="true"></li>
      ${repeat(
        this.rows.slice(from, this.to),
        (_, at) => from + at,
        (row, at) =>
          html`<li class="row" aria-setsize=${this.rows.length} aria-posinset=${from + at + 1}>${this.row(row as never)}</li>`,
      )}
      <li class="after" role="presentation" aria-hidden="true"></li>
    </ul>`;
  }

  private rowPx(): number {
    return this.rem * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  private readonly measure = (): void => {
    if (!this.isConnected) return;
    const px = this.rowPx();
    const top = -this.getBoundingClientRect().top;
    this.from = Math.max(0, Math.min(Math.floor(top / px) - BEYOND, this.rows.length - 1));
    this.to = Math.max(this.from + 1, Math.ceil((top + window.innerHeight) / px) + BEYOND);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-row-window': FkRowWindow;
  }
}
