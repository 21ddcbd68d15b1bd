/** The key in memory, over a transport that reaches every other holder of the channel at once. */
import { expect, it, vi } from 'vitest';
import { openKeyChannel, type KeyChannel } from './key-channel.ts';

/** Opens channels that receive each other's messages; `sent` lists what each call has sent. */
function openWindows(count: number): { readonly windows: KeyChannel[]; readonly sent: unknown[] } {
  const listeners = new Map<number, (content: unknown) => void>();
  const sent: unknown[] = [];
  let ids = 0;
  const windows = Array.from({ length: count }, (_, own) =>
    openKeyChannel({
      newId: () => `ask-${(ids += 1)}`,
      transport: {
        send(content) {
          sent.push(content);
          for (const [at, listener] of listeners) if (at !== own) listener(content);
        },
        listen(listener) {
          listeners.set(own, listener);
          return () => void listeners.delete(own);
        },
      },
    }),
  );
  return { windows, sent };
}

it('the channel reports the key to its own window each time it is entered, and to the others only when it is another key', () => {
  const { windows } = openWindows(2);
  const [here, there] = windows as [KeyChannel, KeyChannel];
  const [ownNews, news] = [vi.fn(), vi.fn()];
  here.watch(ownNews);
  there.watch(news);
  here.set('acc', 'secret');
  here.set('acc', 'secret');
  expect(ownNews.mock.calls).toEqual([['acc'], ['acc']]);
  expect(news.mock.calls).toEqual([['acc']]);
  here.set('acc', 'another');
  expect(news).toHaveBeenCalledTimes(2);
});

it('the channel reports a sign-out only where there was a key', () => {
  const { windows } = openWindows(2);
  const [here, there] = windows as [KeyChannel, KeyChannel];
  here.set('acc', 'secret');
  const [ownNews, news] = [vi.fn(), vi.fn()];
  here.watch(ownNews);
  there.watch(news);
  here.clear('unknown');
  expect([ownNews, news].map((one) => one.mock.calls)).toEqual([[], []]);
  here.forget('acc');
  expect([ownNews, news].map((one) => one.mock.calls)).toEqual([[['acc']], []]);
  expect([here, there].map((one) => one.get('acc'))).toEqual([null, 'secret']);
});

it('a window asks no other for a key that it has', async () => {
  const { windows, sent } = openWindows(2);
  const [here] = windows as [KeyChannel];
  here.set('acc', 'secret');
  sent.length = 0;
  expect(await here.ask('acc')).toBe('secret');
  expect(sent).toEqual([]);
});

it('a window goes on waiting for the key of one account while another account is signed out', async () => {
  const { windows } = openWindows(1);
  const [here] = windows as [KeyChannel];
  const waiting = vi.fn();
  const asked = here.ask('acc', 10).then(waiting);
  here.clear('other');
  await Promise.resolve();
  await Promise.resolve();
  expect(waiting).not.toHaveBeenCalled();
  await asked;
});

it('the channel of keys no longer calls a listener that has unsubscribed', () => {
  const [here] = openWindows(1).windows as [KeyChannel];
  const [left, stayed] = [vi.fn(), vi.fn()];
  const stop = here.watch(left);
  here.watch(stayed);
  stop();
  here.set('acc', 'secret');
  expect(left).not.toHaveBeenCalled();
  expect(stayed).toHaveBeenCalledTimes(1);
});

it('the channel of keys takes in and reports nothing after it was closed', () => {
  const { windows } = openWindows(2);
  const [here, there] = windows as [KeyChannel, KeyChannel];
  const news = vi.fn();
  here.set('before', 'secret');
  here.watch(news);
  here.close();
  there.set('acc', 'secret');
  expect(['before', 'acc'].map((account) => here.get(account))).toEqual([null, null]);
  here.set('acc', 'own');
  expect(news).not.toHaveBeenCalled();
});

it('a key is given to a window that asks for it, and removed everywhere after a sign-out', async () => {
  const { windows } = openWindows(2);
  const [here, there] = windows as [KeyChannel, KeyChannel];
  here.set('acc', 'secret');
  there.forget('acc');
  expect(await there.ask('acc')).toBe('secret');
  expect(there.get('acc')).toBe('secret');
  expect(await there.ask('other', 1)).toBeNull();
  there.clear('acc');
  expect([here, there].map((one) => one.get('acc'))).toEqual([null, null]);
});

it('a key is not waited for any longer after a sign-out or a close', async () => {
  const [here] = openWindows(1).windows as [KeyChannel];
  const first = here.ask('acc', 60_000);
  here.clear('acc');
  expect(await first).toBeNull();
  const second = here.ask('acc', 60_000);
  here.close();
  expect(await second).toBeNull();
});
