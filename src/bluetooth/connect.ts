/** Connecting: first connects fail often and nearly always succeed when tried again on the same handle (field-facts.md 2). */
import type { Timing } from '../domain/settings.ts';
import type { ClosingLink } from './closing-link.ts';
import { BluetoothFailure, toBluetoothFailure } from './failure.ts';
import { within, type Clock } from './wait.ts';

/** The part of a GATT server that connecting needs. */
interface Connectable {
  connect(): Promise<unknown>;
}

interface ConnectRequest {
  readonly server: Connectable;
  readonly closing: ClosingLink;
  readonly timing: Pick<Timing, 'connectTimeoutMs' | 'connectGapsMs' | 'connectTotalMs'>;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly onAttempt?: (attempt: number) => void;
  /** Called when the first attempt has to wait for a link that is still closing. */
  readonly onWait?: () => void;
  /** Of the handle: whether anybody still wants the link, asked when a connect comes through late. */
  readonly wish: { wanted: boolean };
}

/**
 * Up to 1 + gaps attempts within the total time, which starts when no closed link can still be there. Rejects with `connectFailed`, `connectTimedOut`, `outOfRange` (which is
 * not tried again: the handle is dead, pick again) or `aborted`.
 */
export async function connectWithRetries({
  server,
  closing,
  timing,
  clock,
  signal,
  onAttempt,
  onWait,
  wish,
}: ConnectRequest): Promise<void> {
  const pause = async (ms: number): Promise<void> => {
    if (ms === 0) return;
    await clock.sleep(ms, signal).catch(() => {
      wish.wanted = false;
      throw new BluetoothFailure('aborted', 'connect: cancelled');
    });
  };
  if (closing.remainingMs() > 0) onWait?.();
  await pause(closing.remainingMs());
  const deadlineMs = clock.monotonicMs() + timing.connectTotalMs;
  const attempts = timing.connectGapsMs.length + 1;
  wish.wanted = true;
  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = Math.min(timing.connectTimeoutMs, deadlineMs - clock.monotonicMs());
    onAttempt?.(attempt);
    try {
      await within(() => connectOnce(server, closing, wish), {
        clock,
        doing: 'connect',
        what: `connect, attempt ${attempt} of ${attempts}`,
        timeoutMs,
        signal,
        timeoutCode: 'connectTimedOut',
      });
      return;
    } catch (cause) {
      const failure = toBluetoothFailure(cause, 'connect');
      const gapMs = timing.connectGapsMs[attempt - 1];
      const worthIt =
        failure.code === 'connectFailed' || failure.code === 'connectTimedOut' || failure.code === 'dropped';
      if (!worthIt || gapMs === undefined || clock.monotonicMs() + gapMs >= deadlineMs) {
        wish.wanted = false;
        closing.close();
        throw failure.code === 'dropped' ? new BluetoothFailure('connectFailed', failure.message, { cause }) : failure;
      }
      // What hangs is let go, or the next attempt would only wait for the same.
      closing.close();
      await pause(Math.max(gapMs, closing.remainingMs()));
    }
  }
}

/** A connect cannot be aborted: when it comes through after nobody waits for it any more, the link is let go. */
async function connectOnce(
  server: Connectable,
  closing: ClosingLink,
  wish: { readonly wanted: boolean },
): Promise<void> {
  await server.connect();
  if (!wish.wanted) closing.close();
}
