/** The router: matches addresses to pages, and changes pages without loading the app again. */
import { ifPossible } from '../../domain/unawaited.ts';
import { pathPart, textOfPathPart } from '../../domain/address-part.ts';
import { NAVIGATE_EVENT } from '../../names.ts';
import { closeTopLayer } from '../kit/layers.ts';

export interface RouteParams {
  readonly [name: string]: string;
}

export interface Route {
  readonly id: string;
  /** Path segments, with `:name` for a variable one: "/devices/:uniqueId". */
  readonly pattern: string;
}

export interface RouteMatch<R extends Route> {
  readonly route: R;
  readonly params: RouteParams;
  readonly path: string;
}

interface RouterEvents {
  /** Called with each new path. `first` is true for the path with which the app was opened. */
  onPath(path: string, first: boolean): void;
  /** Called before an address is left. False keeps the person on the page. */
  mayLeave(toPath: string): true | Promise<boolean>;
}

/**
 * Returns the route of a path with its parameters, or null when none matches. A damaged escape sequence matches none.
 */
export function matchRoute<R extends Route>(routes: readonly R[], path: string): RouteMatch<R> | null {
  const segments = segmentsOf(path);
  for (const route of routes) {
    const params = paramsOf(segmentsOf(route.pattern), segments);
    if (params !== null) return { route, params, path };
  }
  return null;
}

/** Returns the path of a device's page. IDs are escaped. */
export function devicePath(uniqueId: string, page: '' | '/configure' = ''): string {
  return addressOf(`/devices/${pathPart(uniqueId)}${page}`);
}

/** Returns the path of a device's run screen. */
export function runPath(uniqueId: string): string {
  return addressOf(`/run/${pathPart(uniqueId)}`);
}

/** Returns the path of one command of a device. */
export function commandPath(uniqueId: string, command: string): string {
  return addressOf(`/devices/${pathPart(uniqueId)}/commands/${pathPart(command)}`);
}

/** Returns the path of a job's page. */
export function jobPath(jobId: string, page: '' | '/run' | '/report' | '/hand-over' | '/labels' = ''): string {
  return addressOf(`/jobs/${pathPart(jobId)}${page}`);
}

/** Path of the page that plans a new job for the devices selected in the list. */
export const NEW_JOB_OF_CHOSEN = '/jobs/new?chosen';

/** True when `search`, the query of an address, is that of `NEW_JOB_OF_CHOSEN`. */
export function isForChosen(search: string): boolean {
  return new URLSearchParams(search).has('chosen');
}

/** Base path of the app on its origin. All other paths in the code are relative to it and begin with "/". */
const BASE = import.meta.env.BASE_URL;

/** Returns the address of a path of the app. */
export function addressOf(path: string): string {
  return path.startsWith(BASE) ? path : BASE + path.replace(/^\//, '');
}

/** Returns the path of the app for an address. */
export function pathOf(address: string): string {
  return address.startsWith(BASE) ? `/${address.slice(BASE.length)}` : address;
}

/** Navigates to a path of the app. */
export function navigate(appPath: string, options: { replace?: boolean } = {}): void {
  const path = addressOf(appPath);
  if (hasNavigation()) {
    // The navigate event reports the result. A refusal to leave also rejects here, which is not an error.
    const { committed, finished } = window.navigation.navigate(path, {
      history: options.replace === true ? 'replace' : 'auto',
    });
    void ifPossible(committed);
    void ifPossible(finished);
    return;
  }
  window.dispatchEvent(
    new CustomEvent<NavigationRequest>(NAVIGATE_EVENT, { detail: { path, replace: options.replace === true } }),
  );
}

/** Starts listening and reports the first path. Returns a function that stops it. */
export function startRouter(events: RouterEvents, withNavigation = hasNavigation()): () => void {
  const appEvents: RouterEvents = {
    onPath: (address, first) => events.onPath(pathOf(address), first),
    mayLeave: (address) => events.mayLeave(pathOf(address)),
  };
  const stop = withNavigation ? followNavigation(appEvents) : followHistory(appEvents);
  const stopLinks = BASE === '/' ? () => undefined : completeLinks();
  appEvents.onPath(location.pathname, true);
  return () => {
    stop();
    stopLinks();
  };
}

interface NavigationRequest {
  readonly path: string;
  readonly replace: boolean;
}

function hasNavigation(): boolean {
  return 'navigation' in window;
}

/** Listens to the navigate event, which covers links, back and forward, and our own calls. */
function followNavigation(events: RouterEvents): () => void {
  let agreed = false;
  const onNavigate = (event: NavigateEvent): void => {
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData !== null) return;
    if (event.navigationType === 'reload') return;
    const { url, key } = event.destination;
    const { pathname: path, search } = new URL(url);
    if (!path.startsWith(BASE)) {
      // The link was pressed before its address was completed.
      event.preventDefault();
      queueMicrotask(() => navigate(path + search));
      return;
    }
    if (!agreed && event.navigationType === 'traverse' && closeTopLayer() && event.cancelable) {
      event.preventDefault();
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

/** Does the same with clicks and the History API in browsers without the Navigation API. */
function followHistory(events: RouterEvents): () => void {
  let shownPath = location.pathname + location.search;
  const go = (path: string, replace: boolean): void => {
    if (replace || path === shownPath) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    shownPath = path;
    events.onPath(location.pathname, false);
  };
  const confirmLeave = (path: string, then: () => void): void => {
    const allowed = events.mayLeave(new URL(path, location.href).pathname);
    if (allowed === true) then();
    else void allowed.then((leave) => (leave ? then() : undefined));
  };
  const onClick = (event: MouseEvent): void => {
    const path = innerLinkOf(event);
    if (path === null) return;
    event.preventDefault();
    confirmLeave(path, () => go(path, false));
  };
  const onPop = (): void => {
    const wanted = location.pathname + location.search;
    const left = shownPath;
    if (closeTopLayer()) return history.pushState(null, '', left);
    const allowed = events.mayLeave(location.pathname);
    if (allowed === true) {
      shownPath = wanted;
      events.onPath(location.pathname, false);
      return;
    }
    // The address has already changed: restore it while the person is asked.
    history.pushState(null, '', left);
    void allowed.then((leave) => (leave ? go(wanted, false) : undefined));
  };
  const onRequested = (event: Event): void => {
    const { path, replace } = (event as CustomEvent<NavigationRequest>).detail;
    confirmLeave(path, () => go(path, replace));
  };
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', onPop);
  window.addEventListener(NAVIGATE_EVENT, onRequested);
  return () => {
    document.removeEventListener('click', onClick);
    window.removeEventListener('popstate', onPop);
    window.removeEventListener(NAVIGATE_EVENT, onRequested);
  };
}

/** Returns the path of a plain click on a link within the app, else null. */
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

/**
 * For an app below a subpath: gives a link its complete address just before it is used, so that a new tab opens the
 * right one.
 */
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

function paramsOf(pattern: readonly string[], segments: readonly string[]): RouteParams | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const text = segments[index]!;
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
