/** The bar of actions for the selected devices. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';
import { listOptionStrings as optionText } from '../../strings/list-options.ts';

const CARRIED_OUT = ['configure', 'packages', 'withdraw', 'job', 'tags', 'share', 'move', 'csv'] as const;
export type CarriedOut = (typeof CARRIED_OUT)[number];
type ChosenAction = CarriedOut | 'clear' | 'all' | 'done';

export class ChosenActionEvent extends Event {
  constructor(readonly action: ChosenAction) {
    super('fk-chosen-action');
  }
}

@customElement('fk-chosen-bar')
class FkChosenBar extends LitElement {
  @property({ type: Number }) count = 0;
  /** Number of selected devices that the present search and filter hide. */
  @property({ type: Number }) away = 0;
  /** Number of devices that the present search and filter show. */
  @property({ type: Number }) found = 0;
  /** An action is open beside the list: only the selection can be changed. */
  @property({ type: Boolean }) bare = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
        padding: var(--space-2) var(--space-4);
        border-top: var(--stroke) solid var(--color-line);
        background: var(--color-paper);
      }
      p {
        min-width: max-content;
      }
      .chosen {
        gap: 0 var(--space-2);
      }
      /* Three beside each other on a phone, all of them on a wide screen. */
      .acts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.5rem), 1fr));
        gap: var(--space-2);
        max-width: 64rem;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const act =
      (action: ChosenAction): (() => void) =>
      () =>
        void this.dispatchEvent(new ChosenActionEvent(action));
    return html`<div class="chosen row">
        <p class="grow strong" role="status">${optionText.chosen(this.count)}${this.away === 0 ? '' : optionText.hidden(this.away)}</p>
        ${this.count - this.away < this.found ? html`<fk-button variant="quiet" @click=${act('all')}>${optionText.chooseAllOf(this.found)}</fk-button>` : nothing}
        ${this.count === 0 ? nothing : html`<fk-button variant="quiet" @click=${act('clear')}>${optionText.actions.clear}</fk-button>`}
        <fk-button variant="quiet" @click=${act('done')}>${text.chooseDone}</fk-button>
      </div>
      ${
        this.count === 0 || this.bare
          ? nothing
          : html`<div class="acts">
              ${CARRIED_OUT.map(
                (action) =>
                  html`<fk-button wide .variant=${action === 'configure' ? 'primary' : 'plain'} @click=${act(action)}>${optionText.actions[action]}</fk-button>`,
              )}
            </div>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-chosen-bar': FkChosenBar;
  }
  interface HTMLElementEventMap {
    'fk-chosen-action': ChosenActionEvent;
  }
}
