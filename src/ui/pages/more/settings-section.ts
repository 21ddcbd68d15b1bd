/** The advanced settings of the connected account: timing, delivery, lists and the Bluetooth profile. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { DEFAULT_SETTINGS } from '../../../domain/settings.ts';
import { SayEvent } from '../../shared/say.ts';
import { LiveController } from '../../controllers/live-controller.ts';
import type { FieldChangeEvent, FkField } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import type { Services } from '../../shell/services.ts';
import { settingFaultWords, settingsStrings } from '../../strings/settings.ts';
import { pageStyles } from '../../kit/card-styles.ts';
import {
  SETTING_GROUPS,
  readSettings,
  textsOf,
  type SettingFault,
  type SettingLine,
  type SettingPath,
  type SettingTexts,
} from './settings-form.ts';
import '../../elements/button/button.ts';
import '../../elements/field/field.ts';
import '../../elements/notice/notice.ts';

const text = settingsStrings.advanced;
const NO_FAULTS: ReadonlyMap<SettingPath, SettingFault> = new Map();

@customElement('fk-settings-section')
export class FkSettingsSection extends LitElement {
  @property({ attribute: false }) services: Services | null = null;
  /** What the person typed; null while nothing differs from the account. */
  @state() private texts: SettingTexts | null = null;
  @state() private faults = NO_FAULTS;
  @state() private busy = false;

  private readonly session = new LiveController(this, () => this.services?.session.state);
  private accountId: string | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      :host,
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      summary {
        min-height: var(--target);
        align-content: center;
        font-weight: var(--weight-strong);
        cursor: pointer;
      }
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
        gap: var(--space-4);
        padding-top: var(--space-2);
      }
    `,
  ];

  protected override willUpdate(_changed: PropertyValues): void {
    const id = this.session.value?.account?.id ?? null;
    if (id === this.accountId) return;
    this.accountId = id;
    this.forget();
  }

  protected override render(): TemplateResult {
    const account = this.session.value?.account ?? null;
    return html`<details>
      <summary>${text.title}</summary>
      ${account === null ? html`<p>${text.none}</p>` : this.renderForm(this.texts ?? textsOf(account.settings))}
    </details>`;
  }

  private renderForm(texts: SettingTexts): TemplateResult {
    return html`<form novalidate @submit=${this.onSubmit}>
      <p class="soft">${text.text}</p>
      ${SETTING_GROUPS.map(
        (group) => html`<section>
          <h3>${text.groups[group.name]}</h3>
          <div class="fields">${group.lines.map((line) => this.renderLine(line, texts[line.path]))}</div>
        </section>`,
      )}
      ${this.faults.size === 0 ? nothing : html`<fk-notice tone="stop" .text=${text.faults(this.faults.size)}></fk-notice>`}
      <div class="row">
        <fk-button variant="primary" type="submit" ?busy=${this.busy} ?disabled=${this.texts === null}>${text.save}</fk-button>
        <fk-button @click=${this.reset}>${text.reset}</fk-button>
        ${this.texts === null ? nothing : html`<span class="soft">${text.unsaved}</span>`}
      </div>
    </form>`;
  }

  private renderLine(line: SettingLine, value: string): TemplateResult {
    const fault = this.faults.get(line.path);
    // Numbers are plain text fields: a number field drops what it cannot read, and then nothing can be said about it.
    return html`<fk-field
      kind="text"
      mono
      name=${line.path}
      .label=${text.fields[line.path]}
      .value=${value}
      .unit=${line.unit === undefined ? '' : text.units[line.unit]}
      .help=${text.help[line.path] ?? ''}
      .error=${fault === undefined ? '' : settingFaultWords(fault.reason, fault.limit)}
      @fk-input=${(event: FieldChangeEvent) => this.type(line.path, event.value)}
    ></fk-field>`;
  }

  private type(path: SettingPath, value: string): void {
    const account = this.session.value?.account ?? null;
    if (account === null) return;
    const texts = { ...(this.texts ?? textsOf(account.settings)), [path]: value };
    this.texts = texts;
    // While there are faults on the page each keystroke may mend one; before the first save nothing is held against a half-typed value.
    if (this.faults.size > 0) this.faults = faultsOf(readSettings(texts, account.settings));
  }

  private readonly reset = (): void => {
    this.texts = textsOf(DEFAULT_SETTINGS);
    this.faults = NO_FAULTS;
    this.say(text.wasReset);
  };

  private readonly onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const account = this.session.value?.account ?? null;
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
      this.say(text.saved);
    } catch {
      this.say(text.failed);
    } finally {
      this.busy = false;
    }
  };

  private forget(): void {
    this.texts = null;
    this.faults = NO_FAULTS;
  }

  private say(message: string): void {
    this.dispatchEvent(new SayEvent(message));
  }
}

function faultsOf(read: ReturnType<typeof readSettings>): ReadonlyMap<SettingPath, SettingFault> {
  return 'faults' in read ? read.faults : NO_FAULTS;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-settings-section': FkSettingsSection;
  }
}
