/**
 * The emulated backend: one web-standard Request -> Response handler for the interface, its faults and its controls.
 */
import { DEFAULT_SEED } from '../seed.ts';
import { control } from './control.ts';
import { ConnectionDropped, portal, applyFault, takeFault, takesEffect, type BackendFault } from './faults.ts';
import { admit, corsHeaders, createRateLimiter, errorAnswer, inRequestedType, keyNameOf } from './gate.ts';
import { bodyToLog, createRequestLog, type LoggedRequest } from './log.ts';
import { accessRoutes } from './resources/access.ts';
import { commandRoutes } from './resources/command.ts';
import { configRoutes } from './resources/config.ts';
import { deviceRoutes } from './resources/device.ts';
import { orderRoutes } from './resources/order.ts';
import { ownershipRoutes } from './resources/ownership.ts';
import { readingRoutes } from './resources/reading.ts';
import { streamRoutes } from './resources/streams.ts';
import { telemetryRoutes } from './resources/telemetry.ts';
import { ReadFields, Refusal, fieldsOf, partsOf, type Api, type Route } from './route.ts';
import { applyAtGateways } from './packages.ts';
import { namespaceOf, parseState, type BackendState, type NamespaceState } from './state.ts';

/**
 * Stores the state between requests. It is synchronous, so that two windows of practice mode do not overwrite each
 * other.
 */
interface StateStore {
  read(): string | null;
  write(json: string): void;
}

interface SandboxBackendOptions {
  readonly seed?: string;
  /** Returns the current time, Unix ms. */
  readonly now: () => number;
  /** The result of an earlier `backend.state()`. */
  readonly state?: string;
  /** If set, the state is read from it before each request and written to it afterwards. */
  readonly store?: StateStore;
}

export interface SandboxBackend {
  readonly seed: string;
  /**
   * Rejects with ConnectionDropped if a fault leaves the request unanswered, and with the signal's reason if the caller
   * aborts it.
   */
  handle(request: Request): Promise<Response>;
  /** The whole state as JSON. */
  state(): string;
}

const ROUTES: readonly Route[] = [
  ...configRoutes,
  ...deviceRoutes,
  ...commandRoutes,
  ...readingRoutes,
  ...orderRoutes,
  ...ownershipRoutes,
  ...accessRoutes,
  ...telemetryRoutes,
  ...streamRoutes,
];

const PATH = /^\/sandbox(?:\/~([^/]+))?\/(legacy|v3|control|portal)(\/.*)?$/;

export function createSandboxBackend(options: SandboxBackendOptions): SandboxBackend {
  const seed = options.seed ?? DEFAULT_SEED;
  const log = createRequestLog();
  const limiter = createRateLimiter();
  let memory = parseState(options.state);

  /** Runs `use` on the state and stores its changes. It is synchronous, so nothing else can run in between. */
  function withState<Result>(use: (state: BackendState) => Result): Result {
    if (options.store) memory = parseState(options.store.read());
    const result = use(memory);
    options.store?.write(JSON.stringify(memory));
    return result;
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const found = PATH.exec(url.pathname);
    if (!found) return new Response('Not found', { status: 404 });
    const [, name = '', api, path = ''] = found;
    if (api === 'portal') return portal();
    const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text();
    const nowMs = options.now();
    if (api === 'control') {
      const namespace = withState((state) => namespaceOf(state, name));
      const anyOrigin = namespace.options.controlFrom === 'anyOrigin';
      if (!anyOrigin && isForeign(request, url))
        return new Response('Controls are for pages of this origin', { status: 403 });
      const call = {
        method: request.method,
        action: path.slice(1),
        query: url.searchParams,
        body,
        seed,
        url,
        name,
        log,
      };
      if (call.action === 'reset') limiter.forget(`${name} `);
      const answered = withState((state) => control({ ...call, nowMs, state, namespace: namespaceOf(state, name) }));
      return anyOrigin ? withHeaders(answered, CONTROL_CORS) : answered;
    }
    return interfaceCall({ request, url, name, api: api as Api, path, body }, nowMs);
  }

  async function interfaceCall(asked: Asked, nowMs: number): Promise<Response> {
    const { request, name, api, path } = asked;
    const entry = logged(asked, nowMs);
    log.add(name, entry);
    const hit = withState((state) => {
      const namespace = namespaceOf(state, name);
      const { fault, faults } = takeFault(namespace.faults, { method: request.method, path: `/${api}${path}` });
      namespace.faults = faults;
      const carryOut = !fault || (takesEffect(fault) && request.method !== 'OPTIONS');
      const at = nowMs + namespace.options.clockSkewSeconds * 1000;
      const original = carryOut ? respond({ ...asked, namespace, nowMs: at, seed, limiter }) : null;
      return { fault, original, at, options: namespace.options };
    });
    try {
      const answered = hit.fault
        ? await answerWithFault(hit.fault, hit.original, hit.at, api, request.signal)
        : hit.original!;
      entry.outcome = answered.status;
      const cors = corsHeaders(hit.options, api, answered.status);
      return withHeaders(answered, { date: new Date(hit.at).toUTCString(), ...cors });
    } catch (error) {
      entry.outcome = hit.fault?.name ?? 'failed';
      throw error;
    } finally {
      log.count(name, entry, `/${api}${routesOf(api, path)[0]?.path ?? path}`);
    }
  }

  return { seed, handle, state: () => JSON.stringify(options.store ? parseState(options.store.read()) : memory) };
}

/** A request of the interface. */
interface Asked {
  readonly request: Request;
  readonly url: URL;
  /** The name of its namespace. */
  readonly name: string;
  readonly api: Api;
  /** The path after the base address. */
  readonly path: string;
  readonly body: string;
}

/** The same with everything that is needed to answer it. */
interface Call extends Asked {
  readonly namespace: NamespaceState;
  readonly nowMs: number;
  readonly seed: string;
  readonly limiter: ReturnType<typeof createRateLimiter>;
}

/** Returns the answer without any fault. It is synchronous, so that requests change the records one after another. */
function respond({ request, url, name, namespace, api, path, body, nowMs, seed, limiter }: Call): Response {
  try {
    if (request.method === 'OPTIONS') return preflight(namespace, api);
    const { options } = namespace;
    const account = admit(request, api, body, options);
    const takeTurn = (what: string, most: number, windowMs: number): number | null =>
      limiter.take(`${name} ${account} ${what}`, most, windowMs, nowMs);
    const perSecond = options.rateLimitPerSecond;
    if (perSecond !== null && takeTurn('any', perSecond, 1000) !== null) throw tooMany(api);
    const routes = routesOf(api, path);
    if (routes.length === 0) throw new Refusal(404, 'NOT_FOUND', 'There is no such resource');
    const route = routes.find(({ method }) => method === request.method);
    const isServed = route?.option === undefined || options[route.option];
    if (isServed === 'notFound' || isServed === false) throw new Refusal(404, 'NOT_FOUND', 'There is no such call');
    if (!route || isServed === 'notAllowed') throw new Refusal(405, 'METHOD', 'There is no such method here');
    const legacy = api === 'legacy';
    const nowSeconds = Math.floor(nowMs / 1000);
    applyAtGateways(namespace, seed, nowSeconds);
    const form = new URLSearchParams(legacy ? body : '');
    const query = legacy ? fieldsOf(url.searchParams) : new ReadFields(url.searchParams);
    const fields = options.postFields === 'anywhere' && legacy ? fieldsOf(url.searchParams, form) : fieldsOf(form);
    const answered = route.handle({
      seed,
      namespace,
      account,
      url,
      parts: decoded(partsOf(route.path, resourceIn(path)) ?? {}),
      query,
      form: fields,
      body,
      nowSeconds,
      nowMs,
      takeTurn,
    });
    const ignored = (request.method === 'POST' ? fields : query).unread();
    if (ignored.length > 0)
      answered.headers.set('warning', `299 - "Ignored: ${ignored.map(encodeURIComponent).join(', ')}"`);
    return legacy ? inRequestedType(answered, request, options) : answered;
  } catch (error) {
    return errorAnswer(error, api);
  }
}

function routesOf(api: Api, path: string): readonly Route[] {
  return ROUTES.filter((route) => route.api === api && partsOf(route.path, resourceIn(path)) !== null);
}

function decoded(parts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)]));
}

/** Returns the path without a slash at its end. */
function resourceIn(path: string): string {
  return /^.*[^/]/.exec(path)?.[0] ?? '';
}

const CONTROL_CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Content-Type',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
};

/**
 * True if a page of another origin sent the request. A browser names the origin of the page; other programs name none.
 */
function isForeign(request: Request, url: URL): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== url.host);
}

function tooMany(api: Api): Refusal {
  return new Refusal(429, 'RATE', 'Too many requests', null, {
    headers: { 'retry-after': '1' },
    bodyless: api === 'v3',
  });
}

function preflight(namespace: NamespaceState, api: Api): Response {
  const allowed = (api === 'legacy' ? namespace.options.cors : namespace.options.v3Cors) !== 'none';
  return new Response(null, { status: allowed ? 204 : 405 });
}

async function answerWithFault(
  fault: BackendFault,
  original: Response | null,
  nowMs: number,
  api: Api,
  signal: AbortSignal,
): Promise<Response> {
  if (fault.name === 'hang') await rejectOnAbort(signal);
  if (fault.name === 'slow') await Promise.race([later(fault.ms ?? 3000), rejectOnAbort(signal)]);
  return applyFault(fault, original, nowMs, api === 'legacy');
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Rejects when the caller aborts the request. Never resolves. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const give = (): void => reject(signal.reason instanceof Error ? signal.reason : new ConnectionDropped('given up'));
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}

function logged({ request, url, path, api, body }: Asked, atMs: number): LoggedRequest {
  const headers = Object.fromEntries(request.headers);
  const key = headers['api-key'] ?? headers['authorization']?.replace(/^Bearer /i, '');
  delete headers['api-key'];
  delete headers['authorization'];
  return {
    atMs,
    method: request.method,
    path: `/${api}${path}${url.search}`,
    headers,
    key: key === undefined ? 'none' : (keyNameOf(key) ?? 'unknown'),
    body: bodyToLog(`/${api}${path}`, body),
    outcome: 'waiting',
  };
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
