/** One command for one beacon: its effect, fetching it in advance, sending it, and its result. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { knownOf, nameOf, type Beacon } from '../../../domain/beacon-table.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { COMMAND_TRAITS, isCommandName, permissionFor, type CommandName } from '../../../domain/commands/command.ts';
import { meaningOf } from '../../../domain/provisioning/next-action.ts';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { errandOf } from '../../../domain/errand.ts';
import type { CommandOutcome } from '../../../use-cases/commands/commands.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { notice } from '../../shared/notice.ts';
import { HeadingEvent } from '../../shared/heading.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import { accessWord } from '../../beacon/device-words.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import '../../shared/failure.ts';
import { bluetoothIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { commandPath, devicePath, runPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import {
  commandOrderWords,
  commandOutcomeWords,
  commandStrings as text,
  commandTexts,
  commandUnusable,
} from '../../strings/commands.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { runStrings } from '../../strings/run.ts';
import { shellStrings } from '../../strings/shell.ts';
import { failureText } from '../../words/run.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { runPageStyles, runPartStyles } from '../../kit/run-styles.ts';
import { progressWords } from '../../beacon/run/run-say.ts';
import { renderUnreadElsewhere } from '../../beacon/unread-elsewhere.ts';
import { viewCommand, type CommandCase, type CommandView } from '../../beacon/command-case.ts';

@customElement('fk-command-page')
export class FkCommandPage extends AccountElement {
  @property() uniqueId = '';
  /** Name of the command, as in the address. */
  @property() command = '';
  private readonly fetching = new OneWork(this);
  @state() private fetched: CommandOutcome | null = null;
  @state() private isConfirming = false;
  /** The next send lists every device, whatever its name. */
  private showAll = false;

  private readonly clock = new ClockController(this);
  private lastSignal: string | null = null;

  static override styles = [
    shared,
    pageStyles,
    runPartStyles,
    runPageStyles,
    css`
      @media (min-width: 68.75em) {
        :host {
          row-gap: 0;
        }
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.fetching.stop();
    if (this.isOwn && this.services.runs.current.value?.phase === 'ended') this.services.runs.dismiss();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('uniqueId') && !changed.has('command')) return;
    this.fetching.stop();
    this.fetched = null;
    this.isConfirming = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('uniqueId') || changed.has('command')) {
      const { command, uniqueId } = this;
      const heading = isCommandName(command) ? commandTexts[command].name : shellStrings.titles.command(uniqueId);
      this.dispatchEvent(new HeadingEvent(heading));
    }
    const progress = this.isOwn ? this.services.runs.current.value : null;
    const now = progress?.phase === 'ended' ? (progress.outcome?.kind ?? progress.failure?.code ?? '') : '';
    if (now !== '' && this.lastSignal !== now) this.services.app.signal(now === 'commandSent' ? 'done' : 'again');
    this.lastSignal = now;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!isCommandName(this.command))
      return html`<div class="page stack far"><fk-notice tone="attention" .text=${text.unknown}><fk-button slot="action"
        .href=${devicePath(this.uniqueId)}>${text.toDevice}</fk-button></fk-notice></div>`;
    const command = this.command;
    // What is permitted is not known before the list is read; a run in progress is shown anyway.
    if (!this.isOwn && this.beacon.listed === 'unread')
      return html`<fk-skeleton class="page stack far" shape="card" .count=${2} .label=${deviceStrings.loading}></fk-skeleton>`;
    const view = this.viewOf(command);
    const words = commandTexts[command];
    return html`<div class="page short stack far">
        <header class="row">
          <fk-id .value=${this.uniqueId} copyable></fk-id>
          ${this.alias === null ? nothing : html`<p class="faint"><bdi>${this.alias}</bdi></p>`}
        </header>
        <section class="what">
          <p>${words.does}</p>
          ${words.note === '' ? nothing : html`<p class="soft">${words.note}</p>`}
          ${
            view.sentAtMs === null
              ? nothing
              : html`<p class="soft">${text.states.sent}: <fk-age .at=${view.sentAtMs} .now=${this.clock.nowMs}></fk-age></p>`
          }
        </section>
        <div class="say" role="status">${this.renderStatus(view.case, command)}</div>
      </div>
      <fk-foot class="foot actions">${this.renderActions(view, command)}</fk-foot>
      ${
        COMMAND_TRAITS[command].dangerous
          ? html`<fk-confirm
            .open=${this.isConfirming}
            .heading=${text.title(words.name, this.uniqueId)}
            .consequence=${`${words.consequence} ${words.note}`.trim()}
            .subjectId=${this.uniqueId}
            .action=${text.confirm(words.name)}
            @fk-close=${this.onConfirmClosed}
            @fk-confirm=${() => this.send()}
          ></fk-confirm>`
          : nothing
      }`;
  }

  private renderStatus(chosen: CommandCase, command: CommandName): TemplateResult | typeof nothing {
    if (this.fetching.isBusy)
      return html`<fk-progress .total=${null} .label=${text.fetching} cancellable
        @fk-cancel=${this.fetching.stop}></fk-progress>`;
    const warning = permissionFor(command, this.access);
    const unsure =
      warning.allowed &&
      warning.warning !== null &&
      (chosen.kind === 'none' || chosen.kind === 'dead' || chosen.kind === 'ready');
    // The obstacle and its solution are shown below.
    const isShownBelow =
      this.fetched?.kind === 'onThisPhone' &&
      this.fetched.order === 'after' &&
      this.fetched.remarks.length === 0 &&
      chosen.kind === 'ready' &&
      chosen.obstacle !== null;
    return html`${this.fetched === null || isShownBelow ? nothing : renderFetched(this.fetched, this.access)}
      ${this.renderCase(chosen, command)}
      ${
        chosen.kind === 'ready' || chosen.kind === 'unfinished'
          ? renderUnreadElsewhere(this.services.phone.value, this.services.session.state.value, this.uniqueId)
          : nothing
      }
      ${unsure ? notice('attention', text.accessUnknown) : nothing}
      ${this.otherRun === null ? nothing : notice('attention', text.other(this.otherRun.uniqueId))}`;
  }

  private renderCase(chosen: CommandCase, command: CommandName): TemplateResult | typeof nothing {
    switch (chosen.kind) {
      case 'running':
        return html`<p class="now">
          <strong>${progressWords(chosen.progress)}</strong>
          ${chosen.progress.cancelSafe ? nothing : html`<span class="soft">${text.pastCancel}</span>`}
        </p>`;
      case 'elsewhere':
        return notice('info', text.elsewhere);
      case 'unfinished':
        return notice(
          'attention',
          chosen.failure?.code === 'otherOperation' ? failureText('otherOperation', true) : text.unfinished,
          chosen.failure === null ? '' : `${chosen.failure.code}: ${chosen.failure.detail}`,
        );
      case 'ended':
        if (chosen.outcome === 'commandSent')
          return notice('info', `${text.ended.commandSent} ${text.sentDetail[command]}`);
        return notice('attention', text.ended[chosen.outcome]);
      case 'notAllowed':
        return renderNotAllowed(chosen.reason, this.access);
      case 'notOffered':
        return notice('info', text.notOffered);
      case 'none':
        return this.fetched === null ? html`<p>${text.none(commandTexts[command].name)}</p>` : nothing;
      case 'dead':
        return this.fetched === null ? notice('attention', chosen.aside ? text.aside : text.dead) : nothing;
      case 'ready': {
        const { failure, obstacle } = chosen;
        const age = html`<p class="soft">${text.fetched} <fk-age .at=${chosen.package.fetchedAtMs} .now=${this.clock.nowMs}></fk-age></p>`;
        if (obstacle !== null)
          return html`${notice(
            'attention',
            obstacle.kind === 'response'
              ? text.responseWaits
              : errandOf(obstacle.package).configures
                ? text.configurationFirst
                : text.carriedFirst,
          )}${age}`;
        if (this.services.runs.radio.value === 'absent' || failure?.code === 'noBluetooth')
          return html`${notice('stop', noBluetoothWords())}${age}`;
        if (failure === null || meaningOf(failure.code).severity === 'none') return age;
        return html`${notice(
          meaningOf(failure.code).severity === 'stop' ? 'stop' : 'attention',
          failureText(failure.code, false),
          `${failure.code}: ${failure.detail}`,
        )}${age}`;
      }
    }
  }

  private renderActions({ case: chosen }: CommandView, command: CommandName): TemplateResult | typeof nothing {
    const busy = this.otherRun !== null;
    switch (chosen.kind) {
      case 'running':
        return chosen.progress.cancelSafe
          ? html`<fk-button big wide @click=${() => this.services.runs.cancel()}>${text.cancel}</fk-button>`
          : nothing;
      case 'unfinished':
        // The app writes such a packet not once more, so that connecting again brings nothing.
        return html`${
          chosen.failure?.code === 'otherOperation'
            ? nothing
            : html`<fk-button class="act" variant="primary" big wide .icon=${bluetoothIcon} .disabled=${busy}
              @click=${() => void this.services.runs.resume(chosen.run.id)}>${text.reconnect}</fk-button>
          ${this.renderShowAll(busy, () => void this.services.runs.resume(chosen.run.id, { showAll: true }))}`
        }
          <fk-button variant="quiet" @click=${() => void this.leave(chosen.run.id)}>${text.leave}</fk-button>`;
      case 'none':
      case 'dead':
        return html`<fk-button variant="primary" big wide .busy=${this.fetching.isBusy}
          @click=${() => void this.fetch(command)}>${
            chosen.kind === 'dead' ? text.fetchAgain : text.fetch
          }</fk-button>`;
      case 'ready': {
        const { obstacle } = chosen;
        const remove = html`<fk-button variant="quiet" @click=${() => void this.discard(chosen)}>${text.remove}</fk-button>`;
        if (obstacle !== null) {
          const older = obstacle.kind === 'order' ? obstacle.package : null;
          const href =
            older !== null && isCommandName(older.command)
              ? commandPath(this.uniqueId, older.command)
              : runPath(this.uniqueId);
          return html`<fk-button variant="primary" big wide
            .href=${href}>${
              older !== null && isCommandName(older.command) ? text.open(commandTexts[older.command].name) : text.toRun
            }</fk-button>${remove}`;
        }
        // A dangerous command has no default button: the dialog asks first, and its button sends.
        const dangerous = COMMAND_TRAITS[command].dangerous;
        return html`<fk-button class="act" .variant=${dangerous ? 'danger' : 'primary'} big wide .icon=${bluetoothIcon}
          .disabled=${busy || this.services.runs.radio.value === 'absent'} @click=${() => this.onSend(false)}>${text.send}</fk-button>
          ${this.renderShowAll(busy || this.services.runs.radio.value === 'absent', () => this.onSend(true))}${remove}`;
      }
      case 'ended':
        return chosen.outcome === 'commandSent'
          ? html`<fk-button variant="primary" big wide .href=${devicePath(this.uniqueId)}>${text.toDevice}</fk-button>
              <fk-button variant="quiet" .busy=${this.fetching.isBusy}
                @click=${() => void this.fetch(command)}>${text.fetchAgain}</fk-button>`
          : html`<fk-button variant="primary" big wide .busy=${this.fetching.isBusy}
            @click=${() => void this.fetch(command)}>${text.fetchAgain}</fk-button>`;
      default:
        return nothing;
    }
  }

  private viewOf(command: CommandName): CommandView {
    return viewCommand({
      uniqueId: this.uniqueId,
      command,
      rows: this.beacon.rows,
      current: this.services.runs.current.value,
      elsewhere: this.services.runs.elsewhere.value,
      access: this.access,
      word: (this.services.session.state.value.account?.settings.commands ?? DEFAULT_SETTINGS.commands)[command],
    });
  }

  private get beacon(): Beacon {
    return this.services.beacons.of(this.uniqueId);
  }

  private get alias(): string | null {
    return nameOf(this.beacon);
  }

  private get access(): string | null {
    return knownOf(this.beacon)?.access ?? null;
  }

  private get isOwn(): boolean {
    return (
      this.services.runs.current.value?.uniqueId === this.uniqueId &&
      this.services.runs.current.value.command === this.command
    );
  }

  /** Another run uses this window's Bluetooth. */
  private get otherRun() {
    const progress = this.services.runs.current.value;
    return isOpen(progress) && !this.isOwn ? progress : null;
  }

  private renderShowAll(disabled: boolean, onClick: () => void): TemplateResult {
    return html`<fk-button class="all" variant="quiet" .disabled=${disabled} @click=${onClick}>${runStrings.chooser.showAll}</fk-button>`;
  }

  private readonly onSend = (showAll: boolean): void => {
    this.showAll = showAll;
    if (isCommandName(this.command) && COMMAND_TRAITS[this.command].dangerous) this.isConfirming = true;
    else this.send();
  };

  private readonly onConfirmClosed = (): void => {
    this.isConfirming = false;
  };

  /** The chooser needs the user gesture: call it before any await (field-facts.md 2). */
  private send(): void {
    if (!isCommandName(this.command)) return;
    const { case: chosen } = this.viewOf(this.command);
    this.fetched = null;
    if (chosen.kind === 'ready') void this.services.runs.start(chosen.package.id, { showAll: this.showAll });
  }

  private async fetch(command: CommandName): Promise<void> {
    const { services, uniqueId } = this;
    if (this.fetching.isBusy) return;
    this.fetched = null;
    const outcome = await this.fetching.run(
      async (signal) => (await services.commands()).fetch(uniqueId, command, { signal }),
      (error) => (this.fetched = { kind: 'storageFailed', detail: String(error) }),
    );
    if (outcome === null) return;
    this.fetched = outcome;
    if (outcome.kind === 'onThisPhone' && this.isOwn) services.runs.dismiss();
  }

  private async discard({ package: row }: Extract<CommandCase, { kind: 'ready' }>): Promise<void> {
    const commands = await this.services.commands();
    await commands.remove(row.id);
    this.fetched = null;
    this.dispatchEvent(new SayEvent(text.removed, () => void commands.restore(row)));
  }

  private async leave(runId: string): Promise<void> {
    await this.services.runs.abandon(runId);
    this.services.runs.dismiss();
    this.dispatchEvent(new SayEvent(text.left));
  }
}

/** The outcome of fetching a command: one sentence, with the technical part under Details. */
function renderFetched(outcome: CommandOutcome, access: string | null): TemplateResult {
  switch (outcome.kind) {
    case 'onThisPhone': {
      const { order, remarks } = outcome;
      return html`<fk-notice
        .tone=${order === 'first' || order === 'renewed' ? 'info' : 'attention'}
        .text=${commandOrderWords[order]}
      >
        ${remarks.length === 0 ? nothing : html`<ul slot="details">${remarks.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`}
      </fk-notice>`;
    }
    case 'failed':
      return html`<fk-failure .failure=${outcome.failure}></fk-failure>`;
    case 'notAllowed':
      return renderNotAllowed(outcome.reason, access);
    case 'unusable':
      return notice('stop', commandUnusable[outcome.reason]);
    case 'storageFailed':
      return notice('stop', commandOutcomeWords.storageFailed, outcome.detail);
    default:
      return notice('attention', commandOutcomeWords[outcome.kind]);
  }
}

function renderNotAllowed(reason: 'viewer' | 'ownerOnly', access: string | null): TemplateResult {
  const { viewer, ownerOnly } = text.notAllowed;
  return notice('attention', reason === 'viewer' ? viewer : ownerOnly(accessWord(access ?? '')));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-command-page': FkCommandPage;
  }
}
