/**
 * Who can see a device: its shares as the list has them, and, where the backend offers it, all accesses on request and
 * taking one back; and the links to share or move the device.
 */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import type { CachedDevice, Json } from '../../../domain/device.ts';
import type { Offer } from '../../../domain/extensions.ts';
import { canBeTakenBack, type AccessHolder } from '../../../domain/ownership/access.ts';
import { mayGiveAway } from '../../../domain/ownership/share.ts';
import { ifPossible } from '../../../domain/unawaited.ts';
import type { Ownership } from '../../../use-cases/ownership/ownership.ts';
import { accessWord } from '../../beacon/device-words.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import '../../shared/failure.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { historyStrings } from '../../strings/history.ts';
import { shellStrings } from '../../strings/shell.ts';
import { date } from '../../language/times.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { navigate } from '../../shell/router.ts';
import { lineStyles } from './device-styles.ts';

const text = historyStrings.access;

@customElement('fk-device-sharing')
class FkDeviceSharing extends LitElement {
  @property({ attribute: false }) device!: CachedDevice;
  @property({ attribute: false }) ownership!: () => Promise<Ownership>;
  @state() private offers: { readonly list: Offer; readonly takeBack: Offer } = {
    list: 'unknown',
    takeBack: 'unknown',
  };
  /** Null before they were read. */
  @state() private holders: readonly AccessHolder[] | null = null;
  @state() private failure: BackendFailure | null = null;
  private readonly asking = new OneWork(this);
  /** What came of the last taking back. */
  @state() private message = '';
  @state() private toTakeBack: AccessHolder | null = null;

  static override styles = [shared, pageStyles, lineStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('device') || changed.get('device')?.uniqueId === this.device.uniqueId) return;
    this.holders = null;
    this.failure = null;
    this.message = '';
    this.toTakeBack = null;
    // Until it is known the action is marked as one that may not be supported.
    void ifPossible(this.readOffers());
  }

  protected override render(): TemplateResult {
    const { device } = this;
    const shares = sharesOf(device);
    const may = mayGiveAway(device.access) !== 'no';
    return html`${
      shares.length === 0
        ? html`<p class="soft">${historyStrings.noShares}</p>`
        : html`<ul class="lines spaced">${shares.map((line) => html`<li class="anywhere"><bdi>${line}</bdi></li>`)}</ul>`
    }
      ${may ? this.renderAccess(device) : html`<p class="soft">${historyStrings.mayNot(accessWord(device.access ?? ''))}</p>`}
      <div class="wrap">
        <fk-button .disabled=${!may} @click=${() => this.go('share')}>${historyStrings.share}</fk-button>
        <fk-button .disabled=${!may} @click=${() => this.go('move')}>${historyStrings.move}</fk-button>
      </div>`;
  }

  private go(where: 'share' | 'move'): void {
    selection.value = [this.device.uniqueId];
    navigate(`/${where}`);
  }

  private renderAccess(device: CachedDevice): TemplateResult {
    const { holders, failure } = this;
    return html`${holders === null ? nothing : this.renderHolders(holders)}
      ${failure === null ? nothing : html`<fk-failure .failure=${failure} retry @fk-again=${this.read}></fk-failure>`}
      ${this.message === '' ? nothing : html`<fk-notice tone="info" .text=${this.message}></fk-notice>`}
      ${
        holders === null && this.offers.list !== 'notOffered'
          ? html`<div class="row"><fk-button .busy=${this.asking.isBusy} @click=${this.read}>${text.show}</fk-button></div>`
          : nothing
      }
      ${holders === null && this.offers.list === 'unknown' ? html`<p class="soft">${text.unsure}</p>` : nothing}
      ${this.renderQuestion(device)}`;
  }

  private renderHolders(holders: readonly AccessHolder[]): TemplateResult {
    const { takeBack } = this.offers;
    if (holders.length === 0) return html`<p class="soft">${text.none}</p>`;
    return html`<ul class="lines spaced" role="list">
        ${holders.map(
          (holder) =>
            html`<li class="spread anywhere">
              <bdi>${wordsOf(holder)}</bdi>
              ${
                takeBack === 'notOffered' || !canBeTakenBack(holder)
                  ? nothing
                  : html`<fk-button variant="quiet" .label=${`${text.takeBack}: ${holder.email}`} .disabled=${this.asking.isBusy}
                    @click=${() => (this.toTakeBack = holder)}>${text.takeBack}</fk-button>`
              }
            </li>`,
        )}
      </ul>
      ${
        takeBack === 'notOffered'
          ? html`<p class="soft">${text.notOffered}</p>`
          : takeBack === 'unknown' && holders.some(canBeTakenBack)
            ? html`<p class="soft">${text.unsure}</p>`
            : nothing
      }`;
  }

  private renderQuestion(device: CachedDevice): TemplateResult {
    const { toTakeBack } = this;
    return html`<fk-confirm variant="danger" .open=${toTakeBack !== null} .heading=${text.question}
      .action=${text.takeBack} @fk-confirm=${this.takeBack} @fk-close=${() => (this.toTakeBack = null)}>
      ${toTakeBack === null ? nothing : html`<p><bdi>${text.loses(wordsOf(toTakeBack), device.alias ?? device.uniqueId)}</bdi></p>`}
      <p>${text.noUndo}</p>
    </fk-confirm>`;
  }

  private readonly read = (): Promise<void> =>
    this.work(async ({ access }, uniqueId) => {
      const reading = await access.read(uniqueId);
      return () => {
        this.holders = reading.kind === 'listed' ? reading.holders : null;
        this.failure = reading.kind === 'failed' ? reading.failure : null;
      };
    });

  private readonly takeBack = (): Promise<void> => {
    const { toTakeBack } = this;
    this.toTakeBack = null;
    if (toTakeBack === null) return Promise.resolve();
    const { email } = toTakeBack;
    return this.work(async ({ access }, uniqueId) => {
      const outcome = await access.takeBack(uniqueId, email);
      return () => {
        this.failure = outcome.kind === 'refused' ? outcome.failure : null;
        switch (outcome.kind) {
          case 'takenBack':
            this.holders = outcome.holders ?? (this.holders ?? []).filter((holder) => holder !== toTakeBack);
            this.message = outcome.holders === null ? text.takenUnread(email) : text.taken(email);
            break;
          case 'stillListed':
            this.holders = outcome.holders;
            this.message = text.stillListed(email);
            break;
          case 'unknown':
            this.holders = null;
            this.message = text.unknown(email);
            break;
          case 'notOffered':
          case 'refused':
            break;
        }
      };
    });
  };

  /** What is to be shown of an answer is dropped when the page has gone on to another device. */
  private async work(act: (ownership: Ownership, uniqueId: string) => Promise<() => void>): Promise<void> {
    const { device, ownership } = this;
    if (this.asking.isBusy) return;
    this.message = '';
    await this.asking.run(
      async () => {
        const show = await act(await ownership(), device.uniqueId);
        if (this.device.uniqueId === device.uniqueId) show();
        await this.readOffers();
      },
      () => this.dispatchEvent(new SayEvent(shellStrings.pageFailed.text)),
    );
  }

  private async readOffers(): Promise<void> {
    this.offers = await (await this.ownership()).access.offers();
  }
}

/** "Edwin Editor · editor@site.example · Editor · until 31 May 2026". */
function wordsOf({ name, email, role, expiresAtMs }: AccessHolder): string {
  const until = expiresAtMs === null ? '' : text.until(date(expiresAtMs));
  return [name, email, role === '' ? '' : accessWord(role), until].filter((part) => part !== '').join(' · ');
}

/**
 * One line for each share. interface.md does not define the fields, so they are shown as received; an end in seconds is
 * shown as a day.
 */
function sharesOf({ attributes }: CachedDevice): string[] {
  const { shares } = attributes;
  if (!Array.isArray(shares)) return [];
  return (shares as readonly Json[]).map((share) => {
    if (typeof share !== 'object' || share === null || Array.isArray(share)) return String(share);
    return Object.entries(share as Readonly<Record<string, Json>>)
      .filter(([, value]) => value !== null)
      .map(([name, value]) =>
        name === 'expirationDate' && typeof value === 'number'
          ? day(value)
          : name === 'withMetadata'
            ? ''
            : typeof value === 'string'
              ? name === 'access'
                ? accessWord(value)
                : value
              : JSON.stringify(value),
      )
      .filter((part) => part !== '')
      .join(' · ');
  });
}

function day(seconds: number): string {
  return date(seconds * 1000) || String(seconds);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-sharing': FkDeviceSharing;
  }
}
