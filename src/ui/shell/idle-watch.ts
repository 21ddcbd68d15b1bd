/** Locks the account when nobody has used the app for too long, in any of its windows. */
import type { ReadonlySignal } from '@preact/signals-core';
import { isIdleTooLong } from '../../domain/idle-lock.ts';
import type { Session, SessionState } from '../../use-cases/session/session.ts';
import { TOUCHED_KEY } from '../../names.ts';
import { whenVisible } from '../shared/when-visible.ts';

interface IdleWatchParts {
  readonly session: Pick<Session, 'lock'> & { readonly state: ReadonlySignal<SessionState> };
  /** Shared by all windows and kept while the app is closed. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly nowMs: () => number;
  readonly onTrouble: (error: unknown) => void;
}

/** Activity is stored and checked at most this often, ms. */
const CHECK_INTERVAL_MS = 10_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export function startIdleWatch({ session, localStorage, nowMs, onTrouble }: IdleWatchParts) {
  let writtenMs = 0;

  async function check(): Promise<void> {
    const { account, idleLockMinutes } = session.state.value;
    if (account === null || idleLockMinutes === 0) return;
    const touchedMs = Number(localStorage.getItem(TOUCHED_KEY) ?? nowMs());
    if (isIdleTooLong(touchedMs, nowMs(), idleLockMinutes)) await session.lock().catch(onTrouble);
  }

  function touched(): void {
    const now = nowMs();
    if (Math.abs(now - writtenMs) < CHECK_INTERVAL_MS) return;
    writtenMs = now;
    // Check before storing this touch: after a long sleep it does not prove that the same person is back.
    void check()
      .then(() => localStorage.setItem(TOUCHED_KEY, String(now)))
      .catch(onTrouble);
  }

  for (const name of TOUCHES) window.addEventListener(name, touched, { capture: true, passive: true });
  const stopWatching = whenVisible(() => void check());
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  // Opening an account counts as activity.
  let shown = session.state.value.account?.id;
  const unsubscribe = session.state.subscribe(() => {
    const id = session.state.value.account?.id;
    const isOpenedNow = id !== undefined && shown === undefined && session.state.value.key === 'ready';
    shown = id;
    if (isOpenedNow) localStorage.setItem(TOUCHED_KEY, String(nowMs()));
  });

  return {
    /** Locks if the time has come. During a run the check is repeated until the run has ended. */
    check,
    stop() {
      for (const name of TOUCHES) window.removeEventListener(name, touched, { capture: true });
      stopWatching();
      clearInterval(timer);
      unsubscribe();
    },
  };
}
