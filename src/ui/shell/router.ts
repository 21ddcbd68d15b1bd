/** The router: which page an address means, and how one goes from page to page without loading the app again. */
import { ifPossible } from '../../domain/unawaited.ts';
import { pathPart, textOfPathPart } from '../../domain/address-part.ts';
import { NAVIGATE_EVENT } from '../../names.ts';

export interface RouteParams {
  readonly [name: string]: string;
}

export interface Route {
  readonly id: string;
  /** Segments, `:name` for a variable one: "/devices/:uniqueId". */
  readonly pattern: string;
}

export interface RouteMatch<R extends Route> {
  readonly route: R;
  readonly params: RouteParams;
  readonly path: string;
}

interface RouterEvents {
  /** The address is now `path`; `first` for the one the app was opened with. */
  onPath(path: string, first: boolean): void;
  /** Asked before an address is left; false keeps the person here. */
  mayLeave(toPath: string): true | Promise<boolean>;
}

/** Finds the route of a path; null when none fits. Total: a damaged escape is a path nobody knows. */
export function matchRoute<R extends Route>(routes: readonly R[], path: string): RouteMatch<R> | null {
  const given = segmentsOf(path);
  for (const route of routes) {
    const params = paramsOf(segmentsOf(route.pattern), given);
    if (params !== null) return { route, params, path };
  }
  return null;
}

/** Where a device's pages are; ids are escaped. */
export function devicePath(uniqueId: string, page: '' | '/configure' = ''): string {
  return addressOf(`/devices/${pathPart(uniqueId)}${page}`);
}

/** The run screen of a device. */
export function runPath(uniqueId: string): string {
  return addressOf(`/run/${pathPart(uniqueId)}`);
}

/** The screen of one command of a device. */
export function commandPath(uniqueId: string, command: string): string {
  return addressOf(`/devices/${pathPart(uniqueId)}/commands/${pathPart(command)}`);
}

/** The pages of a job. */
export function jobPath(jobId: string, page: '' | '/run' | '/report' | '/hand-over' = ''): string {
  return addressOf(`/jobs/${pathPart(jobId)}${page}`);
}

/** The page that plans a new job for the devices that are chosen in the list. */
export const NEW_JOB_OF_CHOSEN = '/jobs/new?chosen';

/** True if `search`, the query of an address, is that of `NEW_JOB_OF_CHOSEN`. */
export function isForChosen(search: string): boolean {
  return new URLSearchParams(search).has('chosen');
}

/** Path of the app on its origin. Paths of the app are written from its own root, as if it stood at "/". */
const BASE = import.meta.env.BASE_URL;

/** The address of a path of the app. */
export function addressOf(path: string, base = BASE): string {
  return path.startsWith(base) ? path : base + path.replace(/^\//, '');
}

/** The path of the app that an address means. */
export function pathOf(address: string, base = BASE): string {
  return address.startsWith(base) ? `/${address.slice(base.length)}` : address;
}

/** Goes to a path of this app. */
export function navigate(appPath: string, options: { replace?: boolean } = {}): void {
  const path = addressOf(appPath);
  if (hasNavigation()) {
    // The outcome is told by the navigate event; a refusal to leave rejects here and is no error.
    const { committed, finished } = window.navigation.navigate(path, {
      history: options.replace === true ? 'replace' : 'auto',
    });
    void ifPossible(committed);
    void ifPossible(finished);
    return;
  }
  window.dispatchEvent(
    new CustomEvent<AskedFor>(NAVIGATE_EVENT, { detail: { path, replace: options.replace === true } }),
  );
}

/** Starts listening and tells the first path; returns the way to stop. */
export function startRouter(events: RouterEvents, withNavigation = hasNavigation()): () => void {
  const told: RouterEvents = {
    onPath: (address, first) => events.onPath(pathOf(address), first),
    mayLeave: (address) => events.mayLeave(pathOf(address)),
  };
  const stop = withNavigation ? followNavigation(told) : followHistory(told);
  const stopLinks = BASE === '/' ? () => undefined : completeLinks();
  told.onPath(location.pathname, true);
  return () => {
    stop();
    stopLinks();
  };
}

interface AskedFor {
  readonly path: string;
  readonly replace: boolean;
}

function hasNavigation(): boolean {
  return 'navigation' in window;
}

/** Every way of leaving comes by the navigate event: links, back and forward, and our own calls. */
function followNavigation(events: RouterEvents): () => void {
  let agreed = false;
  const onNavigate = (event: NavigateEvent): void => {
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData !== null) return;
    if (event.navigationType === 'reload') return;
    const { url, key } = event.destination;
    const { pathname: path, search } = new URL(url);
    if (!path.startsWith(BASE)) {
      // A link that was pressed before it was completed.
      event.preventDefault();
      queueMicrotask(() => navigate(path + search));
      return;
    }
    const allowed = agreed ? true : events.mayLeave(path);
    agreed = false;
    if (allowed !== true && event.cancelable) {
      event.preventDefault();
      const again =
        event.navigationType === 'traverse'
          ? () => window.navigation.traverseTo(key)
          : () => window.navigation.navigate(url);
      void allowed.then((leave) => {
        if (!leave) return;
        agreed = true;
        const { committed, finished } = again();
        void ifPossible(committed);
        void ifPossible(finished);
      });
      return;
    }
    event.intercept({ focusReset: 'manual', scroll: 'manual', handler: async () => events.onPath(path, false) });
  };
  window.navigation.addEventListener('navigate', onNavigate);
  return () => window.navigation.removeEventListener('navigate', onNavigate);
}

/** The same by clicks and the History API, where there is no Navigation API. */
function followHistory(events: RouterEvents): () => void {
  let here = location.pathname + location.search;
  const go = (path: string, replace: boolean): void => {
    if (replace || path === here) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    here = path;
    events.onPath(location.pathname, false);
  };
  const ask = (path: string, then: () => void): void => {
    const allowed = events.mayLeave(new URL(path, location.href).pathname);
    if (allowed === true) then();
    else void allowed.then((leave) => (leave ? then() : undefined));
  };
  const onClick = (event: MouseEvent): void => {
    const path = innerLinkOf(event);
    if (path === null) return;
    event.preventDefault();
    ask(path, () => go(path, false));
  };
  const onPop = (): void => {
    const wanted = location.pathname + location.search;
    const left = here;
    const allowed = events.mayLeave(location.pathname);
    if (allowed === true) {
      here = wanted;
      events.onPath(location.pathname, false);
      return;
    }
    // The address has changed already: put it back while the person is asked.
    history.pushState(null, '', left);
    void allowed.then((leave) => (leave ? go(wanted, false) : undefined));
  };
  const onAsked = (event: Event): void => {
    const { path, replace } = (event as CustomEvent<AskedFor>).detail;
    ask(path, () => go(path, replace));
  };
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', onPop);
  window.addEventListener(NAVIGATE_EVENT, onAsked);
  return () => {
    document.removeEventListener('click', onClick);
    window.removeEventListener('popstate', onPop);
    window.removeEventListener(NAVIGATE_EVENT, onAsked);
  };
}

/** The path of a plain click on a link within the app, else null. */
export function innerLinkOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event
    .composedPath()
    .find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement && node.href !== '');
  if (link === undefined || link.target !== '' || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || (url.hash !== '' && url.pathname === location.pathname)) return null;
  return url.pathname + url.search;
}

/** Below a path of the origin: gives a link its whole address just before it is used, so that a new tab opens the right one. */
export function completeLinks(): () => void {
  const complete = (event: Event): void => {
    const link = event.composedPath().find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    const href = link?.getAttribute('href');
    if (link === undefined || href === null || href === undefined || !/^\/(?!\/)/.test(href) || href.startsWith(BASE))
      return;
    link.setAttribute('href', addressOf(href));
  };
  const kinds = ['pointerover', 'pointerdown', 'focusin'] as const;
  for (const kind of kinds) document.addEventListener(kind, complete, true);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, complete, true);
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function paramsOf(pattern: readonly string[], given: readonly string[]): RouteParams | null {
  if (pattern.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const text = given[index]!;
    if (!segment.startsWith(':')) {
      if (segment !== text) return null;
      continue;
    }
    const value = textOfPathPart(text);
    if (value === null) return null;
    params[segment.slice(1)] = value;
  }
  return params;
}
