/** The Bluetooth operations that a run needs. The implementation in `bluetooth` rejects only with a coded error. */
import type { ChooserFilter } from '../../domain/provisioning/chooser-filter.ts';
import type { RadioFailureCode } from '../../domain/provisioning/radio-failure.ts';

export type RadioState = 'available' | 'absent' | 'off' | 'unknown';

export interface RadioPort {
  availability(): Promise<RadioState>;
  /**
   * Called when the adapter is switched on or off, if the browser reports it, and when an extension has brought Web
   * Bluetooth. Returns the function that unsubscribes.
   */
  onAvailability(listener: () => void): () => void;
}

export interface BluetoothPort extends RadioPort {
  /**
   * Calls `requestDevice` before it returns, while the gesture is still fresh. Picking the same beacon twice gives the
   * same handle.
   */
  choose(filter: ChooserFilter): Promise<RadioHandle>;
}

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** Called before each attempt, with its number from 1. */
  readonly onAttempt?: (attempt: number) => void;
  /** Called when the first attempt has to wait for an earlier link to the same device, which may still be closing. */
  readonly onWait?: () => void;
}

/** One picked beacon. Operations are queued, have a time limit, and end with the link. */
export interface RadioHandle {
  /** The advertised name. Empty if there is none. */
  readonly name: string;
  readonly connected: boolean;
  /**
   * Makes as many attempts as the settings allow. Resolves at once if the link is up and its service is discovered.
   * Gives up a late read.
   */
  connect(options?: ConnectOptions): Promise<void>;
  /** Discovers the Configuration Service and all its characteristics, once for each connection. */
  discover(signal?: AbortSignal): Promise<void>;
  /** UUIDs of the characteristics that the last discovery has found, also if one that is needed was missing. Lower case. */
  readonly found: readonly string[];
  /** One write with response, 1 to 512 bytes. */
  write(bytes: Uint8Array): Promise<void>;
  readControlPoint(signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Reads the response, which the beacon returns only once. `onLate` is called if the bytes arrive after this has
   * rejected, however late. Until then `disconnect` waits, unless `connect` is called again.
   */
  readResponse(onLate?: (bytes: Uint8Array) => void): Promise<Uint8Array>;
  /** True if a read of the response has rejected and its bytes may still arrive. */
  readonly readsLate: boolean;
  /** Calls `listener` when no late response can arrive, or at once if `readsLate` is false. */
  onLateReadOver(listener: () => void): void;
  /** Stops waiting for a late response, if one is pending, and closes its link. */
  giveUpLateRead(): void;
  /** Null if the beacon has no Token characteristic or does not permit the read. */
  readToken(signal?: AbortSignal): Promise<Uint8Array | null>;
  disconnect(): void;
  /** Called when the link ends, whichever side ended it. Returns the function that unsubscribes. */
  onDisconnect(listener: () => void): () => void;
}

/** The errors of the Bluetooth adapter, recognised by their shape. */
interface RadioFailure extends Error {
  readonly code: RadioFailureCode;
}

/** True for a failure that ends the session: the link is down or is being closed. Others leave it up. */
export function isLinkFailure(cause: unknown): boolean {
  return ['dropped', 'timedOut', 'aborted'].includes(radioFailureCode(cause));
}

export function radioFailureCode(cause: unknown): RadioFailureCode {
  return cause instanceof Error && cause.name === 'BluetoothFailure' && 'code' in cause
    ? (cause as RadioFailure).code
    : 'unknown';
}
