/** What can be done with the chosen devices: move, share, save as a file. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../../elements/button/button.ts';
import { shared } from '../../kit/tokens.ts';
import { deviceListStrings as text } from '../../strings/device-list.ts';

type ChosenAction = 'move' | 'share' | 'csv' | 'clear' | 'all' | 'done';

export class ChosenActionEvent extends Event {
  constructor(readonly action: ChosenAction) {
    super('fk-chosen-action');
  }
}

@customElement('fk-chosen-bar')
class FkChosenBar extends LitElement {
  @property({ type: Number }) count = 0;
  /** Of the chosen, those that the present search and filter do not show. */
  @property({ type: Number }) away = 0;

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
        margin: 0;
        font-weight: var(--weight-strong);
      }
      div {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const act =
      (action: ChosenAction): (() => void) =>
      () =>
        void this.dispatchEvent(new ChosenActionEvent(action));
    return html`<p role="status">${text.chosen(this.count)}${this.away === 0 ? '' : text.hidden(this.away)}</p>
      <div>
        ${
          this.count === 0
            ? html`<fk-button @click=${act('all')}>${text.chooseAll}</fk-button>`
            : html`<fk-button @click=${act('share')}>${text.actions.share}</fk-button>
              <fk-button @click=${act('move')}>${text.actions.move}</fk-button>
              <fk-button @click=${act('csv')}>${text.actions.csv}</fk-button>`
        }
        ${this.count === 0 ? nothing : html`<fk-button variant="quiet" @click=${act('clear')}>${text.actions.clear}</fk-button>`}
        <fk-button variant="quiet" @click=${act('done')}>${text.chooseDone}</fk-button>
      </div>`;
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
