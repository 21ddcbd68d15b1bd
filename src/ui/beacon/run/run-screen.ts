/**
 * The installer's screen for one beacon: the changes, a large Connect button, the steps as they happen, and the one
 * action afterwards.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { property, state } from 'lit/decorators.js';
import { consume } from '@lit/context';
import { knownOf, nameOf, type Beacon } from '../../../domain/beacon-table.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { Run } from '../../../domain/run.ts';
import { nextCarried, seriesOf } from '../../../domain/run-series.ts';
import type { Track } from '../../../domain/track-marks.ts';
import type { PickOptions } from '../../../use-cases/run/runs.ts';
import { needsRadio, type RunAction } from '../../../domain/provisioning/next-action.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { renderFailureDetails, renderSignIn } from '../../shared/failure.ts';
import { SayEvent } from '../../shared/say.ts';
import { CopyEvent } from '../../elements/id/id.ts';
import { bluetoothIcon, exportIcon, forwardIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { commandPath, navigate, runPath } from '../../shell/router.ts';
import { accountContext, type AccountServices } from '../../shell/services.ts';
import { commandNameOf, commandStrings } from '../../strings/commands.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';
import { receiptFileName, saveTextFile } from '../../shared/text-file.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { runStyles } from '../../kit/run-styles.ts';
import { outcomeWords, type OutcomeWords } from '../prepare-outcome.ts';
import { renderChooserHelp, type Sought } from './chooser-help.ts';
import { viewRun, type RunView } from './run-case.ts';
import { renderPackageAge } from './package-age.ts';
import { hrefOf, hrefOfPrepare, onwardOf, type Onward } from './run-links.ts';
import { renderUnreadElsewhere } from '../unread-elsewhere.ts';
import { messageOf, wantsNewPackage, type RunMessage } from './run-say.ts';
import { pastOf, stepsOf } from './run-steps.ts';
import { nextWords, renderSeries } from './series-line.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import type { CloseRunEvent } from '../close-run.ts';
import './change-list.ts';
import '../close-run.ts';
import './waiting-commands.ts';
import '../../elements/foot/foot.ts';
import '../../elements/button/button.ts';
import '../../elements/id/id.ts';
import '../../elements/key-value/key-value.ts';
import '../../elements/notice/notice.ts';
import '../../elements/skeleton/skeleton.ts';
import '../../elements/steps/steps.ts';
import '../../elements/track/track.ts';

/** Interval of the elapsed time, which is shown in tenths of a second, ms. */
const TICK_MS = 200;

export abstract class RunScreen extends WatchingElement {
  @property({ attribute: 'unique-id' }) uniqueId = '';
  @property({ attribute: false }) nowMs: () => number = Date.now;

  @consume({ context: accountContext, subscribe: true })
  protected readonly services!: AccountServices;

  @state() private fetching = false;
  @state() private remark = '';
  /** Why fetching brought no package. */
  @state() private outcome: OutcomeWords | null = null;

  // Both go through all beacons with stored rows, and the screen renders again at every step of a run.
  private readonly seriesFor = memoizeLast(seriesOf);
  private readonly nextFor = memoizeLast(nextCarried);

  private view: RunView | null = null;
  private message: RunMessage | null = null;
  /** The last signal. An ending is signalled once, and not when it was there before the page opened. */
  private lastSignal: string | null = null;

  static override styles = [shared, pageStyles, runStyles];

  protected readonly clock = new ClockController(this, () =>
    this.view?.case.kind === 'running' || this.view?.case.kind === 'copyMissing' ? TICK_MS : 0,
  );

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.letEndedRunGo(this.uniqueId);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('uniqueId');
    if (before !== undefined && before !== '') {
      this.lastSignal = null;
      this.notify('');
      this.letEndedRunGo(before);
    }
    const services = this.services;
    this.view = viewRun({
      uniqueId: this.uniqueId,
      beacon: this.beacon,
      current: this.services.runs.current.value,
      elsewhere: this.services.runs.elsewhere.value,
      nextStep: (run) => services.runs.nextStep(run),
      unpackedPlan: this.unpackedPlan,
    });
    const { case: chosen } = this.view;
    const run = chosen.kind === 'ended' ? chosen.run : null;
    this.message = messageOf(chosen, {
      radio: this.services.runs.radio.value,
      noBluetooth: noBluetoothWords,
      hasNext: this.nextId !== null,
      nextStep: run === null ? null : services.runs.nextStep(run),
      source: this.view.source,
      state: this.view.track.summary,
      isSendingStopped: this.services.outbox.state.value.pause !== null,
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    // The same element shows the next beacon: scroll to the top, as a new page would.
    if (changed.has('uniqueId')) this.toTop();
    if (this.message === null || this.view === null) return;
    const { signal, text } = this.message;
    const kind = this.view.case.kind;
    const now = signal === null ? `${kind}:` : `${kind}:${signal}:${text}`;
    if (this.lastSignal !== null && this.lastSignal !== now && signal !== null) this.services.app.signal(signal);
    // Signals start only after the first load.
    if (kind !== 'loading') this.lastSignal = now;
  }

  protected toTop(): void {
    this.scrollIntoView({ block: 'start' });
  }

  /** Where the next beacon is mounted, if the plan contains it; otherwise its room is named. */
  protected get placeOfNext(): string {
    return '';
  }

  protected pathOfNext(uniqueId: string): string {
    return runPath(uniqueId);
  }

  /**
   * True when only the sentence and the action are shown here, and each secondary action has an explanation of its own.
   */
  protected get isBrief(): boolean {
    return false;
  }

  /** See `RunFacts`. Only a job has a plan. */
  protected get unpackedPlan(): Track | null {
    return null;
  }

  protected get onward(): Onward {
    return onwardOf(this.services.session.state.value.account?.kind === 'sandbox');
  }

  protected renderSeries(): TemplateResult | typeof nothing {
    return renderSeries(this.seriesFor(this.services.beacons.table.value, this.uniqueId));
  }

  /** Not async, because the chooser needs the user gesture. */
  protected startRun(packageId: string, showAll: boolean): void {
    void this.services.runs.start(packageId, { showAll });
  }

  protected override render(): TemplateResult {
    const { view, message } = this;
    if (view === null || message === null || view.case.kind === 'loading') {
      return html`<fk-skeleton shape="card" .count=${3} .label=${runStrings.loading}></fk-skeleton>`;
    }
    return this.renderScreen(view, message, view.case.kind === 'running' || view.case.kind === 'copyMissing');
  }

  /** `live`: a run is in progress, or its receipt is not yet stored twice. */
  protected renderScreen(view: RunView, message: RunMessage, live: boolean): TemplateResult {
    return html`
      <div class="sheet ${live ? 'live' : ''}">
        <header>
          <fk-id .value=${this.uniqueId} copyable></fk-id>
          ${this.aliasOrName === null ? nothing : html`<p class="alias"><bdi>${this.aliasOrName}</bdi></p>`}
          ${this.renderSeries()}
        </header>
        <fk-track class="track" size="card" .track=${view.track}></fk-track>
        <div class="say" role="status">${this.renderSay(view, message)}</div>
        ${live ? html`<section class="card"><fk-steps .label=${runStrings.steps} .steps=${stepsOf(this.services.runs.current.value!, this.nowMs())}></fk-steps></section>` : this.renderPlan(view)}
      </div>
      ${this.renderActions(view, message)}
    `;
  }

  protected renderSay(view: RunView, message: RunMessage): TemplateResult {
    const chosen = view.case;
    const text = this.remark === '' ? message.text : this.remark;
    if (chosen.kind === 'running') {
      const { attempt, attempts, phase, cancelSafe } = chosen.progress;
      // One live region for the whole run: it announces each phase, not each tenth of a second.
      return html`<p class="now">
        <strong>${text}</strong>
        ${phase === 'connecting' && attempt > 1 ? html`<span class="aside">${runStrings.attempt(attempt, attempts)}</span>` : nothing}
        ${cancelSafe ? nothing : html`<span class="soft">${runStrings.pastCancel}</span>`}
      </p>`;
    }
    return html`${chosen.kind === 'copyMissing' ? html`<p class="stay">${runStrings.stay}</p>` : nothing}
      ${
        this.outcome !== null
          ? this.renderOutcome(this.outcome)
          : text === ''
            ? nothing
            : html`<fk-notice .tone=${message.tone} .text=${text} .urgent=${message.tone === 'stop'}>
            ${message.detail === '' || this.isBrief ? nothing : html`<span slot="details" class="mono">${message.detail}</span>`}
          </fk-notice>`
      }
      ${
        this.other === null
          ? nothing
          : html`<fk-notice tone="attention" .text=${runStrings.otherHere(this.other)}>
            <fk-button slot="action" .href=${runPath(this.other)}>${runStrings.toOther}</fk-button>
          </fk-notice>`
      }
      ${this.mayConnect ? renderUnreadElsewhere(this.services.phone.value, this.services.session.state.value, this.uniqueId) : nothing}
      ${message.action === 'useOtherBrowser' ? html`<p class="soft">${runStrings.noRadioMeanwhile}</p>` : nothing}`;
  }

  private renderOutcome({ tone, text, failure }: OutcomeWords): TemplateResult {
    return html`<fk-notice .tone=${tone} .text=${text} urgent>
      ${failure?.kind === 'portal' ? renderSignIn(failure.address ?? null) : nothing}
      ${failure === null ? nothing : renderFailureDetails(failure)}
    </fk-notice>`;
  }

  protected renderPlan(view: RunView): TemplateResult {
    const chosen = view.case;
    const row = view.package;
    const past = pastOf(this.services.runs.current.value, this.uniqueId, chosen.kind);
    return html`
      ${
        this.mayConnect || this.mayPickForEnded(chosen)
          ? renderChooserHelp(this.soughtIn(view), {
              onShowAll: () => this.begin({ showAll: true }),
              disabled: this.other !== null,
            })
          : nothing
      }
      ${
        row === null
          ? nothing
          : html`<section class="card">
            <h2>${chosen.kind === 'ended' ? runStrings.asked : runStrings.willChange}</h2>
            <fk-change-list .package=${row}></fk-change-list>
            ${renderPackageAge(row.fetchedAtMs, this.nowMs())}
          </section>`
      }
      ${
        past === null
          ? nothing
          : html`<details class="card"><summary>${runStrings.steps}</summary><fk-steps .label=${runStrings.steps} .steps=${stepsOf(past, this.nowMs())}></fk-steps></details>`
      }
    `;
  }

  private renderActions(view: RunView, message: RunMessage): TemplateResult {
    return html`<fk-foot class="actions">
      ${this.renderMain(view, message)}
      ${this.renderOthers(view, message)}
    </fk-foot>`;
  }

  /** The main action. */
  protected renderMain(view: RunView, message: RunMessage): TemplateResult {
    const chosen = view.case;
    const progress = chosen.kind === 'running' ? chosen.progress : null;
    return html`${chosen.kind === 'waits' ? html`<fk-waiting-commands .waiting=${chosen.commands} .commands=${() => this.services.commands()}></fk-waiting-commands>` : nothing}
      ${chosen.kind === 'commandsOnly' ? chosen.commands.map((row) => html`<a class="button primary big" href=${commandPath(row.uniqueId, row.command ?? '')}>${commandStrings.goToOnly(commandNameOf(row))}</a>`) : nothing}
      ${
        progress === null
          ? this.outcome === null
            ? this.renderAction(message.action)
            : this.renderAfterFetch(this.outcome)
          : progress.cancelSafe
            ? html`<fk-button big wide @click=${() => this.services.runs.cancel()}>${runStrings.cancel}</fk-button>`
            : nothing
      }`;
  }

  private renderAction(action: RunAction | null): TemplateResult | typeof nothing {
    if (action === null) return nothing;
    const { onward } = this;
    const href = hrefOf(action, { uniqueId: this.uniqueId, next: this.nextPath, onward: onward.path });
    const words =
      action === 'nothing' ? onward.words : action === 'nextBeacon' ? this.nextWords() : runActionWords[action];
    if (href !== null)
      return html`<fk-button data-key=${action === 'nextBeacon' ? 'n' : 'w'} variant="primary" big wide .href=${href}>${words}</fk-button>`;
    // Another beacon's run, or a command to this beacon.
    const blocked = isOpen(this.services.runs.current.value) && needsRadio(action);
    return html`<fk-button
      data-key="w"
      class="act"
      .variant=${action === 'stopWaiting' ? 'quiet' : 'primary'}
      big
      wide
      .icon=${needsRadio(action) ? bluetoothIcon : action === 'nextBeacon' ? forwardIcon : null}
      .busy=${this.fetching}
      .disabled=${blocked}
      @click=${() => this.act(action)}
      >${words}</fk-button
    >`;
  }

  /** The action after fetching brought no package. */
  private renderAfterFetch({ next, label }: OutcomeWords): TemplateResult | typeof nothing {
    // A run that may have written prevents a new configuration.
    if (next === 'again' && this.view?.case.kind === 'unfinished' && this.view.closable !== null)
      return this.renderAction('closeAndPrepare');
    const href =
      typeof next === 'object' ? next.href : next === 'again' || next === 'edit' ? hrefOfPrepare(this.uniqueId) : null;
    return href !== null
      ? html`<fk-button data-key="w" variant="primary" big wide .href=${href}>${label}</fk-button>`
      : html`<fk-button data-key="w" class="act" variant="primary" big wide .busy=${this.fetching} @click=${() => (next === 'key' ? this.dispatchEvent(new AskKeyEvent()) : this.fetchPackage())}>${label}</fk-button>`;
  }

  /** Secondary actions; never a second proposal. */
  private renderOthers(view: RunView, message: RunMessage): (TemplateResult | typeof nothing)[] {
    return [this.renderExport(view), this.renderLater(view, message), ...this.renderWays(view, message)];
  }

  /** Offered while a receipt exists only in this window. */
  protected renderExport(view: RunView): TemplateResult | typeof nothing {
    return view.case.kind === 'copyMissing'
      ? html`<fk-button .icon=${exportIcon} @click=${this.exportHeld}>${runStrings.exportHeld}</fk-button>`
      : nothing;
  }

  /** Continues with the next beacon. Unfinished work is offered first again on every page. */
  private renderLater(view: RunView, message: RunMessage): TemplateResult | typeof nothing {
    const { kind } = view.case;
    // The next beacon has no name before the list is read.
    if (this.nextId !== null && (this.services.devices.list.value.devices ?? null) === null) return nothing;
    if (kind === 'unfinished')
      return html`<fk-button data-key="n" .href=${this.nextPath ?? this.onward.path}>${this.nextId === null ? runStrings.later : runStrings.laterNext(this.nextWords())}</fk-button>`;
    return (kind === 'ended' || kind === 'dead') && this.nextPath !== null && message.action !== 'nextBeacon'
      ? html`<fk-button data-key="n" .href=${this.nextPath}>${this.nextWords()}</fk-button>`
      : nothing;
  }

  /** Further actions for the run. */
  protected renderWays(view: RunView, message: RunMessage): (TemplateResult | typeof nothing)[] {
    const chosen = view.case;
    const radio = this.mayConnect && this.other === null;
    return [
      chosen.kind === 'unfinished' &&
      radio &&
      message.action !== 'pickAgain' &&
      this.services.runs.hasHandle(this.uniqueId)
        ? html`<fk-button variant="quiet" @click=${() => this.begin({ chooseAgain: true })}>${runStrings.again}</fk-button>`
        : nothing,
      // Whatever the beacon answers, the person can always fetch, continue or close.
      wantsNewPackage(chosen) && message.action !== 'fetchPackage'
        ? html`<fk-button .busy=${this.fetching} @click=${() => this.fetchPackage()}>${runActionWords.fetchPackage}</fk-button>`
        : nothing,
      chosen.kind === 'ended' && chosen.run !== null && this.services.runs.mayReopen(chosen.run)
        ? this.renderReopen(chosen.run, this.mayPickForEnded(chosen))
        : nothing,
      chosen.kind === 'unfinished' && chosen.step === 'start'
        ? html`<fk-button variant="quiet" @click=${() => this.giveUp(chosen.run.id)}>${runStrings.giveUp}</fk-button>`
        : nothing,
      view.closable !== null
        ? html`<fk-close-run .explained=${this.isBrief} .runId=${view.closable.id} .uniqueId=${this.uniqueId} @fk-close-run=${this.closeRun}></fk-close-run>`
        : nothing,
    ];
  }

  /** A run that a person closed is reopened as it was. Other runs are resumed through the chooser. */
  private renderReopen(run: Run, withChooser: boolean): TemplateResult {
    return withChooser
      ? html`<fk-button .icon=${bluetoothIcon} .disabled=${this.other !== null} @click=${() => this.services.runs.resume(run.id, { chooseAgain: true })}>${runActionWords.pickAgain}</fk-button>`
      : html`<fk-button variant="quiet" @click=${() => this.services.runs.reopenRun(run.id)}>${runStrings.close.reopen}</fk-button>`;
  }

  /** True for a run that has ended and can be resumed through the chooser. */
  private mayPickForEnded(chosen: RunView['case']): boolean {
    if (chosen.kind !== 'ended' || chosen.run === null || chosen.outcome.kind === 'closed') return false;
    return this.services.runs.mayReopen(chosen.run);
  }

  private readonly closeRun = async (event: CloseRunEvent): Promise<void> => {
    event.stopPropagation();
    const { runId, uniqueId, reason } = event;
    const isClosed = await this.services.runs.closeRun(runId, reason);
    if (isClosed) this.services.runs.dismiss();
    this.dispatchEvent(
      isClosed
        ? new SayEvent(runStrings.close.closed(uniqueId), () => void this.services.runs.reopenRun(runId))
        : new SayEvent(runStrings.close.notClosed(uniqueId)),
    );
  };

  private readonly act = (action: RunAction): void => {
    // The chooser needs the user gesture: call it before any await (field-facts.md 2).
    if (needsRadio(action)) return this.begin({ chooseAgain: action === 'pickAgain' });
    if (action === 'retrySave') void this.services.runs.retrySave();
    else if (action === 'fetchPackage') void this.fetchPackage();
    else if (action === 'closeAndPrepare') void this.closeAndPrepare();
    else if (action === 'useOtherBrowser') this.dispatchEvent(new CopyEvent(location.href));
  };

  private async closeAndPrepare(): Promise<void> {
    const run = this.view?.closable ?? null;
    if (run === null) return;
    const { uniqueId } = this;
    if (!(await this.services.runs.closeRun(run.id, runStrings.close.overtaken)))
      return void this.dispatchEvent(new SayEvent(runStrings.close.notClosed(uniqueId)));
    this.services.runs.dismiss();
    this.dispatchEvent(
      new SayEvent(runStrings.close.closedOnly(uniqueId), () => void this.services.runs.reopenRun(run.id)),
    );
    navigate(hrefOfPrepare(uniqueId));
  }

  private begin(options: PickOptions): void {
    const { runs } = this.services;
    const { showAll = false } = options;
    const chosen = this.view?.case;
    if (chosen === undefined) return;
    this.notify('');
    if (chosen.kind === 'ready') this.startRun(chosen.package.id, showAll);
    else if (chosen.kind === 'unfinished') void runs.resume(chosen.run.id, options);
    else if (chosen.kind === 'ended' && chosen.run !== null) {
      if (this.mayConnect) this.startRun(chosen.run.packageId, showAll);
      else void runs.resume(chosen.run.id, options);
    }
  }

  private async fetchPackage(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    this.notify('');
    const { uniqueId } = this;
    try {
      const outcome = await this.services.prepare.fetchPackage(uniqueId);
      if (outcome.kind === 'onThisPhone') this.services.runs.dismiss();
      if (uniqueId !== this.uniqueId) return;
      const words = outcomeWords(outcome, uniqueId, 'fetch');
      if (outcome.kind === 'onThisPhone') this.notify(words.text);
      else this.outcome = words;
    } catch (error) {
      // Nothing cancels here, and the service returns its failures, so this is a bug.
      reportError(error);
    } finally {
      this.fetching = false;
    }
  }

  /** Replaces the remark about the previous action. */
  private notify(remark: string): void {
    this.remark = remark;
    this.outcome = null;
  }

  private async giveUp(runId: string): Promise<void> {
    if (!(await this.services.runs.abandon(runId))) return;
    this.services.runs.dismiss();
    this.notify(runStrings.gaveUp);
  }

  private readonly exportHeld = (): void => {
    const text = this.services.runs.exportHeld();
    if (text === null) return;
    saveTextFile(receiptFileName(this.nowMs()), text);
    this.notify(runStrings.exported);
  };

  /** Forgets a run that has ended when its page is left; the journal describes it from there. */
  private letEndedRunGo(uniqueId: string): void {
    const progress = this.services.runs.current.value;
    if (progress?.uniqueId === uniqueId && progress.phase === 'ended' && progress.copyMissing === null)
      this.services.runs.dismiss();
  }

  private get beacon(): Beacon {
    return this.services.beacons.of(this.uniqueId);
  }

  protected get aliasOrName(): string | null {
    return nameOf(this.beacon);
  }

  /** What the browser's chooser filters by. */
  protected soughtIn({ package: row }: RunView): Sought {
    return {
      uniqueId: this.uniqueId,
      values: row?.values ?? {},
      device: knownOf(this.beacon),
      prefixes: this.services.session.state.value.account?.settings.profile.namePrefixes ?? [],
    };
  }

  protected get mayConnect(): boolean {
    const action = this.message?.action ?? null;
    return action !== null && action !== 'stopWaiting' && needsRadio(action);
  }

  /** Another beacon's run in this window. */
  private get other(): string | null {
    const progress = this.services.runs.current.value;
    return isOpen(progress) && progress.uniqueId !== this.uniqueId ? progress.uniqueId : null;
  }

  private readonly nextWords = (): string =>
    nextWords(this.services.devices.list.value.devices ?? [], this.nextId, this.placeOfNext);
  private get nextPath(): string | null {
    return this.nextId === null ? null : this.pathOfNext(this.nextId);
  }

  /** The next beacon; null for none. */
  protected get nextId(): string | null {
    return this.nextFor(this.services.beacons.table.value, this.uniqueId);
  }
}
