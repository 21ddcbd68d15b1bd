/** What the run needs of Bluetooth; the bluetooth room is typed by it and rejects with a coded error only. */
import type { ChooserFilter } from '../../domain/provisioning/chooser-filter.ts';
import type { RadioFailureCode } from '../../domain/provisioning/radio-failure.ts';

export type RadioState = 'available' | 'absent' | 'off' | 'unknown';

export interface RadioPort {
  availability(): Promise<RadioState>;
  /** Called when the adapter was switched on or off, where the browser tells; returns the way to stop. */
  onAvailability(listener: () => void): () => void;
}

export interface BluetoothPort extends RadioPort {
  /**
   * Opens the chooser at once: `requestDevice` is called before this returns, so that the gesture is still fresh.
   * The same beacon picked twice gives the same handle.
   */
  choose(filter: ChooserFilter): Promise<RadioHandle>;
}

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** Called before each attempt, from 1. */
  readonly onAttempt?: (attempt: number) => void;
  /** Called when connecting first has to wait for an earlier link to the same device that may still be closing. */
  readonly onWait?: () => void;
}

/** One picked beacon. Every operation is queued, limited in time and ends with the link. */
export interface RadioHandle {
  /** What the beacon advertises; '' where it has no name. */
  readonly name: string;
  readonly connected: boolean;
  /** Tries as often as the settings say; resolves at once where the link stands. */
  connect(options?: ConnectOptions): Promise<void>;
  /** The Configuration Service and all its characteristics, once a connection. */
  discover(signal?: AbortSignal): Promise<void>;
  /** One write with response, 1 to 512 bytes. */
  write(bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  readControlPoint(signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Takes the response away from the beacon: it can be read once. `onLate` is called when its bytes come after this has
   * rejected, however late: until then `disconnect` waits, unless `connect` is called anew.
   */
  readResponse(onLate?: (bytes: Uint8Array) => void): Promise<Uint8Array>;
  /** A read of the response has rejected and may still bring its bytes. */
  readonly readsLate: boolean;
  /** Calls when it may not any more; at once where it does not. */
  onLateReadOver(listener: () => void): void;
  /** Lets the link of such a read go: a person goes on with this beacon. */
  giveUpLateRead(): void;
  /** Null where the beacon has no Token characteristic or does not let it be read. */
  readToken(signal?: AbortSignal): Promise<Uint8Array | null>;
  disconnect(): void;
  /** Called when the link falls, by whichever side; returns the way to stop. */
  onDisconnect(listener: () => void): () => void;
}

/** What the adapter rejects with, recognised by shape. */
interface RadioFailure extends Error {
  readonly code: RadioFailureCode;
}

export function radioFailureCode(cause: unknown): RadioFailureCode {
  return cause instanceof Error && cause.name === 'BluetoothFailure' && 'code' in cause
    ? (cause as RadioFailure).code
    : 'unknown';
}
