/** Keeps the screen awake: a phone that falls asleep drops the link of a run, and shows and sees no codes. */
import { ifPossible } from '../../domain/unawaited.ts';

interface Sentinel {
  release(): Promise<void>;
}

export interface WakeLockLike {
  request(type: 'screen'): Promise<Sentinel>;
}

interface WakeLockPort {
  /** Resolves with the release function, or null where the browser has no wake lock. Never rejects. */
  acquire(): Promise<(() => void) | null>;
  /** Whether the browser really gives one now. Never rejects. */
  works(): Promise<boolean>;
}

/** The browser takes the lock away when the page is hidden; it is asked for again when the page comes back. */
export function createWakeLock(wakeLock: WakeLockLike | undefined, page: Document): WakeLockPort {
  return {
    async works() {
      // A refusal (battery saver, hidden page) is the answer to the question.
      const granted = await wakeLock?.request('screen').catch(() => null);
      await ifPossible(granted?.release());
      return granted != null;
    },
    async acquire() {
      if (wakeLock === undefined) return null;
      let sentinel: Sentinel | null = null;
      let released = false;
      const request = async (): Promise<void> => {
        if (page.visibilityState !== 'visible') return;
        // Refused, such as by a battery saver: the run goes on, and the screen may turn off.
        const granted = await wakeLock.request('screen').catch(() => null);
        if (released) await granted?.release();
        else sentinel = granted;
      };
      const onVisible = (): void => void request();
      page.addEventListener('visibilitychange', onVisible);
      await request();
      return () => {
        released = true;
        page.removeEventListener('visibilitychange', onVisible);
        void sentinel?.release();
      };
    },
  };
}

/** Of this page. */
export function pageWakeLock(): WakeLockPort {
  return createWakeLock((navigator as { wakeLock?: WakeLockLike }).wakeLock, document);
}
