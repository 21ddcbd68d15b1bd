/**
 * What one beacon really holds: reads it over Bluetooth, and shows its values beside those of the backend and of the
 * plan. The backend is brought up to date with them when a person asks.
 */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { BeaconRows } from '../../../domain/beacon-table.ts';
import { isOpenPackage, type CarriedPackage } from '../../../domain/carried-package.ts';
import { NOT_SUPPORTED } from '../../../domain/delivery/verdict.ts';
import { valuesOf } from '../../../domain/delivery/read-back.ts';
import type { AttributeValues, CachedDevice } from '../../../domain/device.ts';
import { errandOf } from '../../../domain/errand.ts';
import { meaningOf } from '../../../domain/provisioning/next-action.ts';
import { isOutdatedReading, type Receipt } from '../../../domain/receipt.ts';
import type { RunFailure, RunFailureCode } from '../../../domain/run.ts';
import { ifPossible } from '../../../domain/unawaited.ts';
import type { ValuesOutcome, ReadingOffers, ReadingOutcome } from '../../../use-cases/readings/readings.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import { bluetoothIcon, exportIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import '../../shared/failure.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { notice } from '../../shared/notice.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { saveFile } from '../../shared/give-file.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { commandPath, runPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { commandStrings } from '../../strings/commands.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import { readingStrings as text } from '../../strings/reading.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';
import { failureText, wordsAtAnyTime } from '../../words/run.ts';
import { progressWords } from '../run/run-say.ts';
import { renderUnreadElsewhere } from '../unread-elsewhere.ts';
import { viewReading, type ReadingCase, type ReadingView } from './reading-case.ts';
import { READING_TONES, readingStateOf } from './reading-state.ts';
import { readingTableStyles, renderReadingTable } from './reading-table.ts';

const UNKNOWN: ReadingOffers = { readAll: 'unknown', sync: 'unknown', decrypt: 'unknown' };

/** Empty and hidden for what is no beacon or may only be viewed, and where the backend does not offer it and nothing was read. */
@customElement('fk-beacon-reading')
export class FkBeaconReading extends AccountElement {
  @property({ attribute: false }) device: CachedDevice | null = null;
  /** The values that a job plans, which count where no package is carried; null without a job. */
  @property({ attribute: false }) planned: AttributeValues | null = null;

  @state() private offers = UNKNOWN;
  private readonly asking = new OneWork(this);
  /** What is asked of the backend. */
  private request: 'request' | 'values' = 'request';
  @state() private outcome: ReadingOutcome | ValuesOutcome | null = null;
  @state() private isAskingToSync = false;

  private readonly clock = new ClockController(this);
  private view: ReadingView | null = null;
  private uniqueId = '';
  /** The last ending that was signalled. */
  private heard = '';

  static override styles = [
    shared,
    pageStyles,
    readingTableStyles,
    css`
      section {
        gap: var(--space-2);
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.asking.stop();
    this.letGo();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const uniqueId = this.device?.uniqueId ?? '';
    if (changed.has('device') && uniqueId !== this.uniqueId) {
      this.letGo();
      this.asking.stop();
      this.uniqueId = uniqueId;
      this.outcome = null;
      this.isAskingToSync = false;
      this.heard = '';
      void ifPossible(this.readOffers());
    }
    this.view = viewReading({
      uniqueId,
      rows: this.rows,
      current: this.services.runs.current.value,
      elsewhere: this.services.runs.elsewhere.value,
    });
    this.hidden =
      this.device?.deviceType !== 'BEACON' ||
      this.device.access === 'VIEWER' ||
      (this.offers.readAll === 'notOffered' &&
        this.outcome === null &&
        this.view.case.kind === 'none' &&
        this.view.receipt === null);
  }

  protected override updated(): void {
    const ended = this.endedRun;
    const now = ended?.outcome?.kind ?? ended?.failure?.code ?? '';
    if (now !== '' && now !== this.heard) this.services.app.signal(now === 'receipt' ? 'done' : 'again');
    this.heard = now;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, device } = this;
    if (view === null || device === null || this.hidden) return nothing;
    const { receipt } = view;
    return html`<section>
      <h2>${text.heading}</h2>
      <p class="soft">${text.note}${this.offers.readAll === 'unknown' ? ` ${text.unsure}` : ''}</p>
      ${
        view.isUncertain && !mayVerify(receipt) && (view.case.kind === 'none' || view.case.kind === 'ready')
          ? notice('attention', text.uncertain)
          : nothing
      }
      ${this.renderOutcome()}${this.renderCase(view.case, receipt !== null)}
      ${
        view.case.kind === 'ready' || view.case.kind === 'unfinished'
          ? renderUnreadElsewhere(this.services.phone.value, this.services.session.state.value, this.uniqueId)
          : nothing
      }
      ${receipt === null ? nothing : this.renderReading(receipt, device)}
    </section>`;
  }

  private renderOutcome(): TemplateResult | typeof nothing {
    if (this.asking.isBusy)
      return html`<fk-progress .total=${null} .label=${this.request === 'request' ? text.fetching : text.looking}
        .cancellable=${true} @fk-cancel=${this.asking.stop}></fk-progress>`;
    const { outcome } = this;
    if (outcome === null) return nothing;
    switch (outcome.kind) {
      case 'onThisPhone':
      case 'found':
        return nothing;
      case 'failed':
        return html`<fk-failure .failure=${outcome.failure}></fk-failure>`;
      case 'storageFailed':
        return notice('stop', text.outcomes.storageFailed, outcome.detail);
      default:
        return notice(
          'attention',
          text.outcomes[
            outcome.kind === 'unusable' && outcome.reason === 'otherOperation' ? outcome.reason : outcome.kind
          ],
        );
    }
  }

  private renderCase(chosen: ReadingCase, wasRead: boolean): TemplateResult | typeof nothing {
    switch (chosen.kind) {
      case 'running':
        return html`<p role="status"><strong>${progressWords(chosen.progress)}</strong> ${
          chosen.progress.cancelSafe ? nothing : html`<span class="soft">${runStrings.pastCancel}</span>`
        }</p>
          ${
            chosen.progress.cancelSafe
              ? this.renderButtons(
                  html`<fk-button @click=${() => this.services.runs.cancel()}>${runStrings.cancel}</fk-button>`,
                )
              : nothing
          }`;
      case 'copyMissing':
        return html`${notice('stop', text.copyMissing[chosen.missing])}
          ${this.renderButtons(
            html`<fk-button variant="primary"
              @click=${() => void this.services.runs.retrySave()}>${runActionWords.retrySave}</fk-button><fk-button
                .icon=${exportIcon} @click=${this.exportHeld}>${text.exportHeld}</fk-button>`,
          )}`;
      case 'elsewhere':
        return notice('info', text.elsewhere);
      case 'responseFirst':
        return html`${notice('attention', text.responseFirst)}${this.renderButtons(
          html`<fk-button .href=${runPath(this.uniqueId)}>${text.toRun}</fk-button>`,
        )}`;
      case 'unfinished':
        return html`${chosen.failure === null ? notice('attention', text.unfinished) : renderFailure(chosen.failure, true)}
          ${this.renderBusy()}
          ${this.renderButtons(html`<fk-button variant="primary" .icon=${bluetoothIcon} .disabled=${this.isBusy}
              @click=${() => void this.services.runs.resume(chosen.run.id)}>${commandStrings.reconnect}</fk-button>
            <fk-button variant="quiet" .disabled=${this.isBusy}
              @click=${() => void this.services.runs.resume(chosen.run.id, { showAll: true })}>${runStrings.chooser.showAll}</fk-button>
            <fk-button variant="quiet" @click=${() => void this.leave(chosen.run.id)}>${text.leave}</fk-button>`)}`;
      case 'lost':
        return html`${notice('attention', text.lost, `${chosen.failure.code}: ${chosen.failure.detail}`)}
          ${this.renderFetch(text.fetchAgain, () => this.readAgain(chosen.run.id))}`;
      case 'ready':
        return this.renderReady(chosen);
      case 'none':
        return html`${chosen.last !== null && this.outcome === null ? notice('attention', text[chosen.last]) : nothing}
          ${this.renderFetch(wasRead || chosen.last !== null ? text.fetchAgain : text.fetch, this.fetchRequest)}`;
    }
  }

  private renderFetch(label: string, onClick: () => unknown): TemplateResult {
    return html`${!this.services.app.state.value.online ? html`<p class="soft">${text.offline}</p>` : nothing}
      ${
        this.offers.readAll === 'notOffered'
          ? nothing
          : this.renderButtons(html`<fk-button .disabled=${this.asking.isBusy} @click=${onClick}>${label}</fk-button>`)
      }`;
  }

  /** The chooser needs the user gesture: nothing is awaited before the run starts (field-facts.md 2). */
  private renderReady({ package: row, kills, failure }: Extract<ReadingCase, { kind: 'ready' }>): TemplateResult {
    const isAbsent = this.services.runs.radio.value === 'absent' || failure?.code === 'noBluetooth';
    const disabled = this.isBusy || this.services.runs.radio.value === 'absent';
    const start = (showAll: boolean) => () => void this.services.runs.start(row.id, { showAll });
    const [first] = kills;
    return html`<p>${text.ready} <span class="soft">${commandStrings.fetched} <fk-age .at=${row.fetchedAtMs}
      .now=${this.clock.nowMs}></fk-age></span></p>
      ${
        isAbsent
          ? notice('stop', noBluetoothWords())
          : failure === null || meaningOf(failure.code).severity === 'none'
            ? nothing
            : renderFailure(failure, false)
      }
      ${
        first === undefined
          ? nothing
          : html`<fk-notice tone="attention" .text=${text.kills(kills.length)}><fk-button slot="action"
            variant="primary" .href=${pathOf(first)}>${text.writeFirst}</fk-button></fk-notice>`
      }
      ${this.renderBusy()}
      ${this.renderButtons(html`<fk-button .variant=${first === undefined ? 'primary' : 'plain'} .icon=${bluetoothIcon}
          .disabled=${disabled} @click=${start(false)}>${text.connect}</fk-button>
        <fk-button variant="quiet" .disabled=${disabled} @click=${start(true)}>${runStrings.chooser.showAll}</fk-button>
        <fk-button variant="quiet" @click=${() => void this.discard(row)}>${text.remove}</fk-button>`)}`;
  }

  /** The newest reading: when it was made, how far it has come, its values, and what can be done with it. */
  private renderReading(receipt: Receipt, device: CachedDevice): TemplateResult {
    const outdated = isOutdatedReading(receipt, this.rows.receipts);
    const reading = readingStateOf(receipt, outdated) ?? 'held';
    return html`<p>${text.read} <fk-age .at=${receipt.createdAtMs} .now=${this.clock.nowMs}></fk-age></p>
      ${
        reading === 'held'
          ? nothing
          : html`<fk-status class="start" .tone=${READING_TONES[reading] ?? 'neutral'}>${outboxStrings.readingStates[reading]}</fk-status>`
      }
      ${
        receipt.found === undefined
          ? this.renderValues(receipt)
          : renderReadingTable({
              beacon: receipt.found.values,
              backend: valuesOf(device),
              plan: this.planOf(receipt, device),
            })
      }
      ${receipt.state === 'parked' ? this.renderParked(receipt) : nothing}
      ${reading === 'held' && receipt.givenUpAtMs === undefined ? this.renderSync(receipt) : nothing}
      ${
        reading === 'waiting'
          ? this.renderButtons(
              html`<fk-button @click=${() =>
                void this.services.outbox
                  .hold(receipt.id, true)
                  .catch(reportError)}>${outboxStrings.doNotSend}</fk-button>`,
            )
          : nothing
      }
      ${
        (reading === 'held' || reading === 'outdated') && receipt.givenUpAtMs === undefined
          ? this.renderButtons(
              html`<fk-button variant="quiet" @click=${() => void this.giveUp(receipt).catch(reportError)}>${text.giveUp}</fk-button>`,
            )
          : nothing
      }`;
  }

  private renderValues({ id, state: delivery }: Receipt): TemplateResult | typeof nothing {
    // The beacon has refused in plain text: there are no values.
    if (delivery === 'refused') return nothing;
    if (this.offers.decrypt === 'notOffered') return html`<p class="soft">${text.cannotShowValues}</p>`;
    return html`<p class="soft">${text.showValuesNote}${this.offers.decrypt === 'unknown' ? ` ${text.unsure}` : ''}</p>
      ${this.renderButtons(
        html`<fk-button variant="primary" .disabled=${this.asking.isBusy}
          @click=${() => void this.look(id)}>${text.showValues}</fk-button>`,
      )}`;
  }

  private renderSync(receipt: Receipt): TemplateResult {
    if (this.offers.sync === 'notOffered') return html`<p class="soft">${text.cannotSync}</p>`;
    const notes = [
      ...(mayVerify(receipt) ? [text.verifies] : []),
      ...(this.offers.sync === 'unknown' ? [text.syncUnsure] : []),
    ];
    return html`${notes.length === 0 ? nothing : html`<p class="soft">${notes.join(' ')}</p>`}
      ${this.renderButtons(html`<fk-button @click=${() => (this.isAskingToSync = true)}>${text.sync}</fk-button>`)}
      <fk-confirm .open=${this.isAskingToSync} .heading=${text.syncQuestion} .action=${text.sync}
        @fk-confirm=${() => void this.sync(receipt.id)} @fk-close=${() => (this.isAskingToSync = false)}>
        <p>${text.syncConsequence}</p>
      </fk-confirm>`;
  }

  private renderParked({ lastAnswer }: Receipt): TemplateResult {
    return html`${lastAnswer?.code === NOT_SUPPORTED ? html`<p class="soft">${text.cannotSync}</p>` : nothing}
      ${this.renderButtons(html`<fk-button href="/outbox">${text.toOutbox}</fk-button>`)}`;
  }

  private renderButtons(buttons: TemplateResult): TemplateResult {
    return html`<div class="wrap">${buttons}</div>`;
  }

  private renderBusy(): TemplateResult | typeof nothing {
    const progress = this.services.runs.current.value;
    return isOpen(progress) ? notice('attention', text.busy(progress.uniqueId)) : nothing;
  }

  /** Another run uses this window's Bluetooth. */
  private get isBusy(): boolean {
    return isOpen(this.services.runs.current.value);
  }

  private get rows(): BeaconRows {
    return this.services.beacons.of(this.uniqueId).rows;
  }

  /** What the beacon is to hold: the open package's values, those of its unsettled run, those of the job, or what is pending. */
  private planOf(receipt: Receipt, device: CachedDevice): AttributeValues | null {
    const open = this.rows.packages.filter(isOpenPackage).toSorted((a, b) => b.preparedAtMs - a.preparedAtMs)[0];
    if (open !== undefined) return open.values;
    return Object.keys(receipt.values).length > 0 ? receipt.values : (this.planned ?? device.pending);
  }

  private async readOffers(): Promise<void> {
    const readings = await this.services.readings();
    this.offers = await readings.offers();
  }

  private readonly fetchRequest = (): Promise<void> => {
    this.letGo();
    const { uniqueId } = this;
    return this.ask('request', async (signal) => (await this.services.readings()).fetch(uniqueId, { signal }));
  };

  /** Ends the reading that brought nothing, and fetches a new request. */
  private async readAgain(runId: string): Promise<void> {
    await this.services.runs.abandon(runId);
    this.services.runs.dismiss();
    await this.fetchRequest();
  }

  private readonly look = (id: string): Promise<void> =>
    this.ask('values', async (signal) => (await this.services.readings()).fetchValues(id, { signal }));

  private async ask(
    what: 'request' | 'values',
    work: (signal: AbortSignal) => Promise<ReadingOutcome | ValuesOutcome>,
  ): Promise<void> {
    if (this.asking.isBusy) return;
    this.request = what;
    this.outcome = null;
    const outcome = await this.asking.run(async (signal) => {
      const came = await work(signal);
      await this.readOffers();
      return came;
    }, reportError);
    if (outcome !== null) this.outcome = outcome;
  }

  private readonly sync = async (id: string): Promise<void> => {
    this.isAskingToSync = false;
    await this.services.outbox.hold(id, false);
  };

  /** The reading stays stored, and is no longer counted among what is only on this phone. */
  private async giveUp({ id, uniqueId }: Receipt): Promise<void> {
    const { outbox } = this.services;
    await outbox.giveUp(id);
    this.dispatchEvent(new SayEvent(text.gaveUp(uniqueId), () => void outbox.takeUp(id).catch(reportError)));
  }

  private async discard(row: CarriedPackage): Promise<void> {
    const commands = await this.services.commands();
    await commands.remove(row.id);
    this.dispatchEvent(new SayEvent(text.removed, () => void commands.restore(row)));
  }

  private async leave(runId: string): Promise<void> {
    await this.services.runs.abandon(runId);
    this.services.runs.dismiss();
  }

  private readonly exportHeld = (): void => {
    const held = this.services.runs.exportHeld();
    if (held === null) return;
    saveFile('receipts', [held], this.clock.nowMs);
    this.dispatchEvent(new SayEvent(text.exported));
  };

  /** A reading of this beacon that has ended in this window, with both copies stored. */
  private get endedRun(): RunProgress | null {
    const progress = this.services.runs.current.value;
    const isIt = progress?.uniqueId === this.uniqueId && errandOf(progress).name === 'reading';
    return isIt && progress.phase === 'ended' && progress.copyMissing === null ? progress : null;
  }

  /** Forgets the ended run; the journal describes it from there. */
  private letGo(): void {
    if (this.endedRun !== null) this.services.runs.dismiss();
  }
}

/** True for a reading with which the backend can verify the beacon's unsettled run. */
function mayVerify(receipt: Receipt | null): boolean {
  return receipt !== null && receipt.state !== 'verified' && Object.keys(receipt.values).length > 0;
}

function renderFailure({ code, detail }: RunFailure, written: boolean): TemplateResult {
  return notice(
    meaningOf(code).severity === 'stop' ? 'stop' : 'attention',
    wordsOf(code, written),
    `${code}: ${detail}`,
  );
}

/** A reading changes nothing, so that no way of stopping leaves anything uncertain. */
function wordsOf(code: RunFailureCode, written: boolean): string {
  if (code === 'earlierReceipt') return text.earlierReceipt;
  if (code === 'newerPacketWaiting') return text.responseFirst;
  if (code === 'storageFull') return text.storageFull;
  if (!written) return failureText(code, false);
  const words = wordsAtAnyTime(code);
  return words === null ? text.unfinished : `${words} ${text.notYet}`;
}

/** Where a package is written. */
function pathOf(row: CarriedPackage): string {
  return errandOf(row).configures ? runPath(row.uniqueId) : commandPath(row.uniqueId, row.command ?? '');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-beacon-reading': FkBeaconReading;
  }
}
