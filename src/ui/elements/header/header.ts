/** The header of every page: title, one sign of the app's state, and the counter of receipts. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../button/button.ts';
import '../pop-note/pop-note.ts';
import {
  warningIcon,
  backIcon,
  icon,
  keyIcon,
  offlineIcon,
  practiceIcon,
  syncIcon,
  type IconPath,
} from '../../kit/icons.ts';
import { hiddenText, shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const text = elementStrings.header;

type StateId = keyof typeof text.states;

/** `act` is what helps, for a state that one action ends. */
export interface HeaderState {
  readonly id: StateId;
  readonly act?: () => void;
}

const ICONS: Record<StateId, IconPath> = {
  storage: warningIcon,
  offline: offlineIcon,
  key: keyIcon,
  update: syncIcon,
  practice: practiceIcon,
};

/**
 * `heading` becomes the page's h1. `states`: all that apply, the most important one first; its sign explains all of them.
 * `about` stands below them: the account and the version. `openHelp` is offered there when there is no room for slot
 * `help`. Slot `skip` takes the link to the page, which is the first of all, slot `counter` the receipt counter, slot
 * `help` the help of the page at the end, the default slot further small actions.
 */
@customElement('fk-header')
class FkHeader extends LitElement {
  @property() heading = '';
  @property() back = '';
  @property({ attribute: false }) states: readonly HeaderState[] = [];
  @property() about = '';
  /** The account's name, below the title where no rail shows it; '' where there is only one account. */
  @property() account = '';
  @property({ attribute: false }) openHelp: (() => void) | null = null;

  static override styles = [
    shared,
    css`
      :host {
        background: var(--color-paper);
        border-bottom: var(--stroke) solid var(--color-line);
        padding-top: env(safe-area-inset-top);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: end;
        gap: 0 var(--space-2);
        padding: 0 var(--space-4);
      }
      .place {
        display: flex;
        flex: 1 1 0;
        align-items: center;
        min-width: 0;
        min-height: var(--target-phone);
      }
      .title {
        min-width: 0;
      }
      .account {
        font-size: var(--text-xs);
        line-height: var(--leading-tight);
      }
      h1 {
        font-size: var(--text-l);
        font-weight: var(--weight-strong);
        line-height: var(--leading-tight);
      }
      .back {
        flex: none;
        display: grid;
        place-items: center;
        width: var(--target);
        height: var(--target);
        margin-inline-start: calc(var(--space-4) * -1);
        border-radius: var(--radius-m);
        color: inherit;
      }
      .state {
        display: flex;
        align-items: center;
        justify-content: end;
        gap: var(--space-1);
        min-width: 0;
      }
      ::slotted([slot='counter']) {
        min-width: 0;
      }
      ::slotted([slot='help']) {
        margin-inline-end: calc(var(--space-3) * -1);
      }
      .marks {
        display: grid;
        gap: var(--space-3);
        justify-items: start;
      }
      .marks a {
        display: inline-flex;
        align-items: center;
        min-height: var(--target);
        margin-inline-end: var(--space-4);
        color: var(--color-accent);
        font-weight: var(--weight-strong);
      }
      .help {
        display: none;
      }
      .mark {
        display: inline-flex;
        align-items: center;
        gap: var(--space-1);
        padding: 2px calc(var(--space-2) * 0.75);
        border: var(--stroke) solid currentColor;
        border-radius: var(--radius-s);
        color: var(--color-ink);
        font-size: var(--text-s);
      }
      .storage {
        color: var(--color-stop);
      }
      .key {
        color: var(--color-attention);
      }
      .practice {
        border-style: dashed;
        color: var(--color-info);
        font-weight: var(--weight-strong);
      }
      .mark .icon {
        width: 18px;
        height: 18px;
      }
      @media (max-width: 56.24em) {
        header {
          gap: 0 var(--space-1);
        }
        .back + .title h1 {
          font-size: var(--text-m);
        }
      }
      /* Beside a title and a counter only the icon fits. */
      @media (max-width: 37.49em) {
        .mark .word {
          ${hiddenText};
        }
        h1 {
          font-size: var(--text-m);
        }
        .back + .title h1 {
          font-size: var(--text-s);
        }
        .help {
          display: inline-block;
        }
        .state:has(.sign) ~ slot[name='help'] {
          display: none;
        }
      }
      @media (max-width: 24.36em) {
        :host {
          --mark-target: 34px;
          --target: 46px;
        }
        header {
          padding: 0 var(--space-2);
        }
        .back {
          width: 40px;
          margin-inline-start: calc(var(--space-2) * -1);
        }
        ::slotted([slot='help']) {
          margin-inline-end: calc(var(--space-2) * -1);
        }
        h1,
        .back + .title h1 {
          font-size: var(--text-s);
        }
      }
      @media (min-width: 56.25em) {
        .account {
          display: none;
        }
        .state {
          gap: var(--space-4);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<header>
      <slot name="skip"></slot>
      <div class="place">
        ${this.back === '' ? nothing : html`<a class="back" href=${this.back} aria-label=${text.back}>${icon(backIcon)}</a>`}
        <div class="title">
          <h1 class="cut" title=${this.heading}>${this.heading}</h1>
          ${this.account === '' ? nothing : html`<p class="account faint cut"><bdi>${this.account}</bdi></p>`}
        </div>
      </div>
      <slot></slot>
      <div class="state">
        ${this.renderSign()}
        <span class="aside" role="status">${this.states.some(({ id }) => id === 'offline') ? text.states.offline : ''}</span>
        <slot name="counter"></slot>
      </div>
      <slot name="help"></slot>
    </header>`;
  }

  private renderSign(): TemplateResult | typeof nothing {
    const [first, ...others] = this.states;
    if (first === undefined) return nothing;
    return html`<fk-pop-note class="sign" .note=${text.notes[first.id]}>
      <span class="mark ${first.id}">${icon(ICONS[first.id])}<span class="word">${text.states[first.id]}</span></span>
      <div slot="action" class="marks">
        ${this.openHelp === null ? nothing : html`<fk-button class="help" @click=${this.openHelp}>${text.help}</fk-button>`}
        ${renderWays(first)}${others.map((one) => html`<p>${text.notes[one.id]}</p>${renderWays(one)}`)}
        ${this.about === '' ? nothing : html`<p class="soft">${this.about}</p>`}
      </div>
    </fk-pop-note>`;
  }
}

/** What a person can do about a state. */
function renderWays({ id, act }: HeaderState): TemplateResult | typeof nothing {
  if (id === 'practice')
    return html`<div><a href="/practice">${text.toGuide}</a><a href="/more">${text.toAccount}</a></div>`;
  if (act === undefined || id === 'offline') return nothing;
  return html`<fk-button @click=${act}>${text.acts[id]}</fk-button>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-header': FkHeader;
  }
}
