/** Moves or shares the selected devices: the recipient, the consequences, and the outcome for each. */
import { consume } from '@lit/context';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { css, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import type { BackendFailureKind } from '../../../domain/backend-failure.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { draftText } from '../../../domain/draft-text.ts';
import { SHARE_ACCESS, endOfDaySeconds, mailIn } from '../../../domain/ownership/share.ts';
import type { OwnershipResult } from '../../../use-cases/ownership/ownership.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import '../../elements/basics.ts';
import '../../elements/confirm-typed/confirm-typed.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath } from '../../shell/router.ts';
import { accountContext, type AccountServices } from '../../shell/services.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { failureWords } from '../../strings/failures.ts';
import { giveStrings as text, offlineText } from '../../strings/ownership.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { messageOf } from '../../shared/failure.ts';
import { giveFaults, sortGiven, type GiveSort } from './give-draft.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';

/** Failures that stop the whole request rather than one device. */
const stopsAll: ReadonlySet<BackendFailureKind> = new Set([
  'key',
  'noKey',
  'offline',
  'portal',
  'timeout',
  'mediaType',
  'rateLimit',
]);

const draftFlag = z.catch(z.boolean(), false);
const giveDraft = z.object({
  mail: draftText,
  access: draftText,
  otherAccess: draftText,
  ends: draftText,
  endless: draftFlag,
  withMetadata: draftFlag,
});

/** IDs listed by name; the others are counted. */
const NAMED = 12;

export abstract class GivePage extends WatchingElement {
  protected abstract readonly what: 'move' | 'share';

  @consume({ context: accountContext, subscribe: true })
  protected readonly services!: AccountServices;
  @property({ attribute: false }) nowMs: () => number = Date.now;
  @state() private mail = '';
  /** One of SHARE_ACCESS; empty for another level. */
  @state() private access: string = 'VIEWER';
  @state() private otherAccess = '';
  @state() private ends = '';
  @state() private endless = false;
  @state() private withMetadata = false;
  /** Errors are shown after the first attempt. */
  @state() private tried = false;
  @state() private isConfirming = false;
  @state() private working: AbortController | null = null;
  @state() private all: readonly string[] = [];
  @state() private results: readonly OwnershipResult[] | null = null;

  private readonly draft = new DraftController(this, () => this.services?.drafts, {
    of: () => this.what,
    schema: giveDraft,
    read: () => ({
      mail: this.mail,
      access: this.access,
      otherAccess: this.otherAccess,
      ends: this.ends,
      endless: this.endless,
      withMetadata: this.withMetadata,
    }),
    restore: ({ mail, access, otherAccess, ends, endless, withMetadata }) => {
      this.mail = mail;
      this.access = access;
      this.otherAccess = otherAccess;
      this.ends = ends;
      this.endless = endless;
      this.withMetadata = withMetadata;
    },
  });

  static override styles = [
    shared,
    pageStyles,
    css`
      .results li {
        display: grid;
        grid-template-columns: minmax(6rem, auto) minmax(0, 1fr);
        gap: 0 var(--space-3);
        padding-block: var(--space-2);
        border-bottom: var(--stroke) solid var(--color-line);
      }
      .why {
        grid-column: 2;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const words = text[this.what];
    return html`<div class="column">
      <p>${words.intro}</p>
      ${!this.services.app.state.value.online ? html`<fk-notice tone="attention" .text=${offlineText}></fk-notice>` : nothing}
      ${this.results !== null || this.working !== null ? this.renderResults() : (this.services.devices.list.value.devices ?? null) === null ? html`<fk-skeleton count="4" .label=${deviceStrings.loading}></fk-skeleton>` : this.renderForm()}
    </div>`;
  }

  private renderForm(): TemplateResult {
    const sort = this.sort();
    if (sort.able.length === 0 && sort.unable.length === 0) {
      return html`<fk-empty .text=${text.none}><fk-button variant="primary" slot="action" href="/devices">${text.toDevices}</fk-button></fk-empty>`;
    }
    const words = text[this.what];
    const faults = this.tried ? this.faults() : { mail: null, ends: null, access: null };
    return html`<form class="stack far" novalidate @submit=${this.onSubmit}>
        <div class="stack far">
          <h2>${text.chosen(sort.able.length)}</h2>
          <ul class="ids">${sort.able.slice(0, NAMED).map((id) => html`<li><bdi>${id}</bdi></li>`)}${sort.able.length > NAMED ? html`<li class="soft">${text.more(sort.able.length - NAMED)}</li>` : nothing}</ul>
          ${
            sort.unable.length === 0
              ? nothing
              : html`<fk-notice tone="attention" .text=${text.notYours(sort.unable.length)}>
                <ul slot="details" class="ids">${sort.unable.slice(0, NAMED).map(({ uniqueId, access }) => html`<li><bdi>${uniqueId}</bdi> ${text.access2(access)}</li>`)}</ul>
              </fk-notice>`
          }
          ${sort.unsure === 0 ? nothing : html`<p class="soft">${text.unknownAccess(sort.unsure)}</p>`}
          ${
            this.what === 'move' && sort.withReceipts.length > 0
              ? html`<fk-notice tone="attention" .text=${text.receipts(named(sort.withReceipts))}><fk-button slot="action" href="/outbox">${text.toOutbox}</fk-button></fk-notice>`
              : nothing
          }
        </div>
        ${renderRestored(this, this.draft)}
        <fk-field kind="email" name="mail" required .label=${words.mail} .help=${words.mailHelp} .value=${this.mail} .error=${faults.mail === null ? '' : text.mailFaults[faults.mail]} @fk-input=${this.onInput}></fk-field>
        ${
          this.what === 'share'
            ? html`<fk-field kind="select" name="access" .label=${text.access} .options=${[...SHARE_ACCESS.map((value) => ({ value: value as string, label: text.accessNames[value] })), { value: '', label: text.accessOther }]} .value=${this.access} @fk-input=${this.onInput} @fk-change=${this.onInput}></fk-field>
              ${
                this.access !== ''
                  ? nothing
                  : html`<fk-field name="otherAccess" required mono .label=${text.accessWord} .help=${text.accessWordHelp} .value=${this.otherAccess} .error=${faults.access === null ? '' : text.accessFault} @fk-input=${this.onInput}></fk-field>`
              }
              <fk-field kind="check" name="endless" .label=${text.endless} .value=${String(this.endless)} @fk-input=${this.onInput} @fk-change=${this.onInput}></fk-field>
              ${this.endless ? nothing : html`<fk-field kind="date" name="ends" required .label=${text.ends} .help=${text.endsHelp} .value=${this.ends} .error=${faults.ends === null ? '' : text.dateFaults[faults.ends]} @fk-input=${this.onInput} @fk-change=${this.onInput}></fk-field>`}
              <fk-field kind="check" name="withMetadata" .label=${text.withMetadata} .help=${text.withMetadataHelp} .value=${String(this.withMetadata)} @fk-input=${this.onInput} @fk-change=${this.onInput}></fk-field>`
            : nothing
        }
        <fk-button type="submit" .variant=${this.what === 'move' ? 'danger' : 'primary'} big wide .disabled=${!this.services.app.state.value.online || sort.able.length === 0}>${words.next}</fk-button>
      </form>
      ${
        this.what === 'move'
          ? html`<fk-confirm-typed
            .open=${this.isConfirming}
            .heading=${text.move.heading(sort.able.length)}
            .consequence=${text.move.consequence(sort.able.length, this.mail.trim(), this.services.session.state.value.account?.name ?? '')}
            .subjectId=${sort.able[0] ?? ''}
            .action=${text.move.action(sort.able.length)}
            @fk-close=${this.onClosed}
            @fk-confirm=${() => void this.carryOut(sort.able)}
          ></fk-confirm-typed>`
          : nothing
      }`;
  }

  private renderResults(): TemplateResult {
    const words = text[this.what];
    const results = this.results ?? [];
    const done = results.filter(isDone).length;
    const ending = results.find(
      (result) => (result.kind === 'refused' || result.kind === 'unknown') && stopsAll.has(result.failure.kind),
    );
    const left = results.filter(({ kind }) => kind === 'notSent' || kind === 'refused');
    return html`<section class="stack far" role="status">
        ${
          this.working !== null
            ? html`<fk-progress .label=${words.doing} .done=${results.length} .total=${this.all.length} .doing=${this.all[results.length] ?? ''} cancellable @fk-cancel=${() => this.working?.abort()}></fk-progress>`
            : html`<h2>${text.results}: ${text.summary(done, this.all.length)}</h2>`
        }
        ${this.working === null && ending !== undefined && 'failure' in ending ? html`<fk-failure retry .failure=${ending.failure} @fk-again=${this.again}></fk-failure>` : nothing}
        <ul class="results">${results.map((result) => this.renderResult(result))}</ul>
      </section>
      ${
        this.working !== null
          ? nothing
          : html`<div class="row">
            ${left.length === 0 || !this.services.app.state.value.online ? nothing : html`<fk-button @click=${this.again}>${text.again}</fk-button>`}
            <fk-button variant="primary" href="/devices">${text.back}</fk-button>
          </div>`
      }`;
  }

  private renderResult(result: OwnershipResult): TemplateResult {
    const failure = result.kind === 'refused' || result.kind === 'unknown' ? result.failure : null;
    const words = isDone(result) ? text[this.what][result.kind] : text.resultWords[result.kind];
    return html`<li>
      <a class="mono strong" href=${devicePath(result.uniqueId)}><bdi>${result.uniqueId}</bdi></a>
      <span>${words}</span>
      ${failure === null ? nothing : html`<span class="soft why">${failureWords[failure.kind].says} <bdi>${messageOf(failure)}</bdi></span>`}
    </li>`;
  }

  private sort(): GiveSort {
    const devices = new Map<string, CachedDevice>(
      (this.services.devices.list.value.devices ?? []).map((device) => [device.uniqueId, device]),
    );
    return sortGiven(selection.value ?? [], devices, this.services.outbox.state.value.receipts);
  }

  private faults() {
    return giveFaults(
      this.what,
      { mail: this.mail, ends: this.ends, endless: this.endless, access: this.accessWord },
      this.nowMs(),
      this.offset,
    );
  }

  private get accessWord(): string {
    return this.access === '' ? this.otherAccess.trim() : this.access;
  }

  /** The offset on the chosen day, which may have another daylight saving time. */
  private get offset(): number {
    const day = new Date(`${this.ends}T12:00:00`);
    return Number.isNaN(day.getTime()) ? 0 : day.getTimezoneOffset();
  }

  private readonly onInput = (event: FieldChangeEvent): void => {
    if (event.name === 'mail') this.mail = mailIn(event.value);
    else if (event.name === 'ends') this.ends = event.value;
    else if (event.name === 'withMetadata') this.withMetadata = event.value === 'true';
    else if (event.name === 'endless') this.endless = event.value === 'true';
    else if (event.name === 'otherAccess') this.otherAccess = event.value;
    else if (event.name === 'access') this.access = event.value;
  };

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.tried = true;
    if (Object.values(this.faults()).some((fault) => fault !== null)) return;
    if (this.what === 'move') this.isConfirming = true;
    else void this.carryOut(this.sort().able);
  };

  private readonly onClosed = (): void => {
    this.isConfirming = false;
  };

  private readonly again = (): void => {
    const left = (this.results ?? [])
      .filter(({ kind }) => kind === 'notSent' || kind === 'refused')
      .map(({ uniqueId }) => uniqueId);
    const finished = (this.results ?? []).filter((result) => isDone(result) || result.kind === 'unknown');
    if (left.length > 0) void this.carryOut(left, finished);
  };

  private async carryOut(uniqueIds: readonly string[], finished: readonly OwnershipResult[] = []): Promise<void> {
    const { services } = this;
    if (this.working !== null || uniqueIds.length === 0) return;
    this.isConfirming = false;
    const working = new AbortController();
    this.working = working;
    const acted = selection.value;
    this.all = [...finished.map(({ uniqueId }) => uniqueId), ...uniqueIds];
    this.results = finished;
    try {
      const ownership = await services.ownership();
      const options = {
        signal: working.signal,
        onProgress: (now: readonly OwnershipResult[]) => (this.results = [...finished, ...now]),
      };
      const ends = this.endless ? null : endOfDaySeconds(this.ends, this.offset);
      const results =
        this.what === 'move'
          ? await ownership.move(uniqueIds, this.mail.trim(), options)
          : await ownership.share(
              uniqueIds,
              {
                managerMail: this.mail.trim(),
                access: this.accessWord,
                expirationSeconds: ends,
                withMetadata: this.withMetadata,
              },
              options,
            );
      this.results = [...finished, ...results];
      // The next devices may be for somebody else. Those that are left are tried again from the results.
      if (this.results.some(isDone)) this.draft.remove();
      services.app.signal(results.every(isDone) ? 'done' : 'again');
      if (selection.value === acted)
        endSelection(this.results.filter((result) => !isDone(result)).map(({ uniqueId }) => uniqueId));
    } finally {
      this.working = null;
    }
  }
}

function isDone(result: OwnershipResult): result is Extract<OwnershipResult, { kind: 'done' | 'shown' }> {
  return result.kind === 'done' || result.kind === 'shown';
}

function named(ids: readonly string[]): string {
  const more = ids.length - NAMED;
  return more > 0 ? `${ids.slice(0, NAMED).join(', ')} ${text.more(more)}` : ids.join(', ');
}
