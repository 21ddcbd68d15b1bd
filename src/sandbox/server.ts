/** The emulated backend over node:http: connect middleware for the dev and preview servers, or a server of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxBackend } from './backend/backend.ts';

export { createSandboxBackend } from './backend/backend.ts';

export type Next = (error?: unknown) => void;

const PREFIX = '/sandbox/';
const MOST_BODY_BYTES = 2_000_000;

/** Answers `/sandbox/…` and hands everything else on; without `next` the rest is 404. */
export function sandboxMiddleware(backend: SandboxBackend): (req: IncomingMessage, res: ServerResponse, next?: Next) => void {
  return (req, res, next) => {
    // A middleware mounted below a path sees the rest only; the address as it came is in originalUrl.
    const target = (req as IncomingMessage & { originalUrl?: string }).originalUrl ?? req.url ?? '/';
    if (target.startsWith(PREFIX)) void serve(backend, target, req, res);
    else if (next) next();
    else res.writeHead(404).end();
  };
}

async function serve(backend: SandboxBackend, target: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  try {
    const answer = await backend.handle(await requestFrom(req, target, gone.signal));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (res.destroyed) return;
    res.writeHead(answer.status, Object.fromEntries(answer.headers));
    res.end(bytes);
  } catch {
    // A fault that leaves the request unanswered, or a caller who has gone: the connection goes, nothing is said.
    req.socket.destroy();
  }
}

async function requestFrom(req: IncomingMessage, target: string, signal: AbortSignal): Promise<Request> {
  const method = req.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const url = new URL(target, `http://${req.headers.host ?? 'localhost'}`);
  const body = method === 'GET' || method === 'HEAD' ? null : await bodyOf(req);
  return new Request(url, { method, headers, body, signal });
}

async function bodyOf(req: IncomingMessage): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MOST_BODY_BYTES) throw new Error('too large a body');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole.buffer;
}
