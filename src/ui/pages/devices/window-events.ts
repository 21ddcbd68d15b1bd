/** What a person has done with the rows and the columns of the list. */
import type { TableColumn } from './list-view.ts';

/** A row was chosen or let go: alone, or with everything between it and the last one. */
export class ChooseEvent extends Event {
  constructor(
    readonly uniqueId: string,
    readonly range: boolean,
  ) {
    super('fk-choose');
  }
}

/** The person wants the table sorted by this column. */
export class SortEvent extends Event {
  constructor(readonly column: TableColumn) {
    super('fk-sort');
  }
}

/** The person has made a column wider or narrower; null: it is to be as usual. */
export class WidthEvent extends Event {
  constructor(
    readonly column: TableColumn,
    readonly rem: number | null,
  ) {
    super('fk-width');
  }
}
