/** Waiting for something that may never come: every wait races abort, the end of the link and a limit in time. */
import { BluetoothFailure, toBluetoothFailure, type Doing } from './failure.ts';
import type { RunClock } from '../use-cases/surroundings.ts';

export type Clock = Pick<RunClock, 'monotonicMs' | 'sleep'>;

interface Limits {
  readonly clock: Clock;
  readonly doing: Doing;
  /** What is waited for, in the words of "Details". */
  readonly what: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Subscribes to the end of the link; returns the way to stop. */
  readonly onGone?: (gone: () => void) => () => void;
  readonly timeoutCode?: 'timedOut' | 'connectTimedOut' | 'discoveryTimedOut';
}

/** Settles as the operation does, or rejects with a BluetoothFailure; a later result of the operation is ignored. */
export function within<T>(operation: () => Promise<T>, limits: Limits): Promise<T> {
  const { clock, doing, what, timeoutMs, signal, onGone, timeoutCode = 'timedOut' } = limits;
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new BluetoothFailure('aborted', `${what}: cancelled`));
      return;
    }
    // First of all: what is set up to watch over it is set up while it is on its way.
    const begun = start(operation);
    const timer = new AbortController();
    let stopListening: () => void = () => undefined;
    const settle = (finish: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      stopListening();
      finish();
      // Has time: whoever waits for the operation begins the next one first.
      setTimeout(() => timer.abort());
    };
    const onAbort = (): void => settle(() => reject(new BluetoothFailure('aborted', `${what}: cancelled`)));
    signal?.addEventListener('abort', onAbort);
    stopListening =
      onGone?.(() => settle(() => reject(new BluetoothFailure('dropped', `${what}: the link fell`)))) ?? stopListening;
    clock.sleep(timeoutMs, timer.signal).then(
      () => settle(() => reject(new BluetoothFailure(timeoutCode, `${what}: no answer within ${timeoutMs} ms`))),
      () => undefined,
    );
    begun.then(
      (value) => settle(() => resolve(value)),
      (cause: unknown) => settle(() => reject(toBluetoothFailure(cause, doing))),
    );
  });
}

/** A call that throws at once is one that rejects. */
async function start<T>(operation: () => Promise<T>): Promise<T> {
  return operation();
}
