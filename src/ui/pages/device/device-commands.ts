/** The commands of one beacon on its page, each with its state and the link to its own screen. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { NO_ROWS, type BeaconRows } from '../../../domain/beacon-table.ts';
import { COMMANDS, permissionFor, type CommandWords } from '../../../domain/commands/command.ts';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { shared } from '../../kit/tokens.ts';
import { commandPath } from '../../shell/router.ts';
import { commandStrings as text, commandTexts } from '../../strings/commands.ts';
import { accessWord } from '../../beacon/device-words.ts';
import { commandState } from '../../beacon/command-case.ts';

@customElement('fk-device-commands')
class FkDeviceCommands extends LitElement {
  @property() uniqueId = '';
  @property() access: string | null = null;
  @property({ attribute: false }) rows: BeaconRows = NO_ROWS;
  @property({ attribute: false }) words: CommandWords = DEFAULT_SETTINGS.commands;

  static override styles = [
    shared,
    css`
      li {
        border-bottom: var(--stroke) solid var(--color-line);
      }
      a,
      .off {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 var(--space-3);
        min-height: var(--target);
        padding-block: var(--space-2);
        color: inherit;
        text-decoration: none;
      }
      a .name {
        color: var(--color-accent);
      }
      a:hover .name {
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<ul>
      ${COMMANDS.map((command) => {
        const words = commandTexts[command];
        const permission = permissionFor(command, this.access);
        const state = commandState({
          uniqueId: this.uniqueId,
          command,
          rows: this.rows,
          current: null,
          elsewhere: new Set(),
          access: this.access,
          word: this.words[command],
        });
        if (!permission.allowed) {
          const why =
            permission.reason === 'viewer'
              ? text.notAllowed.viewer
              : text.notAllowed.ownerOnly(accessWord(this.access ?? ''));
          return html`<li>
            <div class="off"><span class="strong faint">${words.name}</span><span class="soft whole">${why}</span></div>
          </li>`;
        }
        return html`<li>
          <a href=${commandPath(this.uniqueId, command)}>
            <span class="name strong">${words.name}</span>
            ${text.states[state] === '' ? nothing : html`<span class="small">${text.states[state]}</span>`}
            <span class="soft whole">${words.does}</span>
          </a>
        </li>`;
      })}
    </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-commands': FkDeviceCommands;
  }
}
