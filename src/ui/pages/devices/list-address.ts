/**
 * Synchronises the view of the list with the page's address, so that a view can be sent as a link and Back restores the
 * previous one.
 */
import type { ReactiveControllerHost } from 'lit';
import { ALL_DEVICES, searchOfView, viewOfSearch } from '../../../domain/device-list/view-address.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import { addressOf } from '../../shell/router.ts';
import { changeView, filterOf, listView, type ListView } from './list-view.ts';

export class ListAddress {
  readonly #address: QueryController;
  #begun = false;

  /** `onQuery` is called with the search text of the address. */
  constructor(
    host: ReactiveControllerHost,
    private readonly onQuery: (query: string) => void,
  ) {
    this.#address = new QueryController(host, () => this.#read(), addressOf('/devices'));
  }

  /**
   * Called when the account's stored view is loaded. An address with a view takes precedence; otherwise the address is
   * set from the view.
   */
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

/** The view as a query string, without the question mark. */
export function searchOf({ by, descending, filter }: ListView, query: string): string {
  const sort = by === 'created' && !descending ? null : { by, descending };
  return searchOfView({ ...ALL_DEVICES, ...filter, query, sort });
}
