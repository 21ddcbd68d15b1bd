/** A virtual list that scrolls with its page: only visible rows are rendered, all of one height. */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { shared } from '../../kit/tokens.ts';

/** Rows rendered beyond each edge, so that a quick scroll shows no blank space. */
const BEYOND = 8;

/** Lists not yet measured. They are measured together, because each measurement forces a layout. */
const unplaced = new Set<FkRowWindow>();

function placeSoon(one: FkRowWindow): void {
  if (unplaced.size === 0)
    queueMicrotask(() => {
      for (const next of unplaced) next.measure();
      unplaced.clear();
    });
  unplaced.add(one);
}

/** `row` renders one of `rows`, preferably as an element with its own styles. */
@customElement('fk-row-window')
class FkRowWindow extends LitElement {
  @property({ attribute: false }) rows: readonly unknown[] = [];
  /** Its parameter has the type of `rows`. */
  @property({ attribute: false }) row: (row: never) => TemplateResult = () => html``;
  @property() label = '';
  /** Height of a row in rem. */
  @property({ type: Number }) rem = 4.5;
  @state() private from = 0;
  @state() private to = 0;
  /** 0 before the first frame: visible rows are rendered first. */
  private beyond = 0;
  /** Fires after the first frame, and when the list becomes visible without scrolling. */
  private readonly viewport = new IntersectionObserver(() => {
    this.beyond = BEYOND;
    this.measure();
  });

  static override styles = [
    shared,
    css`
      .before {
        height: var(--before, 0);
      }
      .after {
        height: var(--after, 0);
      }
      li[aria-posinset] {
        height: var(--row-height);
        overflow: hidden;
      }
      li[aria-posinset] + li[aria-posinset] {
        border-top: var(--stroke) solid var(--color-line);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('scroll', this.measure, { capture: true, passive: true });
    window.addEventListener('resize', this.measure);
    this.viewport.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('scroll', this.measure, { capture: true });
    window.removeEventListener('resize', this.measure);
    this.viewport.disconnect();
  }

  protected override updated(changed: PropertyValues): void {
    const { from, to, rem, rows } = this;
    // Custom properties, because the content security policy forbids style attributes.
    this.style.setProperty('--row-height', `${rem}rem`);
    this.style.setProperty('--before', `${from * rem}rem`);
    this.style.setProperty('--after', `${(rows.length - Math.min(to, rows.length)) * rem}rem`);
    if (changed.has('rows') || changed.has('rem')) placeSoon(this);
  }

  protected override render(): TemplateResult {
    const from = Math.min(this.from, this.rows.length);
    return html`<ul role="list" aria-label=${this.label}>
      <li class="before" role="presentation" aria-hidden="true"></li>
      ${repeat(
        this.rows.slice(from, this.to),
        (_, at) => from + at,
        (row, at) =>
          html`<li aria-setsize=${this.rows.length} aria-posinset=${from + at + 1}>${this.row(row as never)}</li>`,
      )}
      <li class="after" role="presentation" aria-hidden="true"></li>
    </ul>`;
  }

  /** Finds the visible rows; none when the list is off screen. */
  readonly measure = (): void => {
    if (!this.isConnected) return;
    const px = this.rem * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const top = -this.getBoundingClientRect().top;
    const within = (row: number): number => Math.max(0, Math.min(row, this.rows.length));
    this.from = within(Math.floor(top / px) - this.beyond);
    this.to = within(Math.ceil((top + window.innerHeight) / px) + this.beyond);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-row-window': FkRowWindow;
  }
}
