/** The commands of one beacon on its page, each with its state and the link to its own screen. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { BeaconRows } from '../../../domain/beacon-table.ts';
import { COMMANDS, permissionFor, type CommandWords } from '../../../domain/commands/command.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { commandPath } from '../../shell/router.ts';
import { commandStrings as text, commandTexts } from '../../strings/commands.ts';
import { accessWord } from '../../beacon/device-words.ts';
import { commandState } from '../../beacon/command-case.ts';

export const commandStyles = css`
  .commands :is(a, div) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--space-3);
    min-height: var(--target);
    padding-block: var(--space-2);
    color: inherit;
    text-decoration: none;
  }
  .commands a .strong {
    color: var(--color-accent);
  }
  @media (hover: hover) {
    .commands a:hover .strong {
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
  }
`;

/** `commandWords`: the words of the commands in the backend's language (domain/commands). */
export function renderCommands(
  { uniqueId, access }: CachedDevice,
  rows: BeaconRows,
  commandWords: CommandWords,
): TemplateResult {
  return html`<ul class="commands lines">
    ${COMMANDS.map((command) => {
      const words = commandTexts[command];
      const permission = permissionFor(command, access);
      if (!permission.allowed) {
        const { viewer, ownerOnly } = text.notAllowed;
        return html`<li>
          <div>
            <span class="strong faint">${words.name}</span>
            <span class="soft whole">${permission.reason === 'viewer' ? viewer : ownerOnly(accessWord(access ?? ''))}</span>
          </div>
        </li>`;
      }
      const word = commandWords[command];
      const state = commandState({ uniqueId, command, rows, current: null, elsewhere: new Set(), access, word });
      return html`<li>
        <a href=${commandPath(uniqueId, command)}>
          <span class="strong">${words.name}</span>
          ${text.states[state] === '' ? nothing : html`<span class="small">${text.states[state]}</span>`}
          <span class="soft whole">${words.does}</span>
        </a>
      </li>`;
    })}
  </ul>`;
}
