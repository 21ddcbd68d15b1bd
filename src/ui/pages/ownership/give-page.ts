/** Moves or shares the selected devices: the recipient, the consequences, and the outcome for each. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { stopsAll } from '../../../domain/backend-failure.ts';
import { devicesById } from '../../../domain/device-list/by-id.ts';
import {
  SHARE_ACCESS,
  dateFault,
  endOfDaySeconds,
  mailFault,
  mailIn,
  mayGiveAway,
} from '../../../domain/ownership/share.ts';
import { undelivered } from '../../../domain/receipt.ts';
import { withEdits } from '../../../domain/virtual-edit.ts';
import type { OwnershipResult } from '../../../use-cases/ownership/ownership.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { failureWords } from '../../strings/failures.ts';
import { giveStrings as text, offlineText } from '../../strings/ownership.ts';
import { FormController } from '../../shared/form-controller.ts';
import { messageOf } from '../../shared/failure.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';

const ACCESS = [
  ...SHARE_ACCESS.map((value) => ({ value: value as string, label: text.accessNames[value] })),
  { value: '', label: text.accessOther },
];

const ENDLESS = (['false', 'true'] as const).map((value) => ({ value, label: text.endlessNames[value] }));

/** IDs listed by name; the others are counted. */
const NAMED = 12;

abstract class GivePage extends AccountElement {
  protected abstract readonly what: 'move' | 'share';

  @property({ attribute: false }) nowMs: () => number = Date.now;
  @state() private isConfirming = false;
  @state() private working: AbortController | null = null;
  @state() private all: readonly string[] = [];
  @state() private results: readonly OwnershipResult[] | null = null;

  private readonly form = new FormController(this, {
    // `access` is one of SHARE_ACCESS; empty for another level.
    first: { mail: '', access: 'VIEWER', otherAccess: '', endless: 'false', ends: '', withMetadata: 'false' },
    fields: {
      mail: {
        kind: 'email',
        label: () => text[this.what].mail,
        required: true,
        take: mailIn,
      },
      access: { kind: 'select', label: text.access, options: ACCESS },
      otherAccess: {
        label: text.accessWord,
        help: text.accessWordHelp,
        required: true,
        mono: true,
        when: ({ access }) => access === '',
      },
      endless: { kind: 'select', label: text.endless, options: ENDLESS },
      ends: {
        kind: 'date',
        label: text.ends,
        help: text.endsHelp,
        required: true,
        when: ({ endless }) => endless === 'false',
      },
      withMetadata: { kind: 'check', label: text.withMetadata },
    },
    faults: ({ mail, ends, endless }) => {
      const ofMail = mailFault(mail);
      const faults = { mail: ofMail === null ? '' : text.mailFaults[ofMail] };
      if (this.what === 'move') return faults;
      const ofEnd = endless === 'true' ? null : dateFault(endOfDaySeconds(ends, this.offset), this.nowMs());
      return {
        ...faults,
        otherAccess: /^[^\s,;]{1,64}$/.test(this.accessWord) ? '' : text.accessFault,
        ends: ofEnd === null ? '' : text.dateFaults[ofEnd],
      };
    },
    draft: { drafts: () => this.services.drafts, of: () => this.what },
    submit: () => {
      const { able } = this.sort();
      if (this.what === 'share') void this.carryOut(able);
      else if (able.length > 0) this.isConfirming = true;
    },
  });

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    css`
      .devices {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
        gap: var(--space-1) var(--space-6);
      }
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
    const { online } = this.services.app.state.value;
    const isListed = (this.services.devices.list.value.devices ?? null) !== null;
    const sort = this.results === null && this.working === null && isListed ? this.sort() : null;
    return html`<div class="column">
        <p>${text[this.what].intro}</p>
        ${online ? nothing : html`<fk-notice tone="attention" .text=${offlineText}></fk-notice>`}
        ${
          sort !== null
            ? this.renderForm(sort)
            : this.results !== null || this.working !== null
              ? this.renderResults()
              : html`<fk-skeleton count="4" .label=${deviceStrings.loading}></fk-skeleton>`
        }
      </div>
      ${sort === null || selection.value.length === 0 ? nothing : this.renderFoot(sort, online)}`;
  }

  private renderFoot(sort: ReturnType<GivePage['sort']>, online: boolean): TemplateResult {
    return html`<fk-foot class="foot">
      <div class="row">
        <fk-button big wide .variant=${this.what === 'move' ? 'danger' : 'primary'} .disabled=${!online || sort.able.length === 0}
          @click=${this.form.submit}>${text[this.what].next}</fk-button>
      </div>
    </fk-foot>`;
  }

  private renderForm(sort: ReturnType<GivePage['sort']>): TemplateResult {
    if (selection.value.length === 0) {
      return html`<fk-empty .text=${text.none}><fk-button variant="primary" slot="action"
        href="/devices">${text.toDevices}</fk-button></fk-empty>`;
    }
    return html`<form class="stack far" novalidate @submit=${this.form.submit}>
        <div class="stack far">
          <h2>${text.chosen(sort.able.length)}</h2>
          <ul class="devices">${this.renderNames(sort.able)}${
            sort.able.length > NAMED ? html`<li class="soft">${text.more(sort.able.length - NAMED)}</li>` : nothing
          }</ul>
          ${
            sort.unable.length === 0
              ? nothing
              : html`<fk-notice tone="attention" .text=${text.notYours(sort.unable.length)}>
                <ul slot="details" class="ids">${sort.unable
                  .slice(0, NAMED)
                  .map(({ uniqueId, access }) => html`<li><bdi>${uniqueId}</bdi> ${text.access2(access)}</li>`)}</ul>
              </fk-notice>`
          }
          ${sort.unsure === 0 ? nothing : html`<p class="soft">${text.unknownAccess(sort.unsure)}</p>`}
          ${
            sort.withReceipts.length > 0
              ? html`<fk-notice tone="attention" .text=${text.receipts(named(sort.withReceipts))}><fk-button slot="action"
                href="/outbox">${text.toOutbox}</fk-button></fk-notice>`
              : nothing
          }
        </div>
        ${this.form.renderRestored()}
        ${this.form.field('mail')}
        ${this.what === 'share' ? this.form.rows('access', 'otherAccess', 'endless', 'ends', 'withMetadata') : nothing}
      </form>
      ${
        this.what === 'move'
          ? html`<fk-confirm
            .open=${this.isConfirming}
            .heading=${text.move.heading(sort.able.length)}
            .consequence=${text.move.consequence(
              sort.able.length,
              this.form.texts.mail.trim(),
              this.services.session.state.value.account?.name ?? '',
            )}
            .subjectId=${sort.able[0] ?? ''}
            .action=${text.move.action(sort.able.length)}
            @fk-close=${this.onClosed}
            @fk-confirm=${() => void this.carryOut(sort.able)}
          ></fk-confirm>`
          : nothing
      }`;
  }

  /** The first of these devices, as lists of devices show them. */
  private renderNames(uniqueIds: readonly string[]): readonly TemplateResult[] {
    const { devices, outbox } = this.services;
    const byId = devicesById(withEdits(devices.list.value.devices ?? [], outbox.state.value.edits));
    return uniqueIds.slice(0, NAMED).map((uniqueId) => {
      const alias = byId.get(uniqueId)?.alias ?? null;
      return html`<li class="line">
        <span class="strong cut">${alias === null ? deviceStrings.unnamed : html`<bdi>${alias}</bdi>`}</span>
        <bdi class="mono">${uniqueId}</bdi>
      </li>`;
    });
  }

  private renderResults(): TemplateResult {
    const words = text[this.what];
    const results = this.results ?? [];
    const done = results.filter(isDone).length;
    const ending = results.find(
      (result) => (result.kind === 'refused' || result.kind === 'unknown') && stopsAll(result.failure),
    );
    return html`<section class="stack far" role="status">
        ${
          this.working !== null
            ? html`<fk-progress .label=${words.doing} .done=${results.length} .total=${this.all.length}
              .doing=${this.all[results.length] ?? ''} cancellable @fk-cancel=${() => this.working?.abort()}></fk-progress>`
            : html`<h2>${text.results}: ${text.summary(done, this.all.length)}</h2>`
        }
        ${
          this.working === null && ending !== undefined && 'failure' in ending
            ? html`<fk-failure retry .failure=${ending.failure} @fk-again=${this.again}></fk-failure>`
            : nothing
        }
        <ul class="results">${results.map((result) => this.renderResult(result))}</ul>
      </section>
      ${
        this.working !== null
          ? nothing
          : html`<div class="row">
            ${
              this.left.length === 0 || !this.services.app.state.value.online
                ? nothing
                : html`<fk-button @click=${this.again}>${text.again}</fk-button>`
            }
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
      ${
        failure === null
          ? nothing
          : html`<span class="soft why">${failureWords[failure.kind].says} <bdi>${messageOf(failure)}</bdi></span>`
      }
    </li>`;
  }

  /** Which of the selected devices can be moved or shared, in the order of selection, and what prevents it for the others. */
  private sort() {
    const devices = devicesById(this.services.devices.list.value.devices ?? []);
    const waiting = new Set(
      (this.what === 'share' ? [] : undelivered(this.services.outbox.state.value.receipts)).flatMap((receipt) => [
        receipt.uniqueId,
        ...receipt.candidates,
      ]),
    );
    const chosen = [...new Set(selection.value)].map((uniqueId) => {
      const access = devices.get(uniqueId)?.access ?? null;
      return { uniqueId, access: access ?? '', may: mayGiveAway(access) };
    });
    const allowed = chosen.filter(({ may }) => may !== 'no');
    const able = allowed.filter(({ uniqueId }) => !waiting.has(uniqueId));
    return {
      able: able.map(({ uniqueId }) => uniqueId),
      unable: chosen.filter(({ may }) => may === 'no'),
      /** Number in `able` whose access is missing or unknown. */
      unsure: able.filter(({ may }) => may === 'serverJudges').length,
      /** Left out of a move, which would make their receipt undeliverable. */
      withReceipts: allowed.flatMap(({ uniqueId }) => (waiting.has(uniqueId) ? [uniqueId] : [])),
    };
  }

  private get accessWord(): string {
    const { access, otherAccess } = this.form.texts;
    return access === '' ? otherAccess.trim() : access;
  }

  /** The offset on the chosen day, which may have another daylight saving time. */
  private get offset(): number {
    const day = new Date(`${this.form.texts.ends}T12:00:00`);
    return Number.isNaN(day.getTime()) ? 0 : day.getTimezoneOffset();
  }

  private readonly onClosed = (): void => {
    this.isConfirming = false;
  };

  /** Those that can be tried again. */
  private get left(): readonly string[] {
    const left = (this.results ?? []).filter(({ kind }) => kind === 'notSent' || kind === 'refused');
    return left.map(({ uniqueId }) => uniqueId);
  }

  private readonly again = (): void => {
    const { left } = this;
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
      const { mail, endless, ends, withMetadata } = this.form.texts;
      const results =
        this.what === 'move'
          ? await ownership.move(uniqueIds, mail.trim(), options)
          : await ownership.share(
              uniqueIds,
              {
                managerMail: mail.trim(),
                access: this.accessWord,
                expirationSeconds: endless === 'true' ? null : endOfDaySeconds(ends, this.offset),
                withMetadata: withMetadata === 'true',
              },
              options,
            );
      this.results = [...finished, ...results];
      // The next devices may be for somebody else. Those that are left are tried again from the results.
      if (this.results.some(isDone)) this.form.settled();
      services.app.signal(results.every(isDone) ? 'done' : 'again');
      if (selection.value === acted)
        endSelection(this.results.filter((result) => !isDone(result)).map(({ uniqueId }) => uniqueId));
    } finally {
      this.working = null;
    }
  }
}

/** POST /device/move (interface.md 4.4). */
@customElement('fk-move-page')
class FkMovePage extends GivePage {
  protected override readonly what = 'move';
}

/** POST /device/share (interface.md 4.4). */
@customElement('fk-share-page')
class FkSharePage extends GivePage {
  protected override readonly what = 'share';
}

function isDone(result: OwnershipResult): result is Extract<OwnershipResult, { kind: 'done' | 'shown' }> {
  return result.kind === 'done' || result.kind === 'shown';
}

function named(ids: readonly string[]): string {
  const more = ids.length - NAMED;
  return more > 0 ? `${ids.slice(0, NAMED).join(', ')} ${text.more(more)}` : ids.join(', ');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-move-page': FkMovePage;
    'fk-share-page': FkSharePage;
  }
}
