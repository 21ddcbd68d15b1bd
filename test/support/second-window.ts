/** A second window of the app for the tests of this room: a frame of its own with its own modules, memory and connections. */
import { openKeyChannel, type KeyChannel, type KeyTransport } from '../../src/storage/accounts/key-channel.ts';
import { createLocks } from '../../src/storage/locks.ts';
import { openRegistry } from '../../src/storage/accounts/registry.ts';
import { openSample } from './sample-rows.ts';

/** Stands in for the worker, which a frame of a test has none of: whoever knows the name hears all. */
export function openTestTransport(name: string): KeyTransport & { close(): void } {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
    send: (content) => channel.postMessage(content),
    listen(listener) {
      const hear = ({ data }: MessageEvent<unknown>): void => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    close: () => channel.close(),
  };
}

export function openTestKeys(name: string): KeyChannel {
  const transport = openTestTransport(name);
  const keys = openKeyChannel({ newId: () => crypto.randomUUID(), transport });
  return {
    ...keys,
    close() {
      keys.close();
      transport.close();
    },
  };
}

const kit = { openSample, openTestKeys, openRegistry, createLocks };
export type WindowKit = typeof kit;

interface KitWindow extends Window {
  fieldkit?: WindowKit;
  onFieldkit?: () => void;
}

/** Resolves with what the other window offers; `close` ends it as closing a tab does. */
export async function openSecondWindow(): Promise<WindowKit & { close(): void }> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow as KitWindow;
  const ready = new Promise<void>((resolve) => {
    inner.onFieldkit = resolve;
  });
  const script = inner.document.createElement('script');
  script.type = 'module';
  script.src = new URL(import.meta.url).pathname;
  inner.document.head.append(script);
  await ready;
  return { ...inner.fieldkit!, close: () => frame.remove() };
}

const here = window as KitWindow;
if (here.onFieldkit !== undefined) {
  here.fieldkit = kit;
  here.onFieldkit();
}
