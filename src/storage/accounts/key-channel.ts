/** The Api-Key in memory, handed from window to window and to the service worker over a transport that knows its own; never stored. */
import * as z from 'zod/mini';
import type { SessionKeys } from '../../use-cases/session/ports.ts';

export interface KeyChannel extends SessionKeys {
  close(): void;
}

/**
 * Brings a message to the app's other windows and its worker, and to nobody else of this origin: a broadcast would let
 * any page that is served here ask for the key or plant another (service-worker/key-relay.ts).
 */
export interface KeyTransport {
  /** Into the void where nobody can be told. */
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

/** Works alike in windows and in the worker. */
export function openKeyChannel(options: { newId: () => string; transport: KeyTransport }): KeyChannel {
  const { transport } = options;
  const keys = new Map<string, string>();
  const asked = new Map<string, { accountId: string; finish(apiKey: string | null): void }>();
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
    // An answer that is still under way was sent before the sign-out: it must not bring the key back.
    for (const ask of Array.from(asked.values())) if (ask.accountId === accountId) ask.finish(null);
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
        asked.get(data.ask)?.finish(data.apiKey);
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
      // Said for the same key too: a queue that was paused by a mistaken 401 waits for somebody to say it again.
      changed(accountId);
      send({ type: 'given', accountId, apiKey });
    },
    clear(accountId) {
      forget(accountId);
      send({ type: 'cleared', accountId });
    },
    ask(accountId, waitMs = 500) {
      const known = keys.get(accountId);
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve) => {
        const ask = options.newId();
        // Only the waiting ends: a window on a busy phone may answer yet, and nobody should type a key that is at hand.
        const timer = setTimeout(() => resolve(null), waitMs);
        const finish = (apiKey: string | null) => {
          clearTimeout(timer);
          if (!asked.delete(ask)) return;
          if (apiKey !== null) keep(accountId, apiKey);
          resolve(apiKey);
        };
        asked.set(ask, { accountId, finish });
        send({ type: 'ask', accountId, ask });
      });
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      for (const ask of Array.from(asked.values())) ask.finish(null);
      stopListening();
      keys.clear();
      listeners.clear();
    },
  };
}
