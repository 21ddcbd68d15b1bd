/** The advanced settings of the connected account: timing, delivery, lists and the Bluetooth profile. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { changedTexts, wholeDraftText } from '../../../domain/draft-text.ts';
import { lenientRecord } from '../../../domain/schema.ts';
import {
  readSettings,
  textsOf,
  type SettingFaults,
  type SettingPath,
  type SettingTexts,
} from '../../../domain/settings-table.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { SayEvent } from '../../shared/say.ts';
import type { FieldChangeEvent, FkField } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import type { AppServices } from '../../shell/services.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { settingsFields, settingsFieldsStyles } from '../../shared/settings-fields.ts';
import '../../elements/basics.ts';

const text = settingsStrings.advanced;
const NO_FAULTS: SettingFaults = new Map();
const settingsDraft = z.object({ texts: lenientRecord(wholeDraftText) });

@customElement('fk-settings-section')
class FkSettingsSection extends WatchingElement {
  @property({ attribute: false }) services: AppServices | null = null;
  /** Typed texts; null while they equal the account's settings. */
  @state() private texts: SettingTexts | null = null;
  @state() private faults = NO_FAULTS;
  @state() private busy = false;
  private readonly draft = new DraftController(this, () => this.services?.account.value.services?.drafts, {
    of: () => 'settings',
    schema: settingsDraft,
    read: () => ({ texts: this.texts === null ? {} : changedTexts(this.texts, this.stored) }),
    restore: ({ texts }) => {
      this.texts = Object.keys(texts).length === 0 ? null : { ...this.stored, ...texts };
      this.faults = NO_FAULTS;
    },
  });

  private accountId: string | null = null;

  static override styles = [shared, pageStyles, settingsFieldsStyles];

  /** The settings that the account has. */
  private get stored(): SettingTexts {
    return textsOf(this.services?.session.state.value.account?.settings ?? DEFAULT_SETTINGS);
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const id = this.services?.session.state.value.account?.id ?? null;
    if (id === this.accountId) return;
    this.accountId = id;
    this.forget();
  }

  protected override render(): TemplateResult {
    const account = this.services?.session.state.value.account ?? null;
    return html`${renderRestored(this, this.draft)}
      <details>
      <summary>${text.title}</summary>
      ${account === null ? html`<p>${text.none}</p>` : this.renderForm(this.texts ?? textsOf(account.settings))}
    </details>`;
  }

  private renderForm(texts: SettingTexts): TemplateResult {
    return html`<form class="stack far" novalidate @fk-input=${this.onInput} @submit=${this.onSubmit}>
      <p class="soft">${text.text}</p>
      ${settingsFields(texts, this.faults)}
      ${this.faults.size === 0 ? nothing : html`<fk-notice tone="stop" .text=${text.faults(this.faults.size)}></fk-notice>`}
      <div class="row">
        <fk-button variant="primary" type="submit" .busy=${this.busy} .disabled=${this.texts === null}>${text.save}</fk-button>
        <fk-button @click=${this.reset}>${text.reset}</fk-button>
        ${this.texts === null ? nothing : html`<span class="soft">${text.unsaved}</span>`}
      </div>
    </form>`;
  }

  private readonly onInput = ({ name, value }: FieldChangeEvent): void => {
    const account = this.services?.session.state.value.account ?? null;
    if (account === null) return;
    const texts = { ...(this.texts ?? textsOf(account.settings)), [name as SettingPath]: value };
    this.texts = texts;
    // After a failed save each keystroke checks again; before the first save incomplete values are not reported.
    if (this.faults.size > 0) this.faults = faultsOf(readSettings(texts, account.settings));
  };

  private readonly reset = (): void => {
    this.texts = textsOf(DEFAULT_SETTINGS);
    this.faults = NO_FAULTS;
    this.notify(text.wasReset);
  };

  private readonly onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const account = this.services?.session.state.value.account ?? null;
    if (this.services === null || account === null || this.texts === null || this.busy) return;
    const read = readSettings(this.texts, account.settings);
    this.faults = faultsOf(read);
    if (!('settings' in read)) {
      await this.updateComplete;
      const first = [...this.renderRoot.querySelectorAll<FkField>('fk-field')].find((field) => field.error !== '');
      first?.focus();
      return;
    }
    this.busy = true;
    try {
      await this.services.session.saveSettings(read.settings);
      this.forget();
      this.draft.remove();
      this.notify(text.saved);
    } catch {
      this.notify(text.failed);
    } finally {
      this.busy = false;
    }
  };

  private forget(): void {
    this.texts = null;
    this.faults = NO_FAULTS;
  }

  private notify(message: string): void {
    this.dispatchEvent(new SayEvent(message));
  }
}

function faultsOf(read: ReturnType<typeof readSettings>): SettingFaults {
  return 'faults' in read ? read.faults : NO_FAULTS;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-settings-section': FkSettingsSection;
  }
}
