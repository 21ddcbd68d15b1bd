/** The shell around every page: services for the pages, header, bar or rail, key dialog, toast, and what must hold on leaving. */
import { provide } from '@lit/context';
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { LiveController } from '../controllers/live-controller.ts';
import { LAPTOP, MediaController } from '../controllers/media-controller.ts';
import '../elements/button/button.ts';
import '../elements/header/header.ts';
import type { CopyEvent } from '../elements/id/id.ts';
import { autoIcon, helpIcon, keyIcon, moonIcon, outdoorIcon, sunIcon, type IconPath } from '../kit/first-icons.ts';
import { shared } from '../kit/tokens.ts';
import { onDemand } from '../../domain/on-demand.ts';
import type { RunProgress } from '../../use-cases/run/offered.ts';
import { matchRoute, navigate, startRouter, type RouteMatch } from './router.ts';
import { servicesContext, type AppState, type Services } from './services.ts';
import { shellStrings as text } from '../strings/shell.ts';
import '../elements/skeleton/skeleton.ts';
import { appStyles } from './app-styles.ts';
import { focusIsIn } from './focus-place.ts';
import { isOpen } from './open-run.ts';
import './page-host.ts';
import type { PageShownEvent } from './page-host.ts';
import { pageRoutes, type PageRoute } from './routes.ts';
import type { DeskThing } from './desk.ts';
import { SayEvent } from '../shared/say.ts';
import { whenPageStands } from './page-stands.ts';
import { updateOffer } from './update-offer.ts';

const THEMES: readonly AppState['theme'][] = ['auto', 'light', 'dark', 'sun'];
const THEME_ICONS: Record<AppState['theme'], IconPath> = {
  auto: autoIcon,
  light: sunIcon,
  dark: moonIcon,
  sun: outdoorIcon,
};
const TOAST_MS = 6000;
const UNDO_TOAST_MS = 12_000;

interface Matched {
  readonly path: string | null;
  readonly routes: readonly PageRoute[];
  readonly match: RouteMatch<PageRoute> | null;
}

/** The page on which this run is carried out: its beacon's, or that of a job, which leads from one beacon to the next. */
function isScreenOf(run: RunProgress, match: RouteMatch<PageRoute> | null): boolean {
  const id = match?.route.id;
  return id === 'jobRun' || ((id === 'run' || id === 'command') && match?.params['uniqueId'] === run.uniqueId);
}

/** Set `services` before it is connected; it does not change afterwards. */
@customElement('fk-app')
export class FkApp extends LitElement {
  @provide({ context: servicesContext })
  @property({ attribute: false })
  services!: Services;

  @property({ attribute: false }) routes: readonly PageRoute[] = pageRoutes;
  @state() private path = '';
  @state() private said: SayEvent | null = null;
  @state() private keyDialog: 'absent' | 'closed' | 'open' = 'absent';

  private readonly session = new LiveController(this, () => this.services?.session.state);
  private readonly outbox = new LiveController(this, () => this.services?.outbox.state);
  private readonly app = new LiveController(this, () => this.services?.app.state);
  private readonly phone = new LiveController(this, () => this.services?.phone);
  private readonly room = new LiveController(this, () => this.services?.room);
  private readonly current = new LiveController(this, () => this.services?.runs.current);
  private readonly devices = new LiveController(this, () => this.services?.devices.list);
  private readonly runs = new LiveController(this, () => this.services?.runs.list);
  private readonly elsewhereRuns = new LiveController(this, () => this.services?.runs.elsewhere);
  /** On the phone the header's one line belongs to the counter; the theme is under More. */
  private readonly wide = new MediaController(this, LAPTOP);
  /** Null before there is anything for them to show. */
  @state() private parts: typeof import('./account-parts.ts') | null = null;
  private fetchesParts = false;
  private matched: Matched = { path: null, routes: [], match: null };
  private stopRouter: (() => void) | null = null;
  private stopKeys: (() => void) | null = null;
  private listens = false;
  private pageStood = false;
  private readonly notices = onDemand(() => import('./shell-notices.ts'));
  private first = true;

  static override styles = [shared, appStyles];

  constructor() {
    super();
    this.addEventListener('fk-say', (event) => this.say(event));
    this.addEventListener('fk-ask-key', () => void this.askKey());
    this.addEventListener('fk-copy', (event) => void this.copy(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
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
    this.stopKeys?.();
    this.stopKeys = null;
    this.listens = false;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.fetchParts();
    this.listenForKeys();
    this.fetchNotices();
    this.loadUpdate();
    const home = this.elsewhere();
    if (home !== null) navigate(home, { replace: true });
    else document.title = text.documentTitle(this.pageTitle);
  }

  protected override render(): TemplateResult {
    const match = this.match;
    const account = this.session.value?.account ?? null;
    const app = this.app.value;
    const back = match?.route.back(match.params) ?? '';
    return html`
      <fk-header .heading=${this.pageHeading} .back=${back} .offline=${app?.online === false} .practice=${account?.kind === 'sandbox'}>
        <a slot="skip" class="skip" href="#page" @click=${this.skip}>${text.skip}</a>
        <span class="tools">${this.renderGiveKey()}${account === null || this.wide.matches ? this.renderTheme() : nothing}</span>
        ${this.renderCounter(account !== null)}${this.renderHelp()}
      </fk-header>
      <div class="above">
        <div role="status">${this.renderUpdate()}</div>
        <div role="alert">${this.app.value?.policy === 'none' ? html`<div class="offer warning">${text.noPolicy}</div>` : nothing}</div>
        ${this.parts === null ? nothing : html`<fk-shell-notices .services=${this.services} .uniqueId=${match?.params['uniqueId'] ?? ''}></fk-shell-notices>`}
      </div>
      <main id="page" tabindex="-1" aria-label=${this.pageTitle} @fk-page-shown=${this.onPageShown}>
        ${this.elsewhere() === null ? this.renderPage(match, account !== null) : nothing}
      </main>
      ${this.renderNav(account !== null)}
      <fk-toast
        .said=${this.said}
        .lastsMs=${(this.said?.undo ?? null) === null ? TOAST_MS : UNDO_TOAST_MS}
        @fk-undo=${this.undo}
        @fk-dismiss=${this.silence}
      ></fk-toast>
      ${
        this.keyDialog === 'absent'
          ? nothing
          : html`<fk-key-dialog
            .session=${this.services.session}
            .waiting=${this.outbox.value?.onlyHere ?? 0}
            .open=${this.keyDialog === 'open'}
            @fk-close=${this.keyDialogClosed}
          ></fk-key-dialog>`
      }
      <div id="asking"></div>
      <div id="desk"></div>
    `;
  }

  private renderCounter(connected: boolean): TemplateResult | typeof nothing {
    return (
      this.parts?.renderCounter({
        connected,
        locked: this.session.value?.locked ?? null,
        outbox: this.outbox.value,
        receiptsElsewhere: this.phone.value?.receiptsElsewhere ?? [],
        keyWanted: this.keyWanted,
      }) ?? nothing
    );
  }

  private renderNav(connected: boolean): TemplateResult | typeof nothing {
    if (this.parts === null || !connected) return nothing;
    const places = this.parts.placesNow(this.runs.value ?? [], this.outbox.value?.needsYou ?? 0);
    return html`<fk-nav .places=${places} .current=${this.match?.route.place ?? ''}></fk-nav>`;
  }

  /** Who visits for the first time has nothing that they could show, and does not load them. */
  private fetchParts(): void {
    const { receiptsElsewhere, remarks = [] } = this.phone.value ?? {};
    const isAnythingHere =
      this.session.value?.account != null || (receiptsElsewhere ?? []).length > 0 || remarks.length > 0;
    if (this.fetchesParts || !isAnythingHere) return;
    this.fetchesParts = true;
    void import('./account-parts.ts').then(
      (parts) => (this.parts = parts),
      () => (this.fetchesParts = false),
    );
  }

  /** A page that shows an account's rows waits until they are read: an empty list is a claim. */
  private renderPage(match: RouteMatch<PageRoute> | null, connected: boolean): TemplateResult {
    if (connected && match !== null && !match.route.withoutAccount) {
      if (this.room.value === 'closed')
        return html`<fk-skeleton class="wait" .label=${text.openingAccount} count="4"></fk-skeleton>`;
      if (this.room.value === 'failed') {
        return html`<fk-notice class="wait" tone="stop" urgent .text=${text.storageTrouble}>
          <fk-button slot="action" @click=${() => location.reload()}>${text.loadAgain}</fk-button>
        </fk-notice>`;
      }
    }
    return html`<fk-page-host .match=${match}></fk-page-host>`;
  }

  private renderGiveKey(): TemplateResult | typeof nothing {
    if (!this.keyWanted) return nothing;
    return html`<fk-button .icon=${keyIcon} .label=${text.giveKey} title=${text.giveKey} @click=${this.askKey}><span class="wordy">${text.giveKey}</span></fk-button>`;
  }

  /** In the same place on every page that is known. */
  private renderHelp(): TemplateResult | typeof nothing {
    if (this.match === null) return nothing;
    const label = text.help(this.pageTitle);
    return html`<fk-button slot="help" variant="quiet" .icon=${helpIcon} .label=${label} title=${label} @click=${() => this.openDesk('help')}></fk-button>`;
  }

  private openDesk(what: DeskThing): void {
    const into = this.renderRoot.querySelector<HTMLElement>('#desk')!;
    const { services, pageTitle: about, match } = this;
    const ask = { services, into, about, routeId: match?.route.id ?? '', hasKeys: this.stopKeys !== null };
    void import('./desk.ts').then(
      ({ openDesk }) => openDesk(what, ask),
      () => this.say(new SayEvent(text.pageFailed.text)),
    );
  }

  /** Shortcuts are for those who work here: a first visit does not load them. */
  private listenForKeys(): void {
    if (this.listens || !this.pageStood || this.session.value?.account == null) return;
    this.listens = true;
    void import('./desk-keys.ts').then(
      ({ startDeskKeys }) => {
        if (!this.isConnected) return;
        const main = this.renderRoot.querySelector('main')!;
        main.setAttribute('aria-keyshortcuts', 'Control+K');
        this.stopKeys = startDeskKeys({
          page: () => main,
          go: navigate,
          open: (what) => this.openDesk(what),
        });
      },
      () => (this.listens = false),
    );
  }

  /** What was lost, and that much is only here: after the page, or where one cannot be shown. */
  private fetchNotices(): void {
    if (this.parts !== null && (this.pageStood || this.room.value === 'failed')) this.notices().catch(() => undefined);
  }

  private renderTheme(): TemplateResult {
    const theme = this.app.value?.theme ?? 'auto';
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
    const label = text.theme.change(text.theme.names[theme], text.theme.names[next]);
    return html`<fk-button variant="quiet" .icon=${THEME_ICONS[theme]} .label=${label} title=${label} @click=${() => this.services.app.setTheme(next)}></fk-button>`;
  }

  /** Offered between runs only, whichever window has one open: an update must not come into it. */
  private renderUpdate(): TemplateResult | typeof nothing {
    const app = this.app.value;
    if (app === undefined || isOpen(this.current.value) || (this.elsewhereRuns.value?.size ?? 0) > 0) return nothing;
    return updateOffer(app, () => void this.services.app.applyUpdate());
  }

  /** It may have taken minutes to take over: the run that was begun meanwhile ends first. */
  private loadUpdate(): void {
    if (this.app.value?.takingOver === 'done' && !isOpen(this.current.value)) void this.services.app.applyUpdate();
  }

  /** The same one for the same address: what is drawn anew must not fetch the page anew. */
  private get match(): RouteMatch<PageRoute> | null {
    const { path, routes } = this;
    if (this.matched.path !== path || this.matched.routes !== routes)
      this.matched = { path, routes, match: matchRoute(routes, path) };
    return this.matched.match;
  }

  private get pageTitle(): string {
    const match = this.match;
    return match === null ? text.titles.unknown : match.route.title(match.params, this.deviceType);
  }

  private get pageHeading(): string {
    const match = this.match;
    return match?.route.heading?.(match.params, this.deviceType) ?? this.pageTitle;
  }

  private readonly deviceType = (uniqueId: string): string | null =>
    this.devices.value?.devices.find((device) => device.uniqueId === uniqueId)?.deviceType ?? null;

  private get keyMissing(): boolean {
    const key = this.session.value?.key;
    return key === 'needed' || key === 'vault';
  }

  /** Missing here, or not accepted by the backend. */
  private get keyWanted(): boolean {
    return this.keyMissing || this.outbox.value?.pause?.reason === 'key';
  }

  /** Where this address leads instead: to the overview once an account is there, to the welcome while none is. */
  private elsewhere(): string | null {
    const route = this.match?.route;
    if (route === undefined || this.services === undefined) return null;
    const account = this.session.value?.account ?? null;
    if (route.id === 'welcome' && account !== null) return '/overview';
    return account === null && !route.withoutAccount ? '/' : null;
  }

  private mayLeave(toPath: string): true | Promise<boolean> {
    const run = this.services.runs.current.value;
    const match = this.match;
    if (!isOpen(run) || !isScreenOf(run, match) || toPath === this.path) return true;
    const into = this.renderRoot.querySelector<HTMLElement>('#asking')!;
    return import('./leave-run.ts').then(
      ({ askToLeaveRun }) => askToLeaveRun(run, into),
      () => true,
    );
  }

  private readonly onUnload = (event: BeforeUnloadEvent): void => {
    if (isOpen(this.services.runs.current.value)) event.preventDefault();
  };

  /** The keyboard follows the page, unless what it was on is still there (a row of the list beside its device). */
  private readonly onPageShown = (event: PageShownEvent): void => {
    // What speaks of what was done, and shortcuts, are not needed before there is something to do.
    void whenPageStands(this.services).then(() => {
      this.pageStood = true;
      this.listenForKeys();
      this.fetchNotices();
      void import('../elements/toast/toast.ts').catch(() => undefined);
    });
    const main = this.renderRoot.querySelector('main')!;
    // Where there is little height the whole app scrolls (app-styles.ts).
    if (event.fresh) for (const scroller of [main, this]) scroller.scrollTop = 0;
    if (this.first || (!event.fresh && focusIsIn(main))) return;
    main.focus({ preventScroll: true });
  };

  private readonly skip = (event: Event): void => {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  };

  private readonly askKey = async (): Promise<void> => {
    await import('./key-dialog.ts');
    this.keyDialog = 'open';
  };

  private readonly keyDialogClosed = (event: Event): void => {
    if ((event.target as HTMLElement).localName !== 'fk-key-dialog') return;
    this.keyDialog = 'closed';
  };

  private say(event: SayEvent): void {
    this.said = event;
  }

  private readonly undo = (): void => {
    const { said } = this;
    this.silence();
    said?.undo?.();
  };

  private readonly silence = (): void => {
    this.said = null;
  };

  private async copy(event: CopyEvent): Promise<void> {
    const message = await navigator.clipboard.writeText(event.value).then(
      () => text.copied(event.value),
      () => text.copyFailed,
    );
    this.said = new SayEvent(message);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-app': FkApp;
  }
}
