/** The functions that a second window of the tests offers to the first; it runs as a separate program. */
import { openKeyChannel, type KeyChannel, type KeyTransport } from '../../src/storage/accounts/key-channel.ts';
import { createLocks } from '../../src/storage/locks.ts';
import { openRegistry } from '../../src/storage/accounts/registry.ts';
import { openSample } from './sample-rows.ts';

/** Stands in for the worker, which a test's frame does not have: everyone with the name receives all messages. */
export function openTestTransport(name: string): KeyTransport & { close(): void } {
  const channel = new BroadcastChannel(name);
  return {
    send: (content) => channel.postMessage(content),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
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

export interface KitWindow extends Window {
  fieldkit?: WindowKit;
  onFieldkit?: () => void;
}

const here = window as KitWindow;
if (here.onFieldkit !== undefined) {
  here.fieldkit = kit;
  here.onFieldkit();
}
