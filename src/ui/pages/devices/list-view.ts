/** The view of the list: filter, order, columns. Stored for each account. */
import { signal } from '@preact/signals-core';
import * as z from 'zod/mini';
import {
  DEVICE_COLUMNS,
  DEVICE_ORDERS,
  type DeviceColumn,
  type DeviceOrder,
} from '../../../domain/device-list/columns.ts';
import { NO_FILTER, countFilters, type DeviceFilter } from '../../../domain/device-list/filter.ts';
import { ALL_DEVICES, searchOfView, viewOfSearch } from '../../../domain/device-list/view-address.ts';
import { LIST_VIEW_KEY as KEY } from '../../../names.ts';
import { lenientRecord } from '../../../domain/schema.ts';
import { onAccountChange } from '../../shared/account-state.ts';
import { removeOtherAccounts, storeAccountChoice, loadAccountChoice } from '../../shared/account-choice.ts';

/** `heard`: from telemetry on this phone. Only the table has it; it is not part of the device. */
export type ListColumn = DeviceColumn | 'heard';
export const LIST_COLUMNS: readonly ListColumn[] = [...DEVICE_COLUMNS, 'heard'];

/** `state`: the state of its configuration. */
export type TableColumn = ListColumn | 'state';

/** Height of the rows of the table. */
export const DENSITIES = ['roomy', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export interface ListView {
  readonly filter: DeviceFilter;
  readonly by: DeviceOrder;
  readonly descending: boolean;
  /**
   * Shown in a row's second line or as table columns, besides alias and ID; also used for the file. Null: the usual
   * ones.
   */
  readonly columns: readonly ListColumn[] | null;
  readonly density: Density;
  /** Column widths that the person has set, in rem. */
  readonly widths: Readonly<Partial<Record<TableColumn, number>>>;
}

/** Least and greatest width of a column, rem. */
const MIN_WIDTH_REM = 4;
const MAX_WIDTH_REM = 60;

export const USUAL_VIEW: ListView = {
  filter: NO_FILTER,
  by: 'created',
  descending: false,
  columns: null,
  density: 'roomy',
  widths: {},
};

export const listView = signal<ListView>(USUAL_VIEW);

/** From this width the table fits its usual columns. */
export const ROOMY = '(min-width: 75em)';

/** From this width it fits more of them. */
export const WIDEST = '(min-width: 100em)';

/** `list`: the second line of a row. The tables show more columns, depending on their width. */
export type ListShape = 'list' | 'table' | 'wideTable' | 'widestTable';

export function columnsOf({ columns }: ListView, shape: ListShape): readonly ListColumn[] {
  return columns ?? USUAL_COLUMNS[shape];
}

/** True when telemetry has to be loaded. */
export function asksForHeard(view: ListView, shape: ListShape): boolean {
  const isColumn = shape !== 'list' && columnsOf(view, shape).includes('heard');
  return isColumn || view.by === 'heard' || view.filter.heard.length > 0;
}

/** The columns that a device itself has values for. */
export function deviceColumns(columns: readonly ListColumn[]): readonly DeviceColumn[] {
  return columns.filter((column) => column !== 'heard');
}

const USUAL_COLUMNS: Readonly<Record<ListShape, readonly DeviceColumn[]>> = {
  list: ['model', 'batteryPercent'],
  table: ['batteryPercent'],
  wideTable: ['model', 'batteryPercent', 'lastSeen'],
  widestTable: ['model', 'firmware', 'access', 'tags', 'batteryPercent', 'lastSeen'],
};

let account: string | null = null;

onAccountChange(() => {
  account = null;
  listView.value = USUAL_VIEW;
});

/** Switches to the stored view of this account, and removes the views of removed accounts. */
export function followAccount(accountId: string | null, known: readonly string[]): void {
  if (accountId === account) return;
  account = accountId;
  listView.value = accountId === null ? USUAL_VIEW : parseView(loadAccountChoice(KEY, accountId));
  removeOtherAccounts(KEY, known);
}

/** Cycles a column: ascending, descending, the backend's order. */
export function sortedBy(view: ListView, column: ListView['by']): ListView {
  const { by, descending } = view;
  return {
    ...view,
    by: by === column && descending ? 'created' : column,
    descending: by === column && !descending,
  };
}

/** True when all rows are shown in the backend's order. */
export function isAsListed({ by, descending, filter }: ListView): boolean {
  return by === 'created' && !descending && countFilters(filter) === 0;
}

/** Sets and stores the view. */
export function changeView(view: ListView): void {
  listView.value = view;
  storeAccountChoice(KEY, account, view === USUAL_VIEW ? null : stored(view));
}

/** Column -> rem. Entries that are not a column or a number are left out. */
const storedWidths = z.pipe(
  lenientRecord(z.pipe(z.number(), z.transform(boundedWidth))),
  z.transform((widths) =>
    Object.fromEntries(
      ([...LIST_COLUMNS, 'state'] as const).flatMap((column) =>
        Object.hasOwn(widths, column) ? [[column, widths[column]!]] : [],
      ),
    ),
  ),
);
const storedView = z.object({
  by: z.catch(z.enum(DEVICE_ORDERS), 'created'),
  descending: z.catch(z.boolean(), false),
  columns: z.catch(z.nullable(z.pipe(z.custom<readonly unknown[]>(Array.isArray), z.transform(columnsAmong))), null),
  filter: z.catch(z.pipe(z.string(), z.transform(filterOf)), NO_FILTER),
  density: z.catch(z.enum(DENSITIES), 'roomy'),
  widths: storedWidths,
});

/** Always returns a complete view; unreadable parts have their usual value. */
export function parseView(stored: unknown): ListView {
  const read = storedView.safeParse(stored);
  return read.success ? read.data : USUAL_VIEW;
}

/** The filter is stored in the form of an address. */
export function stored(view: ListView): object {
  return { ...view, filter: searchOfView({ ...ALL_DEVICES, ...view.filter }) };
}

/** The filter in an address. */
export function filterOf(search: string): DeviceFilter {
  const { query: _, sort: __, ...filter } = viewOfSearch(search);
  return filter;
}

function columnsAmong(stored: readonly unknown[]): ListColumn[] {
  return LIST_COLUMNS.filter((column) => stored.includes(column));
}

/** `rem` null: the usual width. */
export function withWidth(view: ListView, column: TableColumn, rem: number | null): ListView {
  const { [column]: _, ...others } = view.widths;
  return { ...view, widths: rem === null ? others : { ...others, [column]: boundedWidth(rem) } };
}

export function boundedWidth(rem: number): number {
  return Math.min(MAX_WIDTH_REM, Math.max(MIN_WIDTH_REM, Math.round(rem * 4) / 4));
}
