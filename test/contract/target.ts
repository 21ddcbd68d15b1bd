/** What the contract suite runs against: an account given by the environment, or a sandbox server of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { createSandboxBackend, sandboxMiddleware } from '../../src/sandbox/server.ts';
import { settingsFrom } from './settings.mjs';

export interface Target {
  /** The vendor's word in the media type. */
  readonly vendor: string;
  /** True for the sandbox: its controls may be used. */
  readonly sandbox: boolean;
  /** True where state may be changed. */
  readonly write: boolean;
  /** A beacon, an unused order and a mail address to change things with; null = not given, leave it. */
  readonly device: string | null;
  readonly order: string | null;
  readonly mail: string | null;
  v3(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  legacy(path: string, headers?: Readonly<Record<string, string | null>>): Promise<Answer>;
  form(path: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
  /** A legacy POST whose form is written out, or has none. */
  post(path: string, form?: string): Promise<Answer>;
  /** The sandbox's controls; throws elsewhere. */
  control(method: string, action: string, body?: unknown): Promise<unknown>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The body as JSON, undefined when it is none. */
  readonly json: unknown;
  readonly contentType: string;
}

/** One server a suite; closed when the suite ends. */
export async function openTarget(): Promise<Target> {
  const settings = settingsFrom(process.env);
  if (settings) return targetAt({ ...settings, sandbox: false }, null);
  const server = createServer(sandboxMiddleware(createSandboxBackend({ now: Date.now })));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox`;
  const own = { device: 'tB4x', order: 'FK-NEW-02', mail: 'someone@elsewhere.example' };
  return targetAt(
    { base, legacy: `${base}/legacy`, key: 'sandbox-owner-key', vendor: 'acme', write: true, sandbox: true, ...own },
    `${base}/control`,
  );
}

interface Address extends Omit<Target, 'v3' | 'legacy' | 'form' | 'post' | 'control'> {
  readonly base: string;
  readonly legacy: string;
  readonly key: string;
}

const LONGEST_WAIT_SECONDS = 70;

function targetAt({ base, legacy, key, vendor, ...facts }: Address, controls: string | null): Target {
  const accept = `application/vnd.com.${vendor}+json;version=10`;

  /** A limit is no breach of the contract: waits as told and asks once more. */
  async function send(url: string, init: RequestInit, again = true): Promise<Answer> {
    const response = await fetch(url, { redirect: 'error', ...init });
    const text = await response.text();
    if (response.status === 429 && again) {
      const seconds = Number(response.headers.get('retry-after')?.split(',').at(-1) ?? 60) || 60;
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000);
      });
      return send(url, init, false);
    }
    return {
      status: response.status,
      text,
      json: parsed(text),
      contentType: response.headers.get('content-type') ?? '',
    };
  }

  const post: Target['post'] = (path, form) =>
    send(`${legacy}${path}`, {
      method: 'POST',
      headers: {
        accept,
        'api-key': key,
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
      },
      ...(form === undefined ? {} : { body: form }),
    });

  return {
    ...facts,
    vendor,
    post,
    v3: (method, path, body, headers = {}) =>
      send(path.startsWith('http') ? path : `${base}/v3${path}`, {
        method,
        headers: {
          'api-key': key,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    legacy: (path, headers = {}) => {
      const given = Object.entries({ accept, 'api-key': key, ...headers }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      );
      return send(path.startsWith('http') ? path : `${legacy}${path}`, { headers: Object.fromEntries(given) });
    },
    form: (path, fields) => post(path, new URLSearchParams(fields).toString()),
    async control(method, action, body) {
      if (controls === null) throw new Error('only the sandbox has controls');
      return (
        await send(`${controls}/${action}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      ).json;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Fails unless the status is a 2xx; shows the start of the body, which holds no key. */
export function expectSuccess(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 300)).toSatisfy((status: number) => status >= 200 && status < 300);
}
