/** The same devices as a table for a laptop: one line a device, a head that stays and sorts, and the columns a person has chosen. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import { deviceCell, type DeviceColumn, type DeviceOrder } from '../../../domain/device-list/columns.ts';
import '../../elements/status/status.ts';
import '../../elements/track/track.ts';
import { downIcon, editIcon, icon } from '../../kit/icons.ts';
import { devicePath } from '../../shell/router.ts';
import { columnWords, deviceListStrings as text, heardWord } from '../../strings/device-list.ts';
import { deviceStrings } from '../../strings/devices.ts';
import type { HeardOf } from './heard.ts';
import type { ListColumn } from './list-view.ts';
import { renderAlias, renderBox, lastSeenWords, type RowActions, type RowFace } from '../../beacon/device-row.ts';

/** `state`: how far its configuration has come; it is made of many rows and cannot be sorted by. */
type TableColumn = ListColumn | 'state';

/** What fits beside a device that is looked at. */
const NARROW: readonly TableColumn[] = ['uniqueId', 'alias', 'state'];

/** Least width in rem, and the part of what is left over. */
type Width = readonly [leastRem: number, part: number];
const WIDTHS: Readonly<Record<TableColumn, Width>> = {
  uniqueId: [5.5, 0],
  alias: [10, 3],
  state: [15.5, 0],
  name: [6, 1],
  deviceType: [5.5, 0],
  model: [8, 1],
  firmware: [5, 0],
  mac: [10, 0],
  access: [6.5, 0],
  orderId: [8, 0],
  tags: [8, 2],
  batteryPercent: [5, 0],
  lastSeen: [11.75, 0],
  heard: [9, 1],
  pending: [8, 1],
  notes: [9, 2],
};
const NARROW_WIDTHS: Readonly<Partial<Record<TableColumn, Width>>> = { alias: [5, 1], state: [8, 0] };

export function tableColumns(chosen: readonly ListColumn[], narrow: boolean): readonly TableColumn[] {
  return narrow ? NARROW : ['uniqueId', 'alias', 'state', ...chosen];
}

interface TableWidths {
  /** For `grid-template-columns`. */
  readonly columns: string;
  /** Of all columns together; gaps not counted. */
  readonly leastRem: number;
}

export function tableWidths(columns: readonly TableColumn[], narrow: boolean): TableWidths {
  const widths = columns.map((column) => (narrow ? NARROW_WIDTHS[column] : undefined) ?? WIDTHS[column]);
  const template = widths
    .map(([least, part]) => (part === 0 ? `${least}rem` : `minmax(${least}rem, ${part}fr)`))
    .join(' ');
  return { columns: template, leastRem: widths.reduce((sum, [least]) => sum + least, 0) };
}

export const deviceTableStyles = css`
  :host([table]) {
    --row-here: max(var(--row), 2.25rem);
    overflow-x: auto;
  }
  .table {
    width: 100%;
    min-width: var(--least);
  }
  .cells {
    position: relative;
    display: grid;
    grid-template-columns: var(--columns);
    gap: var(--space-3);
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
  /* A head that is longer than its column takes a second line; the rows keep their one height. */
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
    display: flex;
    align-items: center;
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
  .body .cells:hover {
    background: var(--color-surface);
  }
  .body .cells[data-current] {
    background: var(--color-accent-soft);
    box-shadow: inset calc(var(--stroke-strong) * 2) 0 var(--color-accent);
  }
  .cells .number {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .head .number button {
    justify-content: end;
  }
  .cells .alias {
    font-weight: var(--weight-strong);
  }
  /* The whole row is the link; what is in it is not in its way. */
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
  .cells:has(a:focus-visible) {
    outline: var(--focus-width) solid var(--color-accent);
    outline-offset: calc(var(--focus-width) * -1);
  }
  .cells .pick {
    position: relative;
    z-index: 1;
    height: 100%;
  }
  .cells .unsaid {
    color: var(--color-ink-soft);
  }
  .cells .track {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
  .cells fk-status {
    font-size: var(--text-xs);
  }
`;

interface TableOrder {
  readonly by: DeviceOrder;
  readonly descending: boolean;
}

export function renderTableHead(
  columns: readonly TableColumn[],
  { by, descending }: TableOrder,
  choosing: boolean,
  sort: (column: DeviceColumn) => void,
): TemplateResult {
  return html`<div class="cells" role="row" aria-rowindex="1">
    ${choosing ? html`<div role="columnheader"><span class="aside">${text.choose}</span></div>` : nothing}
    ${columns.map((column) => {
      if (column === 'state' || column === 'heard')
        return html`<div role="columnheader">${column === 'state' ? text.state : heardWord}</div>`;
      const order = by === column ? (descending ? 'descending' : 'ascending') : 'none';
      return html`<div role="columnheader" class=${isNumber(column) ? 'number' : ''} aria-sort=${order}>
        <button type="button" @click=${() => sort(column)}>${columnWords[column]}${icon(downIcon)}</button>
      </div>`;
    })}
  </div>`;
}

export function renderTableRow(
  face: RowFace,
  columns: readonly TableColumn[],
  narrow: boolean,
  heard: HeardOf | null,
  actions: RowActions,
): TemplateResult {
  return html`<div class="cells" role="row" aria-rowindex=${face.index + 2} ?data-current=${face.current}>
    ${face.choosing ? html`<div role="cell" class="pick">${renderBox(face, actions)}</div>` : nothing}
    ${columns.map((column) => renderCell(face, column, narrow, heard, actions))}
  </div>`;
}

function renderCell(
  face: RowFace,
  column: TableColumn,
  narrow: boolean,
  heard: HeardOf | null,
  actions: RowActions,
): TemplateResult {
  const { device, track, unsent } = face;
  switch (column) {
    case 'uniqueId':
      return html`<div role="cell" class="mono">
        <a
          href=${devicePath(device.uniqueId)}
          data-index=${face.index}
          tabindex=${face.active ? 0 : -1}
          aria-current=${face.current ? 'true' : nothing}
          .ariaDescription=${face.choosing && face.picked ? text.isChosen : null}
          @focus=${() => actions.focused(face.index)}
          @click=${(event: MouseEvent) => actions.clicked(event, device.uniqueId)}
          >${device.uniqueId}</a
        >
      </div>`;
    case 'alias':
      return html`<div role="cell" class="alias">${renderAlias(device)}</div>`;
    case 'state':
      return html`<div role="cell" class="track">
        ${track.summary === 'nothing' ? nothing : html`<fk-track size="row" .words=${!narrow && !unsent} .track=${track}></fk-track>`}
        ${unsent ? html`<fk-status tone="attention" .icon=${editIcon}>${narrow && track.summary !== 'nothing' ? html`<span class="aside">${deviceStrings.unsent}</span>` : deviceStrings.unsent}</fk-status>` : nothing}
      </div>`;
    case 'heard':
      return html`<div role="cell" title=${heard?.(device) ?? text.notAsked}>${heard?.(device) ?? text.notAsked}</div>`;
    default: {
      const words = cellWords(device, column);
      if (words === null)
        return html`<div role="cell" class="unsaid ${isNumber(column) ? 'number' : ''}"><span aria-hidden="true">–</span><span class="aside">${text.unsaid}</span></div>`;
      return html`<div role="cell" class="${isNumber(column) ? 'number' : ''} ${isMono(column) ? 'mono' : ''}"><bdi>${words}</bdi></div>`;
    }
  }
}

function cellWords(device: CachedDevice, column: DeviceColumn): string | null {
  if (column === 'batteryPercent') return device.batteryPercent === null ? null : `${device.batteryPercent} %`;
  if (column === 'lastSeen') return lastSeenWords(device);
  const cell = deviceCell(device, column);
  return cell === null ? null : String(cell);
}

function isNumber(column: TableColumn): boolean {
  return column === 'batteryPercent';
}

function isMono(column: TableColumn): boolean {
  return column === 'mac' || column === 'firmware';
}
