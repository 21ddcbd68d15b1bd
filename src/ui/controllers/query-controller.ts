/** The query of the page's own address: reads it, follows Back and Forward, and changes it without leaving the page. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { NAVIGATE_EVENT } from '../../names.ts';

export class QueryController implements ReactiveController {
  #path = '';
  /** True while the page itself changes the address. */
  #own = false;

  /**
   * `onTurn` is called when a person goes back or forward, or follows a link, within the page. `path` is the page's
   * address if it has several; the default is the one at which it was opened.
   */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly onTurn: () => void = () => undefined,
    private readonly path: string | null = null,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.moved();
    if ('navigation' in window) window.navigation.addEventListener('currententrychange', this.#follow);
    else for (const kind of ['popstate', NAVIGATE_EVENT]) globalThis.addEventListener(kind, this.#follow);
  }

  hostDisconnected(): void {
    if ('navigation' in window) window.navigation.removeEventListener('currententrychange', this.#follow);
    else for (const kind of ['popstate', NAVIGATE_EVENT]) globalThis.removeEventListener(kind, this.#follow);
  }

  /** The page shows another subject without having been left, so its address is the current one. */
  moved(): void {
    this.#path = this.path ?? location.pathname;
  }

  get isHere(): boolean {
    return location.pathname === this.#path;
  }

  /** Null if the address lacks the parameter, or already belongs to another page. */
  get(name: string): string | null {
    return this.isHere ? new URLSearchParams(location.search).get(name) : null;
  }

  /** `push`: Back returns to the previous query. */
  set(name: string, value: string | null, how: 'push' | 'replace'): void {
    const query = new URLSearchParams(location.search);
    if (value === null) query.delete(name);
    else query.set(name, value);
    this.go(query.toString(), how);
  }

  /** Replaces the whole query. `query` has no question mark. */
  go(query: string, how: 'push' | 'replace'): void {
    const address = query === '' ? location.pathname : `${location.pathname}?${query}`;
    this.#own = true;
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#own = false;
    this.host.requestUpdate();
  }

  readonly #follow = (): void => {
    if (!this.isHere || this.#own) return;
    this.onTurn();
    this.host.requestUpdate();
  };
}
