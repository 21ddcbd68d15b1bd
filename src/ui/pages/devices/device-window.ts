/** A list of any length of which only the rows in sight exist: fixed heights, links, arrow keys. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CachedDevice } from '../../../domain/device.ts';
import { deviceCell, type DeviceColumn } from '../../../domain/device-list/columns.ts';
import '../../elements/status/status.ts';
import '../../elements/track/track.ts';
import { editIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath } from '../../router.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import { deviceListStrings } from '../../strings/device-list.ts';
import { NO_FACTS, isUnsent, trackOfDevice, withEdit, type DeviceFacts } from './device-facts.ts';

/** Height of a row in rem, so that it grows with the text a person has chosen; the same number is in the styles. */
const ROW_REM = 4.5;
/** Rows drawn beyond each edge, so that a quick scroll shows rows and not paper. */
const BEYOND = 6;

/** A row was chosen or let go: alone, or with everything between it and the last one. */
export class ChooseEvent extends Event {
  constructor(
    readonly uniqueId: string,
    readonly range: boolean,
  ) {
    super('fk-choose');
  }
}

/**
 * `chosen` marks the device that is shown beside the list. While `choosing` each row has a box; space chooses, shift with it or
 * with a click chooses a range, at any time. Event: `fk-choose`.
 */
@customElement('fk-device-window')
export class FkDeviceWindow extends LitElement {
  @property({ attribute: false }) devices: readonly CachedDevice[] = [];
  @property({ attribute: false }) facts: ReadonlyMap<string, DeviceFacts> = new Map();
  @property() chosen = '';
  @property({ attribute: false }) columns: readonly DeviceColumn[] = ['name', 'model', 'batteryPercent'];
  @property({ type: Boolean, reflect: true }) choosing = false;
  @property({ attribute: false }) selected: ReadonlySet<string> = new Set();
  /** Index that the arrow keys move and the tab key enters. */
  @state() private active = 0;
  @state() private scrolled = 0;
  @state() private tall = 800;
  private readonly sizes = new ResizeObserver(() => this.measure());

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        overflow-y: auto;
        overscroll-behavior: contain;
        scroll-padding-block: var(--space-2);
      }
      ul {
        position: relative;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .before {
        height: var(--before, 0);
      }
      .after {
        height: var(--after, 0);
      }
      li {
        height: 4.5rem;
        border-bottom: var(--stroke) solid var(--color-line);
      }
      a {
        display: grid;
        align-content: center;
        height: 100%;
        padding: var(--space-1) var(--space-4);
        border-inline-start: calc(var(--stroke-strong) * 2) solid transparent;
        color: inherit;
        text-decoration: none;
        touch-action: manipulation;
      }
      a:hover {
        background: var(--color-surface);
      }
      a[aria-current] {
        border-inline-start-color: var(--color-accent);
        background: var(--color-accent-soft);
      }
      a:focus-visible {
        outline-offset: calc(var(--focus-width) * -1);
      }
      :host([choosing]) li {
        display: grid;
        grid-template-columns: var(--target) minmax(0, 1fr);
      }
      .box {
        display: grid;
        place-items: center;
        height: 100%;
        cursor: pointer;
      }
      input {
        width: 1.25rem;
        height: 1.25rem;
        accent-color: var(--color-accent);
      }
      .line {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-3);
        min-width: 0;
      }
      .name,
      .soft {
        flex: 1 1 0;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .name {
        font-weight: var(--weight-strong);
      }
      .soft {
        color: var(--color-ink-soft);
        font-size: var(--text-s);
      }
      .state {
        display: flex;
        justify-content: end;
        align-items: center;
        gap: var(--space-2);
        font-size: var(--text-xs);
      }
      .none {
        font-weight: var(--weight-text);
        font-style: italic;
        color: var(--color-ink-soft);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('scroll', this.onScroll, { passive: true });
    this.addEventListener('keydown', this.onKey);
    this.sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('scroll', this.onScroll);
    this.removeEventListener('keydown', this.onKey);
    this.sizes.disconnect();
  }

  /** Puts the keyboard on a row, drawing it first; out of range is the nearest row. */
  async focusRow(index: number): Promise<void> {
    if (this.devices.length === 0) return;
    this.active = Math.min(Math.max(index, 0), this.devices.length - 1);
    this.bringIntoSight(this.active);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`a[data-index="${this.active}"]`)?.focus({ preventScroll: true });
  }

  /** What is found is looked at from its beginning. */
  toTop(): void {
    this.scrollTop = 0;
    this.scrolled = 0;
    this.active = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('devices')) return;
    const kept = (changed.get('devices') ?? [])[this.active]?.uniqueId;
    const again = this.devices.findIndex((device) => device.uniqueId === kept);
    const chosen = this.devices.findIndex((device) => device.uniqueId === this.chosen);
    this.active = again >= 0 ? again : Math.max(chosen, 0);
  }

  protected override updated(): void {
    const { from, to } = this.range();
    const list = this.renderRoot.querySelector<HTMLElement>('ul');
    // Custom properties, since the policy forbids style attributes.
    list?.style.setProperty('--before', `${from * ROW_REM}rem`);
    list?.style.setProperty('--after', `${(this.devices.length - to) * ROW_REM}rem`);
  }

  protected override render(): TemplateResult {
    const { from, to } = this.range();
    const all = this.devices.length;
    return html`<ul role="list" aria-label=${text.listLabel}>
      <li class="before" role="presentation" aria-hidden="true"></li>
      ${repeat(
        this.devices.slice(from, to),
        (device) => device.uniqueId,
        (device, at) => this.renderRow(device, from + at, all),
      )}
      <li class="after" role="presentation" aria-hidden="true"></li>
    </ul>`;
  }

  private renderRow(device: CachedDevice, index: number, all: number): TemplateResult {
    const facts = this.facts.get(device.uniqueId) ?? NO_FACTS;
    const shown = withEdit(device, facts.edit);
    const track = trackOfDevice(device, facts);
    const crowded = isUnsent(facts.edit) && track.summary !== 'nothing';
    const second = crowded ? [] : this.columns.map((column) => this.wordsOf(shown, column)).filter((part) => part !== null);
    const picked = this.selected.has(device.uniqueId);
    return html`<li aria-setsize=${all} aria-posinset=${index + 1}>
      ${this.choosing
        ? html`<label class="box"
            ><input type="checkbox" tabindex="-1" .checked=${live(picked)} aria-label=${deviceListStrings.chooseRow(device.uniqueId)} @click=${(event: MouseEvent) => this.choose(device.uniqueId, event.shiftKey)}
          /></label>`
        : nothing}
      <a
        href=${devicePath(device.uniqueId)}
        data-index=${index}
        tabindex=${index === this.active ? 0 : -1}
        aria-current=${device.uniqueId === this.chosen ? 'true' : nothing}
        aria-description=${this.choosing && picked ? deviceListStrings.isChosen : nothing}
        @focus=${() => (this.active = index)}
        @click=${(event: MouseEvent) => this.onRowClick(event, device.uniqueId)}
      >
        <span class="line"><span class="name">${shown.alias === null ? html`<span class="none">${text.unnamed}</span>` : html`<bdi>${shown.alias}</bdi>`}</span>
          <span class="mono">${device.uniqueId}</span></span>
        <span class="line"><span class="soft"><bdi>${second.join(' · ')}</bdi></span>
        <span class="state">
          ${isUnsent(facts.edit) ? html`<fk-status tone="attention" .icon=${editIcon}>${text.unsent}</fk-status>` : nothing}
          ${track.summary === 'nothing' ? nothing : html`<fk-track size="row" words .track=${track}></fk-track>`}
        </span></span>
      </a>
    </li>`;
  }

  private wordsOf(device: CachedDevice, column: DeviceColumn): string | null {
    if (column === 'batteryPercent') return device.batteryPercent === null ? null : text.battery(device.batteryPercent);
    if (column === 'lastSeen') return device.lastSeenMs === null ? null : shortTime.format(device.lastSeenMs);
    const cell = deviceCell(device, column);
    return cell === null ? null : String(cell);
  }

  private choose(uniqueId: string, range: boolean): void {
    this.dispatchEvent(new ChooseEvent(uniqueId, range));
  }

  /** A click with shift chooses; a plain one opens the device, as links do. */
  private onRowClick(event: MouseEvent, uniqueId: string): void {
    if (!event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.choose(uniqueId, true);
  }

  private range(): { from: number; to: number } {
    const row = rowPx();
    const from = Math.max(0, Math.floor(this.scrolled / row) - BEYOND);
    const to = Math.min(this.devices.length, Math.ceil((this.scrolled + this.tall) / row) + BEYOND);
    // A list that became shorter while scrolled far down.
    return { from: Math.min(from, Math.max(0, to - 1)), to };
  }

  private bringIntoSight(index: number): void {
    const row = rowPx();
    const top = index * row;
    if (top < this.scrollTop) this.scrollTop = top;
    else if (top + row > this.scrollTop + this.clientHeight) this.scrollTop = top + row - this.clientHeight;
    this.scrolled = this.scrollTop;
  }

  private readonly onScroll = (): void => {
    const focused = this.shadowRoot?.activeElement?.getAttribute('data-index');
    const row = rowPx();
    // Re-rendered by whole rows, not by pixels.
    this.scrolled = Math.floor(this.scrollTop / row) * row;
    const { from, to } = this.range();
    if (focused !== null && focused !== undefined && (Number(focused) < from || Number(focused) >= to)) {
      // The row under the keyboard is about to go: keep the keyboard in the list, on a row that stays.
      void this.focusRow(Math.min(Math.max(Number(focused), from + BEYOND), to - 1 - BEYOND));
    }
  };

  private measure(): void {
    if (this.clientHeight === 0) return;
    this.tall = this.clientHeight;
    this.scrolled = this.scrollTop;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(this.clientHeight / rowPx()) - 1);
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key === ' ' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const device = this.devices[this.active];
      event.preventDefault();
      if (device !== undefined) this.choose(device.uniqueId, event.shiftKey);
      return;
    }
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = this.devices[this.active]?.uniqueId;
    void this.focusRow(Math.min(this.active + step, this.devices.length)).then(() => {
      const to = this.devices[this.active]?.uniqueId;
      if (!event.shiftKey || from === undefined || to === undefined) return;
      // A range begins where the keyboard was.
      if (!this.selected.has(from)) this.choose(from, false);
      this.choose(to, true);
    });
  };
}

const shortTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

function rowPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW_REM;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-window': FkDeviceWindow;
  }
  interface HTMLElementEventMap {
    'fk-choose': ChooseEvent;
  }
}
