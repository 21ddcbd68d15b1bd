/** Telemetry: what was asked for, the fleet, its records and its charts; all of it readable offline. */
import { consume } from '@lit/context';
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { MAX_IDS, MAX_SIZE, presetRange, type TelemetryAsk } from '../../../domain/telemetry/ask.ts';
import type { Telemetry, TelemetryFilter, TelemetryState } from '../../../use-cases/telemetry/offered.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { LiveController } from '../../controllers/live-controller.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/button/button.ts';
import type { ChartZone } from '../../elements/chart/moments.ts';
import '../../elements/empty/empty.ts';
import '../../elements/notice/notice.ts';
import '../../elements/skeleton/skeleton.ts';
import { telemetryIcon } from '../../kit/place-icons.ts';
import { shared } from '../../kit/tokens.ts';
import { servicesContext, type Services } from '../../shell/services.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';
import type { AskEvent } from '../../shared/ask-event.ts';
import '../../beacon/ask-status.ts';
import './fleet-view.ts';
import { forgetOthers } from './kept-choice.ts';
import { fleetRows, namesOf, type Names } from './names.ts';
import type { NameTrackingEvent, PickEvent, PickerEntry } from './picker.ts';
import { isOpenEnded, rangeOf, type RangeChoice, type RangeEvent } from './range-field.ts';
import type { PickGatewaysEvent } from './show-bar.ts';
import './stored-section.ts';
import { telemetryPageStyles } from './telemetry-page-styles.ts';

const VIEWS = ['fleet', 'records', 'charts'] as const;
type View = (typeof VIEWS)[number];

@customElement('fk-telemetry-page')
export class FkTelemetryPage extends LitElement {
  @consume({ context: servicesContext, subscribe: true })
  private readonly services!: Services;
  @state() private telemetry: Telemetry | null = null;
  @state() private failed = false;
  @state() private view: View = 'fleet';
  @state() private viewFailed = false;
  @state() private form: 'absent' | 'closed' | 'open' = 'absent';
  @state() private chosen: ReadonlySet<string> = new Set();
  /** Gateways whose records are shown; none chosen means any. */
  @state() private gateways: ReadonlySet<string> = new Set();
  @state() private range: RangeChoice = { preset: 'last24Hours', startMs: Number.NaN, endMs: Number.NaN };
  @state() private zone: ChartZone = 'local';
  /** Presets end when they were chosen, or when something new was read: a chart must not creep. */
  @state() private asOfMs = Date.now();

  private readonly list = new LiveController(this, () => this.services.devices.list);
  private readonly session = new LiveController(this, () => this.services.session.state);
  private readonly app = new LiveController(this, () => this.services.app.state);
  private readonly state = new LiveController(this, () => this.telemetry?.state);
  private readonly clock = new ClockController(this);
  private accountId: string | null = null;
  private named: { readonly of: readonly unknown[]; readonly names: Names } | null = null;
  private shownOf: {
    readonly of: readonly unknown[];
    readonly filter: TelemetryFilter;
    readonly ids: readonly string[];
    readonly whole: { startMs: number; endMs: number };
  } | null = null;
  private readRecords = -1;
  /** uniqueId of the beacon the address names, until its tracking id is known. */
  private wanted = '';
  private loadedView: View = 'fleet';

  static override styles = [shared, pageStyles, telemetryPageStyles];

  constructor() {
    super();
    const wanted = new URLSearchParams(location.search);
    const view = wanted.get('view');
    if (VIEWS.some((one) => one === view)) this.view = view as View;
    this.wanted = wanted.get('beacon') ?? '';
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const accountId = this.session.value?.account?.id ?? null;
    if (accountId !== this.accountId) {
      this.accountId = accountId;
      this.telemetry = null;
      if (accountId !== null) {
        void this.open();
        forgetOthers(this.session.value!.accounts.map(({ id }) => id));
      }
    }
    // New records move the end of what is shown.
    const known = this.state.value;
    if (known !== undefined && known.stored.records !== this.readRecords && known.asking === null) {
      this.readRecords = known.stored.records;
      this.asOfMs = Date.now();
    }
    if (this.view !== this.loadedView) void this.loadView();
    const trackingId =
      this.wanted === '' || known === undefined ? null : this.namesNow(known).trackingIdOf(this.wanted);
    if (trackingId !== null) {
      this.wanted = '';
      this.chosen = new Set([trackingId]);
    }
  }

  protected override render(): TemplateResult {
    if (this.failed) {
      return html`<div class="page">
        <fk-notice tone="stop" .text=${text.codeFailed.text}><fk-button slot="action" variant="primary" @click=${() => this.open()}>${text.codeFailed.again}</fk-button></fk-notice>
      </div>`;
    }
    const known = this.state.value;
    if (known === undefined || !known.loaded)
      return html`<div class="page"><fk-skeleton .count=${6} .label=${text.loading}></fk-skeleton></div>`;
    const names = this.namesNow(known);
    const nothingYet = known.stored.records === 0 && known.beacons.length === 0;
    return html`<div class="page" @fk-ask=${this.onAsk} @fk-name-tracking=${this.onNamed}>
      ${this.renderNotices(known)}
      <fk-telemetry-status .zone=${this.zone} .asking=${known.asking} .last=${known.last} @fk-cancel=${() => this.telemetry?.cancel()} @fk-dismiss=${() => this.telemetry?.dismissOutcome()}></fk-telemetry-status>
      ${nothingYet ? (known.asking === null ? this.renderFirst(names) : nothing) : this.renderViews(known, names)}
      ${nothingYet ? nothing : this.renderFoot(known)}
      ${nothingYet ? nothing : html`<fk-telemetry-stored .telemetry=${this.telemetry} .stored=${known.stored} .zone=${this.zone} .busy=${known.asking !== null}></fk-telemetry-stored>`}
      ${
        this.form === 'absent'
          ? nothing
          : html`<fk-telemetry-ask
            .open=${this.form === 'open'}
            .devices=${names.devices}
            .beacons=${this.chosen}
            .zone=${this.zone}
            @fk-close=${this.onFormClosed}
            @fk-range=${(event: RangeEvent) => (this.zone = event.zone)}
          ></fk-telemetry-ask>`
      }
    </div>`;
  }

  private renderNotices(known: TelemetryState): TemplateResult {
    return html`
      ${
        known.storageFailure === null
          ? nothing
          : html`<fk-notice tone="stop" .text=${text.storageFailed}><span slot="details" class="mono">${known.storageFailure.code}: ${known.storageFailure.detail}</span></fk-notice>`
      }
      ${this.app.value?.online === false ? html`<fk-notice tone="neutral" .text=${text.offline}></fk-notice>` : nothing}
    `;
  }

  private renderFirst(names: Names): TemplateResult {
    const ids = askableIds(names);
    return html`<fk-empty .text=${ids.length === 0 ? text.firstNoDevices : text.first} .icon=${telemetryIcon}>
      <div slot="action" class="actions">
        ${ids.length === 0 ? nothing : html`<fk-button variant="primary" big @click=${() => this.ask(ids)}>${text.askFirst}</fk-button>`}
        <fk-button @click=${this.openForm}>${text.askOpen}</fk-button>
      </div>
    </fk-empty>`;
  }

  private renderViews(known: TelemetryState, names: Names): TemplateResult {
    return html`
      <div class="head">
        <div class="views" role="group" aria-label=${text.views.label}>
          ${VIEWS.map((view) => html`<button type="button" aria-pressed=${this.view === view} @click=${() => (this.view = view)}>${text.views[view]}</button>`)}
        </div>
        <fk-button class="desk" variant="primary" .disabled=${known.asking !== null} @click=${this.openForm}>${text.askOpen}</fk-button>
      </div>
      ${this.view === 'fleet' ? this.renderFleet(known, names) : this.renderShown(known, names)}
    `;
  }

  private renderFleet(known: TelemetryState, names: Names): TemplateResult {
    const heard = new Set(known.beacons.map(({ trackingId }) => trackingId.toLowerCase()));
    const others = askableIds(names).filter((id) => !heard.has(id.toLowerCase()));
    const words = text.fleet;
    return html`
      <fk-telemetry-fleet .rows=${fleetRows(known.beacons, names)} .chosen=${this.chosen} .now=${this.clock.nowMs} .zone=${this.zone} @fk-pick=${this.onPick}></fk-telemetry-fleet>
      ${
        others.length === 0
          ? nothing
          : html`<fk-notice tone="neutral" .text=${words.others(others.length)}>
            <fk-button slot="action" .disabled=${known.asking !== null} @click=${() => this.ask(others)}>${text.askFirst}</fk-button>
          </fk-notice>`
      }
    `;
  }

  /** Within the thumb's reach: what can be done with the choice, else asking. */
  private renderFoot(known: TelemetryState): TemplateResult {
    const words = text.fleet;
    if (this.view !== 'fleet' || this.chosen.size === 0) {
      return html`<div class="bar hand"><fk-button variant="primary" wide .disabled=${known.asking !== null} @click=${this.openForm}>${text.askOpen}</fk-button></div>`;
    }
    return html`<div class="bar">
      <fk-button variant="primary" @click=${() => (this.view = 'charts')}>${words.charts(this.chosen.size)}</fk-button>
      <fk-button @click=${() => (this.view = 'records')}>${words.records(this.chosen.size)}</fk-button>
      <fk-button variant="quiet" @click=${() => (this.chosen = new Set())}>${words.clear}</fk-button>
      <fk-button class="hand" .disabled=${known.asking !== null} @click=${this.openForm}>${text.askOpen}</fk-button>
    </div>`;
  }

  private renderShown(known: TelemetryState, names: Names): TemplateResult {
    const entries = fleetRows(known.beacons, names).map(({ trackingId, title, uniqueId }): PickerEntry => ({
      id: trackingId,
      title,
      uniqueId: uniqueId ?? trackingId,
    }));
    const { filter, whole, ids } = this.shown();
    const invalid = !(whole.endMs > whole.startMs);
    const version = known.asking === null ? known.stored.records : 'asking';
    return html`
      <fk-telemetry-show
        .range=${this.range}
        .zone=${this.zone}
        .entries=${entries}
        .whole=${whole}
        .chosen=${this.chosen}
        .gatewayEntries=${gatewayEntries(known, names)}
        .gateways=${this.gateways}
        .openEnded=${this.view === 'records'}
        .error=${invalid ? text.ask.faults['range endBeforeStart']! : ''}
        @fk-pick=${this.onPick}
        @fk-pick-gateways=${(event: PickGatewaysEvent) => (this.gateways = event.ids)}
        @fk-range=${this.onRange}
      ></fk-telemetry-show>
      ${this.viewFailed ? html`<fk-notice tone="stop" .text=${text.codeFailed.text}><fk-button slot="action" @click=${() => this.loadView()}>${text.codeFailed.again}</fk-button></fk-notice>` : nothing}
      ${
        invalid
          ? nothing
          : this.view === 'records'
            ? html`<fk-telemetry-records .accountId=${this.accountId} .telemetry=${this.telemetry} .filter=${filter} .names=${names} .version=${version} .zone=${this.zone}></fk-telemetry-records>`
            : html`<fk-telemetry-charts .accountId=${this.accountId} .telemetry=${this.telemetry} .trackingIds=${ids} .sourceIds=${filter.sourceIds} .whole=${whole} .asked=${askedRange(known, ids)} .names=${names} .version=${version} .zone=${this.zone}></fk-telemetry-charts>`
      }
    `;
  }

  private async open(): Promise<void> {
    const { accountId } = this;
    this.failed = false;
    try {
      const telemetry = await this.services.telemetry();
      if (accountId === this.accountId) this.telemetry = telemetry;
    } catch {
      if (accountId === this.accountId) this.failed = true;
    }
  }

  private async loadView(): Promise<void> {
    this.loadedView = this.view;
    this.viewFailed = false;
    if (this.view === 'fleet') return;
    try {
      await Promise.all([
        this.view === 'charts' ? import('./charts-view.ts') : import('./records-view.ts'),
        import('./show-bar.ts'),
      ]);
    } catch {
      this.viewFailed = true;
    }
  }

  private readonly openForm = async (): Promise<void> => {
    await import('./ask-form.ts').then(() => (this.form = 'open')).catch(() => (this.viewFailed = true));
  };

  private readonly onFormClosed = (event: Event): void => {
    if ((event.target as HTMLElement).localName === 'fk-telemetry-ask') this.form = 'closed';
  };

  /** People look at a fleet to see what was heard last. */
  private ask(ids: readonly string[]): void {
    const ask: TelemetryAsk = {
      by: 'devices',
      ids: ids.slice(0, MAX_IDS),
      ...presetRange('last24Hours', Date.now()),
      latest: true,
      size: MAX_SIZE,
      sort: [],
    };
    void this.telemetry?.ask(ask);
  }

  private readonly onAsk = (event: AskEvent): void => {
    event.stopPropagation();
    const { ask } = event;
    // What was asked for is what one wants to see.
    if (ask.by === 'devices' && ask.ids.length <= 50) this.chosen = new Set(ask.ids);
    else if (ask.by === 'gateways') this.chosen = new Set();
    this.gateways = new Set(ask.by === 'gateways' ? ask.ids : []);
    if (!ask.latest) this.range = { preset: 'own', startMs: ask.startMs, endMs: ask.endMs };
    void this.telemetry?.ask(ask);
  };

  private readonly onNamed = (event: NameTrackingEvent): void => {
    event.stopPropagation();
    void this.telemetry?.nameTrackingId(event.uniqueId, event.trackingId).catch(() => undefined);
  };

  private readonly onPick = (event: PickEvent): void => {
    this.chosen = event.ids;
  };

  private readonly onRange = (event: RangeEvent): void => {
    this.range = event.choice;
    this.zone = event.zone;
    this.asOfMs = Date.now();
  };

  private namesNow(known: TelemetryState): Names {
    const of = [this.list.value?.devices, known.beacons, known.typed];
    if (this.named === null || this.named.of.some((one, index) => one !== of[index]))
      this.named = { of, names: namesOf(this.list.value?.devices ?? [], known) };
    return this.named.names;
  }

  /** The same objects as long as nothing has changed: what is new is read again. */
  private shown(): NonNullable<typeof this.shownOf> {
    const of = [this.chosen, this.gateways, this.range, this.asOfMs, this.view];
    if (this.shownOf === null || this.shownOf.of.some((one, index) => one !== of[index])) {
      const ids = [...this.chosen];
      const sourceIds = this.gateways.size === 0 ? null : [...this.gateways];
      const whole = rangeOf(this.range, this.asOfMs);
      const open = this.view === 'records' && isOpenEnded(this.range);
      const times = open ? { startMs: null, endMs: null, undatedOnly: this.range.preset === 'undated' } : whole;
      this.shownOf = { of, ids, whole, filter: { trackingIds: ids.length === 0 ? null : ids, sourceIds, ...times } };
    }
    return this.shownOf;
  }
}

/** Gateways of the account, and others that have heard a beacon. */
function gatewayEntries({ beacons }: TelemetryState, names: Names): PickerEntry[] {
  const own = names.devices
    .filter(({ isGateway }) => isGateway)
    .map(({ title, uniqueId }): PickerEntry => ({ id: uniqueId, title, uniqueId }));
  const known = new Set(own.map(({ id }) => id));
  const others = new Set(
    beacons.flatMap(({ lastSourceId }) => (lastSourceId === null || known.has(lastSourceId) ? [] : [lastSourceId])),
  );
  return [...own, ...[...others].map((id): PickerEntry => ({ id, title: '', uniqueId: id }))];
}

/** The range that all of these were asked for by name; empty where one was not. */
function askedRange({ beacons }: TelemetryState, ids: readonly string[]): { startMs: number; endMs: number } {
  const chosen = new Set(ids);
  let range = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };
  for (const { trackingId, askedFromMs, askedUntilMs } of beacons) {
    if (!chosen.has(trackingId)) continue;
    range = {
      startMs: Math.max(range.startMs, askedFromMs ?? Number.POSITIVE_INFINITY),
      endMs: Math.min(range.endMs, askedUntilMs ?? Number.NEGATIVE_INFINITY),
    };
  }
  return range.endMs > range.startMs ? range : { startMs: 0, endMs: 0 };
}

function askableIds(names: Names): string[] {
  return names.devices.flatMap(({ isGateway, trackingId }) => (isGateway || trackingId === null ? [] : [trackingId]));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-page': FkTelemetryPage;
  }
}
