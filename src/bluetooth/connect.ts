/** Connects with retries: a first attempt fails often, and the next one on the same handle nearly always succeeds (field-facts.md 2). */
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
  /** Shared with the handle. Set to false when the link is no longer needed; a connect that succeeds after that closes it again. */
  readonly linkState: { isWanted: boolean };
}

/**
 * Makes up to 1 + `connectGapsMs.length` attempts within `connectTotalMs`, which starts once no closed link can still be open. Rejects with
 * `connectFailed`, `connectTimedOut` or `aborted`, and without another attempt with `off`, `unknown` or `outOfRange`. After `outOfRange`
 * the handle is dead, and the person has to pick the beacon again.
 */
export async function connectWithRetries({
  server,
  closing,
  timing,
  clock,
  signal,
  onAttempt,
  onWait,
  linkState,
}: ConnectRequest): Promise<void> {
  const pause = async (ms: number): Promise<void> => {
    if (ms === 0) return;
    await clock.sleep(ms, signal).catch(() => {
      linkState.isWanted = false;
      throw new BluetoothFailure('aborted', 'connect: cancelled');
    });
  };
  if (closing.remainingMs() > 0) onWait?.();
  await pause(closing.remainingMs());
  const deadlineMs = clock.monotonicMs() + timing.connectTotalMs;
  const attempts = timing.connectGapsMs.length + 1;
  linkState.isWanted = true;
  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = Math.min(timing.connectTimeoutMs, deadlineMs - clock.monotonicMs());
    onAttempt?.(attempt);
    try {
      await within(() => connectOnce(server, closing, linkState), {
        clock,
        operation: 'connect',
        label: `connect, attempt ${attempt} of ${attempts}`,
        timeoutMs,
        signal,
        timeoutCode: 'connectTimedOut',
      });
      return;
    } catch (cause) {
      const failure = toBluetoothFailure(cause, 'connect');
      const gapMs = timing.connectGapsMs[attempt - 1];
      const isRetryable =
        failure.code === 'connectFailed' || failure.code === 'connectTimedOut' || failure.code === 'dropped';
      if (!isRetryable || gapMs === undefined || clock.monotonicMs() + gapMs >= deadlineMs) {
        linkState.isWanted = false;
        closing.close();
        throw failure.code === 'dropped' ? new BluetoothFailure('connectFailed', failure.message, { cause }) : failure;
      }
      // Cancel the pending attempt; otherwise the next one would wait for it.
      closing.close();
      await pause(Math.max(gapMs, closing.remainingMs()));
    }
  }
}

/** A pending connect cannot be aborted. If it succeeds when the link is no longer wanted, the link is closed. */
async function connectOnce(
  server: Connectable,
  closing: ClosingLink,
  linkState: { readonly isWanted: boolean },
): Promise<void> {
  await server.connect();
  if (!linkState.isWanted) closing.close();
}
