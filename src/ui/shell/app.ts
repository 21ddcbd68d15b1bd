/**
 * The shell around every page: it provides the services, header, bar or rail, key dialog and toast, and guards against
 * leaving a run.
 */
import { provide } from '@lit/context';
import { WatchingElement } from '../controllers/watching-element.ts';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { LAPTOP, MediaController } from '../controllers/media-controller.ts';
import '../elements/button/button.ts';
import '../elements/header/header.ts';
import type { HeaderState } from '../elements/header/header.ts';
import { helpIcon } from '../kit/icons.ts';
import { elementsAround, focusedElement } from '../kit/shadow-tree.ts';
import { shared } from '../kit/tokens.ts';
import type { RunProgress } from '../../use-cases/run/runs.ts';
import { matchRoute, navigate, startRouter, type RouteMatch } from './router.ts';
import { appContext, type AccountServices, type AppServices } from './services.ts';
import { shellStrings as text } from '../strings/shell.ts';
import '../elements/notice/notice.ts';
import '../elements/skeleton/skeleton.ts';
import { appStyles } from './app-styles.ts';
import type { Account } from '../../domain/account.ts';
import { isOpen } from '../../domain/open-run.ts';
import { isUnfinished, type Run } from '../../domain/run.ts';
import type { CopyEvent } from '../elements/id/id.ts';
import '../elements/nav/nav.ts';
import '../elements/receipt-counter/receipt-counter.ts';
import { placesOf } from './places.ts';
import './page-host.ts';
import type { PageShownEvent } from './page-host.ts';
import { showTitle, titleOf } from './page-title.ts';
import { pageRoutes, type DeviceTypeOf, type PageRoute, type PlaceId } from './routes.ts';
import type { SheetKind } from './open-sheet.ts';
import { themeButton } from './theme-button.ts';
import { AskKeyEvent } from '../shared/ask-key-event.ts';
import '../shared/heading.ts';
import { SayEvent } from '../shared/say.ts';
import { whenWordsAreMissing } from '../language/load.ts';

interface Matched {
  readonly path: string | null;
  readonly routes: readonly PageRoute[];
  readonly match: RouteMatch<PageRoute> | null;
}

/** True on a page that carries out this run: the run or command page of its beacon, or the run page of any job. */
function isScreenOf(run: RunProgress, match: RouteMatch<PageRoute> | null): boolean {
  const id = match?.route.id;
  return id === 'jobRun' || ((id === 'run' || id === 'command') && match?.params['uniqueId'] === run.uniqueId);
}

/** Set `services` before the element is connected; they do not change afterwards. */
@customElement('fk-app')
export class FkApp extends WatchingElement {
  @provide({ context: appContext })
  @property({ attribute: false })
  services!: AppServices;

  @property({ attribute: false }) routes: readonly PageRoute[] = pageRoutes;
  @state() private path = '';
  @state() private message: SayEvent | null = null;
  /** The request that opened the key dialog; null while it is closed. */
  @state() private keyRequest: AskKeyEvent | null = null;
  /** Heading that the page at `path` has reported for the header. */
  @state() private reportedHeading = { path: '', heading: '' };

  /** On a phone the header has room for the counter only; the theme is under More. */
  private readonly wide = new MediaController(this, LAPTOP);
  private matched: Matched = { path: null, routes: [], match: null };
  private stopRouter: (() => void) | null = null;
  /** The listener for shortcuts and the way to stop it; null while no account is connected. */
  private keys: Promise<() => void> | null = null;
  private first = true;

  static override styles = [shared, appStyles];

  constructor() {
    super();
    this.addEventListener('fk-say', (event) => this.showToast(event));
    this.addEventListener('fk-heading', ({ heading }) => (this.reportedHeading = { path: this.path, heading }));
    this.addEventListener('fk-ask-key', this.openKeyDialog);
    this.addEventListener('fk-copy', (event) => void copyId(event, this));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    whenWordsAreMissing(() => this.showToast(new SayEvent(text.wordsMissing)));
    this.stopRouter = startRouter({
      onPath: (path, first) => {
        this.first = first;
        this.path = path;
      },
      mayLeave: (toPath) => this.mayLeave(toPath),
    });
    window.addEventListener('beforeunload', this.onUnload);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopRouter?.();
    window.removeEventListener('beforeunload', this.onUnload);
    void this.keys?.then((stop) => stop());
    this.keys = null;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.listenForKeys();
    this.loadUpdate();
    const home = this.redirectPath();
    if (home !== null) navigate(home, { replace: true });
    else showTitle(this.pageTitle);
  }

  protected override render(): TemplateResult {
    const match = this.match;
    const { account, accounts } = this.services.session.state.value;
    const app = this.services.app.state.value;
    const back = match?.route.back?.(match.params, account !== null, this.wide.matches) ?? '';
    return html`
      <fk-header
        .heading=${this.pageHeading}
        .back=${back}
        .states=${this.headerStates}
        .about=${account === null ? '' : `${account.name} · ${app.version}`}
        .account=${accounts.length > 1 ? (account?.name ?? '') : ''}
        .openHelp=${match === null ? null : this.openHelp}
      >
        <a slot="skip" class="skip" href="#page" @click=${this.skip}>${text.skip}</a>
        <span class="tools">${
          account === null || this.wide.matches
            ? themeButton(app.theme, (theme) => this.services.app.setTheme(theme))
            : nothing
        }</span>
        ${this.renderCounter(account !== null)}${this.renderHelp()}
      </fk-header>
      <div class="above">
        <div role="status">${this.renderUpdate()}</div>
        <div role="alert">${
          this.services.app.state.value.policy === 'none'
            ? html`<div class="offer spread warning">${text.noPolicy}</div>`
            : nothing
        }</div>
        <fk-shell-notices .services=${this.services} .uniqueId=${match?.params['uniqueId'] ?? ''}></fk-shell-notices>
      </div>
      <main id="page" tabindex="-1" aria-label=${this.pageTitle} @fk-page-shown=${this.onPageShown}>
        ${this.redirectPath() === null ? this.renderPage(match, account !== null) : nothing}
      </main>
      ${account === null ? nothing : this.renderNav(account, match?.route.place ?? 'none')}
      <fk-toast
        .message=${this.message}
        @fk-undo=${this.undo}
        @fk-dismiss=${this.hideToast}
      ></fk-toast>
      <fk-key-dialog
        .session=${this.services.session}
        .waiting=${this.account?.outbox.state.value.toSend ?? 0}
        .request=${this.keyRequest}
        @fk-close=${this.keyDialogClosed}
      ></fk-key-dialog>
      <div id="asking"></div>
      <div id="sheet"></div>
    `;
  }

  /** The services of the connected account; null until they have been read. */
  get account(): AccountServices | null {
    return this.services.account.value.services;
  }

  /** The bar and the rail. A run that is carried out, here or in another window, needs nobody and is in no badge. */
  private renderNav({ kind, name }: Account, place: PlaceId): TemplateResult {
    const { account } = this;
    const running = account?.runs.current.value;
    const isCarriedOut = ({ id }: Run): boolean =>
      (isOpen(running) && running.runId === id) || account?.runs.elsewhere.value.has(id) === true;
    const runs = account?.runs.list.value ?? [];
    const { rail, bar } = placesOf({
      unfinished: runs.filter((run) => isUnfinished(run) && !isCarriedOut(run)).length,
      needsYou: account?.outbox.state.value.needsYou ?? 0,
      hasStream: account?.hasStream.value ?? false,
    });
    // In practice the sign in the header says the same.
    const shownName = kind === 'sandbox' ? '' : name;
    return html`<fk-nav .rail=${rail} .bar=${bar} .current=${place === 'none' ? '' : place} .account=${shownName}></fk-nav>`;
  }

  /** The counter of all receipts on this phone, without a number until they have been read. */
  private renderCounter(connected: boolean): TemplateResult | typeof nothing {
    const { locked } = this.services.session.state.value;
    const elsewhere = this.services.phone.value.receiptsElsewhere ?? (this.hasOtherAccounts ? null : []);
    const all = elsewhere?.reduce((sum, one) => sum + one.toSend, 0) ?? 0;
    if (!connected && all === 0) return nothing;
    // While no account is connected, show the receipts of the locked account, which wait for its key.
    const here = locked === null ? all : (elsewhere?.find(({ accountId }) => accountId === locked.id)?.toSend ?? 0);
    const toSend = this.account?.outbox.state.value.toSend ?? null;
    const count = !connected ? here : elsewhere === null ? null : toSend;
    const others = connected ? all : all - here;
    return html`<fk-receipt-counter
      slot="counter"
      .href=${!connected || (count === 0 && others > 0) ? '/more' : '/outbox'}
      .count=${count}
      .others=${others}
      .keyWaiting=${this.needsKey}
    ></fk-receipt-counter>`;
  }

  private get hasOtherAccounts(): boolean {
    const { accounts, account } = this.services.session.state.value;
    return accounts.some(({ id }) => id !== account?.id);
  }

  /** Renders a page of an account only while that account is open. Each opening gets a new page element. */
  private renderPage(match: RouteMatch<PageRoute> | null, connected: boolean): TemplateResult {
    const isOfAccount = match !== null && match.route.withoutAccount !== true;
    if (!isOfAccount) return html`<fk-page-host .match=${match}></fk-page-host>`;
    const { account } = this;
    if (connected && account !== null)
      return html`${keyed(account, html`<fk-page-host .services=${account} .match=${match}></fk-page-host>`)}`;
    if (!this.services.account.value.failed)
      return html`<fk-skeleton class="wait" .label=${text.openingAccount} count="4"></fk-skeleton>`;
    return html`<fk-notice class="wait" tone="stop" urgent .text=${text.storageTrouble}>
      <div slot="action">
        <fk-button @click=${() => location.reload()}>${text.loadAgain}</fk-button>
        <fk-button .href=${`${import.meta.env.BASE_URL}rescue.html`} .newTab=${true}>${text.rescue}</fk-button>
      </div>
    </fk-notice>`;
  }

  /** All states that the header has to say, the most important one first. */
  private get headerStates(): readonly HeaderState[] {
    const app = this.services.app.state.value;
    const states: readonly (HeaderState | false)[] = [
      (this.services.account.value.failed || this.account?.outbox.state.value.trouble != null) && {
        id: 'storage',
        act: () => location.reload(),
      },
      !app.online && { id: 'offline' },
      this.needsKey && { id: 'key', act: () => this.dispatchEvent(new AskKeyEvent()) },
      this.offersUpdate && { id: 'update', act: () => void this.services.app.applyUpdate() },
      this.services.session.state.value.account?.kind === 'sandbox' && { id: 'practice' },
    ];
    return states.filter((state) => state !== false);
  }

  /** Renders the help button, in the same place on every page. */
  private renderHelp(): TemplateResult | typeof nothing {
    if (this.match === null) return nothing;
    const label = text.help(this.pageTitle);
    return html`<fk-button slot="help" variant="quiet" .icon=${helpIcon} .label=${label} title=${label}
      @click=${this.openHelp}></fk-button>`;
  }

  private readonly openHelp = (): void => this.openSheet('help');

  openSheet(what: SheetKind): void {
    const into = this.renderRoot.querySelector<HTMLElement>('#sheet')!;
    const { services, pageTitle: about, match } = this;
    const context = { services, into, about, routeId: match?.route.id ?? '', hasKeys: this.keys !== null };
    // Loaded on request, because it contains all help texts.
    import('./open-sheet.ts').then(
      ({ openSheet }) => openSheet(what, context),
      () => this.showToast(new SayEvent(text.pageFailed.text)),
    );
  }

  /** Starts the single-key shortcuts once an account is connected. */
  private listenForKeys(): void {
    if (this.keys !== null || this.services.session.state.value.account == null) return;
    const main = this.renderRoot.querySelector('main')!;
    this.keys = import('./desk-keys.ts').then(
      ({ startShortcuts }) => {
        main.setAttribute('aria-keyshortcuts', 'Control+K');
        return startShortcuts({ page: () => main, go: navigate, open: (what) => this.openSheet(what) });
      },
      (error: unknown) => {
        // The app works without shortcuts, because everything they do has a button too.
        reportError(error);
        return () => {};
      },
    );
  }

  /** True while a run is open in any window; the update is then not offered. */
  private get runsAnywhere(): boolean {
    return isOpen(this.account?.runs.current.value) || (this.account?.runs.elsewhere.value.size ?? 0) > 0;
  }

  private get offersUpdate(): boolean {
    const app = this.services.app.state.value;
    return app.updateWaiting && app.takingOver === 'no' && !this.runsAnywhere;
  }

  /** The offer of a newer version, and the progress of its installation. */
  private renderUpdate(): TemplateResult | typeof nothing {
    const { updateWaiting, takingOver } = this.services.app.state.value;
    if (this.runsAnywhere || !updateWaiting) return nothing;
    const { held, asked, ready, apply } = text.update;
    if (takingOver !== 'no') return html`<div class="offer spread">${takingOver === 'held' ? held : asked}</div>`;
    return html`<div class="offer spread">
      <span>${ready}</span>
      <fk-button @click=${() => void this.services.app.applyUpdate()}>${apply}</fk-button>
    </div>`;
  }

  /**
   * Loads the new version once it has taken over. Waits for an open run, because one may have begun during the minutes
   * that taking over can last.
   */
  private loadUpdate(): void {
    if (this.services.app.state.value.takingOver === 'done' && !isOpen(this.account?.runs.current.value))
      void this.services.app.applyUpdate();
  }

  /** Returns the same object for the same address, so that rendering again does not load the page again. */
  private get match(): RouteMatch<PageRoute> | null {
    const { path, routes } = this;
    if (this.matched.path !== path || this.matched.routes !== routes)
      this.matched = { path, routes, match: matchRoute(routes, path) };
    return this.matched.match;
  }

  private get pageTitle(): string {
    return titleOf(this.match, this.deviceType);
  }

  private get pageHeading(): string {
    if (this.reportedHeading.path === this.path) return this.reportedHeading.heading;
    const match = this.match;
    return match?.route.heading?.(match.params, this.deviceType) ?? this.pageTitle;
  }

  private readonly deviceType: DeviceTypeOf = (uniqueId) => {
    const listed = this.account?.beacons.of(uniqueId).listed;
    return listed === undefined || listed === 'unread' ? undefined : (listed?.deviceType ?? null);
  };

  private get keyMissing(): boolean {
    const key = this.services.session.state.value.key;
    return key === 'needed' || key === 'vault';
  }

  /** True when the key is missing here or was not accepted by the backend. */
  private get needsKey(): boolean {
    return this.keyMissing || this.account?.outbox.state.value.pause?.reason === 'key';
  }

  /**
   * Returns the address to redirect to: Today once an account is there, the welcome page while there is none;
   * null to stay.
   */
  private redirectPath(): string | null {
    const route = this.match?.route;
    if (route === undefined) return null;
    const account = this.services.session.state.value.account;
    if (route.id === 'welcome' && account !== null) return '/overview';
    return account === null && route.withoutAccount !== true ? '/' : null;
  }

  private mayLeave(toPath: string): true | Promise<boolean> {
    const run = this.account?.runs.current.value;
    const match = this.match;
    if (!isOpen(run) || !isScreenOf(run, match) || toPath === this.path) return true;
    const into = this.renderRoot.querySelector<HTMLElement>('#asking')!;
    return import('./leave-run.ts').then(
      ({ askToLeaveRun }) => askToLeaveRun(run, into),
      // When the dialog's code cannot be loaded, leave without asking. The run continues in the background.
      () => true,
    );
  }

  private readonly onUnload = (event: BeforeUnloadEvent): void => {
    if (isOpen(this.account?.runs.current.value)) event.preventDefault();
  };

  /**
   * Moves the keyboard focus to a new page, unless the focused element is still there (a row of the list beside its
   * device).
   */
  private readonly onPageShown = (event: PageShownEvent): void => {
    const main = this.renderRoot.querySelector('main')!;
    // On short screens the whole app scrolls (app-styles.ts).
    if (event.fresh) for (const scroller of [main, this]) scroller.scrollTop = 0;
    if (this.first || (!event.fresh && focusIsIn(main))) return;
    main.focus({ preventScroll: true });
  };

  private readonly skip = (event: Event): void => {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  };

  private readonly openKeyDialog = (event: AskKeyEvent): void => {
    import('./key-dialog.ts').then(
      () => (this.keyRequest = event),
      () => this.showToast(new SayEvent(text.pageFailed.text)),
    );
  };

  private readonly keyDialogClosed = (event: Event): void => {
    if ((event.target as HTMLElement).localName === 'fk-key-dialog') this.keyRequest = null;
  };

  private showToast(event: SayEvent): void {
    this.message = event;
  }

  private readonly undo = (): void => {
    const { message } = this;
    this.hideToast();
    const next = message?.undo?.();
    if (next instanceof SayEvent) this.showToast(next);
  };

  private readonly hideToast = (): void => {
    this.message = null;
  };
}

/**
 * Copies an ID to the clipboard. Dispatches the message from the pressed element, because a page may show messages
 * itself; from `app` when that element is gone.
 */
async function copyId(event: CopyEvent, app: Element): Promise<void> {
  const [origin] = event.composedPath();
  const message = await navigator.clipboard.writeText(event.value).then(
    () => text.copied(event.value),
    () => text.copyFailed,
  );
  const from = origin instanceof Element && origin.isConnected ? origin : app;
  from.dispatchEvent(new SayEvent(message));
}

/** True when the focus is on a rendered element inside `place`, including its shadow roots. */
function focusIsIn(place: HTMLElement): boolean {
  const focused = focusedElement();
  return focused !== null && elementsAround(focused).includes(place) && focused.checkVisibility();
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-app': FkApp;
  }
}
