/** One row of the outbox: a receipt or an edit with its state, its next attempt, and the actions for it. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { AnswerDifference } from '../../../domain/answer-comparison.ts';
import { APPLIED_ELSEWHERE } from '../../../domain/delivery/verdict.ts';
import { isRemovable, type LastAnswer } from '../../../domain/receipt.ts';
import { trackOf } from '../../../domain/track.ts';
import type { TrackSummary } from '../../../domain/track-marks.ts';
import { differenceWords } from '../../beacon/prepare-outcome.ts';
import { READING_TONES } from '../../beacon/reading/reading-state.ts';
import type { FkButton } from '../../elements/button/button.ts';
import { downIcon, editIcon, holdIcon, icon, receiptIcon, syncIcon, type IconPath } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath } from '../../shell/router.ts';
import { elementStrings } from '../../strings/elements.ts';
import { labelOf } from '../../words/configure.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import {
  canGiveUp,
  canPostAgain,
  canSend,
  isAside,
  isHeld,
  isHeldBack,
  isInFlight,
  isOpen,
  needOf,
  nextAtOf,
  readingState,
  type OutboxItem,
} from './entries.ts';
import { detailsOf } from './item-details.ts';
import { outboxItemStyles } from './outbox-item-styles.ts';
import '../../elements/basics.ts';
import '../../elements/key-value/key-value.ts';
import { answerText } from '../../words/outbox.ts';

type PlainAct = 'retry' | 'hold' | 'release' | 'sendAnyway' | 'discard' | 'export' | 'giveUp' | 'takeUp' | 'remove';
type OutboxAct =
  | { readonly do: PlainAct }
  | { readonly do: 'assign'; readonly uniqueId: string }
  | { readonly do: 'select'; readonly selected: boolean };

/** Asks the page to perform an action on one row. */
export class OutboxActEvent extends Event {
  constructor(
    readonly item: OutboxItem,
    readonly act: OutboxAct,
  ) {
    super('fk-outbox-act', { bubbles: true, composed: true });
  }
}

interface ActLook {
  readonly icon?: IconPath | null;
  readonly disabled?: boolean;
  readonly variant?: FkButton['variant'];
  readonly isNamed?: boolean;
}

const text = outboxStrings;

/**
 * `paused`: the queue is stopped, so the row shows no time of the next attempt. Its slot takes what it needs, where no
 * other row needs the same. Event: `fk-outbox-act`.
 */
@customElement('fk-outbox-item')
class FkOutboxItem extends LitElement {
  @property({ attribute: false }) item!: OutboxItem;
  @property({ type: Number }) now = 0;
  @property({ type: Boolean }) paused = false;
  /** To release it is the next thing to do on the page. */
  @property({ type: Boolean }) isNext = false;
  @property({ type: Boolean }) selecting = false;
  @property({ type: Boolean }) selected = false;
  /** The beacon's current state when it differs from that of this receipt; otherwise null. */
  @property({ attribute: false }) beaconNow: TrackSummary | null = null;
  /** For a saved edit: values that the backend shows differently. */
  @property({ attribute: false }) differences: readonly AnswerDifference[] = [];
  /** Alias or name of the device, if known. */
  @property() heading = '';
  @state() private open = false;

  static override styles = [shared, pageStyles, outboxItemStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('item');
    if (before !== undefined && before.id !== this.item.id) this.open = false;
  }

  protected override render(): TemplateResult {
    const { item } = this;
    const need = needOf(item);
    const acts = this.renderActs(item).filter((act) => act !== nothing);
    return html`<div class="item card ${need === null ? '' : 'needs'}">
      ${
        this.selecting && item.kind === 'receipt'
          ? html`<label class="tick"
            ><input
              type="checkbox"
              aria-label=${text.selectOne(item.uniqueId)}
              .checked=${this.selected}
              @change=${(event: Event) => this.openQuestion({ do: 'select', selected: (event.target as HTMLInputElement).checked })}
          /></label>`
          : html`<span class="tick faint">
            ${icon(item.kind === 'receipt' ? receiptIcon : editIcon)}
            <span class="aside">
              ${readingState(item) !== null ? text.reading : item.kind === 'receipt' ? text.receipt : text.edit}
            </span>
          </span>`
      }
      <div class="who wrap">
        <fk-id class="strong" .value=${item.uniqueId}></fk-id>
        ${this.heading === '' ? nothing : html`<bdi class="soft cut" title=${this.heading}>${this.heading}</bdi>`}
      </div>
      <div class="stage wrap">
        <div class="state row">${this.renderState(item)}</div>
        <div class="when row soft">${this.renderWhen(item)}</div>
      </div>
      <div class="what small">${this.renderWhat(item)}${isHeldBack(item) ? html` <strong>${text.held}</strong>` : nothing}</div>
      <slot></slot>
      ${acts.length === 0 ? nothing : html`<div class="acts row">${acts}</div>`}
      <button
        type="button"
        class="toggle line"
        aria-expanded=${this.open ? 'true' : 'false'}
        aria-controls="more"
        @click=${() => (this.open = !this.open)}
      >
        ${text.details}<span class="aside">, ${item.uniqueId}</span>${icon(downIcon)}
      </button>
      ${this.open ? html`<div class="more" id="more">${this.renderDetails(item)}</div>` : nothing}
    </div>`;
  }

  private renderState(item: OutboxItem): TemplateResult {
    const reading = readingState(item);
    if (reading !== null)
      return html`<fk-status .tone=${READING_TONES[reading] ?? 'neutral'}>${text.readingStates[reading]}</fk-status>`;
    return html`${
      item.kind === 'receipt'
        ? html`<fk-track size="row" words
          .track=${trackOf({ pending: false, package: null, run: null, receipt: item.receipt })}></fk-track>`
        : html`<fk-status .tone=${item.edit.state === 'parked' ? 'stop' : 'neutral'}>${text.editStates[item.edit.state]}</fk-status>`
    }
    ${
      this.beaconNow === null
        ? nothing
        : html`<fk-status class="now" tone="neutral">${text.beaconNow(elementStrings.track.summaries[this.beaconNow])}</fk-status>`
    }
    ${
      item.kind === 'receipt' && item.receipt.state === 'waiting' && item.receipt.origin === 'mirror'
        ? html`<fk-status tone="info">${text.repeat}</fk-status>`
        : nothing
    }
    ${
      item.kind === 'receipt' && item.receipt.clock === 'unchecked'
        ? html`<fk-status tone="attention">${text.clockUnchecked}</fk-status>`
        : nothing
    }`;
  }

  /** The reason why it needs the person, otherwise the last answer in plain words. */
  private renderWhat(item: OutboxItem): TemplateResult | typeof nothing {
    const need = needOf(item);
    if (item.kind === 'receipt' && item.isSettled) return html`${text.settledByLater}`;
    if (item.kind === 'receipt' && item.receipt.givenUpAtMs !== undefined)
      return html`${item.receipt.lastAnswer?.code === APPLIED_ELSEWHERE ? text.appliedElsewhere : text.givenUp}`;
    // The heading of the group says it.
    if (need === 'refused') return nothing;
    // Another configuration is pending: that is the reason to show.
    const isReplaced =
      need === 'notVerified' && item.kind === 'receipt' && item.receipt.lastAnswer?.code === 'replaced';
    if (need !== null && need !== 'parked' && !isReplaced) return html`${text.why[need]}`;
    if (item.kind === 'receipt' && item.receipt.owner === 'unsure' && item.receipt.state === 'waiting')
      return html`${text.why.unsure}`;
    if (this.differences.length > 0) return html`<bdi>${differenceWords(this.differences).join(' ')}</bdi>`;
    // What came of an earlier try of a held row is among its details.
    const isOnlyHeld = isHeld(item) && need === null;
    const answer = isOnlyHeld ? null : answerOf(item);
    const cutOff =
      !isOnlyHeld && item.kind === 'receipt' && item.receipt.unanswered > 0 && item.receipt.state === 'waiting';
    if (answer === null && readingState(item) !== null && !cutOff) return html`${text.readingHelp}`;
    if (answer === null)
      return html`${cutOff ? text.unanswered : item.kind === 'edit' ? describeEdit(item) : untried(item)}`;
    // What was to be saved, so that the person knows what the answer is about.
    return item.kind === 'edit' && item.edit.state === 'parked'
      ? html`${answerText(answer.code)} ${describeEdit(item)}`
      : html`${answerText(answer.code)}`;
  }

  private renderWhen(item: OutboxItem): TemplateResult {
    const tries = item.kind === 'receipt' ? item.receipt.tries : item.edit.tries;
    return html`<fk-age .at=${item.atMs} .now=${this.now}></fk-age>
      ${tries === 0 || isHeldBack(item) ? nothing : html`<span>${text.tries(tries)}</span>`} ${this.renderNext(item)}`;
  }

  private renderNext(item: OutboxItem): TemplateResult | typeof nothing {
    if (isInFlight(item)) return html`<span>${text.inFlight}</span>`;
    const waits =
      item.kind === 'receipt'
        ? item.receipt.state === 'waiting' || item.receipt.state === 'sent'
        : item.edit.state === 'waiting';
    const at = nextAtOf(item);
    if (!waits || isHeld(item) || isAside(item) || this.paused || at === null) return nothing;
    const seconds = Math.ceil((at - this.now) / 1000);
    return html`<span class="counting">${seconds <= 0 ? text.nextNow : text.nextIn(inWords(seconds))}</span>`;
  }

  private renderActs(item: OutboxItem): (TemplateResult | typeof nothing)[] {
    const need = needOf(item);
    const isStuck = need === 'parked' || need === 'notVerified';
    const isGivenUp = item.kind === 'receipt' && item.receipt.givenUpAtMs !== undefined;
    const maySend = canSend(item) && need !== 'notMirrored';
    const send = { icon: syncIcon, disabled: this.paused, isNamed: true };
    const quiet = { variant: 'quiet', isNamed: true } as const;
    return [
      this.renderAct(need === 'notMirrored', 'export', text.exportSome(1)),
      need === 'unsureNotVerified'
        ? html`<fk-button @click=${() => (this.open = true)}>${text.choose}</fk-button>`
        : nothing,
      this.renderAct(
        maySend || (canPostAgain(item) && need !== 'unsureNotVerified'),
        'retry',
        canSend(item) ? text.retry : text.postAgain,
        send,
      ),
      this.renderAct(isHeldBack(item), 'release', text.release, {
        icon: syncIcon,
        variant: this.isNext ? 'primary' : 'plain',
        isNamed: true,
      }),
      this.renderAct(isStuck && canGiveUp(item), 'giveUp', giveUpWords(item), quiet),
      this.renderAct(isAside(item) && isGivenUp, 'takeUp', text.takeUp, quiet),
    ];
  }

  /** `isNamed`: its name has the ID, because other rows have the same button. */
  private renderAct(
    isOffered: boolean,
    act: PlainAct,
    words: string,
    { icon: sign = null, disabled = false, variant = 'plain', isNamed = false }: ActLook = {},
  ): TemplateResult | typeof nothing {
    if (!isOffered) return nothing;
    return html`<fk-button .variant=${variant} .icon=${sign} .disabled=${disabled}
      @click=${() => this.openQuestion({ do: act })}>${words}${
        isNamed ? html`<span class="aside">, ${this.item.uniqueId}</span>` : nothing
      }</fk-button>`;
  }

  private renderDetails(item: OutboxItem): TemplateResult {
    const need = needOf(item);
    const reading = readingState(item);
    const receipt = item.kind === 'receipt' ? item.receipt : null;
    const isStuck = need === 'parked' || need === 'notVerified';
    const mayHold = !isRefused(item) && !isHeld(item) && isOpen(item);
    const mayRelease = !isRefused(item) && isHeld(item) && !isHeldBack(item) && reading !== 'outdated';
    const mayForce = receipt?.state === 'refused' && reading === null;
    const send = { icon: syncIcon, disabled: this.paused };
    return html`<div class="inside stack">
      <fk-key-value .entries=${detailsOf(item)}></fk-key-value>
      <section>
        ${receipt?.owner === 'unsure' && receipt.state !== 'verified' ? this.renderCandidates(receipt.candidates) : nothing}
        <div class="row">
          ${this.renderAct(mayRelease, 'release', reading === null ? text.release : text.bringUpToDate)}
          ${this.renderAct(mayHold, 'hold', reading === null ? text.hold : text.doNotSend, { icon: holdIcon })}
          ${this.renderAct(need === 'unsureNotVerified' && canPostAgain(item), 'retry', text.postAgain, send)}
          ${this.renderAct(canGiveUp(item) && !isStuck, 'giveUp', giveUpWords(item))}
          ${this.renderAct(receipt !== null, 'export', text.exportSome(1))}
          ${this.renderAct(receipt !== null && isRemovable(receipt), 'remove', text.removeOne)}
          ${this.renderAct(item.kind === 'edit' && item.edit.state !== 'saved', 'discard', text.discard)}
          ${this.renderAct(mayForce, 'sendAnyway', text.sendAnyway)}
          ${mayForce ? html`<span class="soft">${text.sendAnywayHelp}</span>` : nothing}
          <fk-button variant="quiet" .href=${devicePath(item.uniqueId)}>${text.toDevice}</fk-button>
        </div>
      </section>
    </div>`;
  }

  private renderCandidates(candidates: readonly string[]): TemplateResult | typeof nothing {
    if (candidates.length === 0) return nothing;
    return html`<h3>${text.candidates}</h3>
      <div class="row">
        ${candidates.map(
          (id, at) => html`<fk-button .disabled=${id === this.item.uniqueId}
            @click=${() => this.openQuestion({ do: 'assign', uniqueId: id })}
            >${text.give(id)}${at === 0 ? html` · ${text.likeliest}` : nothing}</fk-button
          >`,
        )}
      </div>`;
  }

  private openQuestion(act: OutboxAct): void {
    this.dispatchEvent(new OutboxActEvent(this.item, act));
  }
}

/** A refused receipt is held automatically; only "Send anyway" sends it. */
function isRefused(item: OutboxItem): boolean {
  return item.kind === 'receipt' && item.receipt.state === 'refused';
}

/** What a beacon has refused is not sent, and a reading only on request. */
function giveUpWords(item: OutboxItem): string {
  return isRefused(item) || readingState(item) !== null ? text.leave : text.giveUp;
}

function answerOf(item: OutboxItem): LastAnswer | null {
  return item.kind === 'receipt' ? item.receipt.lastAnswer : item.edit.lastAnswer;
}

function describeEdit(item: Extract<OutboxItem, { kind: 'edit' }>): TemplateResult {
  return html`${Object.entries(item.edit.values).map(
    ([name, value], at) =>
      html`${at === 0 ? '' : ' · '}${labelOf(name)}: <bdi>${value === '' ? text.editCleared : value}</bdi>`,
  )}`;
}

function inWords(seconds: number): string {
  return seconds < 90 ? text.seconds(seconds) : text.minutes(Math.floor(seconds / 60), seconds % 60);
}

/** Nothing while its first try is under way: another line says so. */
function untried(item: OutboxItem & { readonly kind: 'receipt' }): string {
  return item.receipt.tries === 0 && !isInFlight(item) && !isHeld(item) ? text.notTried : '';
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-outbox-item': FkOutboxItem;
  }
}
