/** Connecting: first connects fail often and nearly always succeed when tried again on the same handle (field-facts.md 2). */
import type { Timing } from '../domain/settings.ts';
import { BluetoothFailure, toBluetoothFailure } from './failure.ts';
import { within, type Clock } from './wait.ts';

/** The part of a GATT server that connecting needs. */
interface Connectable {
  readonly connected: boolean;
  connect(): Promise<unknown>;
  disconnect(): void;
}

interface ConnectRequest {
  readonly server: Connectable;
  readonly timing: Pick<Timing, 'connectTimeoutMs' | 'connectGapsMs' | 'connectTotalMs'>;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly onAttempt?: (attempt: number) => void;
  /** Of the handle: whether anybody still wants the link, asked when a connect comes through late. */
  readonly wish: { wanted: boolean };
}

/**
 * Up to 1 + gaps attempts within the total time. Rejects with `connectFailed`, `connectTimedOut`, `outOfRange` (which is
 * not tried again: the handle is dead, pick again) or `aborted`.
 */
export async function connectWithRetries({
  server,
  timing,
  clock,
  signal,
  onAttempt,
  wish,
}: ConnectRequest): Promise<void> {
  const deadlineMs = clock.monotonicMs() + timing.connectTotalMs;
  const attempts = timing.connectGapsMs.length + 1;
  wish.wanted = true;
  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = Math.min(timing.connectTimeoutMs, deadlineMs - clock.monotonicMs());
    onAttempt?.(attempt);
    try {
      await within(() => connectOnce(server, wish), {
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
        letGo(server);
        throw failure.code === 'dropped' ? new BluetoothFailure('connectFailed', failure.message, { cause }) : failure;
      }
      // What hangs is let go, or the next attempt would only wait for the same.
      letGo(server);
      await clock.sleep(gapMs, signal).catch(() => {
        wish.wanted = false;
        throw new BluetoothFailure('aborted', 'connect: cancelled');
      });
    }
  }
}

/** A connect cannot be aborted: when it comes through after nobody waits for it any more, the link is let go. */
async function connectOnce(server: Connectable, wish: { readonly wanted: boolean }): Promise<void> {
  await server.connect();
  if (!wish.wanted) letGo(server);
}

function letGo(server: Connectable): void {
  server.disconnect();
}
