/** Lets requests for other files than the app's own bypass the worker, so that they neither start it nor wait for it. */
import { registerRoute } from 'workbox-routing';
import { SIGN_IN_PARAMETER } from '../names.ts';

/** A condition of the Service Worker Static Routing API. */
interface RouterCondition {
  readonly urlPattern?: URLPatternInit;
  readonly not?: RouterCondition;
  readonly or?: readonly RouterCondition[];
}

interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { readonly condition: RouterCondition; readonly source: 'network' }): Promise<void>;
}

/**
 * Adds the routing rules when the worker is installed. In a browser without such rules the worker gets these requests and lets them
 * pass. `backendPath` is the path of a backend on the app's own origin.
 */
export function leaveToNetwork(worker: ServiceWorkerGlobalScope, backendPath: string): void {
  const { protocol, hostname, port } = worker.location;
  worker.addEventListener('install', (event: RoutingInstallEvent) => {
    const elsewhere = { not: { urlPattern: { protocol, hostname, port, pathname: '/*', search: '*' } } };
    const condition = { or: [elsewhere, { urlPattern: { pathname: `${backendPath}*`, search: '*' } }] };
    // Static routes only save time: a browser that refuses them asks the worker for every file.
    event.waitUntil(Promise.resolve(event.addRoutes?.({ condition, source: 'network' })).catch(() => undefined));
  });
}

/**
 * Lets a page load from the network when its address has the parameter `sign-in`, so that a proxy or portal in front of this origin can
 * show its own page. Nothing of the answer is cached. Call it before the routes that answer with the app's files.
 */
export function leaveSignInToNetwork(): void {
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && url.searchParams.has(SIGN_IN_PARAMETER),
    ({ request }) => fetch(request),
  );
}
