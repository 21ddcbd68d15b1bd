/** The advanced settings of the connected account: timing, delivery, lists and the Bluetooth profile. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { changedTexts, wholeDraftText } from '../../../domain/draft-text.ts';
import { lenientRecord } from '../../../domain/schema.ts';
import { readSettings, textsOf, type SettingTexts } from '../../../domain/settings-table.ts';
import { FormController } from '../../shared/form-controller.ts';
import { settingsStrings } from '../../strings/settings.ts';
import {
  SETTING_FIELDS,
  settingFaultTexts,
  settingsFields,
  settingsFieldsStyles,
} from '../../shared/settings-fields.ts';
import '../../elements/basics.ts';
import { MoreSection } from './more-section.ts';

const text = settingsStrings.advanced;
const settingsDraft = z.object({ texts: lenientRecord(wholeDraftText) });

@customElement('fk-settings-section')
class FkSettingsSection extends MoreSection {
  private readonly form = new FormController(this, {
    first: () => this.stored,
    fields: SETTING_FIELDS,
    faults: (texts) => {
      const read = readSettings(texts, this.account?.settings ?? DEFAULT_SETTINGS);
      return 'faults' in read ? settingFaultTexts(read.faults) : {};
    },
    draft: {
      drafts: () => this.services.account.value.services?.drafts,
      of: () => 'settings',
      as: {
        schema: settingsDraft,
        read: (texts) => ({ texts: changedTexts(texts, this.stored) }),
        restore: ({ texts }) => texts,
      },
    },
    submit: (texts) => this.save(texts),
  });
  private accountId: string | null = null;

  static override styles = [super.styles, settingsFieldsStyles];

  private get account() {
    return this.services.session.state.value.account;
  }

  /** The settings that the account has. */
  private get stored(): SettingTexts {
    return textsOf(this.account?.settings ?? DEFAULT_SETTINGS);
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const id = this.account?.id ?? null;
    if (id === this.accountId) return;
    this.accountId = id;
    this.form.reset();
  }

  protected override render(): TemplateResult {
    return html`${this.form.renderRestored()}
      <details>
      <summary>${text.title}</summary>
      ${this.account === null ? html`<p>${text.none}</p>` : this.renderForm()}
    </details>`;
  }

  private renderForm(): TemplateResult {
    const { form } = this;
    const faults = Object.keys(form.faults).length;
    return html`<form class="stack far" novalidate @submit=${form.submit}>
      <p class="soft">${text.text}</p>
      ${settingsFields(form)}
      ${faults === 0 ? nothing : html`<fk-notice tone="stop" .text=${text.faults(faults)}></fk-notice>`}
      <div class="row">
        <fk-button variant="primary" type="submit" .busy=${form.isBusy} .disabled=${!form.isTouched}>${text.save}</fk-button>
        <fk-button @click=${this.reset}>${text.reset}</fk-button>
        ${!form.isTouched ? nothing : html`<span class="soft">${text.unsaved}</span>`}
      </div>
    </form>`;
  }

  private readonly reset = (): void => {
    this.form.change(textsOf(DEFAULT_SETTINGS));
    this.notify(text.wasReset);
  };

  private async save(texts: SettingTexts): Promise<void> {
    const { services, account } = this;
    if (account === null || !this.form.isTouched) return;
    const read = readSettings(texts, account.settings);
    if (!('settings' in read)) return;
    try {
      await services.session.saveSettings(read.settings);
      this.form.reset();
      this.form.settled();
      this.notify(text.saved);
    } catch {
      this.notify(text.failed);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-settings-section': FkSettingsSection;
  }
}
