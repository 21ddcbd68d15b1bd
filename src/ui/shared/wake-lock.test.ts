/**
 * The wake lock of a run: requested again when the page is visible again, released when the run ends, and never a
 * reason to fail.
 */
import { describe, expect, it } from 'vitest';
import { createWakeLock, type WakeLockLike } from './wake-lock.ts';

/** Like the browser, releases the lock when the page is hidden. */
function createScreen() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const locks: { held: boolean }[] = [];
  const heldCount = (): number => locks.filter((lock) => lock.held).length;
  const wakeLock: WakeLockLike = {
    async request() {
      if (page.visibilityState !== 'visible') throw new DOMException('hidden', 'NotAllowedError');
      const lock = { held: true };
      locks.push(lock);
      return { release: async () => void (lock.held = false) };
    },
  };
  const turn = async (visibilityState: DocumentVisibilityState): Promise<void> => {
    page.visibilityState = visibilityState;
    if (visibilityState === 'hidden') for (const lock of locks) lock.held = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
  };
  return { page: page as unknown as Document, wakeLock, held: heldCount, requests: () => locks.length, turn };
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the wake lock', () => {
  it('is held once from the beginning to the end of a run', async () => {
    const screen = createScreen();
    const release = await createWakeLock(screen.wakeLock, screen.page).acquire();
    expect([screen.held(), screen.requests()]).toEqual([1, 1]);
    release!();
    await settle();
    expect(screen.held()).toBe(0);
  });

  it('is requested again when the page is visible again, and released at the end of the run then too', async () => {
    const screen = createScreen();
    const release = await createWakeLock(screen.wakeLock, screen.page).acquire();
    for (let time = 0; time < 3; time += 1) {
      await screen.turn('hidden');
      expect(screen.held()).toBe(0);
      await screen.turn('visible');
      expect(screen.held()).toBe(1);
    }
    release!();
    await settle();
    expect([screen.held(), screen.requests()]).toEqual([0, 4]);
  });

  it('is not requested after the end of the run', async () => {
    const screen = createScreen();
    const release = await createWakeLock(screen.wakeLock, screen.page).acquire();
    await screen.turn('hidden');
    release!();
    await screen.turn('visible');
    expect([screen.held(), screen.requests()]).toEqual([0, 1]);
  });

  it('is released at once when it is granted after the end of the run', async () => {
    const screen = createScreen();
    let grant: (() => void) | null = null;
    const slow: WakeLockLike = {
      async request(type) {
        const granted = await screen.wakeLock.request(type);
        if (screen.requests() > 1) await new Promise<void>((resolve) => (grant = resolve));
        return granted;
      },
    };
    const release = await createWakeLock(slow, screen.page).acquire();
    await screen.turn('hidden');
    await screen.turn('visible');
    release!();
    grant!();
    await settle();
    expect([screen.held(), screen.requests()]).toEqual([0, 2]);
  });

  it('does not stop a run when the browser refuses or lacks it', async () => {
    const { page } = createScreen();
    const refused = await createWakeLock(
      { request: () => Promise.reject(new DOMException('low battery', 'NotAllowedError')) },
      page,
    ).acquire();
    refused!();
    expect(await createWakeLock(undefined, page).acquire()).toBe(null);
  });

  it('is requested when the page becomes visible if the run began in the background', async () => {
    const screen = createScreen();
    await screen.turn('hidden');
    const release = await createWakeLock(screen.wakeLock, screen.page).acquire();
    expect(screen.requests()).toBe(0);
    await screen.turn('visible');
    expect(screen.held()).toBe(1);
    release!();
  });
});
