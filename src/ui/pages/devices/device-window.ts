/**
 * A virtual list of any length that renders only the visible rows, of the narrow list or the table, with links and
 * arrow keys.
 */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { NO_BEACONS, type BeaconTable } from '../../../domain/beacon-table.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import type { DeviceOrder } from '../../../domain/device-list/columns.ts';
import { shared } from '../../kit/tokens.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import { isUnsent, withEdit } from '../../../domain/virtual-edit.ts';
import {
  ROW_REM,
  TALL_ROW_REM,
  deviceRowStyles,
  hasState,
  renderDeviceRow,
  type AlarmOf,
  type RowView,
} from '../../beacon/device-row.ts';
import {
  deviceTableStyles,
  renderTableHead,
  renderTableRow,
  tableColumns,
  tableWidths,
  type HeadActions,
} from './device-table.ts';
import type { HeardOf } from './row-telemetry.ts';
import { ColumnGrip } from './column-grip.ts';
import { deviceColumns, type ListColumn, type ListView, type TableColumn } from './list-view.ts';
import { placeRows, type RowPlaces } from './row-places.ts';

export interface WindowActs {
  /** A row was selected or deselected, alone or as the end of a range. */
  choose(uniqueId: string, range: boolean): void;
  sort(column: TableColumn): void;
  /** A column was resized; null restores its usual width. */
  resize(column: TableColumn, rem: number | null): void;
}

/** Rows rendered beyond each edge, so that a quick scroll shows no blank space. */
const BEYOND = 6;
/** Least height of a table row in rem. The styles use the same number. */
const TABLE_ROW_REM = 2.25;
const COMPACT_ROW_REM = 1.875;

/**
 * `table`: one line for each device under a heading; `narrow`: only the columns that fit beside a device. `chosen`
 * marks the device that is shown beside the list. While `choosing` each row has a checkbox. Space selects; Shift with
 * Space or a click selects a range. `compact`: lower table rows.
 */
@customElement('fk-device-window')
export class FkDeviceWindow extends LitElement {
  @property({ attribute: false }) acts!: WindowActs;
  @property({ attribute: false }) devices: readonly CachedDevice[] = [];
  @property({ attribute: false }) beacons: BeaconTable = NO_BEACONS;
  @property() chosen = '';
  @property({ attribute: false }) columns: readonly ListColumn[] = ['model', 'batteryPercent'];
  @property({ type: Boolean, reflect: true }) choosing = false;
  @property({ attribute: false }) selected: ReadonlySet<string> = new Set();
  @property({ type: Boolean, reflect: true }) table = false;
  @property({ type: Boolean, reflect: true }) narrow = false;
  /** The last time telemetry contained each device; null until it is loaded. */
  @property({ attribute: false }) heard: HeardOf | null = null;
  /** The alarms of each device; null until loaded, and when there are none. */
  @property({ attribute: false }) alarmOf: AlarmOf | null = null;
  /** By the backend's clock; null while that is unchecked. */
  @property({ attribute: false }) nowMs: number | null = null;
  @property() by: DeviceOrder = 'created';
  @property({ type: Boolean }) descending = false;
  @property({ type: Boolean, reflect: true }) compact = false;
  @property({ attribute: false }) widths: ListView['widths'] = {};
  /** The row that the arrow keys move and the tab key enters. */
  @state() private active = 0;
  @state() private scrolled = 0;
  @state() private tall = 800;
  /** The table column that has focus. */
  private column: TableColumn = 'uniqueId';
  private readonly grip = new ColumnGrip(this, (column, rem) => this.acts.resize(column, rem));
  private readonly sizes = new ResizeObserver(() => this.measure());
  /** Indexes of the taller rows of the narrow list. */
  private tallRows: readonly number[] = [];

  static override styles = [
    shared,
    deviceRowStyles,
    deviceTableStyles,
    css`
      :host {
        position: relative;
        overflow-y: auto;
        overscroll-behavior: contain;
        scroll-padding-block: var(--space-2);
      }
      ul {
        position: relative;
      }
      .before {
        height: var(--before, 0);
      }
      .after {
        height: var(--after, 0);
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

  /** Focuses a row and renders it first if necessary. An index out of range means the nearest row. */
  async focusRow(index: number): Promise<void> {
    if (this.devices.length === 0) return;
    this.active = Math.min(Math.max(index, 0), this.devices.length - 1);
    this.scrollToRow(this.active);
    await this.updateComplete;
    // While rows are replaced the list is shorter for a moment, and the browser reduces the scroll position.
    this.scrollToRow(this.active);
    const link = this.renderRoot.querySelector<HTMLElement>(`a[data-index="${this.active}"]`);
    const cell = link?.closest('[role="row"]')?.querySelector<HTMLElement>(`[data-column="${this.column}"]`);
    (cell ?? link)?.focus({ preventScroll: true });
  }

  /** Shows search results from the top. */
  toTop(): void {
    this.scrollTop = 0;
    this.scrolled = 0;
    this.active = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('devices') || changed.has('beacons') || changed.has('table'))
      this.tallRows = this.table ? [] : tallAmong(this.devices, this.beacons);
    if (!changed.has('devices')) return;
    const activeId = (changed.get('devices') ?? [])[this.active]?.uniqueId;
    const again = this.placeOf(activeId);
    this.active = Math.max(again >= 0 ? again : this.placeOf(this.chosen), 0);
  }

  /** -1 when the list does not contain it. */
  private placeOf(uniqueId: string | undefined): number {
    return this.devices.findIndex((device) => device.uniqueId === uniqueId);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { from, to, places } = this.range();
    // Custom properties, because the content security policy forbids style attributes.
    this.style.setProperty('--before', `${places.top(from)}px`);
    this.style.setProperty('--after', `${places.total - places.top(to)}px`);
    // A device that is opened is in view in the list beside it.
    const opened = changed.has('chosen') ? this.placeOf(this.chosen) : -1;
    if (opened >= 0) this.scrollToRow(opened);
    if (!this.table) return;
    const columns = tableColumns(this.columns, this.narrow);
    const widths = tableWidths(columns, this.narrow, this.grip.widths(this.widths));
    this.style.setProperty('--columns', widths.columns);
    this.style.setProperty(
      '--least',
      `calc(${widths.leastRem}rem + ${columns.length + (this.choosing ? 2.5 : 1)} * var(--space-4))`,
    );
  }

  protected override render(): TemplateResult {
    const { from, to } = this.range();
    const visibleDevices = this.devices.slice(from, to);
    if (this.table) return this.renderTable(visibleDevices, from);
    const columns = deviceColumns(this.columns);
    return html`<ul role="list" aria-label=${text.listLabel}>
      <li class="before" role="presentation" aria-hidden="true"></li>
      ${repeat(
        visibleDevices,
        (device) => device.uniqueId,
        (device, at) => renderDeviceRow(this.viewOf(device, from + at), columns, this.actions),
      )}
      <li class="after" role="presentation" aria-hidden="true"></li>
    </ul>`;
  }

  private renderTable(visibleDevices: readonly CachedDevice[], from: number): TemplateResult {
    const columns = tableColumns(this.columns, this.narrow);
    const { by, descending, choosing } = this;
    return html`<div class="table" role="grid" aria-label=${text.listLabel} aria-multiselectable="true"
      aria-rowcount=${this.devices.length + 1} aria-colcount=${columns.length + Number(choosing)}>
      <div class="head" role="rowgroup">${renderTableHead(
        columns,
        { by, descending, choosing, fixed: this.narrow, held: this.grip.held },
        this.headActions,
      )}</div>
      <div class="before" role="presentation"></div>
      <div class="body" role="rowgroup">
        ${repeat(
          visibleDevices,
          (device) => device.uniqueId,
          (device, at) =>
            renderTableRow(this.viewOf(device, from + at), columns, this.narrow, this.heard, this.actions),
        )}
      </div>
      <div class="after" role="presentation"></div>
    </div>`;
  }

  private viewOf(device: CachedDevice, index: number): RowView {
    const { edit, track } = this.beacons.of(device.uniqueId, device);
    return {
      device: withEdit(device, edit),
      track,
      unsent: isUnsent(edit),
      index,
      count: this.devices.length,
      active: index === this.active,
      current: device.uniqueId === this.chosen,
      choosing: this.choosing,
      picked: this.selected.has(device.uniqueId),
      alarm: this.alarmOf?.(device) ?? null,
      nowMs: this.nowMs,
    };
  }

  private readonly actions = {
    focused: (index: number): void => void (this.active = index),
    /** A click with Shift selects; a plain click opens the device, as links do. */
    clicked: (event: MouseEvent, uniqueId: string): void => {
      if (!event.shiftKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.acts.choose(uniqueId, true);
    },
    choose: (uniqueId: string, range: boolean): void => this.acts.choose(uniqueId, range),
  };

  private readonly headActions: HeadActions = {
    sort: (column) => this.acts.sort(column),
    grip: (event, column) => this.grip.take(event, column),
    widen: (column, byRem) => this.grip.widen(column, byRem),
  };

  private places(): RowPlaces {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (!this.table) return placeRows(this.devices.length, ROW_REM * rem, TALL_ROW_REM * rem, this.tallRows);
    const row = this.compact
      ? COMPACT_ROW_REM * rem
      : Math.max(parseFloat(getComputedStyle(this).getPropertyValue('--row')) || 0, TABLE_ROW_REM * rem);
    return placeRows(this.devices.length, row, row, []);
  }

  private range(): { from: number; to: number; places: RowPlaces } {
    const places = this.places();
    const all = this.devices.length;
    const from = Math.max(0, places.at(this.scrolled) - BEYOND);
    const to = Math.min(all, places.at(this.scrolled + this.tall) + 1 + BEYOND);
    // The list became shorter while it was scrolled far down.
    return { from: Math.min(from, Math.max(0, to - 1)), to, places };
  }

  /** The heading of the table covers the first rows. */
  private headPx(): number {
    return this.renderRoot.querySelector<HTMLElement>('.head')?.offsetHeight ?? 0;
  }

  private scrollToRow(index: number): void {
    const places = this.places();
    const top = places.top(index);
    const room = this.clientHeight - this.headPx();
    if (top < this.scrollTop) this.scrollTop = top;
    else if (top + places.height(index) > this.scrollTop + room) this.scrollTop = top + places.height(index) - room;
    this.scrolled = this.scrollTop;
  }

  private readonly onScroll = (): void => {
    const focused = this.shadowRoot?.activeElement
      ?.closest('[role="row"], li')
      ?.querySelector('a[data-index]')
      ?.getAttribute('data-index');
    const places = this.places();
    // Renders again for each row, not for each pixel.
    this.scrolled = places.top(places.at(this.scrollTop));
    const { from, to } = this.range();
    if (focused !== null && focused !== undefined && (Number(focused) < from || Number(focused) >= to)) {
      // The focused row is about to be removed: move the focus to a row that stays.
      void this.focusRow(Math.min(Math.max(Number(focused), from + BEYOND), to - 1 - BEYOND));
    }
  };

  private measure(): void {
    if (this.clientHeight === 0) return;
    this.tall = this.clientHeight;
    this.scrolled = this.scrollTop;
  }

  /** Moves the focus between the cells of a row. Enter opens the device from any cell. */
  private moveAcross(event: KeyboardEvent): boolean {
    const on = this.shadowRoot?.activeElement;
    const row = on?.closest('.body [role="row"]');
    if (!isPlain(event) || on === null || on === undefined || row === null || row === undefined) return false;
    const link = row.querySelector<HTMLElement>('a[data-index]');
    if (event.key === 'Enter' && on !== link) {
      event.preventDefault();
      link?.click();
      return true;
    }
    const [forward, back] =
      getComputedStyle(this).direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    if (event.key !== forward && event.key !== back) return false;
    event.preventDefault();
    const columns = tableColumns(this.columns, this.narrow);
    const at = columns.indexOf(this.column) + (event.key === forward ? 1 : -1);
    this.column = columns[Math.min(Math.max(at, 0), columns.length - 1)]!;
    const cell = row.querySelector<HTMLElement>(`[data-column="${this.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    // The heading's buttons handle their own keys.
    if (event.composedPath()[0] instanceof HTMLButtonElement) return;
    const places = this.places();
    const page = Math.max(
      1,
      places.at(this.scrollTop + this.clientHeight - this.headPx()) - places.at(this.scrollTop) - 1,
    );
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    };
    if (this.table && this.moveAcross(event)) return;
    if (event.key === ' ' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const device = this.devices[this.active];
      event.preventDefault();
      if (device !== undefined) this.acts.choose(device.uniqueId, event.shiftKey);
      return;
    }
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = this.devices[this.active]?.uniqueId;
    void this.focusRow(Math.min(this.active + step, this.devices.length)).then(() => {
      const to = this.devices[this.active]?.uniqueId;
      if (!event.shiftKey || from === undefined || to === undefined) return;
      // A range starts at the previously focused row.
      if (!this.selected.has(from)) this.acts.choose(from, false);
      this.acts.choose(to, true);
    });
  };
}

function isPlain({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !shiftKey && !ctrlKey && !altKey && !metaKey;
}

function tallAmong(devices: readonly CachedDevice[], beacons: BeaconTable): number[] {
  const tall: number[] = [];
  for (let index = 0; index < devices.length; index += 1) {
    const device = devices[index]!;
    if (hasState(device, beacons)) tall.push(index);
  }
  return tall;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-window': FkDeviceWindow;
  }
}
