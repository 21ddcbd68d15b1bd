/**
 * The state of the screen of one beacon's run, and what its buttons do. Each page has its own layout, made of the parts
 * of `run-parts.ts`.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Beacon } from '../../../domain/beacon-table.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { needsRadio, type RunAction } from '../../../domain/provisioning/next-action.ts';
import type { Run } from '../../../domain/run.ts';
import type { Track } from '../../../domain/track-marks.ts';
import type { PickOptions, RunProgress } from '../../../use-cases/run/runs.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import { CopyEvent } from '../../elements/id/id.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { SayEvent } from '../../shared/say.ts';
import { saveFile } from '../../shared/give-file.ts';
import { navigate } from '../../shell/router.ts';
import type { AccountServices } from '../../shell/services.ts';
import { commandStrings } from '../../strings/commands.ts';
import { runStrings } from '../../strings/run.ts';
import { closeRun } from '../close-run.ts';
import { outcomeWords, type OutcomeWords } from '../prepare-outcome.ts';
import { viewRun, type RunView } from './run-case.ts';
import { hrefOfPrepare, type NextLink, type PageLink } from './run-links.ts';
import { messageOf, type RunMessage } from './run-say.ts';

/** Interval of the elapsed time, which is shown in tenths of a second, ms. */
const TICK_MS = 200;

/** What differs between the pages. */
export interface RunScreenOptions {
  readonly services: AccountServices;
  readonly uniqueId: string;
  /** The current time, Unix ms. */
  readonly nowMs: () => number;
  /** The page of the next beacon; null for none. */
  readonly next: NextLink | null;
  /** The page to open when nothing is left to do here. */
  readonly onward: PageLink;
  /** Names that the chooser can leave out. */
  readonly without: readonly string[];
  /** See `RunFacts`. Only a job has a plan. */
  readonly unpackedPlan: Track | null;
}

export class RunScreenController implements ReactiveController {
  // The following are derived in each update of the page, before it is rendered.
  options!: RunScreenOptions;
  beacon!: Beacon;
  view!: RunView;
  message!: RunMessage;
  /** The run of this beacon while it is in progress or its receipt is not yet stored twice; otherwise null. */
  progress: RunProgress | null = null;

  /** The result of the previous action; replaces the message. */
  remark = '';
  /** Why fetching brought no package. */
  outcome: OutcomeWords | null = null;
  isFetching = false;

  #uniqueId = '';
  /** The last signal. An ending is signalled once, and not when it was there before the page opened. */
  #lastSignal: string | null = null;
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #readOptions: () => RunScreenOptions;

  /** `readOptions` is called in each update of the page, so that the page follows the signals that it reads. */
  constructor(host: ReactiveControllerHost & EventTarget, readOptions: () => RunScreenOptions) {
    this.#host = host;
    this.#readOptions = readOptions;
    host.addController(this);
    host.addController(new ClockController(host, () => (this.progress === null ? 0 : TICK_MS)));
  }

  hostUpdate(): void {
    const options = this.#readOptions();
    const { services, uniqueId, next, unpackedPlan } = options;
    if (uniqueId !== this.#uniqueId) this.#leaveBeacon();
    this.#uniqueId = uniqueId;
    this.options = options;
    this.beacon = services.beacons.of(uniqueId);
    this.view = viewRun({
      uniqueId,
      beacon: this.beacon,
      current: services.runs.current.value,
      elsewhere: services.runs.elsewhere.value,
      nextStep: (run) => services.runs.nextStep(run),
      unpackedPlan,
    });
    const { case: chosen } = this.view;
    const run = chosen.kind === 'ended' ? chosen.run : null;
    this.progress = 'progress' in chosen ? chosen.progress : null;
    this.message = messageOf(chosen, {
      radio: services.runs.radio.value,
      noBluetooth: noBluetoothWords,
      hasNext: next !== null,
      nextStep: run === null ? null : services.runs.nextStep(run),
      source: this.view.source,
      state: this.view.track.summary,
      isSendingStopped: services.outbox.state.value.pause !== null,
    });
  }

  hostUpdated(): void {
    const { signal, text } = this.message;
    const { kind } = this.view.case;
    const now = signal === null ? `${kind}:` : `${kind}:${signal}:${text}`;
    if (this.#lastSignal !== null && this.#lastSignal !== now && signal !== null)
      this.options.services.app.signal(signal);
    // Signals start only after the first load.
    if (kind !== 'loading') this.#lastSignal = now;
  }

  hostDisconnected(): void {
    this.#letEndedRunGo();
  }

  /** True when the message's action connects to the beacon. */
  get mayConnect(): boolean {
    const { action } = this.message;
    return action !== null && action !== 'stopWaiting' && needsRadio(action);
  }

  /** Another beacon's run in this window. */
  get other(): string | null {
    const progress = this.options.services.runs.current.value;
    return isOpen(progress) && progress.uniqueId !== this.options.uniqueId ? progress.uniqueId : null;
  }

  /** True for a run that has ended and can be resumed through the chooser. */
  get mayPickForEnded(): boolean {
    const { case: chosen } = this.view;
    if (chosen.kind !== 'ended' || chosen.run === null || chosen.outcome.kind === 'closed') return false;
    return this.options.services.runs.mayReopen(chosen.run);
  }

  /** Call it in the click handler: the chooser needs the user gesture (field-facts.md 2). */
  act(action: RunAction): void {
    if (needsRadio(action)) this.begin({ chooseAgain: action === 'pickAgain' });
    else if (action === 'retrySave') void this.options.services.runs.retrySave();
    else if (action === 'fetchPackage') void this.fetchPackage();
    else if (action === 'closeAndPrepare') void this.#closeAndPrepare();
    else if (action === 'useOtherBrowser') this.#host.dispatchEvent(new CopyEvent(location.href));
  }

  /** Starts or resumes the run. Call it in the click handler, as `act`. */
  begin(options: PickOptions): void {
    const { runs } = this.options.services;
    const { case: chosen } = this.view;
    this.#notify('');
    if (chosen.kind === 'ready') this.#start(chosen.package.id, options);
    else if (chosen.kind === 'unfinished') void runs.resume(chosen.run.id, options);
    else if (chosen.kind === 'ended' && chosen.run !== null) {
      if (this.mayConnect) this.#start(chosen.run.packageId, options);
      else void runs.resume(chosen.run.id, options);
    }
  }

  #start(packageId: string, { showAll = false }: PickOptions): void {
    const { services, without } = this.options;
    void services.runs.start(packageId, { showAll, without });
  }

  async fetchPackage(): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    this.#notify('');
    const { services, uniqueId } = this.options;
    try {
      const outcome = await services.prepare.fetchPackage(uniqueId);
      if (outcome.kind === 'onThisPhone') services.runs.dismiss();
      if (uniqueId !== this.#uniqueId) return;
      const words = outcomeWords(outcome, uniqueId, 'fetch');
      if (outcome.kind === 'onThisPhone') this.#notify(words.text);
      else this.outcome = words;
    } catch (error) {
      // Nothing cancels here, and the service returns its failures, so this is a bug.
      reportError(error);
    } finally {
      this.isFetching = false;
      this.#host.requestUpdate();
    }
  }

  async putOnHold(rows: readonly CarriedPackage[]): Promise<void> {
    const commands = await this.options.services.commands();
    for (const { id } of rows) await commands.putOnHold(id);
    const undo = (): void => void Promise.all(rows.map((row) => commands.restore(row)));
    this.#host.dispatchEvent(new SayEvent(commandStrings.asideDone, undo));
  }

  askForKey(): void {
    this.#host.dispatchEvent(new AskKeyEvent());
  }

  async closeRun(run: Run, reason: string): Promise<void> {
    const { runs } = this.options.services;
    if (await closeRun(this.#host, runs, run, reason)) runs.dismiss();
  }

  async #closeAndPrepare(): Promise<void> {
    const run = this.view.closable;
    if (run === null) return;
    const { services, uniqueId } = this.options;
    const { runs } = services;
    if (!(await runs.closeRun(run.id, runStrings.close.overtaken)))
      return void this.#host.dispatchEvent(new SayEvent(runStrings.close.notClosed(uniqueId)));
    runs.dismiss();
    this.#host.dispatchEvent(new SayEvent(runStrings.close.closedOnly(uniqueId), () => void runs.reopenRun(run.id)));
    navigate(hrefOfPrepare(uniqueId));
  }

  /** Ends a run that has written nothing. */
  async giveUp(runId: string): Promise<void> {
    const { runs } = this.options.services;
    if (!(await runs.abandon(runId))) return;
    runs.dismiss();
    this.#notify(runStrings.gaveUp);
  }

  /** Saves a receipt that exists only in this window as a file. */
  exportHeld(): void {
    const { services, nowMs } = this.options;
    const text = services.runs.exportHeld();
    if (text === null) return;
    saveFile('receipts', [text], nowMs());
    this.#notify(runStrings.exported);
  }

  /** Replaces the remark about the previous action. */
  #notify(remark: string): void {
    this.remark = remark;
    this.outcome = null;
    this.#host.requestUpdate();
  }

  /** The same page shows the next beacon. */
  #leaveBeacon(): void {
    this.#lastSignal = null;
    this.#notify('');
    this.#letEndedRunGo();
  }

  /** Forgets a run that has ended when its page is left; the journal describes it from there. */
  #letEndedRunGo(): void {
    if (this.#uniqueId === '') return;
    const { runs } = this.options.services;
    const progress = runs.current.value;
    if (progress?.uniqueId === this.#uniqueId && progress.phase === 'ended' && progress.copyMissing === null)
      runs.dismiss();
  }
}
