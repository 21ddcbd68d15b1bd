/**
 * The outbox page: rows that need the person, that wait and that were delivered; sends, exports and imports receipts.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { customElement, property, state } from 'lit/decorators.js';
import { finderOf } from '../../../domain/find-words.ts';
import { knownOf, nameOf } from '../../../domain/beacon-table.ts';
import { savedDifferences } from '../../../domain/delivery/edits.ts';
import { needGroups } from '../../../domain/delivery/need-groups.ts';
import { requestedWait, type RequestedWait } from '../../../domain/delivery/backoff.ts';
import { isRemovable } from '../../../domain/receipt.ts';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { OutboxState } from '../../../use-cases/outbox/outbox.ts';
import { SayEvent } from '../../shared/say.ts';
import { exportIcon, keyIcon, outboxIcon, syncIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { AccountElement } from '../../shell/account-element.ts';
import type { AccountServices } from '../../shell/services.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import { transferStrings } from '../../strings/transfer.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import {
  OUTBOX_GROUPS,
  beaconNow,
  canSend,
  groupOutbox,
  isHeldBack,
  isInFlight,
  nextAtOf,
  reasonOf,
  type GroupedOutbox,
  type OutboxGroup,
  type OutboxItem,
} from './entries.ts';
import type { OutboxActEvent } from './outbox-item.ts';
import './outbox-item.ts';
import { ReceiptFiles } from './receipt-files.ts';
import '../../beacon/need-group.ts';
import '../../elements/basics.ts';
import { timeWithSeconds } from '../../language/times.ts';
import { remarkText, waitText } from '../../words/outbox.ts';
import { number } from '../../language/counting.ts';
import { ListController } from '../../elements/list/list-controller.ts';

const text = outboxStrings;
/** Rows are drawn with the names of the list, but receipts do not wait longer than this for it, ms. */
const MAX_LIST_WAIT_MS = 1000;

@customElement('fk-outbox-page')
export class FkOutboxPage extends AccountElement {
  @property({ attribute: false }) nowMs: () => number = Date.now;

  private readonly list = new ListController(this, { portion: 40, more: 200 });
  @state() private selecting = false;
  @state() private waitsForList = true;
  @state() private selected: ReadonlySet<string> = new Set();
  /** Ticks each second during a countdown, otherwise each half minute for the ages. */
  protected readonly clock = new ClockController(this, () => (this.countsDown ? 1000 : 30_000));

  private readonly files = new ReceiptFiles(this, () => this.services);
  private listWait: ReturnType<typeof setTimeout> | undefined;

  static override styles = [
    shared,
    pageStyles,
    css`
  :host {
    --page-width: 64rem;
  }
  .page {
    gap: var(--space-5);
    padding: var(--space-4);
  }
  .dropping {
    outline: var(--stroke-strong) dashed var(--color-accent);
    outline-offset: var(--space-2);
  }
  .drop {
    padding: var(--space-4);
    border-radius: var(--radius-m);
    background: var(--color-accent-soft);
    text-align: center;
  }
  /* Not those that may be on the screen at first: a row of another size than this would move what is below. */
  li:nth-child(n + 13) {
    content-visibility: auto;
    contain-intrinsic-size: auto 150px;
  }
  .foot {
    padding-inline: 0;
  }
  @media (max-width: 56.24em) {
    .foot {
      order: 1;
    }
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
  }
  .pair fk-button {
    flex: 1 1 auto;
  }
  @media (min-width: 56.25em) {
    li:nth-child(n + 13) {
      contain-intrinsic-size: auto 80px;
    }
    .foot {
      border-top: 0;
    }
    .foot fk-button {
      max-width: 20rem;
    }
  }
`,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.listWait = setTimeout(() => (this.waitsForList = false), MAX_LIST_WAIT_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.listWait);
  }

  protected override render(): TemplateResult {
    const state = this.services.outbox.state.value;
    const isListUnread =
      this.services.devices.list.value.devices === null && this.services.devices.list.value.failure === null;
    if (isListUnread && this.waitsForList)
      return html`<fk-skeleton shape="row" .count=${4} .label=${text.loading}></fk-skeleton>`;
    const groups = this.groupsOf(state);
    const isSendable = [...groups.waiting, ...groups.needsYou].some((item) => canSend(item) || isInFlight(item));
    const total = OUTBOX_GROUPS.reduce((sum, group) => sum + groups[group].length, 0);
    return html`
      <div class="stack page ${this.files.input.isOver ? 'dropping' : ''}" @fk-outbox-act=${this.onAct}>
        ${this.files.input.isOver ? html`<p class="drop strong">${text.drop}</p>` : nothing}
        ${this.renderBanners(state)}
        ${this.files.renderRefusal()}
        ${
          total === 0
            ? html`<fk-empty .text=${text.empty} .icon=${outboxIcon}><fk-button slot="action"
              href="/run">${text.emptyAction}</fk-button></fk-empty>`
            : this.renderGroups(groups, this.isPaused(state), !isSendable && !this.selecting)
        }
        ${
          this.selecting
            ? this.renderSelecting()
            : html`${isSendable ? this.renderSend(state) : nothing} ${this.renderOthers(state.receipts)}`
        }
      </div>
      ${this.files.renderDialogs(this.services.session.state.value.account)}
    `;
  }

  /** What is done with all receipts, and files of them. */
  private renderOthers(receipts: OutboxState['receipts']): TemplateResult {
    const removable = receipts.filter(isRemovable).map(({ id }) => id);
    return html`<details>
      <summary>${text.options}</summary>
      <div class="wrap">
        ${
          receipts.length === 0
            ? nothing
            : html`${this.files.renderExport()}
              <fk-button variant="quiet" @click=${() => this.select(true)}>${text.select}</fk-button>`
        }
        ${this.files.renderImport()}
        ${
          removable.length === 0
            ? nothing
            : html`<fk-button variant="quiet"
              @click=${() => this.removeRows(removable)}>${text.removeImported(removable.length)}</fk-button>`
        }
      </div>
    </details>`;
  }

  /** `releases`: to release what is held is next, as nothing else can be sent. */
  private renderGroups(groups: GroupedOutbox, isPaused: boolean, releases: boolean): TemplateResult {
    const search = { label: text.find, textsOf: ({ uniqueId }: OutboxItem) => [uniqueId] };
    const fits = finderOf(this.list.wanted);
    const fitting = (group: OutboxGroup): readonly OutboxItem[] =>
      groups[group].filter((item) => fits(search.textsOf(item)));
    const hasMatches = OUTBOX_GROUPS.some((group) => fitting(group).length > 0);
    return html`
      ${this.list.search(search, Object.values(groups).flat())}
      ${hasMatches ? nothing : this.list.noneFound()}
      ${OUTBOX_GROUPS.map((group) => this.renderGroup(group, fitting(group), isPaused, releases))}
    `;
  }

  private renderGroup(
    group: OutboxGroup,
    items: readonly OutboxItem[],
    isPaused: boolean,
    releases: boolean,
  ): TemplateResult | typeof nothing {
    if (items.length === 0) return nothing;
    const held = group === 'waiting' ? items.filter(isHeldBack) : [];
    return html`<section aria-labelledby=${group}>
      <div class="spread">
        <h2 id=${group}>${group === 'delivered' ? text.delivered(this.keepDays) : text[group]} <span
          class="count">${number(items.length)}</span></h2>
        ${releases && held.length > 1 ? this.renderRelease(held) : nothing}
      </div>
      ${this.list.portions(
        items,
        (portion) =>
          group === 'needsYou'
            ? this.renderByReason(items, portion.length, isPaused)
            : this.renderRows(portion, isPaused, nothing, releases && held.length === 1 ? held[0] : undefined),
        group,
      )}
    </section>`;
  }

  private isPaused(state: OutboxState): boolean {
    return state.pause !== null || this.waitOf(state)?.wasPressed === true;
  }

  /** The wait that the backend requires, if something waits for its end. */
  private waitOf(state: OutboxState): RequestedWait | null {
    return hasWaiting(state) ? requestedWait(state.wait ?? null, this.nowMs()) : null;
  }

  /** Why nothing is sent at the moment, and remarks of the storage. */
  private renderBanners(state: OutboxState): TemplateResult {
    const { pause, toSend } = state;
    const nowMs = this.nowMs();
    const wait = this.waitOf(state);
    const { key } = this.services.session.state.value;
    const waits = hasWaiting(state);
    const needsKey = pause?.reason === 'key' || ((key === 'needed' || key === 'vault') && waits);
    const keyWords = `${text.pause.key(toSend)}${pause?.reason === 'key' ? ` ${text.pause.keyRefused}` : ''}`;
    return html`
      ${
        needsKey
          ? html`<fk-notice tone="attention" .text=${keyWords}>
            <fk-button slot="action" variant="primary" .icon=${keyIcon} @click=${() => this.dispatchEvent(new AskKeyEvent())}>
              ${text.pause.giveKey}
            </fk-button>
          </fk-notice>`
          : nothing
      }
      ${
        pause?.reason === 'sameRefusal'
          ? html`<fk-notice tone="stop" .text=${text.pause.same}>
            <fk-button slot="action" @click=${() => this.attempt((outbox) => outbox.resume())}>${text.pause.resume}</fk-button>
            <span slot="details" class="mono">${text.pause.status(pause.status)}</span>
          </fk-notice>`
          : nothing
      }
      ${
        wait === null
          ? nothing
          : html`<fk-notice
            tone="attention"
            .text=${text.requestedWait(timeWithSeconds(wait.untilMs), waitText(Math.ceil((wait.untilMs - nowMs) / 1000)), !wait.wasPressed)}
          ></fk-notice>`
      }
      ${state.unverified === 0 ? nothing : html`<p class="soft">${text.unverified(state.unverified)}</p>`}
      ${state.storageRemarks.map(
        (remark) => html`<fk-notice tone="attention" .text=${remarkText(remark)}>
          <span slot="details" class="mono">${remark}</span>
        </fk-notice>`,
      )}
      ${
        !this.services.app.state.value.online && toSend > 0
          ? html`<fk-notice tone="neutral" .text=${text.offline}></fk-notice>`
          : nothing
      }
    `;
  }

  private renderRows(
    items: readonly OutboxItem[],
    isPaused: boolean,
    need: unknown = nothing,
    next?: OutboxItem,
  ): TemplateResult {
    const beaconOf = (uniqueId: string) => this.services.beacons.of(uniqueId);
    return html`<ul class="stack close">
      ${repeat(
        items,
        (item) => item.id,
        (item) => html`<li>
          <fk-outbox-item
            .item=${item}
            .now=${this.nowMs()}
            .heading=${nameOf(beaconOf(item.uniqueId)) ?? ''}
            .beaconNow=${beaconNow(item, (uniqueId) => beaconOf(uniqueId).track.summary)}
            .differences=${item.kind === 'edit' ? savedDifferences(item.edit, knownOf(beaconOf(item.uniqueId))) : []}
            .paused=${isPaused}
            .selecting=${this.selecting}
            .selected=${this.selected.has(item.id)}
            .isNext=${item === next}
          >${need}</fk-outbox-item>
        </li>`,
      )}
    </ul>`;
  }

  /** A heading for each reason with its number of rows, within the row if it is alone, and at most `most` rows in total. */
  private renderByReason(items: readonly OutboxItem[], most: number, isPaused: boolean): TemplateResult[] {
    const rows = items.map((item) => ({
      reason: reasonOf(item),
      id: item.kind === 'edit' ? item.uniqueId : item.id,
      uniqueId: item.uniqueId,
      item,
    }));
    let left = most;
    return needGroups(rows).map((group) => {
      const own = rows.flatMap(({ reason, item }) => (reason === group.reason ? [item] : [])).slice(0, left);
      left -= own.length;
      const need = html`<fk-need-group .services=${this.services} .group=${group} .inOutbox=${true}></fk-need-group>`;
      return group.ids.length === 1
        ? this.renderRows(own, isPaused, need)
        : html`${need}${this.renderRows(own, isPaused)}`;
    });
  }

  private renderSend(state: OutboxState): TemplateResult {
    return html`<fk-foot class="foot">
      ${
        state.sync === null
          ? nothing
          : html`<fk-progress .label=${text.syncing} .done=${state.sync.done} .total=${state.sync.of}></fk-progress>`
      }
      <fk-button data-key="s" variant="primary" big wide .icon=${syncIcon} .busy=${state.sending}
        .disabled=${this.isPaused(state)} @click=${() => this.attempt((outbox) => outbox.sendNow())}
        >${state.sending ? text.sending : text.sendNow}</fk-button
      >
    </fk-foot>`;
  }

  private renderRelease(held: readonly OutboxItem[]): TemplateResult {
    const release = (): Promise<void> =>
      this.attempt(async (outbox) => {
        for (const { id, kind, uniqueId } of held)
          await (kind === 'edit' ? outbox.holdEdit(uniqueId, false) : outbox.hold(id, false));
      });
    return html`<fk-button variant="primary" .icon=${syncIcon} @click=${release}>${text.releaseAll(held.length)}</fk-button>`;
  }

  private renderSelecting(): TemplateResult {
    const count = this.selected.size;
    return html`<fk-foot class="foot pair">
      <fk-button @click=${() => this.select(false)}>${text.selectDone}</fk-button>
      <fk-button .disabled=${count === 0} @click=${() => this.files.give('codes', [...this.selected])}>${transferStrings.show}</fk-button>
      <fk-button variant="primary" .icon=${exportIcon} .disabled=${count === 0}
        @click=${() => this.files.give('file', [...this.selected])}>${text.exportSome(count)}</fk-button>
    </fk-foot>`;
  }

  private readonly onAct = async ({ item, act }: OutboxActEvent): Promise<void> => {
    const edit = item.kind === 'edit' ? item.edit : null;
    switch (act.do) {
      case 'retry':
        return this.attempt((outbox) => outbox.sendNow([edit === null ? item.id : edit.uniqueId]));
      case 'giveUp':
        return this.attempt(async (outbox) => {
          await outbox.giveUp(item.id);
          this.dispatchEvent(
            new SayEvent(text.gaveUp(item.uniqueId), () => void this.attempt((again) => again.takeUp(item.id))),
          );
        });
      case 'takeUp':
        return this.attempt((outbox) => outbox.takeUp(item.id));
      case 'hold':
      case 'release':
        return this.attempt((outbox) =>
          edit === null ? outbox.hold(item.id, act.do === 'hold') : outbox.holdEdit(edit.uniqueId, act.do === 'hold'),
        );
      case 'sendAnyway':
        return this.attempt((outbox) => outbox.sendAnyway(item.id));
      case 'assign':
        return this.attempt((outbox) => outbox.assignOwner(item.id, act.uniqueId));
      case 'export':
        return this.files.give('file', [item.id]);
      case 'remove':
        return this.removeRows([item.id]);
      case 'discard':
        return this.attempt(async (outbox) => {
          const gone = await outbox.discardEdit(item.uniqueId);
          const undo = gone === null ? null : () => void this.attempt((again) => again.restoreEdit(gone));
          this.dispatchEvent(new SayEvent(text.discarded(item.uniqueId), undo));
        });
      case 'select': {
        const selected = new Set(this.selected);
        if (act.selected) selected.add(item.id);
        else selected.delete(item.id);
        this.selected = selected;
      }
    }
  };

  private async removeRows(ids: readonly string[]): Promise<void> {
    await this.attempt(async (outbox) => {
      const removed = await outbox.removeImported(ids);
      if (removed.length === 0) return this.say(text.noneRemoved);
      this.dispatchEvent(
        new SayEvent(text.removed(removed.length), () => void this.attempt((again) => again.restoreImported(removed))),
      );
    });
  }

  async attempt(
    work: (outbox: AccountServices['outbox']) => Promise<void>,
    otherwise: string = text.actionFailed,
  ): Promise<void> {
    try {
      await work(this.services.outbox);
    } catch {
      this.say(otherwise);
    }
  }

  say(message: string): void {
    this.dispatchEvent(new SayEvent(message));
  }

  select(selecting: boolean): void {
    this.selecting = selecting;
    this.selected = new Set();
  }

  /** Sorting 2000 rows belongs to a change of the rows, not to each tick of the clock. */
  private readonly groupsOf = memoizeLast(groupOutbox);

  private get keepDays(): number {
    return (this.services.session.state.value.account?.settings ?? DEFAULT_SETTINGS).delivery.keepDeliveredDays;
  }

  private get countsDown(): boolean {
    const now = this.nowMs();
    const state = this.services.outbox.state.value;
    if (this.waitOf(state) !== null) return true;
    const groups = this.groupsOf(state);
    return [...groups.needsYou, ...groups.waiting].some((item) => isInFlight(item) || (nextAtOf(item) ?? 0) > now);
  }
}

function hasWaiting({ toSend, edits }: OutboxState): boolean {
  return toSend > 0 || edits.some((edit) => edit.state === 'waiting');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-outbox-page': FkOutboxPage;
  }
}
