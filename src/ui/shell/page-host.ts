/**
 * Shows the page of an address: loads its code, keeps the element while the tag stays the same, and reports when the
 * code cannot be loaded.
 */
import { ContextProvider } from '@lit/context';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../elements/button/button.ts';
import '../elements/skeleton/skeleton.ts';
import { shared } from '../kit/tokens.ts';
import type { RouteMatch } from './router.ts';
import { shellStrings } from '../strings/shell.ts';
import type { PageRoute, SidePage } from './routes.ts';
import { accountContext, type AccountServices } from './services.ts';
import { wordsOf } from '../language/load.ts';

/** A page of the table. Pages without a device in their address ignore `uniqueId`. */
interface PageElement extends HTMLElement {
  uniqueId?: string;
  command?: string;
  jobId?: string;
  sheet?: SidePage | null;
}

/** Fired when the page has been added to the document. `fresh` is true for a new element. */
export class PageShownEvent extends Event {
  constructor(readonly fresh: boolean) {
    super('fk-page-shown', { bubbles: true, composed: true });
  }
}

@customElement('fk-page-host')
class FkPageHost extends LitElement {
  /** The matched route; null when the address is unknown. */
  @property({ attribute: false }) match: RouteMatch<PageRoute> | null = null;
  /**
   * Services of the account that the pages belong to, or null. They never change; another account gets another host.
   */
  @property({ attribute: false }) services: AccountServices | null = null;
  @state() private phase: 'loading' | 'shown' | 'failed' = 'loading';
  private page: PageElement | null = null;
  private failures = 0;
  private readonly provider = new ContextProvider(this, { context: accountContext });

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template: minmax(100%, auto) / minmax(0, 1fr);
        min-height: 100%;
      }
      .message {
        display: grid;
        align-content: center;
        justify-items: center;
        gap: var(--space-4);
        padding: var(--space-5) var(--space-4);
        text-align: center;
      }
      .link {
        display: grid;
        place-items: center;
        min-height: var(--target);
        color: var(--color-accent);
        font-weight: var(--weight-strong);
      }
      .wait {
        padding: var(--space-4);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('services') && this.services !== null) this.provider.setValue(this.services);
    if (changed.has('match')) void this.follow();
  }

  protected override render(): TemplateResult {
    // Render the alert region before any error, so that screen readers announce it.
    return html`${this.renderShown()}<div
      role="alert">${this.match !== null && this.phase === 'failed' ? this.renderFailed() : nothing}</div>`;
  }

  private renderFailed(): TemplateResult {
    return html`<div class="message">
      <p>${shellStrings.pageFailed.text}</p>
      <fk-button variant="primary" @click=${this.retry}>${shellStrings.pageFailed.again}</fk-button>
    </div>`;
  }

  private renderShown(): TemplateResult | typeof nothing {
    if (this.match === null) {
      return html`<div class="message">
        <p>${shellStrings.unknownPage.text}</p>
        <a class="link" href="/overview">${shellStrings.unknownPage.action}</a>
      </div>`;
    }
    if (this.phase === 'failed') return nothing;
    if (this.phase === 'loading')
      return html`<fk-skeleton class="wait" .label=${shellStrings.loadingPage} count="4"></fk-skeleton>`;
    return html`${this.page}`;
  }

  private async follow(): Promise<void> {
    const match = this.match;
    if (match === null) {
      this.page = null;
      this.announceShown(true);
      return;
    }
    const { tag, load } = match.route;
    const fresh = this.page?.localName !== tag;
    if (fresh && customElements.get(tag) === undefined) {
      this.phase = 'loading';
      // With all words that several pages share, while the page's code comes.
      void wordsOf('jobs');
    }
    try {
      await load();
    } catch {
      if (this.match !== match) return;
      this.page = null;
      this.failures += 1;
      this.phase = 'failed';
      this.announceShown(true);
      return;
    }
    if (this.match !== match) return;
    if (fresh) this.page = document.createElement(tag);
    this.failures = 0;
    // The same element serves the list and one device of it, so clear the IDs when the address has none.
    this.page!.uniqueId = match.params['uniqueId'] ?? '';
    this.page!.jobId = match.params['jobId'] ?? '';
    this.page!.sheet = match.route.sheet ?? null;
    if (match.params['command'] !== undefined) this.page!.command = match.params['command'];
    this.phase = 'shown';
    this.requestUpdate();
    this.announceShown(fresh);
  }

  private announceShown(fresh: boolean): void {
    void this.updateComplete.then(() => this.dispatchEvent(new PageShownEvent(fresh)));
  }

  /**
   * Loads the page again. Reloads the app after a second failure, because a browser may remember that a module failed.
   */
  private retry(): void {
    if (this.failures > 1) location.reload();
    else {
      this.phase = 'loading';
      void this.follow();
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-page-host': FkPageHost;
  }
}
