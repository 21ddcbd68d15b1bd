/**
 * The devices page: the list with search and refresh, and beside it on wide screens the open device or the action for
 * the selected ones.
 */
import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import {
  NOTHING_CHOSEN,
  chooseAll,
  countAway,
  extend,
  toggle,
  type Chosen,
} from '../../../domain/device-list/chosen.ts';
import { NO_FILTER, countFilters, type DeviceFilter } from '../../../domain/device-list/filter.ts';
import type { BeaconTable } from '../../../domain/beacon-table.ts';
import { memoizeMembers } from '../../../domain/memoize.ts';
import { correctedNow } from '../../../domain/telemetry/now.ts';
import { ListAddress, searchOf } from './list-address.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { DeviceListState, DeviceQuery } from '../../../use-cases/devices/device-list.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { DESK, LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/button/button.ts';
import '../../elements/empty/empty.ts';
import '../../elements/notice/notice.ts';
import '../../elements/progress/progress.ts';
import '../../shared/failure.ts';
import { controlStyles } from '../../kit/control-styles.ts';
import { selectIcon, settingsIcon, syncIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath, navigate } from '../../shell/router.ts';
import type { SidePage } from '../../shell/routes.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { deviceListStrings as listText } from '../../strings/device-list.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import type { ChosenAction } from './chosen-actions.ts';
import { LabelScanner } from '../../beacon/label-scanner.ts';
import { renderNone, renderProgress } from '../../beacon/list-progress.ts';
import { FreshListController } from '../../beacon/fresh-list.ts';
import { BackendLookUp } from '../../beacon/backend-look-up.ts';
import './device-window.ts';
import type { WindowActs } from './device-window.ts';
import { devicesPageStyles } from './devices-page-styles.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { SayEvent } from '../../shared/say.ts';
import { shellStrings } from '../../strings/shell.ts';
import { keepWarm } from '../../shared/keep-warm.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { baseDevices, contextOf, findDevices, type Found } from './shown-devices.ts';
import { KEYS } from '../../shell/shortcuts.ts';
import { renderCount, renderTool, renderTrouble, type Tool } from './list-head.ts';
import {
  ROOMY,
  WIDEST,
  asksForHeard,
  changeView,
  columnsOf,
  followAccount,
  isAsListed,
  listView,
  sortedBy,
  withWidth,
  type ListShape,
  type ListView,
} from './list-view.ts';

/** One empty list for what is not read yet: the window compares lists by identity. */
const NO_DEVICES: readonly never[] = [];

/** `uniqueId` empty and no `sheet`: only the list. */
@customElement('fk-devices-page')
export class FkDevicesPage extends AccountElement {
  @property() uniqueId = '';
  /** The action for the selected devices: beside the list where the width allows it, else in its place. */
  @property({ attribute: false }) sheet: SidePage | null = null;
  /**
   * What is beside the list. A device or a sheet narrows it; the panel leaves its columns visible because it changes
   * them.
   */
  @property({ reflect: true }) beside: 'nothing' | 'device' | 'panel' | 'sheet' | 'sheetAlone' = 'nothing';
  @state() private query = '';
  @state() private optionsOpen = false;
  @state() private choosing = false;
  @state() private chosen: Chosen = NOTHING_CHOSEN;

  private readonly wide = new MediaController(this, LAPTOP);
  private readonly desk = new MediaController(this, DESK);
  private readonly roomy = new MediaController(this, ROOMY);
  private readonly widest = new MediaController(this, WIDEST);
  private readonly telemetry = onRequest(this, async () => {
    const [{ RowTelemetry }, { state }] = await Promise.all([import('./row-telemetry.ts'), this.services.telemetry()]);
    return new RowTelemetry(state);
  });
  /** Rendering the rows comes before their alarms. */
  private readonly idle = onRequest(this, whenIdle);
  private readonly chosenCode = onRequest(
    this,
    () => import('./chosen-actions.ts'),
    () => {
      this.choosing = false;
      this.sayPageFailed();
    },
  );
  /** When loading fails the filter can still be changed in the panel. */
  private readonly filterChips = onRequest(
    this,
    () => import('./filter-chips.ts'),
    () => this.sayPageFailed(),
  );
  private readonly jobs = onRequest(this, async () => (await import('./job-choices.ts')).openJobs(this.services));
  private readonly clock = new ClockController(this);
  private readonly address = new ListAddress(this, (query) => (this.query = query));
  private readonly scanner = new LabelScanner(this, () => this.services);
  protected readonly fresh = new FreshListController(this, () => this.services);
  private readonly lookUp = new BackendLookUp(this, () => this.services);

  static override styles = [shared, pageStyles, controlStyles, devicesPageStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.onKey);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.foundNow?.found.length === 0 && countFilters(this.shownView.filter) === 0) this.lookUp.soon(this.query);
    // The keyboard follows to the sheet, as it does to a page.
    if (changed.get('sheet') === null) this.renderRoot.querySelector<HTMLElement>('.sheet')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Close the panel, which has the same place as what was opened.
    if ((changed.has('uniqueId') && this.uniqueId !== '') || (changed.has('sheet') && this.sheet !== null))
      this.optionsOpen = false;
    if (changed.has('sheet')) this.inSheet = this.sheet === null ? null : document.createElement(this.sheet.tag);
    this.followSelection(changed.has('sheet') && this.sheet !== null);
    if (this.choosing) openOnce(this.chosenCode, true);
    if (countFilters(this.shownView.filter) > 0) openOnce(this.filterChips);
    const { account, accounts } = this.services.session.state.value;
    const ids = accounts.map(({ id }) => id);
    if (account !== null && this.isConnected) {
      followAccount(account.id, ids);
      this.address.begin();
    }
    const list = this.services.devices.list.value;
    if (list.devices !== null && list.refreshing === null) openOnce(this.idle);
    if (this.optionsOpen || this.shownView.filter.jobs.length > 0) openOnce(this.jobs);
    if (this.idle.status === TaskStatus.COMPLETE || asksForHeard(this.shownView, this.shape)) openOnce(this.telemetry);
    const open = this.optionsOpen ? 'panel' : this.uniqueId === '' ? 'nothing' : 'device';
    this.beside =
      this.sheet !== null && !this.optionsOpen
        ? this.desk.matches
          ? 'sheet'
          : 'sheetAlone'
        : this.wide.matches
          ? open
          : 'nothing';
  }

  protected override render(): TemplateResult | typeof nothing {
    const state = this.services.devices.list.value;
    const alone = !this.wide.matches;
    const isAway = this.beside === 'sheetAlone' || (alone && this.uniqueId !== '');
    return html`<section class="list ${isAway ? 'away' : ''}" aria-label=${text.listLabel}>${this.renderList(state)}</section>
      ${this.renderBeside(state, alone)}`;
  }

  private renderList(state: DeviceListState): TemplateResult {
    const { devices } = state;
    const beacons = this.services.beacons.table.value;
    if (devices === null || devices.length === 0)
      return html`${this.renderHead(state, 0)}${
        this.showsHead(state)
          ? this.renderRows(state.head!.devices, beacons)
          : renderNone(state, () => void this.refresh())
      }`;
    const count = this.found(devices, beacons);
    const table = this.wide.matches;
    if (this.optionsOpen && !table) return html`${this.renderHead(state, count.length)}${this.renderPanel(state)}`;
    return html`${this.renderHead(state, count.length)}
      ${
        count.length === 0
          ? html`<div class="middle grow">
            <fk-empty .text=${this.query === '' ? text.nothingFits : text.nothingFound(this.query)}>
              <fk-button slot="action" @click=${this.clear}>${text.clearSearch}</fk-button>
            </fk-empty>
            ${this.lookUp.render(this.query)}
          </div>`
          : this.renderRows(count, beacons)
      }
      ${this.choosing ? this.renderChosenBar(count) : nothing}`;
  }

  private renderChosenBar(found: readonly CachedDevice[]): TemplateResult | undefined {
    const counts = {
      chosen: this.chosen.ids.size,
      away: countAway(this.chosen, found),
      found: found.length,
    };
    return this.chosenCode.value?.renderChosenBar(counts, this.sheet !== null, this.onChosenAction);
  }

  private renderRows(devices: readonly CachedDevice[], beacons: BeaconTable): TemplateResult {
    const table = this.wide.matches;
    const columns = columnsOf(this.shownView, this.shape);
    const now = correctedNow(this.services.backendClock.value, this.clock.nowMs);
    return html`<fk-device-window
      .devices=${devices}
      .beacons=${beacons}
      .chosen=${this.uniqueId}
      .table=${table}
      .narrow=${this.beside === 'device' || (this.beside === 'sheet' && !this.widest.matches)}
      .columns=${columns}
      .compact=${table && this.shownView.density === 'compact'}
      .widths=${this.shownView.widths}
      .nowMs=${now.isChecked ? now.ms : null}
      .heard=${table && columns.includes('heard') ? (this.telemetry.value?.inWords ?? null) : null}
      .alarmOf=${this.telemetry.value?.alarmOf ?? null}
      .by=${this.shownView.by}
      .descending=${this.shownView.descending}
      .choosing=${this.choosing}
      .selected=${this.chosen.ids}
      .acts=${this.windowActs}
    ></fk-device-window>`;
  }

  /**
   * The first rows of a long list, while the rest loads. Only possible in the backend's order without a filter, and not
   * beside an open device further down, which the list would jump to.
   */
  private showsHead({ devices, head }: DeviceListState): boolean {
    if (devices !== null || head == null || head.devices.length === 0) return false;
    const isInView = this.uniqueId === '' || head.devices.some(({ uniqueId }) => uniqueId === this.uniqueId);
    return isInView && isAsListed(this.shownView) && this.query.trim() === '';
  }

  private renderHead(state: DeviceListState, count: number): TemplateResult {
    const { devices, refreshing } = state;
    const { filter } = this.shownView;
    const filters = countFilters(filter);
    const isRead = devices !== null;
    // While the list is read its tools have their places already.
    const some = !isRead || devices.length > 0;
    const wide = this.wide.matches;
    const look = wide && this.roomy.matches && this.beside === 'nothing' ? 'both' : 'pictures';
    // On a phone the panel replaces the list, and its tool says how to go back.
    const lookOf = ({ on }: Tool) => (on && this.optionsOpen && !wide ? 'words' : look);
    const refresh = (): void => void this.refresh();
    return html`<div class="over stack close">
      <div class="tools wrap">
        <label class="search">
          <span class="aside">${text.search}</span>
          <input
            type="search"
            name="search"
            placeholder=${text.searchHint}
            autocomplete="off"
            autocapitalize="off"
            autocorrect="off"
            spellcheck="false"
            .value=${live(this.query)}
            @input=${this.onSearch}
          />
        </label>
        ${some ? this.scanner.render(devices ?? [], (uniqueId) => navigate(devicePath(uniqueId)), { asks: true }) : nothing}
        <div class="state wrap">
          ${refreshing === null ? renderCount(state, count, filters, this.clock.nowMs) : html`<span class="grow"></span>`}
          <div class="wrap">
            ${some ? this.toolsOf(filters, isRead).map((tool) => renderTool(lookOf(tool), tool)) : nothing}
            ${renderTool(look, {
              icon: syncIcon,
              title: text.refresh,
              label: text.refresh,
              act: refresh,
              on: false,
              disabled: refreshing !== null,
              key: 'r',
            })}
          </div>
        </div>
      </div>
      ${refreshing === null ? nothing : renderProgress(refreshing, () => this.services.devices.cancelRefresh())}
      ${!some || filters === 0 ? nothing : this.renderChips(filter)}
      ${some && isRead ? renderTrouble(state, this.services.app.state.value.online, refresh) : nothing}
    </div>`;
  }

  private toolsOf(filters: number, isRead: boolean): readonly Tool[] {
    const { optionsOpen, choosing } = this;
    return [
      {
        icon: settingsIcon,
        title: listText.view,
        label: optionsOpen ? listText.viewDone : listText.viewCount(filters),
        act: this.toggleOptions,
        on: optionsOpen,
        disabled: !isRead,
      },
      {
        icon: selectIcon,
        title: listText.choose,
        label: choosing ? listText.chooseDone : listText.choose,
        act: this.toggleChoosing,
        on: choosing,
        // The panel replaces the list.
        disabled: (optionsOpen && !this.wide.matches) || !isRead,
      },
    ];
  }

  private renderChips(filter: DeviceFilter): TemplateResult | typeof nothing {
    const chips = this.filterChips.value;
    if (chips === undefined) return html`<div class="chips"></div>`;
    const jobs = this.jobs.value?.().options ?? [];
    return chips.renderFilterChips(filter, jobs, (changed) => this.showView({ ...this.shownView, filter: changed }));
  }

  private renderBeside(state: DeviceListState, alone: boolean): TemplateResult | typeof nothing {
    if (!alone && this.optionsOpen && (state.devices?.length ?? 0) > 0)
      return html`<section class="detail scroll" aria-label=${listText.view}>${this.renderPanel(state)}</section>`;
    if (this.sheet !== null)
      return html`<section class="detail sheet scroll" tabindex="-1" aria-label=${this.sheet.label}>
        ${this.inSheet}
      </section>`;
    return this.uniqueId === ''
      ? nothing
      : html`<section class="detail scroll"><fk-device-page .uniqueId=${this.uniqueId}></fk-device-page></section>`;
  }

  // Kept until their inputs change: the page renders again for every tick and every receipt.
  private readonly baseOf = memoizeMembers(baseDevices);
  private foundNow: Found | null = null;
  private found(devices: readonly CachedDevice[], beacons: BeaconTable): readonly CachedDevice[] {
    const { filter, by, descending } = this.shownView;
    const base = this.baseOf({ devices, beacons, filter, by, descending, ...this.contextNow(beacons) });
    this.foundNow = findDevices(base, this.query, this.foundNow);
    // Builds the search index of the sorted and filtered list in advance.
    void keepWarm(base);
    return this.foundNow.found;
  }

  /** A list of 100,000 is filtered again only when the filter or what it knows beside the list changes, not at each tick. */
  private readonly contextOf = memoizeMembers((sources: Parameters<typeof contextOf>[0]) =>
    contextOf(sources, correctedNow(this.services.backendClock.value, Date.now()).ms),
  );
  private contextNow(beacons: BeaconTable): ReturnType<typeof contextOf> {
    const hearing = this.shownView.filter.heard.length > 0 ? (this.telemetry.value?.hearing ?? null) : null;
    const heardAt = this.shownView.by === 'heard' ? (this.telemetry.value?.heardAt ?? null) : null;
    return this.contextOf({ beacons, hearing, heardAt, jobsOf: this.jobs.value?.().jobsOf ?? null });
  }

  /** Stores the view and puts it into the address, so that Back and links restore it. */
  private showView(view: ListView): void {
    changeView(view);
    this.address.tell(view, this.query, 'push');
  }

  private get shownView(): ListView {
    return listView.value;
  }

  private get shape(): ListShape {
    if (!this.wide.matches) return 'list';
    if (this.beside === 'sheet' || !this.roomy.matches) return 'table';
    return this.widest.matches ? 'widestTable' : 'wideTable';
  }

  private renderPanel(state: DeviceListState): TemplateResult {
    const locked = !this.services.app.state.value.online
      ? text.offlineAsk
      : state.refreshing === null
        ? ''
        : text.refreshing;
    const account = this.services.session.state.value.account;
    const list = {
      devices: state.devices ?? NO_DEVICES,
      jobs: this.jobs.value?.().options ?? [],
      view: this.shownView,
      shape: this.shape,
      accountId: account?.id ?? '',
      search: searchOf(this.shownView, this.query),
      pageSize: account?.settings.pageSize ?? 50,
      locked,
      changeView: (view: ListView) => this.showView(view),
      fetchPart: (query: DeviceQuery) => {
        this.optionsOpen = false;
        void this.services.devices.fetchPart(query).catch(reportError);
      },
    };
    return html`<fk-list-options class="scroll" .list=${list}></fk-list-options>`;
  }

  private readonly toggleOptions = (): void => {
    import('./list-options.ts').then(
      () => (this.optionsOpen = !this.optionsOpen),
      () => this.sayPageFailed(),
    );
  };

  private sayPageFailed(): void {
    this.dispatchEvent(new SayEvent(shellStrings.pageFailed.text));
  }

  private readonly toggleChoosing = (): void => {
    this.choosing = !this.choosing;
    if (!this.choosing) this.choose(NOTHING_CHOSEN);
  };

  /** The page shown in the sheet. */
  private inSheet: HTMLElement | null = null;
  private lastGiven: readonly string[] | null = null;

  /**
   * Selects the devices that an open sheet is about, also when a link opened it. Without a sheet, deselects those whose
   * act has ended.
   */
  private followSelection(hasOpened: boolean): void {
    const given = selection.value;
    const last = this.lastGiven;
    this.lastGiven = given;
    if (this.sheet === null ? last === null || given === last : !hasOpened && given === last) return;
    const stillGiven = new Set(given);
    const ended = new Set(last?.filter((id) => !stillGiven.has(id)));
    const ids = this.sheet === null ? new Set([...this.chosen.ids].filter((id) => !ended.has(id))) : stillGiven;
    this.chosen = { ...this.chosen, ids };
    this.choosing = ids.size > 0;
  }

  /** An open sheet always uses the present selection. */
  private choose(chosen: Chosen): void {
    this.chosen = chosen;
    if (this.sheet === null) return;
    const devices = this.services.devices.list.value.devices ?? [];
    selection.value = devices.flatMap(({ uniqueId }) => (chosen.ids.has(uniqueId) ? [uniqueId] : []));
    this.lastGiven = selection.value;
  }

  private readonly windowActs: WindowActs = {
    choose: (uniqueId, range) => {
      const listed = this.foundNow?.found ?? [];
      this.choose(range ? extend(this.chosen, uniqueId, listed) : toggle(this.chosen, uniqueId));
      this.choosing = true;
    },
    sort: (column) => this.showView(sortedBy(this.shownView, column)),
    // Not in the address, because a link must not change the receiver's table.
    resize: (column, rem) => changeView(withWidth(this.shownView, column, rem)),
  };

  private readonly onChosenAction = (action: ChosenAction): void => {
    if (action === 'all') return this.choose(chooseAll(this.foundNow?.found ?? []));
    if (action === 'clear') return this.choose(NOTHING_CHOSEN);
    if (action === 'done') return this.toggleChoosing();
    const devices = this.services.devices.list.value.devices ?? [];
    this.chosenCode.value?.actOnChosen(
      action,
      { devices, ids: this.chosen.ids, beacons: this.services.beacons.table.value },
      columnsOf(this.shownView, this.shape),
      this,
    );
  };

  private readonly onSearch = (event: InputEvent): void => {
    this.query = (event.target as HTMLInputElement).value;
    this.address.tell(this.shownView, this.query, 'replace');
    this.renderRoot.querySelector('fk-device-window')?.toTop();
  };

  private readonly clear = (): void => {
    this.query = '';
    this.showView({ ...this.shownView, filter: NO_FILTER });
    this.renderRoot.querySelector<HTMLInputElement>('.search input')?.focus();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const place = placeOfKey(event);
    if (place === null) return;
    event.preventDefault();
    if (place === 'search') this.renderRoot.querySelector<HTMLInputElement>('.search input')?.focus();
    else void this.renderRoot.querySelector('fk-device-window')?.focusRow(0);
  };

  /** The list's own state reports failures. */
  private async refresh(): Promise<void> {
    await this.services.devices.refresh().catch(reportError);
  }
}

/** Keys of the device list: "/" focuses the search, arrow down moves from there into the list. */
function placeOfKey(event: KeyboardEvent): 'search' | 'list' | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const [target] = event.composedPath();
  const typing =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  if (event.key === KEYS.search && !typing) return 'search';
  if (event.key === 'ArrowDown' && target instanceof HTMLInputElement && target.type === 'search') return 'list';
  return null;
}

/** What the page needs only sometimes. */
function onRequest<T>(page: FkDevicesPage, open: () => Promise<T>, onError?: () => void): Task<readonly [], T> {
  return new Task(page, { task: open, args: () => [], autoRun: false, ...(onError === undefined ? {} : { onError }) });
}

/** Opens it at the first call. After a failure only another visit tries again, or with `again` each call. */
function openOnce(task: Task<readonly []>, again = false): void {
  if (task.status === TaskStatus.INITIAL || (again && task.status === TaskStatus.ERROR)) void task.run();
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-devices-page': FkDevicesPage;
  }
}
