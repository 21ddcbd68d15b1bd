/**
 * Removes an account from this phone. Refused while it holds undelivered work, with ways to deliver or export it;
 * verified afterwards.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Account } from '../../../domain/account.ts';
import {
  hasPlans,
  isOnlyHere,
  isStillNeeded,
  NO_WORK,
  type UndeliveredWork,
} from '../../../domain/undelivered-work.ts';
import { navigate } from '../../shell/router.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { saveReceipts } from '../../shared/give-file.ts';
import '../../elements/basics.ts';
import { MoreSection } from './more-section.ts';
import '../../elements/confirm/confirm.ts';
import './plan-files.ts';

const text = settingsStrings.remove;

@customElement('fk-remove-section')
class FkRemoveSection extends MoreSection {
  /** Undelivered work; null until checked. */
  @state() private check: UndeliveredWork | null = null;
  @state() private question: 'no' | 'refused' | 'confirm' = 'no';
  /** The receipts in the file that was saved in this dialog; null without one. */
  @state() private exported: readonly string[] | null = null;
  /** True when every job and template was saved as a file in this dialog. */
  @state() private plansSaved = false;

  static override styles = [
    super.styles,
    css`
      fk-dialog,
      fk-confirm {
        position: absolute;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const account = this.account;
    if (account === null) return nothing;
    return html`<fk-button wide .busy=${this.busy} @click=${this.checkRemoval}>${text.action}</fk-button>
      ${this.renderRefused()}
      <fk-confirm
        .open=${this.question === 'confirm'}
        .heading=${text.heading(account.name)}
        .consequence=${this.consequence}
        .subjectId=${account.id}
        .action=${text.action}
        @fk-confirm=${() => void this.removeAccount()}
        @fk-close=${() => this.close('confirm')}
      ></fk-confirm>`;
  }

  private renderRefused(): TemplateResult {
    const check = this.check ?? NO_WORK;
    const { onlyHere, unverified, unfinishedRuns, unsentEdits, jobs, plannedBeacons, photos, templates } = check;
    const receipts = onlyHere + unverified;
    const waysOut = [
      receipts > 0 ? text.waysOut.receipts : '',
      unfinishedRuns > 0 ? text.waysOut.runs : '',
      hasPlans(check) ? text.waysOut.plans : '',
    ]
      .filter((way) => way !== '')
      .join(' ');
    // Exported receipts do not have to be sent first; an unfinished run still has to be read from its beacon.
    const isForOutbox = receipts > 0 && (this.exported === null || unfinishedRuns === 0);
    return html`<fk-dialog .open=${this.question === 'refused'} .heading=${text.refusedHeading} @fk-close=${() => this.close('refused')}>
      <div class="stack">
        ${onlyHere > 0 ? html`<fk-notice tone="attention" .text=${text.receipts(onlyHere)}></fk-notice>` : nothing}
        ${unverified > 0 ? html`<fk-notice tone="attention" .text=${text.unverified(unverified)}></fk-notice>` : nothing}
        ${unfinishedRuns > 0 ? html`<fk-notice tone="attention" .text=${text.runs(unfinishedRuns)}></fk-notice>` : nothing}
        ${
          hasPlans(check)
            ? html`<fk-notice tone="attention"
              .text=${text.plans(jobs, plannedBeacons, photos, templates)}></fk-notice>`
            : nothing
        }
        ${this.isLocked && unsentEdits > 0 ? html`<fk-notice tone="attention" .text=${text.edits(unsentEdits)}></fk-notice>` : nothing}
        <p>${
          this.isLocked
            ? text.openFirst
            : this.exported === null
              ? waysOut
              : unfinishedRuns > 0
                ? text.runsAfterExport
                : text.afterExport
        }</p>
        ${
          this.question === 'refused' && hasPlans(check) && !this.isLocked
            ? html`<fk-plan-files .services=${this.services.account.value.services}
              .onSaved=${() => (this.plansSaved = true)}></fk-plan-files>`
            : nothing
        }
      </div>
      ${
        this.isLocked
          ? nothing
          : html`${
              isStillNeeded(check)
                ? html`<fk-button variant="primary" slot="actions" .href=${isForOutbox ? '/outbox' : '/run'}
                  @click=${() => this.close('refused')}>${isForOutbox ? text.send : text.toRuns}</fk-button>`
                : nothing
            }
            ${receipts > 0 ? html`<fk-button slot="actions" .busy=${this.busy} @click=${this.export}>${text.export}</fk-button>` : nothing}
            ${
              unfinishedRuns === 0 && (receipts === 0 || this.exported !== null)
                ? html`<fk-button slot="actions" variant="danger"
                  @click=${() => (this.question = 'confirm')}>${receipts === 0 ? text.withPlans : text.goOn}</fk-button>`
                : nothing
            }`
      }
    </fk-dialog>`;
  }

  private get account(): Account | null {
    const { account, locked } = this.services.session.state.value;
    return account ?? locked;
  }

  private get isLocked(): boolean {
    const { account, locked } = this.services.session.state.value;
    return account === null && locked !== null;
  }

  private get consequence(): string {
    const check = this.check ?? NO_WORK;
    const { unsentEdits, jobs, plannedBeacons, photos, templates } = check;
    return [
      text.consequence,
      this.exported === null ? '' : text.onlyInFile,
      unsentEdits > 0 ? text.edits(unsentEdits) : '',
      hasPlans(check) ? text.plansGo(jobs, plannedBeacons, photos, templates) : '',
      this.plansSaved ? text.files.onlyThere : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
  }

  /** Opening the second dialog closes the first one, which must not count as a cancel. */
  private close(which: 'refused' | 'confirm'): void {
    if (this.question === which) this.question = 'no';
  }

  private readonly checkRemoval = (): Promise<void> =>
    this.carryOut(async (services) => {
      this.exported = null;
      this.plansSaved = false;
      const check = await services.session.signOutCheck();
      this.check = check;
      const isHindered = this.isLocked ? isOnlyHere(check) : isStillNeeded(check) || hasPlans(check);
      this.question = isHindered ? 'refused' : 'confirm';
    });

  private readonly export = (): Promise<void> =>
    this.carryOut(async (services) => {
      // Check before exporting: a receipt that arrives in between is in the file, but not counted as exported.
      this.check = await services.session.signOutCheck();
      const opened = services.account.value.services;
      if (opened === null) throw new Error('The receipts of a closed account are not read');
      await saveReceipts(opened.outbox, Date.now());
      this.exported = this.check.receiptIds;
    });

  private removeAccount(): Promise<void> {
    return this.carryOut(async (services) => {
      const outcome = await services.session.remove({ handedOver: this.exported ?? [] });
      this.question = 'no';
      switch (outcome.kind) {
        case 'removed':
          this.notify(text.removed);
          return navigate('/');
        case 'busy':
          return this.notify(text.busy);
        case 'refused':
          this.check = outcome.check;
          this.exported = null;
          this.question = 'refused';
          return;
        case 'left':
          this.notify(text.left(outcome.names.length));
          return navigate('/');
      }
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-remove-section': FkRemoveSection;
  }
}
