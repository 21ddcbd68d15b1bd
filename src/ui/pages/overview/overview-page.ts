/**
 * Today: tasks for the person, its other pages, and figures of the fleet, packages, receipts and streams that open the lists they
 * count.
 */
import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import {
  packageAges,
  receiptGroups,
  tasksOf,
  type Task as TaskKind,
  type TaskCount,
} from '../../../domain/overview/needs-you.ts';
import type { FleetFigures } from '../../../domain/overview/fleet-count.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { isIncomplete } from '../../../domain/device-list/incomplete.ts';
import { alarmedBeacons } from '../../../domain/telemetry/alarms.ts';
import { hearingByDevice } from '../../../domain/overview/hearing.ts';
import type { DeviceListState } from '../../../use-cases/devices/device-list.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../beacon/continue-job.ts';
import { FreshListController } from '../../beacon/fresh-list.ts';
import '../../elements/basics.ts';
import { syncIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import '../../shared/failure.ts';
import { HeadingEvent } from '../../shared/heading.ts';
import { pageTabs } from '../../shared/page-tabs.ts';
import { linkRows } from '../../shared/link-rows.ts';
import { PAGE_LINKS } from '../../shell/places.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { renderNone, renderProgress, shortInWords } from '../../beacon/list-progress.ts';
import { placeStrings } from '../../strings/places.ts';
import { overviewStrings as text } from '../../strings/overview.ts';
import { shellStrings } from '../../strings/shell.ts';
import { renderCards } from './cards.ts';
import { FleetFiguresController } from './fleet-figures.ts';
import './fleet-weeks.ts';
import { renderNeeds } from './needs-list.ts';
import { renderTiles } from './tiles.ts';
import { overviewStyles } from './overview-styles.ts';

type ReadList = DeviceListState & { readonly devices: readonly CachedDevice[] };

/** Tasks of runs that are not finished. */
const RUN_TASKS: ReadonlySet<TaskKind> = new Set(['uncertainRuns', 'unfinishedRuns', 'interrupted']);

/** The page does not wait longer than this for a service, ms: another window may hold its database. */
const MAX_WAIT_MS = 5000;

@customElement('fk-overview-page')
export class FkOverviewPage extends AccountElement {
  /** IDs of charts that show all of their rows. */
  @property({ attribute: false }) opened: ReadonlySet<string> = new Set();

  private readonly query = new QueryController(this);
  private readonly wide = new MediaController(this, LAPTOP);
  private readonly clock = new ClockController(this);
  private readonly telemetry = new Task(this, { task: () => this.services.telemetry(), args: () => [] });
  private readonly streams = new Task(this, { task: () => this.services.streams(), args: () => [] });
  private readonly jobs = new Task(this, { task: () => this.services.jobs(), args: () => [] });
  /** True when a service has taken too long to wait for. */
  @state() private isLate = false;
  private lateTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly fleet = new FleetFiguresController(this);
  private heading = '';
  protected readonly fresh = new FreshListController(this, () => this.services);

  static override styles = [shared, pageStyles, overviewStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    this.lateTimer = setTimeout(() => (this.isLate = true), MAX_WAIT_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.lateTimer);
  }

  private get telemetryNow(): TelemetryState | null {
    return this.telemetry.value?.state.value ?? null;
  }

  protected override willUpdate(): void {
    const state = this.services.devices.list.value;
    if (state.devices === null || this.isPending) return;
    const telemetry = this.telemetryNow;
    const table = this.services.beacons.table.value;
    this.fleet.follow({
      devices: state.devices,
      of: [table, telemetry?.beacons, telemetry?.typed],
      context: () => ({
        wordOf: (device) => table.of(device.uniqueId, device).track.summary,
        // The same rule as the list's filter, so that the figure and the list agree.
        carries: (uniqueId) => table.stored.get(uniqueId)?.package?.state === 'carried',
        heardOf: telemetry === null ? null : hearingByDevice(telemetry.beacons, telemetry.typed),
      }),
    });
  }

  protected override updated(): void {
    const heading = this.query.get('show') === 'fleet' ? text.tabs.fleet : shellStrings.titles.overview;
    if (heading !== this.heading) this.dispatchEvent(new HeadingEvent((this.heading = heading)));
  }

  protected override render(): TemplateResult {
    const showsFleet = this.query.get('show') === 'fleet';
    return html`<div class="column ${showsFleet ? 'wide' : 'lines'}">${this.renderContent(showsFleet)}</div>`;
  }

  private renderContent(showsFleet: boolean): TemplateResult {
    const state = this.services.devices.list.value;
    if (state.devices === null || this.isPending)
      return html`<fk-skeleton shape="card" .count=${4} .label=${text.loading}></fk-skeleton>`;
    const figures = this.fleet.value;
    const list = { ...state, devices: state.devices };
    if (list.devices.length > 0 && figures === null) return this.renderCounting(list);
    const isEmpty = state.devices.length === 0;
    return html`${this.renderMoved()}${isEmpty ? nothing : this.renderTabs(showsFleet)}
      ${showsFleet && !isEmpty ? nothing : html`<fk-continue-job></fk-continue-job>`}
      ${showsFleet && figures !== null ? html`${this.renderTop(list)}${this.renderFigures(figures)}` : this.renderToday(list, figures)}`;
  }

  private renderTabs(showsFleet: boolean): TemplateResult {
    return pageTabs(text.tabs.label, [
      { href: '/overview', label: text.tabs.toDo, isCurrent: !showsFleet },
      { href: '/overview?show=fleet', label: text.tabs.fleet, isCurrent: showsFleet },
    ]);
  }

  private renderToday(list: ReadList, figures: FleetFigures | null): TemplateResult {
    const isEmpty = list.devices.length === 0;
    const tasks = this.tasks(isEmpty ? null : figures);
    return html`${isEmpty ? html`${this.renderTop(list)}${renderNone(list, this.refresh)}` : nothing}
      ${isEmpty && tasks.length === 0 ? nothing : renderNeeds(tasks, this.requestKey)}
      ${this.renderLinks(tasks)}
      ${figures === null ? nothing : html`${renderTiles(figures)}${this.renderTop(list)}`}`;
  }

  /**
   * True while a task, or the job in progress above them, may still be found: they appear together, so that none moves
   * under a finger.
   */
  private get isPending(): boolean {
    const isOpening = this.telemetry.status <= TaskStatus.PENDING || this.jobs.status <= TaskStatus.PENDING;
    return (isOpening && !this.isLate) || this.services.session.state.value.key === 'unread';
  }

  private renderCounting({ devices }: ReadList): TemplateResult {
    return html`<fk-progress .label=${text.counting(this.fleet.counted, devices.length)} .done=${this.fleet.counted}
      .total=${devices.length}></fk-progress>
      <fk-skeleton shape="card" .count=${4} .label=${text.loading}></fk-skeleton>`;
  }

  private renderTop(state: ReadList): TemplateResult {
    const { refreshing, devices, completedAtMs, failure } = state;
    const isOffline = !this.services.app.state.value.online;
    return html`<div class="spread">
        <p class="soft">
          ${
            devices.length === 0
              ? nothing
              : completedAtMs === null
                ? isIncomplete(state)
                  ? text.partial
                  : nothing
                : html`${text.asOf(devices.length)} <fk-age .at=${completedAtMs} .now=${this.clock.nowMs}></fk-age>`
          }
        </p>
        ${
          devices.length === 0
            ? nothing
            : html`<fk-button data-key="r" .icon=${syncIcon} .disabled=${refreshing !== null}
              @click=${this.refresh}>${text.refresh}</fk-button>`
        }
      </div>
      ${refreshing === null ? nothing : renderProgress(refreshing, () => this.services.devices.cancelRefresh())}
      ${state.short == null || refreshing !== null ? nothing : html`<p>${shortInWords(state.short)}</p>`}
      ${
        failure === null || refreshing !== null || devices.length === 0
          ? nothing
          : html`<fk-failure retry .failure=${failure} .says=${isOffline ? text.offline : null} @fk-again=${this.refresh}></fk-failure>`
      }`;
  }

  private renderMoved(): TemplateResult | typeof nothing {
    const { app } = this.services;
    if (!app.state.value.pagesMoved) return nothing;
    return html`<fk-notice id="moved" tone="info" .text=${text.moved}>
      <fk-button slot="action" @click=${() => app.movedPagesRead()}>${text.movedRead}</fk-button>
    </fk-notice>`;
  }

  /** The pages of Today, with the number of what is on each. */
  private renderLinks(tasks: readonly TaskCount[]): TemplateResult {
    const unfinished = tasks.reduce((sum, { task, count }) => (RUN_TASKS.has(task) ? sum + count : sum), 0);
    const { carried } = packageAges(this.services.prepare.packages.value, this.clock.nowMs);
    const { names } = placeStrings;
    return html`<section class="card" id="pages">
      ${linkRows([
        { ...PAGE_LINKS.run, label: names.run, detail: text.runCounts(unfinished, carried) },
        { ...PAGE_LINKS.outbox, label: names.outbox, detail: text.toSend(this.services.outbox.state.value.toSend) },
      ])}
    </section>`;
  }

  private renderFigures(figures: FleetFigures): TemplateResult {
    return renderCards({
      figures,
      nowMs: this.clock.nowMs,
      isWide: this.wide.matches,
      packages: packageAges(this.services.prepare.packages.value, this.clock.nowMs),
      receipts: receiptGroups(this.services.outbox.state.value.receipts),
      telemetry: { opened: this.telemetryNow, failed: this.telemetry.status === TaskStatus.ERROR },
      streams: { opened: this.streams.value ?? null, failed: this.streams.status === TaskStatus.ERROR },
      weeks: this.renderWeeks(),
      online: this.services.app.state.value.online,
      showsAll: (id) => this.opened.has(id),
      onShow: (id) => {
        const opened = new Set(this.opened);
        if (!opened.delete(id)) opened.add(id);
        this.opened = opened;
      },
      changed: () => this.requestUpdate(),
    });
  }

  private renderWeeks(): TemplateResult | typeof nothing {
    const telemetry = this.telemetryNow;
    if (telemetry === null) return nothing;
    return html`<fk-fleet-weeks
      .services=${this.services}
      .records=${telemetry.stored.records}
      .now=${this.clock.nowMs}
      .devices=${this.services.devices.list.value.devices ?? NONE}
      .beacons=${telemetry.beacons}
    ></fk-fleet-weeks>`;
  }

  private tasks(figures: FleetFigures | null): TaskCount[] {
    const outbox = this.services.outbox.state.value;
    const { key, account } = this.services.session.state.value;
    return tasksOf({
      keyWanted: account !== null && (key === 'needed' || key === 'vault' || outbox.pause?.reason === 'key'),
      losses: this.services.phone.value.remarks.length + outbox.storageRemarks.length,
      receipts: outbox.receipts,
      edits: outbox.edits,
      runs: this.services.runs.list.value,
      elsewhere: this.services.runs.elsewhere.value,
      packages: this.services.prepare.packages.value,
      nowMs: this.clock.nowMs,
      needPackage: figures?.needPackage ?? 0,
      alarms: alarmedBeacons(this.telemetryNow?.alarms ?? NONE),
      silent: figures?.hearing?.silent ?? null,
      batteryLow: figures?.batteryLow ?? 0,
    });
  }

  private readonly requestKey = (): void => {
    this.dispatchEvent(new AskKeyEvent());
  };

  /** The list's own state reports failures. */
  private readonly refresh = (): void => {
    void this.services.devices.refresh().catch(reportError);
  };
}

/** One shared empty list, so that nothing is counted again. */
const NONE: readonly never[] = [];

declare global {
  interface HTMLElementTagNameMap {
    'fk-overview-page': FkOverviewPage;
  }
}
