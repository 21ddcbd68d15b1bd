/** The places of the app: a bottom bar on the phone with the rest under More, a side rail with all of them from 900 px. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { icon, moreIcon, type IconPath } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

/** `badge` is a count that wants attention; 0 or absent shows none. */
export interface NavPlace {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly icon: IconPath;
  readonly badge?: number;
  readonly badgeLabel?: string;
}

/** Real links: the router takes over the navigation they start. `places` fill the bar (four), `more` the rest. */
@customElement('fk-nav')
export class FkNav extends LitElement {
  @property({ attribute: false }) places: readonly NavPlace[] = [];
  @property({ attribute: false }) more: readonly NavPlace[] = [];
  @property() current = '';

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        background: var(--color-surface);
        border-top: var(--stroke) solid var(--color-line);
        padding-bottom: env(safe-area-inset-bottom);
      }
      ul {
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: minmax(0, 1fr);
        gap: var(--space-2);
        margin: 0;
        padding: 0 var(--space-1);
        list-style: none;
      }
      a,
      button {
        position: relative;
        display: grid;
        justify-items: center;
        align-content: center;
        gap: 2px;
        width: 100%;
        min-height: var(--target-phone);
        padding: var(--space-1) 0;
        border: 0;
        border-radius: var(--radius-m);
        background: none;
        color: var(--color-ink-soft);
        font: inherit;
        font-size: var(--text-xs);
        line-height: var(--leading-tight);
        text-align: center;
        text-decoration: none;
        cursor: pointer;
        touch-action: manipulation;
      }
      :focus-visible {
        outline-offset: calc(var(--focus-width) * -1);
      }
      .icon {
        width: 24px;
        height: 24px;
      }
      .current {
        color: var(--color-ink);
        font-weight: var(--weight-strong);
      }
      .current::before {
        content: '';
        position: absolute;
        inset: 0 var(--space-3) auto;
        border-top: var(--focus-width) solid var(--color-accent);
      }
      .picture {
        position: relative;
      }
      .badge {
        position: absolute;
        inset-inline-start: 60%;
        top: -6px;
        min-width: 18px;
        padding: 0 var(--space-1);
        border: var(--stroke) solid var(--color-attention);
        border-radius: var(--radius-round);
        background: var(--color-attention-soft);
        color: var(--color-ink);
        font-size: var(--text-xs);
        font-weight: var(--weight-strong);
        line-height: var(--leading-tight);
        text-align: center;
      }
      [popover] {
        inset: auto;
        inset-block-end: calc(var(--target-phone) + var(--space-4));
        inset-inline-end: var(--space-2);
        min-width: 220px;
        margin: 0;
        padding: var(--space-2);
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-l);
        background: var(--color-surface);
        color: var(--color-ink);
      }
      [popover] ul,
      .rail ul {
        grid-auto-flow: row;
        gap: var(--space-1);
        padding: 0;
      }
      [popover] a,
      .rail a {
        grid-auto-flow: column;
        justify-content: start;
        align-items: center;
        gap: var(--space-3);
        padding: 0 var(--space-3);
        font-size: var(--text-m);
        text-align: start;
      }
      [popover] .current::before,
      .rail .current::before {
        inset: var(--space-2) auto;
        inset-inline-start: 0;
        border-top: 0;
        border-inline-start: var(--focus-width) solid var(--color-accent);
      }
      .rail .picture,
      [popover] .picture {
        position: static;
      }
      .rail .badge,
      [popover] .badge {
        inset-inline: auto var(--space-3);
        top: 50%;
        translate: 0 -50%;
      }
      .rail {
        display: none;
      }
      @media (min-width: 900px) {
        :host {
          width: var(--rail);
          border-top: 0;
          border-inline-end: var(--stroke) solid var(--color-line);
          padding: var(--space-3) var(--space-2);
        }
        .bar {
          display: none;
        }
        .rail {
          display: block;
        }
        .rail a {
          min-height: calc(var(--target) + var(--space-1));
        }
        .rail ul + ul {
          margin-top: var(--space-3);
          padding-top: var(--space-3);
          border-top: var(--stroke) solid var(--color-line);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const inMore = this.more.some((place) => place.id === this.current);
    return html`
      <nav class="bar" aria-label=${elementStrings.nav.label}>
        <ul role="list">
          ${this.places.map((place) => this.renderPlace(place))}
          ${
            this.more.length === 0
              ? nothing
              : html`<li>
                <button type="button" popovertarget="more" class=${inMore ? 'current' : ''}>
                  ${icon(moreIcon)}<span>${elementStrings.nav.more}</span>
                </button>
                <div id="more" popover="auto" @click=${this.closeMore}>
                  <ul role="list">
                    ${this.more.map((place) => this.renderPlace(place))}
                  </ul>
                </div>
              </li>`
          }
        </ul>
      </nav>
      <nav class="rail" aria-label=${elementStrings.nav.label}>
        <ul role="list">
          ${this.places.map((place) => this.renderPlace(place))}
        </ul>
        ${
          this.more.length === 0
            ? nothing
            : html`<ul role="list">
              ${this.more.map((place) => this.renderPlace(place))}
            </ul>`
        }
      </nav>
    `;
  }

  private renderPlace(place: NavPlace): TemplateResult {
    const here = place.id === this.current;
    const badge = place.badge ?? 0;
    return html`<li>
      <a href=${place.href} class=${here ? 'current' : ''} aria-current=${here ? 'page' : nothing}>
        <span class="picture"
          >${icon(place.icon)}${badge > 0 ? html`<span class="badge" aria-hidden="true">${badge > 99 ? '99+' : badge}</span>` : nothing}</span
        >
        <span>${place.label}${badge > 0 ? html`<span class="aside">, ${place.badgeLabel ?? badge}</span>` : nothing}</span>
      </a>
    </li>`;
  }

  private readonly closeMore = (): void => {
    this.renderRoot.querySelector<HTMLElement>('#more')?.hidePopover();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-nav': FkNav;
  }
}
