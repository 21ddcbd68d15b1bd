/** The target of the contract suite: an account given by the environment, or a new sandbox server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { createSandboxBackend, sandboxMiddleware } from '../../src/sandbox/server.ts';
import { settingsFrom } from './settings.mjs';

export interface Target {
  /** The vendor's name in the media type. */
  readonly vendor: string;
  /** True for the sandbox, whose controls may be used. */
  readonly sandbox: boolean;
  /** True when state may be changed. */
  readonly write: boolean;
  /** A beacon, an unused order and a mail address that may be used for changes; null when not given. */
  readonly device: string | null;
  readonly order: string | null;
  readonly mail: string | null;
  v3(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  legacy(path: string, headers?: Readonly<Record<string, string | null>>): Promise<Answer>;
  form(path: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a legacy POST with this encoded form, or without one. */
  post(path: string, form?: string): Promise<Answer>;
  /** Calls a control of the sandbox; throws for other targets. */
  control(method: string, action: string, body?: unknown): Promise<unknown>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: unknown;
  readonly contentType: string;
  /** The Warning header: the sandbox names what it ignored. */
  readonly warning: string | null;
}

/** Starts one server for a suite; it is closed when the suite ends. */
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

  /** A rate limit is no breach of the contract: waits as told and sends the request again. */
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
      warning: response.headers.get('warning'),
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
      const sentHeaders = Object.entries({ accept, 'api-key': key, ...headers }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      );
      return send(path.startsWith('http') ? path : `${legacy}${path}`, { headers: Object.fromEntries(sentHeaders) });
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

/** Fails unless the status is a 2xx; prints the start of the body, which contains no key. */
export function expectSuccess(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 300)).toSatisfy((status: number) => status >= 200 && status < 300);
}
