/** The More page: account, key, appearance, this phone, practice, advanced settings and About. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement } from 'lit/decorators.js';
import { consume } from '@lit/context';
import { shared } from '../../kit/tokens.ts';
import { appContext, type AppState, type AppServices } from '../../shell/services.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { startLanguage } from '../../language/locale.ts';
import { changes } from '../../strings/changes.ts';
import { reportStrings } from '../../strings/report.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { PAGE_LINKS } from '../../shell/places.ts';
import { placeStrings } from '../../strings/places.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import '../../elements/key-value/key-value.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { linkRows } from '../../shared/link-rows.ts';
import { restIsOn, setRest } from '../../shared/rest-choice.ts';
import './account-section.ts';
import './cached-list-section.ts';
import './diagnostics-section.ts';
import './key-section.ts';
import './phone-section.ts';
import './settings-section.ts';

const THEMES = ['auto', 'light', 'dark', 'sun'] as const satisfies readonly AppState['theme'][];
const text = settingsStrings;
const { about } = text;

@customElement('fk-more-page')
export class FkMorePage extends WatchingElement {
  @consume({ context: appContext, subscribe: true })
  private readonly services!: AppServices;

  private panel: HTMLElement | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      section {
        scroll-margin-top: var(--space-4);
      }
      fieldset {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 7rem), 1fr));
        gap: var(--space-2);
      }
      .points {
        margin-block-end: var(--space-3);
      }
      legend {
        font-size: var(--text-m);
        line-height: var(--leading-tight);
        margin-bottom: var(--space-3);
      }
    `,
  ];

  protected override firstUpdated(_changed: PropertyValues): void {
    // Other pages link to a section ("See storage"). The router drops the fragment, so it is handled here.
    const id = location.hash.slice(1);
    if (!/^[a-z]+$/.test(id)) return;
    // The sections have no height before they are drawn themselves, which is before the next frame.
    requestAnimationFrame(() => this.renderRoot.querySelector(`#${id}`)?.scrollIntoView({ block: 'start' }));
  }

  protected override render(): TemplateResult {
    const { services } = this;
    const session = this.services.session.state.value;
    const app = this.services.app.state.value;
    const isConnected = session.account !== null;
    const places = this.renderPlaces(isConnected);
    return html`<div class="column">
      ${isConnected ? places : nothing}
      <section class="card" id="account"><fk-account-section class="stack" .services=${services}></fk-account-section></section>
      ${isConnected ? nothing : places}
      ${
        session.account === null || session.key === 'none' || session.account.kind === 'sandbox'
          ? nothing
          : html`<section class="card" id="key"><fk-key-section class="stack" .services=${services}></fk-key-section></section>`
      }
      <section class="card" id="theme">${this.renderTheme(app.theme)} ${this.renderLanguage(app)}</section>
      <section class="card" id="storage"><fk-phone-section class="stack far" .services=${services}></fk-phone-section></section>
      ${
        session.account === null
          ? nothing
          : html`<section class="card" id="list">
            <fk-cached-list-section class="stack" .services=${services}></fk-cached-list-section>
          </section>`
      }
      ${this.renderPractice(services, session.account?.kind === 'sandbox')}
      <section class="card" id="advanced"><fk-settings-section class="stack far" .services=${services}></fk-settings-section></section>
      <section class="card" id="diagnostics"><fk-diagnostics-section class="stack" .services=${services}></fk-diagnostics-section></section>
      <section class="card stack far" id="about">${renderAbout()}</section>
    </div>`;
  }

  /** The pages that are no place of their own, and those for which a phone's bar has no room. */
  private renderPlaces(connected: boolean): TemplateResult {
    const pages = connected ? (['telemetry', 'run', 'outbox', 'integrations'] as const) : (['inspector'] as const);
    const rows = pages.map((id) => ({
      ...PAGE_LINKS[id],
      label: placeStrings.names[id],
      detail: placeStrings.purposes[id],
      onLaptop: id !== 'telemetry',
    }));
    return html`<section class="card" id="places" aria-label=${text.places}>${linkRows(rows)}</section>`;
  }

  private renderTheme(theme: AppState['theme']): TemplateResult {
    return html`<fieldset>
        <legend class="strong">${text.theme.title}</legend>
        ${THEMES.map(
          (one) => html`<label class="option"
            ><input type="radio" name="theme" .value=${one} .checked=${one === theme}
              @change=${() => this.services.app.setTheme(one)} />${text.theme[one]}</label
          >`,
        )}
      </fieldset>
      <p class="soft">${text.theme.help}</p>
      <fk-field kind="check" name="rest" .label=${text.rest.label} .help=${text.rest.help} .value=${String(restIsOn())}
        @fk-change=${(event: FieldChangeEvent) => setRest(event.value === 'true')}></fk-field>`;
  }

  /** The browser's language, or a chosen one. A change takes effect at the next load. */
  private renderLanguage({ language }: AppState): TemplateResult {
    const choices = Object.entries(text.language.choices).map(([value, label]) => ({ value, label }));
    return html`<fk-field
      kind="select"
      .label=${text.language.label}
      .value=${language}
      .options=${choices}
      @fk-change=${({ value }: FieldChangeEvent) => this.services.app.setLanguage(value as AppState['language'])}
      ></fk-field>
      ${language === startLanguage ? nothing : this.renderReload()}`;
  }

  private renderReload(): TemplateResult {
    const isBusy = isOpen(this.services.account.value.services?.runs.current.value);
    return html`<fk-notice tone="info" .text=${isBusy ? text.language.afterRun : text.language.reload}>
      ${
        isBusy
          ? nothing
          : html`<fk-button slot="action" @click=${() => location.reload()}>${text.language.reloadButton}</fk-button>`
      }
    </fk-notice>`;
  }

  /** The panel's code and element belong to the sandbox; this only places it. */
  private renderPractice(services: AppServices, sandbox: boolean): TemplateResult | typeof nothing {
    this.panel = sandbox ? (this.panel ?? services.app.practice()?.createPanel() ?? null) : null;
    if (this.panel === null) return nothing;
    // Resetting makes the cached list outdated.
    return html`<section class="card" id="practice" @practice-reset=${() => void services.account.value.services?.devices.refresh()}>
      <details>
        <summary>${text.practice.title}</summary>
        <p class="soft">${text.practice.text}</p>
        ${this.panel}
      </details>
    </section>`;
  }
}

/** The words of the app, its changelog, and the licences of its parts. */
function renderAbout(): TemplateResult {
  // The build writes these files beside the app.
  const file = (name: string): string => import.meta.env.BASE_URL + name;
  return html`<h2>${about.title}</h2>
    <p>${about.text}</p>
    <details>
      <summary>${about.words}</summary>
      <fk-key-value .entries=${about.wordTexts.map(([key, value]) => ({ key, value }))}></fk-key-value>
    </details>
    <details>
      <summary>${about.changes}</summary>
      ${changes.map(
        ({ version, items }) => html`<h3 class="mono">${version}</h3>
          <ul class="points">
            ${items.map((item) => html`<li>${item}</li>`)}
          </ul>`,
      )}
    </details>
    <div class="row">
      <fk-button href="/report-check">${reportStrings.toCheck}</fk-button>
      <fk-button .href=${file('THIRD-PARTY.txt')} new-tab>${about.notices}</fk-button>
      <fk-button .href=${file('sbom.cdx.json')} new-tab>${about.parts}</fk-button>
      <fk-button .href=${file('rescue.html')} new-tab>${about.rescue}</fk-button>
    </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-more-page': FkMorePage;
  }
}
