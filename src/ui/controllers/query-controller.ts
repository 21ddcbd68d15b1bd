/** The query of the page's own address: read, followed through Back and Forward, and changed without leaving the page. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { NAVIGATE_EVENT } from '../../names.ts';

export class QueryController implements ReactiveController {
  #path = '';
  /** This very change is the page's own. */
  #own = false;

  /**
   * `onTurn` is called when a person goes back or forward, or follows a link, within the page. `path` is the page's address
   * where it has several; without it that at which it was opened.
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

  /** The page is about another thing now, without having been left: its address is the one it is at. */
  moved(): void {
    this.#path = this.path ?? location.pathname;
  }

  get isHere(): boolean {
    return location.pathname === this.#path;
  }

  /** null where the address says nothing of it, or is another page's by now. */
  get(name: string): string | null {
    return this.isHere ? new URLSearchParams(location.search).get(name) : null;
  }

  /** `push`: Back comes back to what was before. */
  set(name: string, value: string | null, how: 'push' | 'replace'): void {
    const query = new URLSearchParams(location.search);
    if (value === null) query.delete(name);
    else query.set(name, value);
    this.go(query.toString(), how);
  }

  /** The whole query, without its question mark. */
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
