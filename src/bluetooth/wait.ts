/** Waits for an operation that may never settle: every wait ends with an abort, a dropped link or a timeout at the latest. */
import { BluetoothFailure, toBluetoothFailure, type Operation } from './failure.ts';
import type { RunClock } from '../use-cases/surroundings.ts';

export type Clock = Pick<RunClock, 'monotonicMs' | 'sleep'>;

interface Limits {
  readonly clock: Clock;
  readonly operation: Operation;
  /** Describes the operation in error messages, which "Details" shows. */
  readonly label: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Subscribes to the drop of the link; returns the function that unsubscribes. */
  readonly onDisconnect?: (listener: () => void) => () => void;
  readonly timeoutCode?: 'timedOut' | 'connectTimedOut' | 'discoveryTimedOut';
}

/** Settles as `start()` does, or rejects with a BluetoothFailure at the first limit. A result that comes later is ignored. */
export function within<T>(start: () => Promise<T>, limits: Limits): Promise<T> {
  const { clock, operation, label, timeoutMs, signal, onDisconnect, timeoutCode = 'timedOut' } = limits;
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new BluetoothFailure('aborted', `${label}: cancelled`));
      return;
    }
    // Start the operation first. The timers and listeners below are set up while it is under way.
    const started = callAsync(start);
    const timer = new AbortController();
    let stopListening: () => void = () => undefined;
    const settle = (finish: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      stopListening();
      finish();
      // Later, so that the caller can start its next operation first.
      setTimeout(() => timer.abort());
    };
    const onAbort = (): void => settle(() => reject(new BluetoothFailure('aborted', `${label}: cancelled`)));
    signal?.addEventListener('abort', onAbort);
    stopListening =
      onDisconnect?.(() => settle(() => reject(new BluetoothFailure('dropped', `${label}: the link fell`)))) ??
      stopListening;
    clock.sleep(timeoutMs, timer.signal).then(
      () => settle(() => reject(new BluetoothFailure(timeoutCode, `${label}: no answer within ${timeoutMs} ms`))),
      () => undefined,
    );
    started.then(
      (value) => settle(() => resolve(value)),
      (cause: unknown) => settle(() => reject(toBluetoothFailure(cause, operation))),
    );
  });
}

/** Calls `start`; an error that it throws synchronously becomes a rejection. */
async function callAsync<T>(start: () => Promise<T>): Promise<T> {
  return start();
}
