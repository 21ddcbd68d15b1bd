/**
 * The welcome page of a first visit in a frame that looks like the app. It needs no services, so it is shown before the
 * app is loaded.
 */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../elements/button/button.ts';
import '../../elements/header/header.ts';
import type { HeaderState } from '../../elements/header/header.ts';
import '../../elements/notice/notice.ts';
import { helpIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { appStyles } from '../../shell/app-styles.ts';
import { innerLinkOf } from '../../shell/router.ts';
import type { AppServices } from '../../shell/services.ts';
import { storeTheme, storedTheme, type Theme } from '../../shell/theme.ts';
import { themeButton } from '../../shell/theme-button.ts';
import { shellStrings as text } from '../../strings/shell.ts';
import './welcome-page.ts';

const OFFLINE: readonly HeaderState[] = [{ id: 'offline' }];

/** Requests the app: at this path, or with the welcome page's help open when it is null. */
class EnterEvent extends Event {
  constructor(readonly path: string | null) {
    super('fk-enter-app');
  }
}

/** Set `fetchServices`, and `failed` when the app cannot be loaded. Event: `fk-enter-app`. */
@customElement('fk-first-screen')
class FkFirstScreen extends LitElement {
  @property({ attribute: false }) fetchServices: (() => Promise<AppServices>) | null = null;
  @property({ attribute: false }) failed = false;
  /** True once the person uses it: a focused or pressed element must not be replaced. */
  isTouched = false;
  @state() private theme = storedTheme();
  @state() private online = navigator.onLine;

  static override styles = [shared, appStyles];

  constructor() {
    super();
    for (const name of ['pointerdown', 'keydown', 'focusin'])
      this.addEventListener(name, () => (this.isTouched = true), { once: true });
    this.addEventListener('click', this.onClick);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = text.documentTitle(text.titles.welcome);
    window.addEventListener('online', this.check);
    window.addEventListener('offline', this.check);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('online', this.check);
    window.removeEventListener('offline', this.check);
  }

  protected override render(): TemplateResult {
    const title = text.titles.welcome;
    const help = text.help(title);
    return html`
      <fk-header .heading=${title} .states=${this.online ? [] : OFFLINE}>
        <a slot="skip" class="skip" href="#page" @click=${this.skip}>${text.skip}</a>
        <span class="tools">${themeButton(this.theme, this.changeTheme)}</span>
        <fk-button slot="help" variant="quiet" .icon=${helpIcon} .label=${help} title=${help} @click=${() => this.enter(null)}></fk-button>
      </fk-header>
      <div class="above">
        <div role="alert">${this.failed ? html`<fk-notice tone="attention" .text=${text.pageFailed.text}></fk-notice>` : nothing}</div>
      </div>
      <main id="page" tabindex="-1" aria-label=${title}>
        <fk-welcome-page .fetchServices=${this.fetchServices}></fk-welcome-page>
      </main>
    `;
  }

  private enter(path: string | null): void {
    this.failed = false;
    this.dispatchEvent(new EnterEvent(path));
  }

  private readonly onClick = (event: MouseEvent): void => {
    const path = innerLinkOf(event);
    if (path === null) return;
    event.preventDefault();
    this.enter(path);
  };

  private readonly changeTheme = (theme: Theme): void => {
    storeTheme(theme);
    this.theme = theme;
  };

  private readonly check = (): void => {
    this.online = navigator.onLine;
  };

  private readonly skip = (event: Event): void => {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-first-screen': FkFirstScreen;
  }
  interface HTMLElementEventMap {
    'fk-enter-app': EnterEvent;
  }
}
