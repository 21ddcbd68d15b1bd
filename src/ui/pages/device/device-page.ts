/** One device: its name, its state, its pending configuration, the one next action; then its history and its values. */
import { Task } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { allErrandsOf, knownOf, type Beacon } from '../../../domain/beacon-table.ts';
import { deviceKind, isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import type { Offer } from '../../../domain/extensions.ts';
import type { HistoryFacts } from '../../../domain/history/device-history.ts';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { isUnfinished, mayHaveWritten } from '../../../domain/run.ts';
import type { Alarm } from '../../../domain/telemetry/alarms.ts';
import { correctedNow } from '../../../domain/telemetry/now.ts';
import { isOpenReceipt } from '../../../domain/track.ts';
import { ifPossible } from '../../../domain/unawaited.ts';
import type { Track } from '../../../domain/track-marks.ts';
import { roomOfTag } from '../../../domain/room.ts';
import {
  VIRTUAL_NAMES,
  isUnsent,
  shownName,
  withEdit,
  type VirtualEdit,
  type VirtualName,
  type VirtualValues,
} from '../../../domain/virtual-edit.ts';
import { savedDifferences } from '../../../domain/delivery/edits.ts';
import type { Ownership } from '../../../use-cases/ownership/ownership.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { alarmsByDevice, alarmsInWords } from '../../beacon/alarm-words.ts';
import { renderAlarm } from '../../beacon/device-row.ts';
import { typeWord } from '../../beacon/device-words.ts';
import { differenceWords, type OutcomeRequest, type OutcomeActionEvent } from '../../beacon/prepare-outcome.ts';
import '../../beacon/glance.ts';
import '../../beacon/reading/beacon-reading.ts';
import { BackendLookUp } from '../../beacon/backend-look-up.ts';
import { wordOf } from '../../beacon/run/run-links.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import type { Undo } from '../../controllers/draft-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import type { FkField } from '../../elements/field/field.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { editIcon, runIcon, sendIcon, settingsIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { sayWithUndo } from '../../shared/restored-draft.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { devicePath, navigate, runPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { commandStrings } from '../../strings/commands.ts';
import { configureStrings } from '../../strings/configure.ts';
import { labelOf } from '../../words/configure.ts';
import { allOf } from '../../language/counting.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import { devicePageStrings as pageText } from '../../strings/device-page.ts';
import { elementStrings } from '../../strings/elements.ts';
import { historyStrings } from '../../strings/history.ts';
import { dateTime } from '../../language/times.ts';
import { commandStyles, renderCommands } from './device-commands.ts';
import { historyStyles, renderHistory } from './device-history.ts';
import './device-sharing.ts';
import { deviceStyles, lineStyles } from './device-styles.ts';
import { deviceValueStyles, renderDeviceValues } from './device-values.ts';
import { factTileStyles, renderFactTiles } from './fact-tiles.ts';
import { actionsOf, type NextAction } from './next-action.ts';
import { renderPending } from './pending-change.ts';
import { changedMeanwhile } from './virtual-draft.ts';
import { VirtualForm, draftOf } from './virtual-form.ts';
import './gateway-heard.ts';

const WORKING = {
  prepare: '',
  fetch: pageText.fetching,
  askOfGateway: pageText.asking,
  withdraw: bulkStrings.withdraw.doing,
} as const satisfies Record<OutcomeRequest, string>;
/** A name of more characters is set smaller. */
const LONG_NAME = 60;

@customElement('fk-device-page')
export class FkDevicePage extends AccountElement {
  @property() uniqueId = '';
  @state() private outcome: PrepareOutcome | null = null;
  /** What is going on, or what the outcome answers. */
  @state() private request: OutcomeRequest = 'fetch';
  /** Whether the backend can take back what is pending. */
  @state() private offer: Offer = 'unknown';
  @state() private isAskingToWithdraw = false;

  private readonly asking = new OneWork(this);
  private readonly clock = new ClockController(this);
  private readonly telemetry = new Task(this, { task: () => this.services.telemetry(), args: () => [] });
  private readonly lookUp = new BackendLookUp(this, () => this.services);
  private readonly history = new ListController(this, { portion: 12, more: 50 });
  /** Editing has its own address, so that Back leads to the page. */
  private readonly query = new QueryController(this);
  private readonly form = new VirtualForm(this, {
    drafts: () => this.services.drafts,
    device: () => this.device,
    edit: () => this.beacon.edit,
    save: (device, values) => this.save(device, values),
    discard: () => void this.discard(this.beacon.edit),
    close: () => this.closeEdit(),
  });

  static override styles = [
    shared,
    pageStyles,
    deviceStyles,
    lineStyles,
    factTileStyles,
    deviceValueStyles,
    historyStyles,
    commandStyles,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    // What was typed is in the draft of its device.
    if (changed.has('uniqueId') || this.device === null) this.form.reset();
    if (this.device === null && !this.isReading) this.lookUp.ask([this.uniqueId]);
    if (!changed.has('uniqueId')) return;
    this.query.moved();
    this.asking.stop();
    this.outcome = null;
    this.isAskingToWithdraw = false;
    // Until it is known the action is marked as one that may not be supported.
    void ifPossible(this.readOffer());
  }

  protected override render(): TemplateResult | typeof nothing {
    // All at once, so that nothing moves.
    if (this.isReading)
      return html`<fk-skeleton class="body stack grow" .count=${6} .label=${text.loading}></fk-skeleton>`;
    const { beacon, device } = this;
    return html`${this.renderHead(device, beacon.edit)}${this.renderActions(device, beacon)}
      <div class="body stack grow">
        <div class="part stack">
          ${this.renderOutcome()}
          ${
            device === null
              ? html`<fk-notice tone="attention" .text=${pageText.notHere(this.uniqueId)}><fk-button slot="action"
                href="/devices">${configureStrings.toDevices}</fk-button></fk-notice>${this.lookUp.render([this.uniqueId])}`
              : renderFactTiles(
                  device,
                  correctedNow(this.services.backendClock.value, this.clock.nowMs),
                  this.alarmsOf(device),
                )
          }
          ${this.renderTrack(device, beacon.track)}${renderPending(beacon, this.clock.nowMs, this.renderWithdraw(device, beacon))}
          ${device === null ? nothing : renderDeviceValues(device, this.clock.nowMs)}
          <fk-beacon-reading .device=${device}></fk-beacon-reading>
          ${
            device?.deviceType === 'BEACON'
              ? html`<section><h2>${historyStrings.telemetry}</h2><fk-telemetry-glance
                .uniqueId=${this.uniqueId}></fk-telemetry-glance></section>`
              : nothing
          }
        </div>
        <div class="part stack">
          ${
            isGateway(device)
              ? html`<section><h2>${pageText.heardBeacons}</h2><fk-gateway-heard .uniqueId=${this.uniqueId}></fk-gateway-heard></section>`
              : nothing
          }
          <section>
            <h2>${historyStrings.heading}</h2>
            ${renderHistory(this.history, this.historyFacts(device, beacon.edit))}
          </section>
          ${device === null ? nothing : this.renderCommands(device)}
          ${
            device === null
              ? nothing
              : html`<section><h2>${historyStrings.sharing}</h2><fk-device-sharing class="stack" .device=${device}
                .ownership=${this.openOwnership}></fk-device-sharing></section>`
          }
        </div>
      </div>`;
  }

  private renderHead(device: CachedDevice | null, edit: VirtualEdit | null): TemplateResult {
    const shown = device === null ? null : withEdit(device, edit);
    const name = shownName(shown, edit);
    const model = device?.model === device?.deviceType ? null : (device?.model ?? null);
    const type = device === null ? [] : [typeWord(device.deviceType), ...(model === null ? [] : [model])];
    return html`<header class="stack close">
      <div class="title spread">
        ${
          name === null && device === null
            ? nothing
            : html`<h2 class=${(name?.length ?? 0) > LONG_NAME ? 'long' : ''}
                >${name === null ? html`<span class="none faint">${text.unnamed}</span>` : html`<bdi>${name}</bdi>`}</h2
              >`
        }
        ${
          device === null || this.isEditing
            ? nothing
            : html`<fk-button variant="quiet" .icon=${editIcon} .label=${pageText.editLong}
              .disabled=${isViewer(device)} @click=${this.openEdit}>${pageText.edit}</fk-button>`
        }
      </div>
      <div class="row anywhere">
        <fk-id .value=${this.uniqueId} .copyable=${true}></fk-id>
        ${type.length === 0 ? nothing : html`<bdi class="soft">${type.join(' · ')}</bdi>`}
        ${
          device === null
            ? nothing
            : renderAlarm(alarmsInWords(this.alarmsOf(device).filter(({ rule }) => rule.kind === 'temperature')), true)
        }
        ${device?.mac == null ? nothing : html`<bdi class="soft mono">${device.mac}</bdi>`}
        ${
          shown === null || shown.tags.length === 0
            ? nothing
            : html`<ul class="tags wrap" role="list">
                ${shown.tags.map((tag) => html`<li class="small anywhere"><bdi>${tagWords(tag)}</bdi></li>`)}
              </ul>`
        }
      </div>
      ${shown === null ? nothing : this.isEditing ? this.renderForm() : this.renderVirtual(device!, shown, edit)}
    </header>`;
  }

  /** None also while telemetry is not read. */
  private alarmsOf(device: CachedDevice): readonly Alarm[] {
    const telemetry = this.telemetry.value?.state.value;
    return telemetry === undefined ? [] : this.alarmsByDevice(telemetry)(device);
  }

  private readonly alarmsByDevice = memoizeLast(alarmsByDevice);

  /** Alias, tags and notes in view mode, with the state of unsent changes. */
  private renderVirtual(device: CachedDevice, shown: CachedDevice, edit: VirtualEdit | null): TemplateResult {
    const unsent = isUnsent(edit) ? VIRTUAL_NAMES.filter((name) => edit.values[name] !== undefined) : [];
    const names = (of: readonly VirtualName[]): string => allOf(of.map(labelOf));
    return html`${shown.notes === null ? nothing : html`<p class="notes"><bdi>${shown.notes}</bdi></p>`}
      ${
        unsent.length === 0
          ? nothing
          : html`<fk-status class="start" tone="attention" .icon=${editIcon}>${pageText.unsentNames(names(unsent))}</fk-status>`
      }
      ${unsent.map((name) => {
        const there = changedMeanwhile(device, edit, name);
        return there === null
          ? nothing
          : html`<p class="soft there anywhere"><bdi>${pageText.meanwhile(there)}</bdi></p>`;
      })}
      ${differenceWords(savedDifferences(edit, device)).map((words) => html`<fk-notice tone="attention" .text=${words}></fk-notice>`)}
      ${
        edit?.state === 'parked'
          ? html`<fk-notice tone="attention" .text=${pageText.editParked}><fk-button slot="action"
            href="/outbox">${pageText.toOutbox}</fk-button></fk-notice>`
          : nothing
      }
      ${
        !this.form.isTyped
          ? nothing
          : html`<fk-notice tone="info" .text=${pageText.restored(dateTime(this.form.restoredAtMs ?? this.clock.nowMs))}>
              <div slot="action" class="wrap">
                <fk-button @click=${this.openEdit}>${pageText.goOn}</fk-button>
                <fk-button variant="quiet" @click=${() => this.discard(null)}>${pageText.discard}</fk-button>
              </div>
            </fk-notice>`
      }`;
  }

  private renderForm(): TemplateResult {
    return html`<section class="card"><h3>${pageText.editHeading}</h3>${this.form.render()}</section>`;
  }

  private renderOutcome(): TemplateResult | typeof nothing {
    if (this.asking.isBusy)
      return html`<fk-progress .total=${null} .label=${WORKING[this.request]}
        .doing=${this.request === 'fetch' ? configureStrings.fetchingDoing : ''}
        .cancellable=${this.request !== 'withdraw'} @fk-cancel=${this.asking.stop}></fk-progress>`;
    if (this.outcome === null) return nothing;
    return html`<fk-prepare-outcome .outcome=${this.outcome} .uniqueId=${this.uniqueId} .request=${this.request}
      @fk-outcome-action=${this.onOutcomeAction}></fk-prepare-outcome>`;
  }

  /** Without a prepared configuration it shows a sentence instead of an empty track. */
  private renderTrack(device: CachedDevice | null, track: Track): TemplateResult | typeof nothing {
    if (device !== null && isGateway(device))
      return html`<p class="soft">${pageText.fetchesItself}${
        deviceKind(device.deviceType) === 'cloudBeacon' ? ` ${pageText.cloudBeacon}` : ''
      }</p>
        ${track.summary === 'nothing' ? nothing : html`<fk-track size="head" .track=${track}></fk-track>`}`;
    // For a device outside the list even that is unknown.
    if (track.summary === 'nothing' && device === null) return nothing;
    if (track.summary === 'nothing') return html`<p class="soft">${elementStrings.track.sentences.nothing}</p>`;
    return html`<fk-track size="card" .track=${track}></fk-track>`;
  }

  /** Taking back what the backend holds; a run that may have written it, or its receipt, comes first. */
  private renderWithdraw(device: CachedDevice | null, { receipt, run }: Beacon): TemplateResult | typeof nothing {
    if (device === null || device.pending === null || isViewer(device)) return nothing;
    if (this.offer === 'notOffered') return html`<p class="soft">${bulkStrings.withdraw.notOffered}</p>`;
    if ((receipt !== null && isOpenReceipt(receipt)) || (run !== null && isUnfinished(run) && mayHaveWritten(run)))
      return nothing;
    return html`<div class="wrap">
        <fk-button .disabled=${this.asking.isBusy} @click=${() => (this.isAskingToWithdraw = true)}>${pageText.withdraw}</fk-button>
      </div>
      ${this.offer === 'unknown' ? html`<p class="soft">${bulkStrings.withdraw.unsure}</p>` : nothing}
      <fk-confirm variant="danger" .open=${this.isAskingToWithdraw} .heading=${pageText.withdrawQuestion}
        .action=${pageText.withdraw} @fk-confirm=${this.withdraw} @fk-close=${() => (this.isAskingToWithdraw = false)}>
        <p>${bulkStrings.withdraw.note}</p>
      </fk-confirm>`;
  }

  private renderCommands(device: CachedDevice): TemplateResult | typeof nothing {
    if (device.deviceType !== 'BEACON') return nothing;
    const { commands } = this.services.session.state.value.account?.settings ?? DEFAULT_SETTINGS;
    return html`<section>
      <h2>${commandStrings.heading}</h2>
      <p class="soft">${commandStrings.headingNote}</p>
      ${renderCommands(device, this.beacon.rows, commands)}
    </section>`;
  }

  /** First in tab order; on a phone it is at the bottom. */
  private renderActions(device: CachedDevice | null, beacon: Beacon): TemplateResult | typeof nothing {
    const receipt = beacon.receipt !== null && isOpenReceipt(beacon.receipt) ? beacon.receipt : null;
    const paused = this.services.outbox.state.value.pause !== null;
    const [next, ...others] = actionsOf(beacon, receipt, paused);
    const viewer = device !== null && isViewer(device);
    // While editing, saving is the only action.
    if (this.isEditing || (next === undefined && !viewer)) return nothing;
    return html`<fk-foot class="foot">
      ${viewer ? html`<p class="soft">${pageText.viewerOnly}</p>` : nothing}
      <div class="row" role="group" aria-label=${pageText.actions}>
        ${viewer && next === undefined ? html`<fk-button wide .disabled=${true}>${pageText.configure}</fk-button>` : nothing}
        ${next === undefined ? nothing : this.renderAction(next, receipt?.id ?? '', true)}
        ${others.map((other) => this.renderAction(other, receipt?.id ?? '', false))}
      </div>
    </fk-foot>`;
  }

  private renderAction(action: NextAction, receiptId: string, first: boolean): TemplateResult {
    const variant = first ? 'primary' : 'plain';
    switch (action) {
      case 'run':
        return html`<fk-button wide data-key="w" .variant=${variant} .icon=${runIcon}
          .href=${runPath(this.uniqueId)}>${this.runWord(this.beacon)}</fk-button>`;
      case 'send':
        return html`<fk-button wide data-key="s" .variant=${variant} .icon=${sendIcon}
          .busy=${this.services.outbox.state.value.sending}
          @click=${() => void this.services.outbox.sendNow([receiptId]).catch(reportError)}>${pageText.send}</fk-button>`;
      case 'outbox':
        return html`<fk-button wide .variant=${variant} .icon=${sendIcon} .href=${'/outbox'}>${pageText.toOutbox}</fk-button>`;
      case 'fetch':
        return html`<fk-button wide .variant=${variant} .busy=${this.asking.isBusy}
          @click=${this.fetchPackage}>${pageText.fetchPackage}</fk-button>`;
      case 'askOfGateway':
        return html`<fk-button wide .variant=${variant} .busy=${this.asking.isBusy}
          @click=${this.fetchPackage}>${configureStrings.action.ask}</fk-button>`;
      case 'configure':
        return html`<fk-button wide data-key="c" .variant=${variant} .icon=${settingsIcon}
          .href=${devicePath(this.uniqueId, '/configure')}>${pageText.configure}</fk-button>`;
    }
  }

  /** What the run list says of it, unless a newer package is here than that of the run. */
  private runWord({ run, package: row }: Beacon): string {
    const isRenewed = row?.state === 'carried' && row.id !== run?.packageId;
    return run === null || !isUnfinished(run) || isRenewed
      ? pageText.goToRun
      : wordOf(this.services.runs.nextStep(run), pageText.goToRun);
  }

  private get beacon(): Beacon {
    return this.services.beacons.of(this.uniqueId);
  }

  private get device(): CachedDevice | null {
    return knownOf(this.beacon);
  }

  /** True while it is unknown whether the list contains the device. */
  private get isReading(): boolean {
    return this.beacon.listed === 'unread';
  }

  private historyFacts(device: CachedDevice | null, edit: VirtualEdit | null): HistoryFacts {
    const { rows } = this.beacon;
    const receipts = rows.receipts.filter(
      (row) => row.uniqueId === this.uniqueId || row.candidates.includes(this.uniqueId),
    );
    return { device, ...allErrandsOf(rows), receipts, edit };
  }

  private get isEditing(): boolean {
    return this.query.get('step') === 'edit';
  }

  private readonly openEdit = (): void => {
    this.query.set('step', 'edit', 'push');
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<FkField>('form fk-field:not([disabled])')?.focus(),
    );
  };

  private closeEdit(): void {
    if (this.isEditing) this.query.set('step', null, 'replace');
  }

  private async save(device: CachedDevice, values: VirtualValues): Promise<void> {
    try {
      await this.services.outbox.editVirtual(device, values);
      if (device.uniqueId === this.uniqueId) this.form.reset();
      this.form.settled(draftOf(device.uniqueId));
      this.closeEdit();
      this.dispatchEvent(new SayEvent(pageText.savedHere));
    } catch {
      // Typed text stays in the fields.
      this.dispatchEvent(new SayEvent(pageText.saveFailed));
    }
  }

  /** Discards typed text and, with `edit`, the saved edit that is not sent yet. */
  private async discard(edit: VirtualEdit | null): Promise<void> {
    const undoTyped = this.form.discard();
    this.closeEdit();
    const removed = isUnsent(edit) ? await this.services.outbox.discardEdit(edit.uniqueId) : null;
    const undo: Undo = () => {
      if (removed !== null) void this.services.outbox.restoreEdit(removed);
      return undoTyped();
    };
    this.dispatchEvent(sayWithUndo(pageText.discarded, undo));
  }

  private readonly fetchPackage = (): Promise<void> =>
    this.ask(isGateway(this.device) ? 'askOfGateway' : 'fetch', (uniqueId, signal) =>
      this.services.prepare.fetchPackage(uniqueId, { signal }),
    );

  private readonly withdraw = (): Promise<void> => {
    this.isAskingToWithdraw = false;
    return this.ask('withdraw', async (uniqueId) => {
      const withdrawals = await this.services.withdrawals();
      const outcome = await withdrawals.withdraw(uniqueId);
      await this.readOffer();
      return outcome;
    });
  };

  private readonly openOwnership = (): Promise<Ownership> => this.services.ownership();

  private async readOffer(): Promise<void> {
    this.offer = await (await this.services.withdrawals()).offer();
  }

  private async ask(
    request: OutcomeRequest,
    work: (uniqueId: string, signal: AbortSignal) => Promise<PrepareOutcome>,
  ): Promise<void> {
    if (this.asking.isBusy) return;
    this.request = request;
    this.outcome = null;
    const outcome = await this.asking.run((signal) => work(this.uniqueId, signal));
    if (outcome !== null) this.outcome = outcome;
  }

  /** Preparing again and editing values happen on the configure page. */
  private readonly onOutcomeAction = (event: OutcomeActionEvent): void => {
    if (event.action === 'fetch') void this.fetchPackage();
    else if (event.action === 'again' && this.request === 'withdraw') void this.withdraw();
    else navigate(devicePath(this.uniqueId, '/configure'));
  };
}

function isGateway(device: CachedDevice | null): boolean {
  return device !== null && !isWrittenByBluetooth(device.deviceType);
}

function isViewer(device: CachedDevice): boolean {
  return device.access === 'VIEWER';
}

/** Shows a room tag as the room's name. */
function tagWords(tag: string): string {
  const room = roomOfTag(tag);
  return room === null ? tag : pageText.inRoom(room);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-page': FkDevicePage;
  }
}
