/**
 * The telemetry page: last readings, fleet by the hour, trends, charts, records, gateways and alarms, all readable
 * offline.
 */
import { initialState, Task, TaskStatus } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { ifPossible } from '../../../domain/unawaited.ts';
import { memoizeLast, memoizeMembers } from '../../../domain/memoize.ts';
import { alarmedBeacons } from '../../../domain/telemetry/alarms.ts';
import type { RecordQuery } from '../../../domain/telemetry/record-query.ts';
import { FREE_REQUESTS } from '../../../domain/limits.ts';
import { estimateOf, FREE_BOUND, newestOf, type QueryBound } from '../../../domain/telemetry/estimate.ts';
import { CLOCK_UNCHECKED, correctedNow } from '../../../domain/telemetry/now.ts';
import type { Telemetry, TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import type { ChartViewEvent } from '../../elements/chart/chart.ts';
import { MAX_LINES } from '../../elements/chart/line-styles.ts';
import { isWhole } from '../../elements/chart/view.ts';
import { moreIcon, syncIcon, telemetryIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { shellStrings } from '../../strings/shell.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';
import { renderMissingPage } from '../../shared/failure.ts';
import type { QueryEvent } from '../../shared/query-event.ts';
import { SayEvent } from '../../shared/say.ts';
import type { RestEvent } from '../../beacon/query-status.ts';
import '../../beacon/query-progress.ts';
import '../../beacon/query-status.ts';
import { partsOfQuery, renderEstimate, type PendingQuery } from './estimate-dialog.ts';
import './fleet-view.ts';
import { removeOtherChoices } from './view-choice.ts';
import { factsOfRoom, namesOf, queryableIds, roomsOf, type Names } from './names.ts';
import { isFresh, viewAfterQuery, openingQuery, rangeQuery, shownQuery } from './opening-query.ts';
import type { NameTrackingEvent } from './picker.ts';
import { rangeOf, withPreset, type ChoicePreset } from './range-choice.ts';
import type { RangeEvent } from './range-field.ts';
import './stored-section.ts';
import {
  FIRST_VIEW,
  viewQuery,
  readView,
  presetOf,
  placeOf,
  type TelemetryView,
  type View,
} from './telemetry-address.ts';
import { DRAWINGS, heardLast, placeChoices, presetChoices, renderChoices, viewChoices } from './telemetry-views.ts';
import { isLoaded, shownOf, type Shown, type ViewContext } from './view-context.ts';
import { telemetryPageStyles } from './telemetry-page-styles.ts';

/** The limit for a request that a person started, who waits for it. */
const PERSON_BOUND = { requests: FREE_REQUESTS, ms: 600_000 };
/** Moving through a chart is one movement: the address follows when it ends, ms. */
const REST_MS = 400;

const EVERY_MINUTES = [0, 1, 5, 15, 60];
const FOR_AGES_MS = 30_000;
type Pause = keyof typeof telemetryDeskStrings.fresh.paused;

/** One empty list while none is read: names are computed again for another list. */
const NO_DEVICES: readonly never[] = [];

@customElement('fk-telemetry-page')
export class FkTelemetryPage extends AccountElement {
  private readonly opening = new Task(this, {
    task: ([accountId]) => (accountId === null ? initialState : this.services.telemetry()),
    args: () => [this.services.session.state.value.account?.id ?? null],
  });
  @state() private view: TelemetryView = FIRST_VIEW;
  private readonly code = new Task(this, {
    task: ([view]) => DRAWINGS[view].load(),
    args: () => [this.view.view] as const,
  });
  @state() private form: 'absent' | 'closed' | 'open' = 'absent';
  @state() private showsOptions = false;
  @state() private pending: PendingQuery | null = null;
  private readonly jobs = new Task(this, {
    task: ([isPending]) => (isPending ? this.services.jobs() : initialState),
    args: () => [this.pending !== null],
  });
  @state() private budget: { readonly left: number; readonly of: number } | null = null;
  /** The end of presets: when they were chosen, or new records arrived. A chart must not move by itself. */
  @state() private asOfMs = Date.now();

  private readonly laptop = new MediaController(this, LAPTOP);
  /** How often telemetry is loaded by itself; 0 for never. */
  @state() private everyMinutes = 0;
  private refreshedAtMs = 0;
  private readonly clock = new ClockController(this, () => (this.everyMinutes === 0 ? FOR_AGES_MS : 1000));
  private readonly query = new QueryController(this, () => this.readAddress());
  private accountId: string | null = null;
  private shown: Shown | null = null;
  private readRecords = -1;
  /** uniqueId of the beacon in the address, until its tracking ID is known. */
  private wanted = '';
  /** The account for which the first request was sent. */
  private openedFor: string | null = null;
  /** Account, range and beacons of the charts that were loaded by themselves. */
  private filled = '';
  private filling: RecordQuery | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  static override styles = [shared, pageStyles, columnPageStyles, telemetryPageStyles];

  constructor() {
    super();
    this.readAddress();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.resting);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const accountId = this.services.session.state.value.account?.id ?? null;
    if (accountId !== this.accountId) {
      this.accountId = accountId;
      this.everyMinutes = 0;
      if (accountId !== null) removeOtherChoices(this.services.session.state.value.accounts.map(({ id }) => id));
    }
    // New records move the end of the range.
    const telemetry = this.telemetry?.state.value;
    if (telemetry !== undefined && telemetry.stored.records !== this.readRecords && telemetry.fetching === null) {
      this.readRecords = telemetry.stored.records;
      this.asOfMs = this.nowMs;
    }
    const trackingId = this.wanted === '' ? null : (this.facts?.all.trackingIdOf(this.wanted) ?? null);
    if (trackingId !== null) {
      this.wanted = '';
      this.go({ beacons: [trackingId] }, 'replace');
    }
    this.openWithRead();
    this.refresh();
  }

  /** In the foot the progress replaces the focused button, and a button the progress. */
  protected override update(changed: PropertyValues): void {
    const bar = this.renderRoot.querySelector<HTMLElement>('.bar');
    const isFocused = bar?.matches(':focus-within') === true;
    super.update(changed);
    if (isFocused && !bar.matches(':focus-within')) bar.focus();
  }

  protected override render(): TemplateResult {
    if (this.opening.status === TaskStatus.ERROR)
      return html`<div class="column">${renderMissingPage(() => void this.opening.run())}</div>`;
    const { facts } = this;
    if (facts === null)
      return html`<div class="column"><fk-skeleton .count=${6} .label=${text.loading}></fk-skeleton></div>`;
    const { telemetry, all: names } = facts;
    const nothingYet = telemetry.stored.records === 0 && telemetry.beacons.length === 0;
    return html`<div class="column" @fk-query=${this.onQuery} @fk-rest=${this.onRest} @fk-view=${this.onZoom}
      @fk-name-tracking=${this.onNamed}>
      ${this.renderNotices(telemetry)} ${nothingYet ? nothing : this.renderHead(facts)}
      <fk-telemetry-status .brief=${telemetry.last?.query.latest === true || telemetry.last?.query === this.filling}
        .zone=${this.view.zone} .last=${telemetry.fetching === null ? telemetry.last : null}
        @fk-dismiss=${() => this.telemetry?.dismissOutcome()}></fk-telemetry-status>
      ${
        nothingYet && this.view.view !== 'alarms'
          ? telemetry.fetching === null
            ? this.renderFirst(names)
            : nothing
          : this.renderShown(facts)
      }
      ${this.renderFoot(facts, nothingYet)}
      ${
        this.form === 'absent'
          ? nothing
          : html`<fk-telemetry-query
            .open=${this.form === 'open'}
            .drafts=${this.services.drafts}
            .devices=${names.devices}
            .beacons=${new Set(this.view.beacons)}
            .zone=${this.view.zone}
            .nowMs=${this.readNowMs}
            @fk-close=${this.onFormClosed}
            @fk-range=${(event: RangeEvent) => this.go({ zone: event.zone }, 'replace')}
          ></fk-telemetry-query>`
      }
      ${this.renderOptionsDialog(telemetry)}
      ${renderEstimate(this.pending, {
        partsOf: (whole) => this.partsOf(whole, names, this.jobs.value?.state.value ?? null),
        narrow: (whole, ids, part) => (this.pending = { ...this.pendingOf({ ...whole, ids }), whole, part }),
        agree: this.onAgreed,
        close: this.forgetPending,
      })}
    </div>`;
  }

  private renderNotices(telemetry: TelemetryState): TemplateResult {
    return html`
      ${
        telemetry.storageFailure === null
          ? nothing
          : html`<fk-notice tone="stop" .text=${text.storageFailed}><span slot="details"
            class="mono">${telemetry.storageFailure.code}: ${telemetry.storageFailure.detail}</span></fk-notice>`
      }
      ${!this.services.app.state.value.online ? html`<fk-notice tone="neutral" .text=${text.offline}></fk-notice>` : nothing}
    `;
  }

  private renderFirst(names: Names): TemplateResult {
    const ids = queryableIds(names);
    return html`<fk-empty .text=${ids.length === 0 ? text.firstNoDevices : text.first} .icon=${telemetryIcon}>
      <div slot="action" class="wrap">
        ${
          ids.length === 0
            ? nothing
            : html`<fk-button variant="primary" .big=${true} @click=${() => this.readNow(PERSON_BOUND)}>${text.loadFirst}</fk-button>`
        }
        <fk-button @click=${this.openForm}>${text.chooseQuery}</fk-button>
      </div>
    </fk-empty>`;
  }

  private renderHead(facts: Facts): TemplateResult {
    const isWide = this.laptop.matches;
    const raised = alarmedBeacons(facts.telemetry.alarms);
    const controls = this.isInView ? nothing : this.renderControls(facts.all, raised);
    const places = renderChoices(placeChoices(raised), placeOf(this.view.view)[0], this.openView, 'tabs');
    return html`${isWide ? html`<div class="tops spread">${places}${this.renderLoad(facts)}</div>` : nothing}
      <div class="controls row">${controls}</div>`;
  }

  private readonly openView = (view: string): void => this.go({ view: view as View }, 'push');

  /** On a laptop, charts and records have them in one row with their own controls. */
  private get isInView(): boolean {
    return this.laptop.matches && (this.view.view === 'charts' || this.view.view === 'records');
  }

  private renderControls(names: Names, raised: number): TemplateResult {
    const isWide = this.laptop.matches;
    const { view } = this.view;
    const views = renderChoices(
      viewChoices(view, raised, isWide),
      view,
      this.openView,
      isWide ? 'switch wrap' : 'list',
    );
    const ranges = renderChoices(presetChoices(this.view), presetOf(this.view), this.choosePreset, 'list');
    return html`${views}${this.renderRooms(names)}${ranges}`;
  }

  private readonly choosePreset = (preset: string): void => {
    this.go({ range: withPreset(this.view.range, preset as ChoicePreset, this.asOfMs), zoom: null }, 'push');
  };

  private renderOther(): TemplateResult {
    return html`<fk-button .icon=${moreIcon} .label=${text.options} @click=${() => (this.showsOptions = true)}></fk-button>`;
  }

  private renderOptionsDialog({ fetching }: TelemetryState): TemplateResult {
    return html`<fk-dialog .open=${this.showsOptions} .heading=${text.options} @fk-close=${this.onOptionsClosed}>
      <div class="stack far">
        <fk-button .disabled=${fetching !== null} @click=${this.openForm}>${text.chooseQuery}</fk-button>
        ${this.renderEvery()}
        <fk-telemetry-stored .telemetry=${this.telemetry!} .zone=${this.view.zone}></fk-telemetry-stored>
      </div>
    </fk-dialog>`;
  }

  /** Where devices have rooms: all that is below is of the chosen one. */
  private renderRooms(names: Names): TemplateResult | typeof nothing {
    const { room } = this.view;
    const rooms = roomsOf(names);
    if (this.view.view === 'gateways' || (rooms.length === 0 && room === '')) return nothing;
    const offered = room === '' || rooms.includes(room) ? rooms : [...rooms, room];
    const words = telemetryDeskStrings.rooms;
    const options = [{ value: '', label: words.all }, ...offered.map((value) => ({ value, label: value }))];
    const choose = (one: string): void => this.go({ room: one, beacons: [], zoom: null }, 'push');
    return renderChoices({ name: 'room', label: words.label, options }, room, choose, 'list');
  }

  private renderShown({ all, known, names, ids, view, drawn }: Facts): unknown {
    if (this.code.status === TaskStatus.ERROR) return renderMissingPage(() => void this.code.run());
    const { beacons, gateways, range } = view;
    this.shown = this.shownFor({ beacons, gateways, range, view: view.view, asOfMs: this.asOfMs });
    const context: ViewContext = {
      view,
      shown: this.shown,
      known,
      version: known.fetching === null ? known.stored.records : 'asking',
      names,
      only: ids,
      drawn,
      telemetry: this.telemetry,
      accountId: this.accountId,
      drafts: this.services.drafts,
      devices: this.services.devices.list.value.devices ?? [],
      nowMs: this.nowMs,
      go: (change, how) => this.go(change, how),
      load: this.load,
    };
    return DRAWINGS[view.view].render(
      context,
      this.isInView ? this.renderControls(all, alarmedBeacons(known.alarms)) : nothing,
    );
  }

  /** What was loaded when, and the buttons that load, one of which is the main action while what is shown is old or missing. */
  private renderLoad({ telemetry, names, drawn, toLoad }: Facts): TemplateResult {
    const words = telemetryDeskStrings.fresh;
    const { checkedAtMs, fetching, clock } = telemetry;
    const requestable = queryableIds(names);
    const query = shownQuery(toLoad, requestable, this.nowMs);
    const isRange = query?.latest === false;
    const ids = this.view.view === 'charts' ? drawn.slice(0, MAX_LINES) : (query?.ids ?? []);
    const isFull = !isRange || isLoaded(telemetry, ids, query);
    const isNew = checkedAtMs !== null && isFresh(checkedAtMs, this.nowMs);
    const isMain = !(isFull && isNew);
    const standing = fetching !== null ? 'now' : checkedAtMs === null ? 'never' : isNew ? 'fresh' : 'old';
    const age = html`${words.checked} <fk-age .at=${checkedAtMs} .now=${this.nowMs}></fk-age>`;
    const says = { now: words.checking, never: words.never, fresh: age, old: age }[standing];
    return html`<div class="fresh row">
      <p class="small" data-checked=${standing}>${isFull || says !== age ? says : telemetryDeskStrings.unloaded}${
        checkedAtMs === null || clock.isChecked ? nothing : html` · ${text.clockUnchecked}`
      }</p>
      <fk-button class="check" .variant=${isMain ? 'primary' : 'plain'} .icon=${syncIcon} .busy=${fetching !== null}
        .disabled=${requestable.length === 0}
        @click=${this.load}>${isRange ? words.checkRange : words.check}</fk-button>
      ${this.renderOther()}
      ${this.everyMinutes === 0 ? nothing : this.renderBudget()}
    </div>`;
  }

  private renderBudget(): TemplateResult {
    const words = telemetryDeskStrings.fresh;
    const { budget } = this;
    const pause = this.pauseNow();
    return html`<p class="soft budget">
      ${budget === null ? nothing : words.left(budget.left, budget.of)} ${pause === null ? nothing : words.paused[pause]}
    </p>`;
  }

  /** How often telemetry is loaded by itself. */
  private renderEvery(): TemplateResult {
    const words = telemetryDeskStrings.fresh;
    return html`<fk-field kind="select" name="every" .label=${words.every} .value=${String(this.everyMinutes)}
      .options=${EVERY_MINUTES.map((value) => ({ value: String(value), label: value === 0 ? words.off : words.minutes(value) }))}
      @fk-change=${(event: FieldChangeEvent) => {
        event.stopPropagation();
        this.everyMinutes = Number(event.value);
        this.refreshedAtMs = Date.now();
      }}></fk-field>`;
  }

  /** Within reach of the thumb: the progress of a request, and actions for the selection or else the request. */
  private renderFoot(facts: Facts, nothingYet: boolean): TemplateResult | typeof nothing {
    const { fetching } = facts.telemetry;
    const words = text.fleet;
    const { view, beacons } = this.view;
    const isChosen = view === 'fleet' && beacons.length > 0;
    const isLoad = !isChosen && !nothingYet && fetching === null && !this.laptop.matches;
    if (!isChosen && !isLoad && fetching === null) return nothing;
    // An element with a shadow tree would take its buttons out of the tab order.
    return html`<fk-foot class="foot dock"><div class="wrap bar" tabindex="-1">
      ${
        fetching === null
          ? nothing
          : html`<fk-telemetry-progress .progress=${fetching} @fk-cancel=${() => this.telemetry?.cancel()}></fk-telemetry-progress>`
      }
      ${isLoad ? this.renderLoad(facts) : nothing}
      ${
        isChosen
          ? html`<fk-button variant="primary" @click=${() => this.go({ view: 'charts' }, 'push')}
              >${words.charts(beacons.length)}</fk-button>
            <fk-button @click=${() => this.go({ view: 'records' }, 'push')}>${words.records(beacons.length)}</fk-button>
            <fk-button variant="quiet" @click=${() => this.go({ beacons: [] }, 'replace')}>${words.clear}</fk-button>
            ${this.laptop.matches ? nothing : this.renderOther()}`
          : nothing
      }
    </div></fk-foot>`;
  }

  private readAddress(): void {
    this.view = readView(location.search);
    this.wanted = new URLSearchParams(location.search).get('beacon') ?? '';
    this.asOfMs = this.nowMs;
  }

  private go(change: Partial<TelemetryView>, how: 'push' | 'replace'): void {
    clearTimeout(this.resting);
    this.view = { ...this.view, ...change };
    if (change.range !== undefined) this.asOfMs = this.nowMs;
    const query = viewQuery(this.view);
    if (!this.query.isHere || query === location.search.replace(/^\?/, '')) return;
    this.query.go(query, how);
  }

  /** Back undoes the first zoom; later ones belong to the same movement. */
  private readonly onZoom = (event: ChartViewEvent): void => {
    const zoom = isWhole(event.view, this.shown!.whole) ? null : event.view;
    if (this.view.zoom === null || zoom === null) return this.go({ zoom }, zoom === null ? 'replace' : 'push');
    this.view = { ...this.view, zoom };
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.go({}, 'replace'), REST_MS);
  };

  private get telemetry(): Telemetry | null {
    return (this.opening.status === TaskStatus.COMPLETE && this.opening.value) || null;
  }

  /** Once for each account, then for charts. Stored data is shown in the meantime. */
  private openWithRead(): void {
    const { facts } = this;
    const isOpen = this.openedFor === this.accountId;
    if (facts === null || facts.telemetry.fetching !== null || (isOpen && this.view.view !== 'charts')) return;
    if (this.wanted !== '' || queryableIds(facts.all).length === 0 || this.pauseNow() !== null) return;
    this.openedFor = this.accountId;
    const { checkedAtMs, beacons } = facts.telemetry;
    const isOld = checkedAtMs === null || beacons.length === 0 || !isFresh(checkedAtMs, this.nowMs);
    if (!isOpen && isOld) this.readNow();
    else this.fillCharts(facts);
  }

  /** Loads the range of the beacons that are drawn, once for each, where that costs few requests. */
  private fillCharts({ telemetry, toLoad: { view, beacons, range } }: Facts): void {
    const drawn = beacons.slice(0, MAX_LINES);
    const charts = JSON.stringify([this.accountId, range, drawn]);
    const times = rangeOf(range, this.asOfMs);
    if (view !== 'charts' || charts === this.filled || isLoaded(telemetry, drawn, times)) return;
    this.filled = charts;
    const query = rangeQuery(drawn, times);
    if (query === null || this.pendingOf(query).estimate.requests > FREE_REQUESTS) return;
    this.filling = query;
    void this.telemetry?.fetchRecords(query, FREE_BOUND);
  }

  /** Loads again when it is time. A clock that was set back must not stop that. */
  private refresh(): void {
    if (this.everyMinutes === 0 || this.pauseNow() !== null) return;
    if (Math.abs(Date.now() - this.refreshedAtMs) < this.everyMinutes * 60_000) return;
    this.refreshedAtMs = Date.now();
    this.readNow();
  }

  /** Time by the backend's clock, as far as it is known. */
  private get nowMs(): number {
    return correctedNow(this.telemetry?.state.value.clock ?? CLOCK_UNCHECKED, this.clock.nowMs).ms;
  }

  private readonly readNowMs = (): number => this.nowMs;

  private pauseNow(): Pause | null {
    if (document.hidden) return 'hidden';
    if (!this.services.app.state.value.online) return 'offline';
    const key = this.services.session.state.value.key;
    if (key === 'unread') return 'busy';
    if (key !== 'ready') return 'key';
    if (this.everyMinutes > 0) this.readBudget();
    return this.telemetry?.state.value?.fetching === null ? null : 'busy';
  }

  /** A failure is ignored, since the next update of the page reads again: the account may have been closed. */
  private readBudget(): void {
    const reading = this.telemetry?.budget().then((budget) => {
      if (budget.left !== this.budget?.left) this.budget = budget;
    });
    void ifPossible(reading);
  }

  /** Few requests, newest first. The limit is higher when a person has pressed a button. */
  private readNow(bound: QueryBound = FREE_BOUND): void {
    const { facts } = this;
    const query = facts && openingQuery(facts.toLoad, queryableIds(facts.names), this.nowMs);
    if (query !== null) void this.telemetry?.fetchRecords(query, bound);
  }

  /** Loads what the view shows. */
  private readonly load = (): void => {
    const { facts } = this;
    const query = facts && shownQuery(facts.toLoad, queryableIds(facts.names), this.nowMs);
    if (query !== null) this.propose(query);
  };

  /** A long request starts only after the person has seen its cost. */
  private propose(query: RecordQuery): void {
    const pending = this.pendingOf(query);
    if (pending.estimate.requests > FREE_REQUESTS) this.pending = pending;
    else void this.telemetry?.fetchRecords(query, PERSON_BOUND);
  }

  private pendingOf(query: RecordQuery): PendingQuery {
    const telemetry = this.telemetry?.state.value;
    const ids = new Set(query.ids);
    const beaconCount = telemetry?.beacons.filter(({ lastSourceId }) => ids.has(lastSourceId ?? '')).length ?? 0;
    return { query, whole: query, part: 0, estimate: estimateOf(query, telemetry?.span ?? 'unknown', beaconCount) };
  }

  private readonly partsOf = memoizeLast(partsOfQuery);

  private readonly forgetPending = (): void => {
    this.pending = null;
  };

  private readonly onAgreed = (query: RecordQuery, extent: 'newest' | 'all'): void => {
    void (extent === 'all'
      ? this.telemetry?.fetchRecords(query)
      : this.telemetry?.fetchRecords(newestOf(query), PERSON_BOUND));
  };

  private readonly onRest = (event: RestEvent): void => {
    event.stopPropagation();
    const { estimate, ...pending } = this.pendingOf(event.query);
    // It was stopped at this limit, so there is more.
    this.pending = {
      ...pending,
      estimate: { ...estimate, requests: Math.max(estimate.requests, FREE_REQUESTS + 1) },
    };
  };

  private readonly onQuery = (event: QueryEvent): void => {
    event.stopPropagation();
    const { query } = event;
    this.go(viewAfterQuery(this.view, query), 'replace');
    this.propose(query);
  };

  private readonly openForm = async (): Promise<void> => {
    this.showsOptions = false;
    await import('./query-form.ts')
      .then(() => (this.form = 'open'))
      .catch(() => this.dispatchEvent(new SayEvent(shellStrings.pageFailed.text)));
  };

  /** Not the question whether to delete, which stands in the same dialog. */
  private readonly onOptionsClosed = (event: Event): void => {
    if (event.target === event.currentTarget) this.showsOptions = false;
  };

  private readonly onFormClosed = (event: Event): void => {
    if ((event.target as HTMLElement).localName === 'fk-telemetry-query') this.form = 'closed';
  };

  private readonly onNamed = (event: NameTrackingEvent): void => {
    event.stopPropagation();
    void this.telemetry?.nameTrackingId(event.uniqueId, event.trackingId).catch(reportError);
  };

  private readonly namesOf = memoizeMembers(namesOf);
  private readonly shownFor = memoizeMembers(shownOf);
  private readonly recentIn = memoizeLast(heardLast);

  /** What is known, and the view of it; null while nothing was read. */
  private get facts(): Facts | null {
    const telemetry = this.telemetry?.state.value;
    if (telemetry === undefined) return null;
    const { beacons, typed } = telemetry;
    const devices = this.services.devices.list.value.devices ?? NO_DEVICES;
    return this.factsFor(telemetry, this.view, this.namesOf({ devices, beacons, typed }));
  }

  private readonly factsFor = memoizeLast((telemetry: TelemetryState, view: TelemetryView, all: Names) => {
    const isClose = view.view === 'charts' || view.view === 'records';
    // A gateway hears all rooms.
    const room = factsOfRoom(view.view === 'gateways' ? '' : view.room, telemetry, all);
    const { known, names, ids } = room;
    // Without a selection the beacons of the room are shown in detail.
    const beacons =
      isClose && ids !== null && view.beacons.length === 0
        ? known.beacons.map(({ trackingId }) => trackingId)
        : view.beacons;
    const drawn = beacons.length > 0 ? beacons : this.recentIn(known.beacons);
    const loaded =
      view.view === 'charts' && beacons.length === 0 ? drawn.filter((id) => names.uniqueIdOf(id) !== null) : beacons;
    return {
      telemetry,
      /** The names of the beacons of all rooms. */
      all,
      /** What is known of the beacons of the chosen room, their names and their tracking IDs (null: of all rooms). */
      ...room,
      view: { ...view, beacons },
      /** The chosen beacons, or those that charts show without a choice. */
      drawn,
      /** Charts without a choice load the beacons that they draw, as far as they are of the account. */
      toLoad: { ...view, beacons: loaded },
    };
  });
}

type Facts = ReturnType<FkTelemetryPage['factsFor']>;

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-page': FkTelemetryPage;
  }
}
