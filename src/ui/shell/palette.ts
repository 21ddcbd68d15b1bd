/**
 * The palette (Ctrl+K): a field that finds devices, pages and actions. Arrow keys choose an entry, Enter opens or runs
 * it.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { allErrandsOf, NO_BEACONS, NO_ROWS } from '../../domain/beacon-table.ts';
import { errandOf } from '../../domain/errand.ts';
import { customElement, property, state } from 'lit/decorators.js';
import { withEdits } from '../../domain/virtual-edit.ts';
import { devicesIcon, forwardIcon, icon, type IconPath, searchIcon, settingsIcon } from '../kit/icons.ts';
import { addLayer } from '../kit/layers.ts';
import { shared } from '../kit/tokens.ts';
import { keepWarm } from '../shared/keep-warm.ts';
import { paletteStrings as text } from '../strings/palette.ts';
import { findEntries, fixedEntries, type PaletteEntry } from './palette-entries.ts';
import { navigate } from './router.ts';
import type { AppServices } from './services.ts';

const ICONS: Readonly<Record<PaletteEntry['kind'], IconPath>> = {
  page: forwardIcon,
  action: settingsIcon,
  device: devicesIcon,
};

/**
 * Opens when it is connected. Fires `fk-close` once. The focus returns to its previous element unless an entry moved
 * it.
 */
@customElement('fk-palette')
export class FkPalette extends LitElement {
  @property({ attribute: false }) services!: AppServices;
  @property({ attribute: false }) openOther: (what: 'shortcuts' | 'help') => void = () => undefined;
  @state() private query = '';
  @state() private active = 0;

  private fixed: readonly PaletteEntry[] = [];
  private entries: readonly PaletteEntry[] = [];
  private closed = false;
  private takeAway = (): void => undefined;

  static override styles = [
    shared,
    css`
      dialog {
        width: min(100vw - var(--space-5), 40rem);
        max-height: min(36rem, 100dvh - var(--space-5));
        margin-block: max(var(--space-3), 8dvh) auto;
        padding: 0;
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-l);
        background: var(--color-surface);
        color: var(--color-ink);
        overflow: hidden;
      }
      dialog[open] {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr);
      }
      dialog::backdrop {
        background: var(--color-veil);
      }
      .ask {
        display: flex;
        align-items: center;
        gap: var(--space-3);
        padding-inline: var(--space-4);
        border-bottom: var(--stroke) solid var(--color-line);
      }
      input {
        flex: 1;
        min-width: 0;
        min-height: var(--target-phone);
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        font-size: var(--text-m);
      }
      /* The line below the field and the chosen row already show the focus. */
      input:focus-visible {
        outline: none;
      }
      .ask:focus-within {
        box-shadow: inset 0 calc(var(--focus-width) * -1) 0 var(--color-accent);
      }
      ul {
        padding: var(--space-2);
        overflow: auto;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 var(--space-3);
        min-height: var(--target);
        padding: var(--space-1) var(--space-3);
        border-radius: var(--radius-m);
        cursor: pointer;
      }
      li[aria-selected='true'] {
        background: var(--color-accent-soft);
        box-shadow: inset calc(var(--focus-width)) 0 0 var(--color-accent);
      }
      .detail {
        display: block;
      }
      .kind {
        color: var(--color-ink-soft);
        font-size: var(--text-xs);
      }
      p {
        padding: var(--space-4);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    const { services } = this;
    if (this.fixed.length === 0) this.fixed = fixedEntries({ services, open: this.openOther, from: this });
    const opened = services.account.value.services;
    const devices =
      opened === null ? [] : withEdits(opened.devices.list.value.devices ?? [], opened.outbox.state.value.edits);
    void keepWarm(devices);
    if (!changed.has('query') && this.entries.length > 0) return;
    const beacons = opened?.beacons.table.value ?? NO_BEACONS;
    this.entries = findEntries(this.query, this.fixed, {
      devices,
      hasPackage(uniqueId) {
        const { packages } = allErrandsOf(beacons.stored.get(uniqueId)?.rows ?? NO_ROWS);
        return packages.some((row) => row.state === 'carried' && errandOf(row).isAskedFor);
      },
    });
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('dialog')!.showModal();
    this.takeAway = addLayer(this.close);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.takeAway();
  }

  protected override updated(): void {
    this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const { entries } = this;
    return html`<dialog aria-label=${text.label} @cancel=${this.close} @close=${this.close} @click=${this.onClick}>
      <div class="ask">
        ${icon(searchIcon)}
        <input
          type="text"
          role="combobox"
          aria-label=${text.label}
          aria-expanded=${entries.length > 0 ? 'true' : 'false'}
          aria-controls="found"
          aria-autocomplete="list"
          aria-activedescendant=${entries.length > 0 ? `entry-${this.active}` : nothing}
          placeholder=${text.hint}
          autocomplete="off"
          autocapitalize="off"
          autocorrect="off"
          spellcheck="false"
          autofocus
          .value=${this.query}
          @input=${this.onInput}
          @keydown=${this.onKey}
        />
      </div>
      <div class="body">
        <span class="aside" role="status">${this.query === '' ? '' : text.results(entries.length)}</span>
        ${entries.length === 0 ? html`<p>${text.none(this.query)}</p>` : nothing}
        <ul id="found" role="listbox" aria-label=${text.label} ?hidden=${entries.length === 0}>
          ${entries.map(
            (
              entry,
              at,
            ) => html`<li id="entry-${at}" role="option" aria-selected=${at === this.active ? 'true' : 'false'}
              @click=${() => this.choose(entry)} @pointermove=${() => (this.active = at)}>
              ${icon(ICONS[entry.kind])}
              <span class="cut"><bdi>${entry.label}</bdi>${
                entry.detail === undefined
                  ? nothing
                  : html`<span class="detail soft cut"><bdi>${entry.detail}</bdi></span>`
              }</span>
              <span class="kind">${text.kinds[entry.kind]}</span>
            </li>`,
          )}
        </ul>
      </div>
    </dialog>`;
  }

  private readonly onInput = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value;
    this.active = 0;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const last = this.entries.length - 1;
    const to: Partial<Record<string, number>> = {
      ArrowDown: this.active >= last ? 0 : this.active + 1,
      ArrowUp: this.active <= 0 ? last : this.active - 1,
      PageDown: Math.min(last, this.active + 8),
      PageUp: Math.max(0, this.active - 8),
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.active = Math.max(0, next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const entry = this.entries[this.active];
      if (entry !== undefined) this.choose(entry);
    }
  };

  /** Closes the palette on a click on the backdrop. */
  private readonly onClick = (event: Event): void => {
    if (event.target === event.currentTarget) this.close();
  };

  /**
   * Closes the palette before it acts: closing returns the focus, and would otherwise take it from the opened entry.
   */
  private choose({ act }: PaletteEntry): void {
    this.close();
    if ('to' in act) navigate(act.to);
    else act.does();
  }

  /** Closes the dialog, which returns the focus itself. */
  private readonly close = (): void => {
    if (this.closed) return;
    this.closed = true;
    this.renderRoot.querySelector('dialog')?.close();
    this.dispatchEvent(new Event('fk-close'));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-palette': FkPalette;
  }
}
