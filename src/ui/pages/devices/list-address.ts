/** The view of the list and the address of the page, each following the other: a view can be sent as a link, and Back brings the one before. */
import type { ReactiveControllerHost } from 'lit';
import { ALL_DEVICES, searchOfView, viewOfSearch } from '../../../domain/device-list/view-address.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import { addressOf } from '../../shell/router.ts';
import { changeView, filterOf, listView, type ListView } from './list-view.ts';

export class ListAddress {
  readonly #address: QueryController;
  #begun = false;

  /** `onQuery` is told what is searched for when the address says so. */
  constructor(
    host: ReactiveControllerHost,
    private readonly onQuery: (query: string) => void,
  ) {
    this.#address = new QueryController(host, () => this.#read(), addressOf('/devices'));
  }

  /** When the account's own view is known: what the address asks for wins over it; an address that asks for nothing says what is shown. */
  begin(): void {
    if (this.#begun || !this.#address.isHere) return;
    this.#begun = true;
    if (location.search === '') this.tell(listView.value, '', 'replace');
    else this.#read();
  }

  tell(view: ListView, query: string, how: 'push' | 'replace'): void {
    if (!this.#address.isHere) return;
    const search = searchOf(view, query);
    if (search !== location.search.slice(1)) this.#address.go(search, how);
  }

  #read(): void {
    const { query, sort } = viewOfSearch(location.search);
    this.onQuery(query);
    changeView({ ...listView.value, filter: filterOf(location.search), ...sort });
  }
}

/** How a view stands in the address, without the question mark. */
export function searchOf({ by, descending, filter }: ListView, query: string): string {
  const sort = by === 'created' && !descending ? null : { by, descending };
  return searchOfView({ ...ALL_DEVICES, ...filter, query, sort });
}
