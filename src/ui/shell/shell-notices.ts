/**
 * Notices on every page: sending keeps failing, the list cannot be read, storage was lost or restored, many receipts
 * exist only here.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { WatchingElement } from '../controllers/watching-element.ts';
import { customElement, property, state } from 'lit/decorators.js';
import { isUnfinished } from '../../domain/run.ts';
import '../elements/basics.ts';
import { shared } from '../kit/tokens.ts';
import type { AppServices } from './services.ts';
import { noticeStrings } from '../strings/notices.ts';
import { OneWork } from '../shared/one-work.ts';
import { SayEvent } from '../shared/say.ts';
import { saveReceipts } from '../shared/give-file.ts';

/** Suggest an export from this many unsent receipts on, because losing the phone would lose them. */
const MANY = 25;
const { lost: text, manyHere, sender, unread } = noticeStrings;

/** Set `services`, and `uniqueId` on a page of one beacon. */
@customElement('fk-shell-notices')
class FkShellNotices extends WatchingElement {
  @property({ attribute: false }) services!: AppServices;
  @property() uniqueId = '';
  /** The count at which the export was postponed. It is suggested again when as many receipts have been added. */
  @state() private putOffAt = 0;
  private readonly saving = new OneWork(this);

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }
      fk-notice {
        margin: var(--space-2) var(--space-4);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`${this.renderTrouble()}${this.renderUnread()}${this.renderLost()}${this.renderMany()}`;
  }

  private renderTrouble(): TemplateResult | typeof nothing {
    const trouble = this.services.account.value.services?.outbox.state.value.trouble ?? null;
    if (trouble === null) return nothing;
    return html`<fk-notice id="trouble" tone="stop" urgent .text=${sender[trouble]}>
      <div slot="action" class="wrap">
        <fk-button @click=${() => location.reload()}>${sender.reload}</fk-button>
        <fk-button .busy=${this.saving.isBusy} @click=${() => void this.export()}>${manyHere.export}</fk-button>
      </div>
    </fk-notice>`;
  }

  /** While the stored list cannot be read, pages show the shape of what is not known. */
  private renderUnread(): TemplateResult | typeof nothing {
    const list = this.services.account.value.services?.devices.list.value;
    if (list === undefined || list.devices !== null || list.failure === null || list.refreshing !== null)
      return nothing;
    return html`<fk-notice id="unread" tone="stop" .text=${unread.text}>
      <fk-button slot="action" @click=${() => void this.services.account.value.services?.devices.refresh()}>${unread.again}</fk-button>
    </fk-notice>`;
  }

  private renderLost(): TemplateResult | typeof nothing {
    const remarks = [
      ...this.services.phone.value.remarks,
      ...(this.services.account.value.services?.outbox.state.value.storageRemarks ?? []),
    ];
    const numberOf = (code: string): number =>
      Number(remarks.find((remark) => remark.startsWith(`${code}:`))?.slice(code.length + 1) ?? 0);
    const emptied = remarks.includes('databaseEmptied');
    const beacons = remarks
      .filter((remark) => remark.startsWith('runRestored:'))
      .map((remark) => remark.slice('runRestored:'.length));
    const [registry, receipts, missing] = [
      numberOf('registryEmptied'),
      numberOf('copiesRestored'),
      numberOf('receiptsMissing'),
    ];
    if (!emptied && registry === 0 && beacons.length === 0 && missing === 0) return nothing;
    const here = this.hereWords(emptied, beacons);
    // A beacon's own page shows only what concerns it; the rest stays unread for other pages.
    if (here !== '') return html`<fk-notice id="lost" tone="attention" .text=${here}></fk-notice>`;
    const words = [
      emptied ? text.emptied : '',
      registry > 0 ? text.registry : '',
      receipts > 0 ? text.receipts(receipts) : '',
      missing > 0 ? text.missing(missing) : '',
      beacons.length > 0 ? text.runs(beacons.length) : '',
      emptied ? text.packages : '',
    ].filter((sentence) => sentence !== '');
    return html`<fk-notice id="lost" tone="attention" .text=${words.join(' ')}>
      <div slot="action" class="wrap">
        ${beacons.length > 0 ? html`<fk-button href="/run">${text.toRuns}</fk-button>` : nothing}
        <fk-button @click=${() => this.services.lossesRead()}>${text.understood}</fk-button>
      </div>
    </fk-notice>`;
  }

  /** Returns the text for a beacon's own screen, where somebody might overwrite what the beacon holds. */
  private hereWords(emptied: boolean, beacons: readonly string[]): string {
    const { uniqueId } = this;
    if (uniqueId === '') return '';
    const isOpen = (this.services.account.value.services?.runs.list.value ?? []).some(
      (run) => run.uniqueId === uniqueId && isUnfinished(run),
    );
    if (beacons.includes(uniqueId)) return isOpen ? text.runHere : '';
    return emptied ? text.beaconHere : '';
  }

  private renderMany(): TemplateResult | typeof nothing {
    const unexported = this.services.account.value.services?.outbox.state.value.unexported ?? 0;
    if (unexported < MANY || unexported < this.putOffAt + MANY) return nothing;
    return html`<fk-notice id="many" tone="attention" .text=${manyHere.text(unexported)}>
      <div slot="action" class="wrap">
        <fk-button .busy=${this.saving.isBusy} @click=${() => void this.export()}>${manyHere.export}</fk-button>
        <fk-button variant="quiet" @click=${() => (this.putOffAt = unexported)}>${manyHere.later}</fk-button>
      </div>
    </fk-notice>`;
  }

  private async export(): Promise<void> {
    const outbox = this.services.account.value.services?.outbox;
    if (outbox === undefined) return;
    const saved = await this.saving.run(
      () => saveReceipts(outbox, Date.now()),
      () => this.dispatchEvent(new SayEvent(manyHere.failed)),
    );
    if (saved === null) return;
    this.putOffAt = 0;
    this.dispatchEvent(new SayEvent(manyHere.saved(saved)));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-shell-notices': FkShellNotices;
  }
}
