/**
 * The device list as a table for wide screens: one line for each device, a fixed heading row that sorts, and the chosen
 * columns.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { deviceCell, type DeviceColumn, type DeviceOrder } from '../../../domain/device-list/columns.ts';
import { ageInWords } from '../../elements/age/age.ts';
import '../../elements/status/status.ts';
import '../../elements/track/track.ts';
import { downIcon, editIcon, icon } from '../../kit/icons.ts';
import { accessWord, typeWord } from '../../beacon/device-words.ts';
import { devicePath } from '../../shell/router.ts';
import { percent } from '../../language/counting.ts';
import { dateTime } from '../../language/times.ts';
import { elementStrings } from '../../strings/elements.ts';
import { columnWords, deviceListStrings as text, heardWord } from '../../strings/device-list.ts';
import { deviceStrings } from '../../strings/devices.ts';
import type { HeardOf } from './row-telemetry.ts';
import type { ListColumn, ListView, TableColumn } from './list-view.ts';
import {
  isBatteryBeside,
  renderAlarm,
  renderAlias,
  renderBox,
  lastSeenWords,
  type RowActions,
  type RowView,
} from '../../beacon/device-row.ts';

/** The columns that fit beside an open device. */
const NARROW: readonly TableColumn[] = ['uniqueId', 'alias', 'state'];

/** Least width in rem, and the share of the remaining space. */
type Width = readonly [leastRem: number, part: number];
const WIDTHS: Readonly<Record<TableColumn, Width>> = {
  uniqueId: [5.5, 0.5],
  alias: [9.5, 3],
  room: [7, 1],
  state: [15.25, 0],
  name: [6, 1],
  deviceType: [5.5, 0.5],
  model: [9.25, 1],
  firmware: [5, 0.5],
  mac: [10, 0.5],
  access: [6.5, 0.5],
  orderId: [8, 0.5],
  tags: [8, 2],
  batteryPercent: [5.5, 0],
  lastSeen: [10, 0.5],
  heard: [9, 1],
  pending: [8, 1],
  notes: [9, 2],
};
const NARROW_WIDTHS: Readonly<Partial<Record<TableColumn, Width>>> = {
  uniqueId: [5.25, 0],
  alias: [5, 1],
  state: [7.625, 0],
};

export function tableColumns(chosen: readonly ListColumn[], narrow: boolean): readonly TableColumn[] {
  return narrow ? NARROW : ['uniqueId', 'alias', 'state', ...chosen];
}

interface TableWidths {
  /** For `grid-template-columns`. */
  readonly columns: string;
  /** Width of all columns together, without gaps. */
  readonly leastRem: number;
}

/** `own`: widths that the person has set, in rem. They do not apply beside an open device. */
export function tableWidths(
  columns: readonly TableColumn[],
  narrow: boolean,
  own: ListView['widths'] = {},
): TableWidths {
  const widths = columns.map((column): Width => {
    if (narrow) return NARROW_WIDTHS[column] ?? WIDTHS[column];
    const rem = own[column];
    return rem === undefined ? WIDTHS[column] : [rem, 0];
  });
  // When every column has a fixed width, the last one takes the remaining space, so that rows end at the table's edge.
  const isFixed = widths.every(([, part]) => part === 0);
  const template = widths
    .map(([least, part], at) =>
      part > 0
        ? `minmax(${least}rem, ${part}fr)`
        : isFixed && at === widths.length - 1
          ? `minmax(${least}rem, 1fr)`
          : `${least}rem`,
    )
    .join(' ');
  return { columns: template, leastRem: widths.reduce((sum, [least]) => sum + least, 0) };
}

export const deviceTableStyles = css`
  :host([table]) {
    --row-here: max(var(--row), 2.25rem);
    overflow-x: auto;
  }
  :host([table][compact]) {
    --row-here: 1.875rem;
  }
  .table {
    width: 100%;
    min-width: var(--least);
  }
  .cells {
    position: relative;
    display: grid;
    grid-template-columns: var(--columns);
    gap: var(--space-4);
    align-items: center;
    height: var(--row-here);
    padding-inline: var(--space-4);
    border-bottom: var(--stroke) solid var(--color-line);
    font-size: var(--text-s);
  }
  .cells > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  :host([narrow]) .cells {
    gap: var(--space-3);
  }
  :host([choosing]) .cells {
    grid-template-columns: 1.5rem var(--columns);
  }
  .head {
    position: sticky;
    z-index: 2;
    inset-block-start: 0;
    border-bottom: var(--stroke-strong) solid var(--color-line-strong);
    background: var(--color-paper);
  }
  /* A heading longer than its column takes a second line; rows have a fixed height. */
  .head .cells {
    height: auto;
    min-height: var(--row-here);
    border-bottom: 0;
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
  }
  .head .cells > * {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .head button {
    gap: var(--space-1);
    width: 100%;
    min-height: max(24px, var(--row-here));
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .head button:focus-visible {
    outline-offset: calc(var(--focus-width) * -1);
  }
  .head [role='columnheader'] {
    position: relative;
    overflow: visible;
  }
  /* Lies in the gap beside its column. A press without a drag fits the column to its content. */
  .grip {
    position: absolute;
    inset-block: 0;
    inset-inline-end: calc(var(--space-4) * -1);
    width: var(--space-4);
    cursor: col-resize;
    touch-action: none;
  }
  .grip::after {
    content: '';
    position: absolute;
    inset-block: 25%;
    inset-inline-start: 50%;
    border-inline-start: var(--stroke) solid var(--color-line-strong);
  }
  .grip:hover::after,
  .grip[data-held]::after {
    inset-block: 0;
    border-inline-start: var(--stroke-strong) solid var(--color-accent);
  }
  .head .icon {
    flex: none;
    width: 1em;
    height: 1em;
  }
  [aria-sort='none'] .icon {
    display: none;
  }
  [aria-sort='ascending'] .icon {
    rotate: 0.5turn;
  }
  @media (hover: hover) {
    .body .cells:hover {
      background: var(--color-surface);
    }
  }
  .body .cells[data-current] {
    background: var(--color-accent-soft);
    box-shadow: inset calc(var(--stroke-strong) * 2) 0 var(--color-accent);
  }
  .cells .number {
    padding-inline-end: var(--space-3);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .head .number button {
    justify-content: end;
  }
  /* The whole row is the link; its content does not intercept clicks. */
  .cells a {
    color: inherit;
    text-decoration: none;
  }
  .cells a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  .cells a:focus-visible {
    outline: none;
  }
  .body [role='gridcell']:focus-visible {
    outline-offset: calc(var(--focus-width) * -1);
  }
  .cells:has(a:focus-visible) {
    outline: var(--focus-width) solid var(--color-accent);
    outline-offset: calc(var(--focus-width) * -1);
  }
  .cells .pick {
    position: relative;
    z-index: 1;
    height: 100%;
  }
  .cells fk-status {
    font-size: var(--text-xs);
  }
  :host([narrow]) .alarm {
    margin-inline-start: auto;
  }
  .cells .number .alarm {
    margin-inline-end: var(--space-2);
  }
`;

/** The actions of the heading row. */
export interface HeadActions {
  readonly sort: (column: TableColumn) => void;
  /** Starts resizing a column with a pointer. */
  readonly grip: (event: PointerEvent, column: TableColumn) => void;
  /** Changes the width by this many rem; null restores the usual width. */
  readonly widen: (column: TableColumn, byRem: number | null) => void;
}

interface HeadState {
  readonly by: DeviceOrder;
  readonly descending: boolean;
  readonly choosing: boolean;
  /** True when columns cannot be resized, beside an open device. */
  readonly fixed: boolean;
  readonly held: TableColumn | null;
}

/** Width change for each key press, rem. */
const STEP_REM = 1;

export function renderTableHead(
  columns: readonly TableColumn[],
  { by, descending, choosing, fixed, held }: HeadState,
  { sort, grip, widen }: HeadActions,
): TemplateResult {
  const onKey = (event: KeyboardEvent, column: TableColumn): void => {
    if (fixed || !event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const wider = getComputedStyle(event.currentTarget as Element).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      widen(column, event.key === wider ? STEP_REM : -STEP_REM);
    else if (event.key === 'Home') widen(column, null);
    else return;
    event.preventDefault();
  };
  return html`<div class="cells" role="row" aria-rowindex="1">
    ${choosing ? html`<div role="columnheader"><span class="aside">${text.choose}</span></div>` : nothing}
    ${columns.map((column) => {
      const order = by === column ? (descending ? 'descending' : 'ascending') : 'none';
      return html`<div role="columnheader" class=${isNumber(column) ? 'number' : ''} data-column=${column} aria-sort=${order}>
        <button
          class="line"
          type="button"
          title=${fixed ? nothing : text.widthHint}
          aria-keyshortcuts=${fixed ? nothing : 'Shift+ArrowLeft Shift+ArrowRight'}
          @click=${() => sort(column)}
          @keydown=${(event: KeyboardEvent) => onKey(event, column)}
        >${headWord(column)}${icon(downIcon)}</button>
        ${
          fixed
            ? nothing
            : html`<span class="grip" aria-hidden="true" ?data-held=${held === column}
              @pointerdown=${(event: PointerEvent) => grip(event, column)}></span>`
        }
      </div>`;
    })}
  </div>`;
}

function headWord(column: TableColumn): string {
  if (column === 'state') return text.state;
  return column === 'heard' ? heardWord : columnWords[column];
}

export function renderTableRow(
  view: RowView,
  columns: readonly TableColumn[],
  narrow: boolean,
  heard: HeardOf | null,
  actions: RowActions,
): TemplateResult {
  return html`<div class="cells" role="row" aria-rowindex=${view.index + 2}
    aria-selected=${view.choosing ? (view.picked ? 'true' : 'false') : nothing} ?data-current=${view.current}>
    ${view.choosing ? html`<div role="gridcell" class="pick">${renderBox(view, actions)}</div>` : nothing}
    ${columns.map((column) => renderCell(view, column, columns, narrow, heard, actions))}
  </div>`;
}

function renderCell(
  view: RowView,
  column: TableColumn,
  columns: readonly TableColumn[],
  narrow: boolean,
  heard: HeardOf | null,
  actions: RowActions,
): TemplateResult {
  const { device, track, unsent, alarm } = view;
  const isBeside = isBatteryBeside(view, columns);
  /** A cell that arrow keys can focus. The row's link is its only tab stop. */
  const cell = (content: TemplateResult | string, classes: string, words = ''): TemplateResult =>
    html`<div role="gridcell" class=${classes} title=${words === '' ? nothing : words}
      tabindex=${view.active ? -1 : nothing} data-column=${column}>${content}</div>`;
  switch (column) {
    case 'uniqueId':
      return html`<div role="gridcell" class="mono">
        <a
          href=${devicePath(device.uniqueId)}
          data-index=${view.index}
          data-column="uniqueId"
          tabindex=${view.active ? 0 : -1}
          aria-label=${device.alias === null ? nothing : `${device.uniqueId}, ${device.alias}`}
          aria-current=${view.current ? 'true' : nothing}
          .ariaDescription=${view.choosing && view.picked ? text.isChosen : null}
          @focus=${() => actions.focused(view.index)}
          @click=${(event: MouseEvent) => actions.clicked(event, device.uniqueId)}
          >${device.uniqueId}</a
        >
      </div>`;
    case 'alias':
      return cell(renderAlias(device), 'strong', device.alias ?? '');
    case 'state':
      return cell(
        html`${
          track.summary === 'nothing'
            ? html`<span class="aside">${elementStrings.track.summaries.nothing}</span>`
            : html`<fk-track size="row" .words=${!narrow} .track=${track}></fk-track>`
        }
        ${
          unsent
            ? html`<fk-status tone="attention" .icon=${editIcon}
              title=${deviceStrings.unsent}>${
                narrow || track.summary !== 'nothing'
                  ? html`<span class="aside">${deviceStrings.unsent}</span>`
                  : deviceStrings.unsent
              }</fk-status>`
            : nothing
        }${isBeside ? nothing : renderAlarm(alarm, !narrow && !unsent && track.summary === 'nothing')}`,
        'line',
      );
    case 'heard': {
      const words = heard?.(device) ?? text.notAsked;
      return cell(words, '', words);
    }
    default: {
      const words = cellWords(view, column);
      if (words === null)
        return cell(
          html`<span aria-hidden="true">–</span><span class="aside">${text.unsaid}</span>`,
          `faint ${isNumber(column) ? 'number' : ''}`,
        );
      return cell(
        html`${column === 'batteryPercent' && isBeside ? renderAlarm(alarm, false) : nothing}<bdi>${words}</bdi>`,
        `${isNumber(column) ? 'number' : ''} ${isMono(column) ? 'mono' : ''}`,
        column === 'lastSeen' ? (lastSeenWords(device) ?? '') : words,
      );
    }
  }
}

function cellWords({ device, nowMs }: RowView, column: DeviceColumn): string | null {
  if (column === 'batteryPercent') return device.batteryPercent === null ? null : percent(device.batteryPercent);
  if (column === 'access') return device.access === null ? null : accessWord(device.access);
  if (column === 'deviceType') return typeWord(device.deviceType);
  if (column === 'lastSeen') {
    const { lastSeenMs } = device;
    // An age would rest on the phone's clock.
    return nowMs !== null && lastSeenMs !== null && dateTime(lastSeenMs) !== ''
      ? ageInWords(nowMs - lastSeenMs)
      : lastSeenWords(device);
  }
  const cell = deviceCell(device, column);
  return cell === null ? null : String(cell);
}

function isNumber(column: TableColumn): boolean {
  return column === 'batteryPercent';
}

function isMono(column: TableColumn): boolean {
  return column === 'mac' || column === 'firmware';
}
