/** The first screen: practise in the sandbox or connect an account, and what this browser does not support. */
import { consume } from '@lit/context';
import { ClockController } from '../../controllers/clock-controller.ts';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { MARK_WORDS } from '../../../domain/track-marks.ts';
import { TYPICAL_TRACKS } from '../../../domain/typical-tracks.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { SayEvent } from '../../shared/say.ts';
import { noBluetoothWords, whyNoBluetooth } from '../../shared/no-bluetooth.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import '../../elements/button/button.ts';
import '../../elements/notice/notice.ts';
import '../../elements/track/track.ts';
import { shared } from '../../kit/tokens.ts';
import { navigate } from '../../shell/router.ts';
import { appContext, type AppServices } from '../../shell/services.ts';
import { noBluetoothStrings } from '../../strings/no-bluetooth.ts';
import { welcomeStrings } from '../../strings/welcome.ts';

const text = welcomeStrings;

@customElement('fk-welcome-page')
class FkWelcomePage extends WatchingElement {
  @consume({ context: appContext, subscribe: true })
  private readonly services?: AppServices;
  /** Loads the services when the page is shown before the app. */
  @property({ attribute: false }) fetchServices: (() => Promise<AppServices>) | null = null;
  @state() private loading = false;
  @state() private failed = false;

  constructor() {
    super();
    // An extension can bring Web Bluetooth at any time, without an event.
    void new ClockController(this, () => ('bluetooth' in navigator ? 0 : 1000));
  }

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100%;
      }
      .column {
        flex: 1;
      }
      .lead {
        font-size: var(--text-l);
        line-height: var(--leading-tight);
        text-wrap: balance;
      }
      ol {
        display: grid;
        gap: var(--space-1);
      }
      /* All six fit a phone's screen: the icon is beside its heading, and the sentence has the full width. */
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        align-items: center;
        gap: 0 var(--space-3);
        line-height: var(--leading-tight);
        padding-block: var(--space-1);
        border-bottom: var(--stroke) solid var(--color-line);
      }
      li span {
        grid-column: 1 / -1;
      }
      .choice {
        display: grid;
        gap: var(--space-1);
      }
      .choices {
        display: grid;
        gap: var(--space-4);
        max-width: var(--measure);
      }
      /* Unlocking the account comes first, so nothing may cover it. */
      .foot.after {
        position: static;
      }
      @media (min-width: 56.25em) {
        :host {
          justify-content: center;
        }
        .column {
          flex: none;
        }
        .column,
        .foot {
          width: 100%;
          margin-inline: auto;
          padding-inline: var(--space-6);
          max-width: calc(var(--measure) + var(--space-7) * 2);
        }
        .foot {
          position: static;
          border: 0;
        }
        li fk-track {
          grid-row: span 2;
        }
        li span {
          grid-column: 2;
        }
        .choices {
          grid-template: auto auto / 1fr 1fr;
          row-gap: var(--space-1);
          max-width: none;
        }
        .choice {
          grid-row: span 2;
          grid-template-rows: subgrid;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const why = whyNoBluetooth();
    return html`<div class="column">
        ${this.renderLocked()}
        <p class="lead">${text.lead}</p>
        ${
          'bluetooth' in navigator
            ? nothing
            : why === 'insecure'
              ? html`<fk-notice tone="attention" .text=${noBluetoothWords(why)}></fk-notice>`
              : html`<fk-notice tone="attention" .text=${noBluetoothStrings.why[why]}>
              <span slot="details">${text.noBluetoothWorks} ${noBluetoothStrings.next[why]}</span>
            </fk-notice>`
        }
        ${
          this.failed
            ? html`<fk-notice tone="attention" urgent
              .text=${why === 'insecure' ? text.practiseInsecure : text.practiseFailed}></fk-notice>`
            : nothing
        }
        <section class="stack close">
          <h2>${text.howTitle}</h2>
          <ol>
            ${text.how.map(
              (line, index) => html`<li>
                <fk-track aria-hidden="true" size="row" .track=${TYPICAL_TRACKS[MARK_WORDS[index] ?? 'nothing']}></fk-track>
                <b class="strong">${line.word}</b>
                <span>${line.says}</span>
              </li>`,
            )}
          </ol>
        </section>
        ${this.renderKnown()}
      </div>
      <div class="foot ${this.services?.session.state.value.locked ? 'after' : ''}">
        <div class="choices">
          <div class="choice">
            <fk-button variant="primary" big wide .busy=${this.loading} aria-describedby="practise-note" @click=${this.practise}
              >${text.practise}</fk-button
            >
            <p class="soft" id="practise-note">${text.practiseNote}</p>
          </div>
          <div class="choice">
            <fk-button big wide href="/connect">${text.connect}</fk-button>
            <p class="soft">${text.connectNote}</p>
          </div>
        </div>
      </div>`;
  }

  /** Shows only the account's name before its key or passphrase is entered. */
  private renderLocked(): TemplateResult | typeof nothing {
    const { locked = null, hasVault, hasScreenLock } = this.services?.session.state.value ?? {};
    if (locked === null) return nothing;
    const unlock =
      hasScreenLock === true ? text.unlockByScreenLock : hasVault === true ? text.unlockByPassphrase : text.unlockByKey;
    return html`<fk-notice tone="info" .text=${text.locked(locked.name)}>
      <fk-button slot="action" variant="primary" @click=${this.requestKey}>${unlock}</fk-button>
    </fk-notice>`;
  }

  private readonly requestKey = (): void => {
    this.dispatchEvent(new AskKeyEvent());
  };

  private renderKnown(): TemplateResult | typeof nothing {
    const { locked = null } = this.services?.session.state.value ?? {};
    const accounts = (this.services?.session.state.value.accounts ?? []).filter(({ id }) => id !== locked?.id);
    if (accounts.length === 0) return nothing;
    return html`<section class="stack close">
      <h2>${text.back}</h2>
      <div class="wrap">
        ${accounts.map(
          (account) =>
            html`<fk-button @click=${() => void this.goBack(account.id)}><bdi>${text.goBack(account.name)}</bdi></fk-button>`,
        )}
      </div>
    </section>`;
  }

  private readonly practise = async (): Promise<void> => {
    this.loading = true;
    this.failed = false;
    try {
      const { session, app } = this.services ?? (await this.fetchServices!());
      await session.practise();
      void app.askPersist();
      navigate('/practice');
    } catch {
      this.failed = true;
    } finally {
      this.loading = false;
    }
  };

  private async goBack(accountId: string): Promise<void> {
    try {
      if ((await this.services!.session.switchTo(accountId)) === 'open') navigate('/overview');
      else this.requestKey();
    } catch {
      this.dispatchEvent(new SayEvent(text.goBackFailed));
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-welcome-page': FkWelcomePage;
  }
}
