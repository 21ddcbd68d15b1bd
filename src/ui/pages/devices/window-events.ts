/** Events of the list's rows and columns. */
import type { TableColumn } from './list-view.ts';

/** A row was selected or deselected, alone or as the end of a range. */
export class ChooseEvent extends Event {
  constructor(
    readonly uniqueId: string,
    readonly range: boolean,
  ) {
    super('fk-choose');
  }
}

/** Sorts the table by this column. */
export class SortEvent extends Event {
  constructor(readonly column: TableColumn) {
    super('fk-sort');
  }
}

/** A column was resized; null restores its usual width. */
export class WidthEvent extends Event {
  constructor(
    readonly column: TableColumn,
    readonly rem: number | null,
  ) {
    super('fk-width');
  }
}
