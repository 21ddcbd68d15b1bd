/** Keeps requests that are none of the app's own files away from the worker: nothing is started, and nothing kept waiting, for them. */

/** A request as the browser may be told to leave to the network (Service Worker Static Routing API). */
interface RouterCondition {
  readonly urlPattern?: URLPatternInit;
  readonly not?: RouterCondition;
  readonly or?: readonly RouterCondition[];
}

interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { readonly condition: RouterCondition; readonly source: 'network' }): Promise<void>;
}

/**
 * In the worker. Where the browser has no such rules, or other ones, the worker is asked as ever: it lets these requests pass too.
 * `beside` is the path of a backend on the app's own origin.
 */
export function leaveToNetwork(worker: ServiceWorkerGlobalScope, beside: string): void {
  const { protocol, hostname, port } = worker.location;
  worker.addEventListener('install', (event: RoutingInstallEvent) => {
    const elsewhere = { not: { urlPattern: { protocol, hostname, port, pathname: '/*', search: '*' } } };
    const condition = { or: [elsewhere, { urlPattern: { pathname: `${beside}*`, search: '*' } }] };
    event.waitUntil(Promise.resolve(event.addRoutes?.({ condition, source: 'network' })).catch(() => undefined));
  });
}
