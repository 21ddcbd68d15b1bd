/** The list of keyboard shortcuts, with the switch for single keys. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import '../elements/basics.ts';
import { shared } from '../kit/tokens.ts';
import { paletteStrings } from '../strings/palette.ts';
import { placeStrings } from '../strings/places.ts';
import { GO_KEYS, KEYS, PAGE_KEYS, setSingleKeys, singleKeysAreOn } from './shortcuts.ts';

const text = paletteStrings.shortcuts;
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens when it is connected. Event: `fk-close`. */
@customElement('fk-shortcuts-sheet')
export class FkShortcutsSheet extends LitElement {
  @state() private single = singleKeysAreOn();

  static override styles = [
    shared,
    css`
      h3 {
        margin: var(--space-4) 0 var(--space-2);
      }
      dl {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
        gap: var(--space-1) var(--space-5);
      }
      dl > div {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-3);
        min-height: var(--space-6);
      }
      kbd {
        padding: 1px var(--space-2);
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-s);
        background: var(--color-surface);
        font-family: var(--font-mono);
        font-size: var(--text-s);
      }
      label {
        display: flex;
        align-items: center;
        gap: var(--space-3);
        min-height: var(--target);
        font-weight: var(--weight-strong);
      }
      input {
        width: 20px;
        height: 20px;
        margin: 0;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<fk-dialog open .heading=${text.heading}>
      <label><input type="checkbox" .checked=${this.single} @change=${this.onSingle} />${text.single}</label>
      <p class="soft">${text.singleHelp}</p>
      <h3 class="soft strong">${text.groups.anywhere}</h3>
      <dl>
        ${row(text.palette, [
          `${IS_MAC ? '⌘' : 'Ctrl'} ${KEYS.palette.toUpperCase()}`,
        ])}${row(text.list, [KEYS.shortcuts])}${row(text.help, [KEYS.help])}
      </dl>
      <h3 class="soft strong">${text.groups.go}</h3>
      <dl>${Object.entries(GO_KEYS).map(([key, page]) => row(placeStrings.names[page], [KEYS.go, key]))}</dl>
      <h3 class="soft strong">${text.groups.page}</h3>
      <dl>
        ${row(text.search, [KEYS.search])}${Object.entries(PAGE_KEYS).map(([key, name]) => row(text[name], [key]))}
        ${row(text.forward, [IS_MAC ? '⌘ ⏎' : 'Ctrl ⏎'])}${row(text.arrows, ['↑ ↓'])}${row(text.choose, ['␣'])}
      </dl>
    </fk-dialog>`;
  }

  private readonly onSingle = (event: Event): void => {
    this.single = (event.target as HTMLInputElement).checked;
    setSingleKeys(this.single);
  };
}

/** Renders one row; `keys` are pressed one after the other. */
function row(label: string, keys: readonly string[]): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd class="nowrap">${keys.map((key, at) => html`${at === 0 ? '' : ` ${text.followed} `}<kbd>${key}</kbd>`)}</dd>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-shortcuts-sheet': FkShortcutsSheet;
  }
}
