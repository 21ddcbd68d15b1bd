/**
 * The navigation: on phones a bar with the main places, at the side in landscape; from a laptop's width on a rail. With
 * large text or in a narrow window, the bar shows icons and the word of the current place.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { icon, type IconPath } from '../../kit/icons.ts';
import { hiddenText, shared, shortScreen } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

/** `badge` is a count that needs attention; none for 0. */
export interface NavPlace {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly icon: IconPath;
  readonly badge?: number;
  readonly badgeLabel?: string;
}

/**
 * Real links: the router takes over the navigation they start. `current` is the ID of the present place, '' for none.
 * The last place stands for those that have no room.
 */
@customElement('fk-nav')
export class FkNav extends LitElement {
  @property({ attribute: false }) rail: readonly NavPlace[] = [];
  @property({ attribute: false }) bar: readonly NavPlace[] = [];
  @property() current = '';
  /** The name of the account, at the head of the rail; '' where it is not said. */
  @property() account = '';

  static override styles = [
    shared,
    css`
      :host {
        background: var(--color-surface);
        border-top: var(--stroke) solid var(--color-line);
        padding-bottom: env(safe-area-inset-bottom);
      }
      ul {
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: minmax(0, 1fr);
        gap: var(--space-2);
        padding: 0 var(--space-1);
      }
      a {
        position: relative;
        display: grid;
        justify-items: center;
        align-content: center;
        gap: 2px;
        width: 100%;
        min-height: var(--target-phone);
        padding: var(--space-1) 0;
        border-radius: var(--radius-m);
        color: var(--color-ink-soft);
        font-size: var(--text-xs);
        line-height: var(--leading-tight);
        text-align: center;
        text-decoration: none;
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
      .rail ul {
        grid-auto-flow: row;
        gap: var(--space-1);
        padding: 0;
      }
      .rail a {
        grid-auto-flow: column;
        justify-content: start;
        align-items: center;
        gap: var(--space-3);
        padding: 0 var(--space-3);
        font-size: var(--text-m);
        text-align: start;
      }
      .rail .current::before {
        inset: var(--space-2) auto;
        inset-inline-start: 0;
        border-top: 0;
        border-inline-start: var(--focus-width) solid var(--color-accent);
      }
      .rail .picture {
        position: static;
      }
      .rail .badge {
        inset-inline: auto var(--space-3);
        top: 50%;
        translate: 0 -50%;
      }
      .rail {
        display: none;
      }
      .account {
        padding: 0 var(--space-3) var(--space-2);
      }
      /* With large text, four words have no room. The current one may be wider than its place, and stays inside the bar. */
      @media (max-width: 19.99em) and (max-width: 599px), (max-width: 19.99em) and (min-height: 421px) {
        .bar a {
          grid-template-columns: minmax(0, 1fr);
        }
        .bar a:not(.current) .label {
          ${hiddenText};
        }
        .bar .label {
          white-space: nowrap;
          pointer-events: none;
        }
        .bar li:first-child .label {
          justify-self: start;
        }
        .bar li:last-child .label {
          justify-self: end;
        }
      }
      /* A phone held sideways has its bar at the side. */
      @media ${shortScreen} and (min-width: 600px) and (max-width: 56.24em) {
        :host {
          border-top: 0;
          border-inline-end: var(--stroke) solid var(--color-line);
          padding: env(safe-area-inset-top) 0 env(safe-area-inset-bottom) env(safe-area-inset-left);
        }
        .bar,
        .bar ul {
          height: 100%;
        }
        .bar ul {
          grid-auto-flow: row;
          grid-auto-rows: minmax(var(--target-phone), 1fr);
          grid-auto-columns: auto;
          gap: 0;
        }
        .bar a {
          min-width: 4.75rem;
          height: 100%;
        }
        .bar .current::before {
          inset: var(--space-3) auto;
          inset-inline-start: 0;
          border-top: 0;
          border-inline-start: var(--focus-width) solid var(--color-accent);
        }
      }
      @media (min-width: 56.25em) {
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
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`${this.renderPlaces('bar', this.bar)}${this.renderPlaces('rail', this.rail)}`;
  }

  private renderPlaces(name: 'bar' | 'rail', places: readonly NavPlace[]): TemplateResult {
    const { current } = this;
    const marked = current === '' || places.some(({ id }) => id === current) ? current : places.at(-1)?.id;
    return html`<nav class=${name} aria-label=${elementStrings.nav.label}>
      ${
        name === 'rail' && this.account !== ''
          ? html`<p class="account soft cut" title=${this.account}><bdi>${this.account}</bdi></p>`
          : nothing
      }
      <ul role="list">
        ${places.map((place) => this.renderPlace(place, place.id === marked))}
      </ul>
    </nav>`;
  }

  /** `aria-current` is "page" only for the present place itself, not for one that stands for it. */
  private renderPlace(place: NavPlace, isMarked: boolean): TemplateResult {
    const badge = place.badge ?? 0;
    const current = !isMarked ? nothing : place.id === this.current ? 'page' : 'true';
    return html`<li>
      <a href=${place.href} class=${isMarked ? 'current' : ''} aria-current=${current}>
        <span class="picture"
          >${icon(place.icon)}${
            badge > 0 ? html`<span class="badge" aria-hidden="true">${badge > 99 ? '99+' : badge}</span>` : nothing
          }</span
        >
        <span class="label">${place.label}${badge > 0 ? html`<span class="aside">, ${place.badgeLabel ?? badge}</span>` : nothing}</span>
      </a>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-nav': FkNav;
  }
}
