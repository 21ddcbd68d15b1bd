/** The installed app: protected storage, installation, version, offline readiness, update. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { isOpen } from '../../../domain/open-run.ts';
import { linkRows } from '../../shared/link-rows.ts';
import { renderSignIn } from '../../shared/failure.ts';
import { PAGE_LINKS } from '../../shell/places.ts';
import type { AppState } from '../../shell/services.ts';
import { placeStrings } from '../../strings/places.ts';
import { shellStrings } from '../../strings/shell.ts';
import { settingsStrings } from '../../strings/settings.ts';
import '../../elements/basics.ts';
import { MoreSection } from './more-section.ts';

const text = settingsStrings.phone;
const takeOver = shellStrings.update;
const CHECK = {
  ...PAGE_LINKS.phoneCheck,
  label: placeStrings.names.phoneCheck,
  detail: placeStrings.purposes.phoneCheck,
};

@customElement('fk-phone-section')
class FkPhoneSection extends MoreSection {
  protected override render(): TemplateResult {
    const app = this.services.app.state.value;
    return html`
      <h2>${text.title}</h2>
      <div class="stack close">
        <h3>${text.storage}</h3>
        <p>${app.persisted === null ? text.unknownPersisted : app.persisted ? text.persisted : text.notPersisted}</p>
        ${
          app.persisted === true
            ? nothing
            : html`<fk-button class="start" .busy=${this.busy} @click=${this.requestPersistence}
              >${text.ask}</fk-button
            >`
        }
      </div>
      <div class="stack close">
        <h3>${text.install}</h3>
        <p>${app.installable ? text.installable : text.notInstallable}</p>
        ${
          app.installable
            ? html`<fk-button class="start" @click=${() => void this.services.app.install()}>${text.installButton}</fk-button>`
            : nothing
        }
      </div>
      <div class="stack close">
        <h3>${text.version} <span class="mono">${app.version}</span></h3>
        ${
          app.offlineReady || app.installFault === null
            ? html`<p>${app.offlineReady ? text.offlineReady : text.notOfflineReady}</p>`
            : nothing
        }
        ${this.renderUpdate(app)} ${this.renderFault(app)}
        ${
          app.policy === 'none' || app.policy === 'page'
            ? html`<fk-notice tone="attention" .text=${text.policy[app.policy]}></fk-notice>`
            : nothing
        }
      </div>
      ${this.services.session.state.value.account === null ? nothing : linkRows([CHECK])}
    `;
  }

  /** The first version, or an update, could not be saved. */
  private renderFault({ offlineReady, updateFailed, installFault: fault }: AppState): TemplateResult | typeof nothing {
    if (offlineReady ? !updateFailed : fault === null) return nothing;
    const cause = fault === null ? '' : `${text.installFault[fault.reason](fault.file)} `;
    return html`<fk-notice tone="attention" .text=${cause + (offlineReady ? text.updateFailed : text.installAgain)}>
      ${fault?.reason === 'webPage' ? renderSignIn(null) : nothing}
    </fk-notice>`;
  }

  private renderUpdate(app: AppState): TemplateResult | typeof nothing {
    if (!app.updateWaiting) return nothing;
    if (
      isOpen(this.services.account.value.services?.runs.current.value) ||
      (this.services.account.value.services?.runs.elsewhere.value.size ?? 0) > 0
    )
      return html`<fk-notice tone="info" .text=${text.updateBlocked}></fk-notice>`;
    if (app.takingOver !== 'no')
      return html`<fk-notice tone="info" .text=${app.takingOver === 'held' ? takeOver.held : takeOver.asked}></fk-notice>`;
    const waiting = this.services.account.value.services?.outbox.state.value.toSend ?? 0;
    return html`<fk-notice tone="info" .text=${waiting === 0 ? text.update : `${text.update} ${text.updateWarning(waiting)}`}>
      <fk-button slot="action" @click=${() => void this.services.app.applyUpdate()}>${text.updateButton}</fk-button>
    </fk-notice>`;
  }

  private readonly requestPersistence = (): Promise<void> =>
    this.carryOut(async ({ app }) => {
      await app.askPersist();
      this.notify(app.state.value.persisted === true ? text.asked.yes : text.asked.no);
    });
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-phone-section': FkPhoneSection;
  }
}
