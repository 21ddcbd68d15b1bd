/** Claims orders: the IDs, a confirmation that names the account and the one-time rule, and the list afterwards. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { draftText } from '../../../domain/draft-text.ts';
import type { Offer } from '../../../domain/extensions.ts';
import { orderIdIn } from '../../../domain/label/label.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { readOrderIds } from '../../../domain/ownership/order-ids.ts';
import { ifPossible } from '../../../domain/unawaited.ts';
import type { AssignOutcome, NewDevices, OrderContents, OrderPreview } from '../../../use-cases/ownership/ownership.ts';
import { columnPageStyles, partStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import '../../elements/scan-label/scan-label.ts';
import type { CodeEvent } from '../../elements/scan-label/scan-label.ts';
import { scanIcon } from '../../kit/icons.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import { devicePath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { failureWords } from '../../strings/failures.ts';
import { labelStrings } from '../../strings/label.ts';
import { offlineText, orderStrings as text } from '../../strings/ownership.ts';
import { shellStrings } from '../../strings/shell.ts';
import { FormController } from '../../shared/form-controller.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { renderFailureDetails } from '../../shared/failure.ts';

const NAMED = 24;
/** Typed IDs that are listed to be checked. */
const LISTED = 200;
const ordersDraft = z.object({ typed: draftText });

@customElement('fk-orders-page')
class FkOrdersPage extends AccountElement {
  @state() private isConfirming = false;
  @state() private scanning = false;
  @state() private scanned = '';
  @state() private working: 'asking' | 'reading' | null = null;
  @state() private outcome: AssignOutcome | null = null;
  /** What the orders hold, and the text that names them; null before it was asked. */
  @state() private previewed: { readonly typed: string; readonly preview: OrderPreview } | null = null;
  private readonly looking = new OneWork(this);
  /** Whether the backend shows what an order holds. */
  @state() private offer: Offer = 'unknown';

  private readonly form = new FormController(this, {
    first: { orderId: '' },
    fields: { orderId: { kind: 'textarea', label: text.field, help: text.help, mono: true } },
    draft: {
      drafts: () => this.services.drafts,
      of: () => 'orders',
      as: {
        schema: ordersDraft,
        read: ({ orderId }) => ({ typed: orderId }),
        restore: ({ typed }) => ({ orderId: typed }),
      },
    },
    submit: ({ orderId }) => {
      this.isConfirming = this.read(orderId).ids.length > 0;
    },
  });

  static override styles = [shared, pageStyles, columnPageStyles, partStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    void ifPossible(this.readOffer());
  }

  protected override render(): TemplateResult | typeof nothing {
    return html`<div class="column short">
      <p>${text.intro}</p>
      ${!this.services.app.state.value.online ? html`<fk-notice tone="attention" .text=${offlineText}></fk-notice>` : nothing}
      ${
        this.working !== null
          ? html`<fk-progress .total=${null} .label=${this.working === 'asking' ? text.asking : text.reading}></fk-progress>`
          : this.outcome === null
            ? this.renderForm()
            : this.renderOutcome(this.outcome)
      }
    </div>`;
  }

  private renderForm(): TemplateResult {
    const { ids, odd, repeated, isTooLong } = this.read(this.form.texts.orderId);
    const account = this.services.session.state.value.account?.name ?? '';
    return html`<form class="stack far" @submit=${this.form.submit}>
        <div class="part">
          ${this.form.renderRestored()}
          ${this.form.field('orderId')}
          ${
            (navigator.mediaDevices as MediaDevices | undefined) === undefined
              ? nothing
              : html`<div class="row"><fk-button .icon=${scanIcon} @click=${this.onScan}>${labelStrings.heading}</fk-button></div>`
          }
        </div>
        <div class="part" role="status">
          ${
            isTooLong
              ? html`<fk-notice tone="attention" .text=${text.tooLong}></fk-notice>`
              : ids.length === 0
                ? nothing
                : html`<p class="soft">${text.read(ids.length)}</p>`
          }
          ${
            ids.length === 0
              ? nothing
              : html`<ul class="ids">${ids.slice(0, LISTED).map((id) => html`<li><bdi>${id}</bdi></li>`)}${
                  ids.length > LISTED ? html`<li class="soft">${text.more(ids.length - LISTED)}</li>` : nothing
                }</ul>`
          }
          ${odd.length === 0 ? nothing : html`<fk-notice tone="attention" .text=${text.odd(namesOf(odd))}></fk-notice>`}
          ${repeated.length === 0 ? nothing : html`<p class="soft">${text.repeated(namesOf(repeated))}</p>`}
          ${ids.length === 0 ? nothing : this.renderPreview(ids)}
        </div>
        <fk-button class="dock" type="submit" variant="danger" big wide
          .disabled=${ids.length === 0 || !this.services.app.state.value.online}>${text.next}</fk-button>
      </form>
      <fk-scan-label .open=${this.scanning} .startWorker=${this.services.startWorker} @fk-code=${this.onCode}
        @fk-close=${() => (this.scanning = false)}>${this.scanned}</fk-scan-label>
      <fk-confirm
        .open=${this.isConfirming}
        .heading=${text.confirmHeading(account)}
        .consequence=${text.consequence(ids.length, account)}
        .subjectId=${ids.at(-1) ?? ''}
        .action=${text.action(ids.length)}
        @fk-close=${this.onClosed}
        @fk-confirm=${() => void this.assign(ids)}
      ></fk-confirm>`;
  }

  private readonly read = memoizeLast(readOrderIds);

  /** What the orders hold, before they are claimed: only where the backend shows it. */
  private renderPreview(ids: readonly string[]): TemplateResult | typeof nothing {
    // What was typed on meanwhile is of other orders.
    const preview = this.previewed?.typed === this.form.texts.orderId ? this.previewed.preview : null;
    if (preview?.kind === 'seen') return html`${preview.orders.map((order) => renderContents(order))}`;
    if (this.offer === 'notOffered') return nothing;
    return html`${preview?.kind === 'failed' ? html`<fk-failure .failure=${preview.failure}></fk-failure>` : nothing}
      <div class="row"><fk-button .busy=${this.looking.isBusy} .disabled=${!this.services.app.state.value.online}
        @click=${() => void this.previewOrders(ids)}>${text.preview.button(ids.length)}</fk-button></div>
      ${this.offer === 'unknown' ? html`<p class="soft">${text.preview.unsure}</p>` : nothing}`;
  }

  private renderOutcome(outcome: AssignOutcome): TemplateResult {
    if (outcome.kind === 'refused' && newIn(outcome).length === 0) return this.renderRefused(outcome);
    const ids = newIn(outcome);
    return html`<div class="part">
      ${notice(outcome.kind === 'assigned' ? 'done' : 'attention', headline(outcome), outcome)}
      ${
        ids.length === 0
          ? nothing
          : html`<h2>${text.newDevices}</h2>
            <ul class="ids">${ids
              .slice(0, NAMED)
              .map(
                (id) => html`<li><a href=${devicePath(id)}><bdi>${id}</bdi></a></li>`,
              )}${ids.length > NAMED ? html`<li class="soft">${text.more(ids.length - NAMED)}</li>` : nothing}</ul>`
      }
      <div class="row">
        ${ids.length === 0 ? nothing : html`<fk-button variant="primary" href="/devices">${text.toDevices}</fk-button>`}
        <fk-button .variant=${ids.length === 0 ? 'primary' : 'plain'}
          @click=${() => void this.checkAgain(outcome)}>${text.checkAgain}</fk-button>
        <fk-button variant="quiet" @click=${this.backToForm}>${text.another}</fk-button>
      </div>
    </div>`;
  }

  private renderRefused(outcome: Extract<AssignOutcome, { kind: 'refused' }>): TemplateResult {
    const { found } = outcome;
    const refused = found === null ? text.refused : found.kind === 'listed' ? text.refusedNone : text.refusedUnread;
    return html`<fk-failure tone="stop" urgent .failure=${outcome.failure}
      .says=${`${refused} ${failureWords[outcome.failure.kind].says}`}></fk-failure>
      <div class="row">
        ${found === null ? nothing : html`<fk-button @click=${() => void this.checkAgain(outcome)}>${text.checkAgain}</fk-button>`}
        <fk-button @click=${this.backToForm}>${text.another}</fk-button>
      </div>`;
  }

  private readonly onScan = (): void => {
    this.scanned = '';
    this.scanning = true;
  };

  /** Added to the typed IDs, so that the person checks it before claiming. */
  private readonly onCode = (event: CodeEvent): void => {
    const id = orderIdIn(event.text);
    this.scanned = id === null ? labelStrings.noOrder : '';
    if (id === null) return;
    this.scanning = false;
    const { orderId } = this.form.texts;
    if (!this.read(orderId).ids.includes(id)) this.form.change({ orderId: `${orderId.trimEnd()}\n${id}`.trimStart() });
    this.dispatchEvent(new SayEvent(labelStrings.orderAdded(id)));
  };

  private readonly onClosed = (): void => {
    this.isConfirming = false;
  };

  /** Removes claimed IDs from the form, as far as they are known. */
  private readonly backToForm = (): void => {
    const { outcome } = this;
    if (outcome !== null && isClaimed(outcome)) this.form.reset();
    this.outcome = null;
    this.previewed = null;
  };

  private async previewOrders(ids: readonly string[]): Promise<void> {
    const typed = this.form.texts.orderId;
    await this.looking.run(
      async () => {
        this.previewed = { typed, preview: await (await this.services.ownership()).previewOrders(ids) };
        await this.readOffer();
      },
      () => this.dispatchEvent(new SayEvent(shellStrings.pageFailed.text)),
    );
  }

  private async readOffer(): Promise<void> {
    this.offer = await (await this.services.ownership()).previewOffer();
  }

  private async assign(ids: readonly string[]): Promise<void> {
    if (this.working !== null) return;
    this.isConfirming = false;
    this.working = 'asking';
    try {
      this.outcome = await (await this.services.ownership()).assign(ids);
      if (isClaimed(this.outcome)) this.form.settled();
      this.services.app.signal(this.outcome.kind === 'assigned' ? 'done' : 'again');
    } finally {
      this.working = null;
    }
  }

  private async checkAgain(outcome: AssignOutcome): Promise<void> {
    this.working = 'reading';
    try {
      const found: NewDevices = await (await this.services.ownership()).findNewDevices();
      this.outcome = { ...outcome, found };
    } finally {
      this.working = null;
    }
  }
}

function renderContents({ orderId, uniqueIds, here }: OrderContents): TemplateResult {
  const known = new Set(here);
  if (uniqueIds.length === 0) return html`<p><bdi>${orderId}</bdi>: ${text.preview.none}</p>`;
  return html`<p><bdi>${orderId}</bdi>: ${text.preview.holds(uniqueIds.length)}${
    here.length === 0 ? nothing : html` ${text.preview.here(here.length)}`
  }</p>
    <ul class="ids">
      ${uniqueIds
        .slice(0, NAMED)
        .map(
          (id) =>
            html`<li><bdi>${id}</bdi>${known.has(id) ? html` <span class="soft">${text.preview.isHere}</span>` : nothing}</li>`,
        )}
      ${uniqueIds.length > NAMED ? html`<li class="soft">${text.more(uniqueIds.length - NAMED)}</li>` : nothing}
    </ul>`;
}

/** The first IDs, and how many more there are. */
function namesOf(ids: readonly string[]): string {
  const names = ids.slice(0, NAMED).join(', ');
  return ids.length > NAMED ? `${names} ${text.more(ids.length - NAMED)}` : names;
}

function isClaimed(outcome: AssignOutcome): boolean {
  return outcome.kind === 'assigned' || newIn(outcome).length > 0;
}

function newIn({ found }: AssignOutcome): readonly string[] {
  return found?.kind === 'listed' ? found.uniqueIds : [];
}

function headline(outcome: AssignOutcome): string {
  const { kind, found } = outcome;
  const count = newIn(outcome).length;
  if (kind === 'refused') return text.refusedFound(count);
  if (kind === 'assigned') return found.kind === 'listed' ? text.assigned(count) : text.assignedUnread;
  if (found.kind === 'unread') return text.unknownUnread;
  return `${text.unknown} ${count === 0 ? text.unknownNone : text.unknownFound(count)}`;
}

function notice(tone: Tone, says: string, outcome: AssignOutcome): TemplateResult {
  const failure =
    'failure' in outcome ? outcome.failure : outcome.found.kind === 'unread' ? outcome.found.failure : null;
  return html`<fk-notice .tone=${tone} .text=${says}>${failure === null ? nothing : renderFailureDetails(failure)}</fk-notice>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-orders-page': FkOrdersPage;
  }
}
