/** The Api-Key in memory, passed between windows and the service worker over a private transport. Never stored. */
import * as z from 'zod/mini';
import type { SessionKeys } from '../../use-cases/session/ports.ts';

export interface KeyChannel extends SessionKeys {
  close(): void;
}

/**
 * Sends a message to the app's other windows and its worker only. A broadcast would let any page of this origin request
 * the key or plant another one (service-worker/key-relay.ts).
 */
export interface KeyTransport {
  /** Sends the message; does nothing when there is no recipient. */
  send(content: unknown): void;
  listen(listener: (content: unknown) => void): () => void;
}

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), accountId: z.string(), ask: z.string() }),
  z.object({ type: z.literal('answer'), accountId: z.string(), ask: z.string(), apiKey: z.string() }),
  z.object({ type: z.literal('given'), accountId: z.string(), apiKey: z.string() }),
  z.object({ type: z.literal('cleared'), accountId: z.string() }),
]);
type Message = z.infer<typeof message>;

/** Opens the channel, in windows and in the worker alike. */
export function openKeyChannel(options: { newId: () => string; transport: KeyTransport }): KeyChannel {
  const { transport } = options;
  const keys = new Map<string, string>();
  const requests = new Map<string, { accountId: string; finish(apiKey: string | null): void }>();
  const listeners = new Set<(accountId: string) => void>();

  const send = (content: Message): void => transport.send(content);

  function changed(accountId: string): void {
    for (const listener of Array.from(listeners)) listener(accountId);
  }

  function keep(accountId: string, apiKey: string): void {
    if (keys.get(accountId) === apiKey) return;
    keys.set(accountId, apiKey);
    changed(accountId);
  }

  function forget(accountId: string): void {
    // An answer on its way was sent before the sign-out and must not restore the key.
    for (const request of Array.from(requests.values())) if (request.accountId === accountId) request.finish(null);
    if (keys.delete(accountId)) changed(accountId);
  }

  const stopListening = transport.listen((content) => {
    const parsed = message.safeParse(content);
    if (!parsed.success) return;
    const data = parsed.data;
    switch (data.type) {
      case 'ask': {
        const apiKey = keys.get(data.accountId);
        if (apiKey !== undefined) send({ type: 'answer', accountId: data.accountId, ask: data.ask, apiKey });
        break;
      }
      case 'answer':
        requests.get(data.ask)?.finish(data.apiKey);
        break;
      case 'given':
        keep(data.accountId, data.apiKey);
        break;
      case 'cleared':
        forget(data.accountId);
        break;
    }
  });

  return {
    get: (accountId) => keys.get(accountId) ?? null,
    set(accountId, apiKey) {
      keys.set(accountId, apiKey);
      // Notify for an unchanged key too: a queue paused by a wrong 401 waits for the key to be confirmed.
      changed(accountId);
      send({ type: 'given', accountId, apiKey });
    },
    clear(accountId) {
      forget(accountId);
      send({ type: 'cleared', accountId });
    },
    forget,
    ask(accountId, waitMs = 500) {
      const key = keys.get(accountId);
      if (key !== undefined) return Promise.resolve(key);
      return new Promise((resolve) => {
        const requestId = options.newId();
        // Stop waiting only: an answer from a busy window may still arrive, which saves typing a key that another
        // window has.
        setTimeout(() => resolve(null), waitMs);
        const finish = (apiKey: string | null) => {
          requests.delete(requestId);
          if (apiKey !== null) keep(accountId, apiKey);
          resolve(apiKey);
        };
        requests.set(requestId, { accountId, finish });
        send({ type: 'ask', accountId, ask: requestId });
      });
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      for (const request of Array.from(requests.values())) request.finish(null);
      stopListening();
      keys.clear();
      listeners.clear();
    },
  };
}
