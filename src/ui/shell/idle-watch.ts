/** Sees whether anybody touches the app, in any of its windows, and locks the account when nobody has for too long. */
import { isIdleTooLong } from '../../domain/idle-lock.ts';
import type { Live } from '../../domain/live.ts';
import type { Session, SessionState } from '../../use-cases/session/offered.ts';
import { TOUCHED_KEY } from '../../names.ts';

interface IdleWatchParts {
  readonly session: Pick<Session, 'lock'> & { readonly state: Live<SessionState> };
  /** Shared by the windows and kept while the app is closed. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly nowMs: () => number;
  readonly onTrouble: (error: unknown) => void;
}

export interface IdleWatch {
  /** Locks when it is time; asked again where a run is going on. */
  look(): Promise<void>;
  stop(): void;
}

/** Written down once in a while only, and looked at as often. */
const GRAIN_MS = 10_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export function startIdleWatch({ session, localStorage, nowMs, onTrouble }: IdleWatchParts): IdleWatch {
  let writtenMs = 0;

  async function look(): Promise<void> {
    const { account, idleLockMinutes = 0 } = session.state.value;
    if (account === null || idleLockMinutes === 0) return;
    const touchedMs = Number(localStorage.getItem(TOUCHED_KEY) ?? nowMs());
    if (isIdleTooLong(touchedMs, nowMs(), idleLockMinutes)) await session.lock().catch(onTrouble);
  }

  function touched(): void {
    const now = nowMs();
    if (Math.abs(now - writtenMs) < GRAIN_MS) return;
    writtenMs = now;
    // A touch after a long sleep is no proof of who it is: first the look, then the time.
    void look()
      .then(() => localStorage.setItem(TOUCHED_KEY, String(now)))
      .catch(onTrouble);
  }

  const seen = (): void => void (document.visibilityState === 'visible' && look());
  for (const name of TOUCHES) window.addEventListener(name, touched, { capture: true, passive: true });
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('pageshow', seen);
  const timer = setInterval(() => void look(), GRAIN_MS);
  // Who has just opened an account has touched the phone.
  let shown = session.state.value.account?.id;
  const unsubscribe = session.state.subscribe(() => {
    const id = session.state.value.account?.id;
    const isOpenedNow = id !== undefined && shown === undefined && session.state.value.key === 'ready';
    shown = id;
    if (isOpenedNow) localStorage.setItem(TOUCHED_KEY, String(nowMs()));
  });

  return {
    look,
    stop() {
      for (const name of TOUCHES) window.removeEventListener(name, touched, { capture: true });
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pageshow', seen);
      clearInterval(timer);
      unsubscribe();
    },
  };
}
