/**
 * Serves the emulated backend over node:http, as connect middleware for the dev and preview servers or as a server of
 * its own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { SandboxBackend } from './backend/backend.ts';
import { ConnectionDropped } from './backend/faults.ts';

export { createSandboxBackend } from './backend/backend.ts';

export type Next = (error?: unknown) => void;

const PREFIX = '/sandbox/';
const MAX_BODY_BYTES = 2_000_000;
/** Longer answers are compressed for clients that accept it, as most backends do. */
const ZIPPED_FROM_BYTES = 1000;
/** When a reused socket breaks, Chromium sends the request again at once by itself. That is not a retry of the app. */
const RESENT_WITHIN_MS = 150;

/** Answers `/sandbox/…` and passes other requests on. Without `next` they get 404. */
export function sandboxMiddleware(
  backend: SandboxBackend,
): (req: IncomingMessage, res: ServerResponse, next?: Next) => void {
  const dropped = new Map<string, number>();
  return (req, res, next) => {
    // A middleware that is mounted below a path sees only the rest of the path. originalUrl has the whole of it.
    const target = (req as IncomingMessage & { originalUrl?: string }).originalUrl ?? req.url ?? '/';
    if (target.startsWith(PREFIX)) void serve(backend, dropped, target, req, res);
    else if (next) next();
    else res.writeHead(404).end();
  };
}

async function serve(
  backend: SandboxBackend,
  dropped: Map<string, number>,
  target: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  let same = '';
  try {
    const request = await requestFrom(req, target, gone.signal);
    same = `${request.method} ${request.url} ${request.method === 'GET' ? '' : await request.clone().text()}`;
    if (Date.now() < (dropped.get(same) ?? 0)) throw new Error('resent');
    dropped.delete(same);
    const answer = await backend.handle(request);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (res.destroyed) return;
    const isZipped = bytes.length > ZIPPED_FROM_BYTES && /\bgzip\b/.test(String(req.headers['accept-encoding']));
    if (isZipped) answer.headers.set('Content-Encoding', 'gzip');
    res.writeHead(answer.status, Object.fromEntries(answer.headers));
    res.end(isZipped ? gzipSync(bytes) : bytes);
  } catch (error) {
    // The fault leaves the request unanswered, or the caller has gone: the connection is closed without an answer.
    const browser = (req.headers['user-agent'] ?? '').includes('Mozilla');
    const absorbs = browser && !(error instanceof ConnectionDropped && error.maySendAgain);
    if (absorbs && !gone.signal.aborted && !dropped.has(same)) dropped.set(same, Date.now() + RESENT_WITHIN_MS);
    // The answer's own method, because the request may have lost its socket.
    res.destroy();
  }
}

async function requestFrom(req: IncomingMessage, target: string, signal: AbortSignal): Promise<Request> {
  const method = req.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const url = new URL(target, `http://${req.headers.host ?? 'localhost'}`);
  const body = method === 'GET' || method === 'HEAD' ? null : await bodyOf(req);
  return new Request(url, { method, headers, body, signal });
}

async function bodyOf(req: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('too large a body');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
