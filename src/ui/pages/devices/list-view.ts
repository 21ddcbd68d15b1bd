/** How the list is looked at: filter, order, columns. Remembered for each account, so that coming back finds it as it was. */
import * as z from 'zod/mini';
import {
  DEVICE_COLUMNS,
  DEVICE_ORDERS,
  type DeviceColumn,
  type DeviceOrder,
} from '../../../domain/device-list/columns.ts';
import { NO_FILTER, countFilters, type DeviceFilter } from '../../../domain/device-list/filter.ts';
import { ALL_DEVICES, searchOfView, viewOfSearch } from '../../../domain/device-list/view-address.ts';
import { createLive } from '../../../domain/live.ts';
import { LIST_VIEW_KEY as KEY } from '../../../names.ts';
import { lenientRecord } from '../../../domain/schema.ts';
import { onAccountChange } from '../../shared/account-state.ts';
import { forgetOthers, keepFor, keptFor } from '../../shared/kept-for-account.ts';

/** `heard`: by the telemetry on this phone; in the table only, no part of the list itself. */
export type ListColumn = DeviceColumn | 'heard';
export const LIST_COLUMNS: readonly ListColumn[] = [...DEVICE_COLUMNS, 'heard'];

/** `state`: how far its configuration has come. */
export type TableColumn = ListColumn | 'state';

/** Height of the rows of the table. */
export const DENSITIES = ['roomy', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export interface ListView {
  readonly filter: DeviceFilter;
  readonly by: DeviceOrder;
  readonly descending: boolean;
  /** In the second line of a row or as columns of the table, besides alias and id; the file has them too. Null: the usual ones. */
  readonly columns: readonly ListColumn[] | null;
  readonly density: Density;
  /** Columns of the table that a person has made wider or narrower, in rem. */
  readonly widths: Readonly<Partial<Record<TableColumn, number>>>;
}

/** Least and most that a column can be, in rem. */
const LEAST_WIDTH_REM = 4;
const MOST_WIDTH_REM = 60;

export const USUAL_VIEW: ListView = {
  filter: NO_FILTER,
  by: 'created',
  descending: false,
  columns: null,
  density: 'roomy',
  widths: {},
};

export const listView = createLive<ListView>(USUAL_VIEW);

/** From here on the table has room for its usual columns. */
export const ROOMY = '(min-width: 1200px)';

/** And from here on for more of them. */
export const WIDEST = '(min-width: 1600px)';

/** `list`: the second line of a row; a table has room for more, according to its width. */
export type ListShape = 'list' | 'table' | 'wideTable' | 'widestTable';

export function columnsOf({ columns }: ListView, shape: ListShape): readonly ListColumn[] {
  return columns ?? USUAL_COLUMNS[shape];
}

/** Only then the telemetry is read. */
export function asksForHeard(view: ListView, shape: ListShape): boolean {
  const isColumn = shape !== 'list' && columnsOf(view, shape).includes('heard');
  return isColumn || view.by === 'heard' || view.filter.heard.length > 0;
}

/** Those that the list itself can tell. */
export function deviceColumns(columns: readonly ListColumn[]): readonly DeviceColumn[] {
  return columns.filter((column) => column !== 'heard');
}

const USUAL_COLUMNS: Readonly<Record<ListShape, readonly DeviceColumn[]>> = {
  list: ['name', 'model', 'batteryPercent'],
  table: ['batteryPercent'],
  wideTable: ['model', 'batteryPercent', 'lastSeen'],
  widestTable: ['model', 'firmware', 'access', 'tags', 'batteryPercent', 'lastSeen'],
};

let account: string | null = null;

onAccountChange(() => {
  account = null;
  listView.set(USUAL_VIEW);
});

/** From now on the view is that of this account; those of accounts that are here no more are forgotten. */
export function followAccount(accountId: string | null, known: readonly string[]): void {
  if (accountId === account) return;
  account = accountId;
  listView.set(accountId === null ? USUAL_VIEW : parseView(keptFor(KEY, accountId)));
  forgetOthers(KEY, known);
}

/** A column once, again the other way round, a third time as the backend lists them. */
export function sortedBy(view: ListView, column: ListView['by']): ListView {
  const { by, descending } = view;
  return {
    ...view,
    by: by === column && descending ? 'created' : column,
    descending: by === column && !descending,
  };
}

/** Whether rows are shown as the backend lists them, all of them. */
export function isAsListed({ by, descending, filter }: ListView): boolean {
  return by === 'created' && !descending && countFilters(filter) === 0;
}

/** What a person has chosen: kept. */
export function changeView(view: ListView): void {
  listView.set(view);
  keepFor(KEY, account, view === USUAL_VIEW ? null : stored(view));
}

/** Column -> rem; what is no column or no number is left out. */
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

/** Whatever is stored, a whole view comes of it: what cannot be read is as usual. */
export function parseView(stored: unknown): ListView {
  const read = storedView.safeParse(stored);
  return read.success ? read.data : USUAL_VIEW;
}

/** The filter is kept as it stands in an address. */
export function stored(view: ListView): object {
  return { ...view, filter: searchOfView({ ...ALL_DEVICES, ...view.filter }) };
}

/** What of an address is a filter. */
export function filterOf(search: string): DeviceFilter {
  const { query: _, sort: __, ...filter } = viewOfSearch(search);
  return filter;
}

function columnsAmong(stored: readonly unknown[]): ListColumn[] {
  return LIST_COLUMNS.filter((column) => stored.includes(column));
}

/** `rem` null: as usual. */
export function withWidth(view: ListView, column: TableColumn, rem: number | null): ListView {
  const { [column]: _, ...others } = view.widths;
  return { ...view, widths: rem === null ? others : { ...others, [column]: boundedWidth(rem) } };
}

export function boundedWidth(rem: number): number {
  return Math.min(MOST_WIDTH_REM, Math.max(LEAST_WIDTH_REM, Math.round(rem * 4) / 4));
}
