/** Keeps the screen awake: a phone that falls asleep drops the link of a run, and neither shows nor scans codes. */
import { ifPossible } from '../../domain/unawaited.ts';

interface Sentinel {
  release(): Promise<void>;
}

export interface WakeLockLike {
  request(type: 'screen'): Promise<Sentinel>;
}

/** The browser releases the lock when the page is hidden. It is requested again when the page is visible. */
export function createWakeLock(wakeLock: WakeLockLike | undefined, page: Document) {
  return {
    /** Resolves with true if the browser really grants one now. Never rejects. */
    async works(): Promise<boolean> {
      // A refusal (battery saver, hidden page) is the answer to the question.
      const granted = await wakeLock?.request('screen').catch(() => null);
      await ifPossible(granted?.release());
      return granted != null;
    },
    /** Resolves with the release function, or null if the browser has no wake lock. Never rejects. */
    async acquire(): Promise<(() => void) | null> {
      if (wakeLock === undefined) return null;
      let sentinel: Sentinel | null = null;
      let released = false;
      const request = async (): Promise<void> => {
        if (page.visibilityState !== 'visible') return;
        // Refused, for example by a battery saver. The run continues, and the screen may turn off.
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

/** The wake lock of this page. */
export function pageWakeLock() {
  return createWakeLock((navigator as { wakeLock?: WakeLockLike }).wakeLock, document);
}
