/** Streams as they are offered to the screens (interface.md 2.1, 3, 4.1). */
import type { ReadonlySignal } from '@preact/signals-core';
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import type { Json } from '../../domain/device.ts';
import type { DraftFault, StreamBody, StreamDraft } from '../../domain/streams/draft.ts';
import type { StreamStep } from '../../domain/streams/steps.ts';
import type { ShownField, StreamConfig, StreamReading, StreamType, TypedSecrets } from '../../domain/streams/stream.ts';

/** Kept in memory only: a stream is read from the backend each time, and never with its secrets. */
export interface StreamState {
  /** What the backend last showed; null when it has none, or when it has not been read. */
  readonly config: StreamConfig | null;
  readonly readAtMs: number | null;
  /** Number of streams of the type in the backend's list. */
  readonly listed: number;
  readonly odd: readonly string[];
  /** The backend answered 404: there is none, or this key has no access. */
  readonly wasNotFound: boolean;
  readonly reading: boolean;
  /** Why the last read failed; `config` is then the earlier one. */
  readonly failure: BackendFailure | null;
  readonly busy: StreamStep | null;
}

export type StreamOutcome =
  /** `secretsUnseen`: nothing shows whether the backend kept the secrets that were not typed again. */
  | { readonly kind: 'done'; readonly secretsUnseen: boolean }
  /** The backend accepted it; reading it back failed. */
  | { readonly kind: 'doneUnread'; readonly failure: BackendFailure }
  /** The backend accepted the change and no longer shows these fields; usually it has dropped the secrets too. */
  | { readonly kind: 'dropped'; readonly fields: readonly ShownField[] }
  /** The backend accepted everything but does not show these fields. */
  | { readonly kind: 'unshown'; readonly fields: readonly ShownField[] }
  /** The backend accepted the change, but shows the stream unchanged. */
  | { readonly kind: 'notTaken' }
  /** No answer: the change may have been applied or not. The stream was read again if possible. */
  | { readonly kind: 'unanswered'; readonly failure: BackendFailure }
  /** Nothing was changed. */
  | { readonly kind: 'failed'; readonly failure: BackendFailure }
  | { readonly kind: 'faults'; readonly faults: readonly DraftFault[] }
  | { readonly kind: 'nothingChanged' }
  /** Somebody else has created, changed or deleted it in the meantime: nothing was sent. */
  | { readonly kind: 'exists' }
  | { readonly kind: 'changedMeanwhile' }
  | { readonly kind: 'gone' };

export interface Streams {
  state(type: StreamType): ReadonlySignal<StreamState>;
  read(type: StreamType, options?: { signal?: AbortSignal }): Promise<void>;
  /** PUT with `enabled: false`: a new stream is paused until it is resumed. */
  create(
    type: StreamType,
    draft: StreamDraft,
    secrets: TypedSecrets,
    options?: { signal?: AbortSignal },
  ): Promise<StreamOutcome>;
  /** PATCH with the differences from `before`, the configuration that the person saw; then reads back. */
  change(
    type: StreamType,
    before: StreamConfig,
    draft: StreamDraft,
    secrets: TypedSecrets,
    options?: { signal?: AbortSignal },
  ): Promise<StreamOutcome>;
  /**
   * PUT of the whole configuration with `enabled` unchanged: after a dropped field, or for another kind of destination.
   */
  replace(
    type: StreamType,
    draft: StreamDraft,
    secrets: TypedSecrets,
    options?: { signal?: AbortSignal },
  ): Promise<StreamOutcome>;
  /** PATCH with `enabled` alone. */
  setEnabled(type: StreamType, enabled: boolean, options?: { signal?: AbortSignal }): Promise<StreamOutcome>;
  remove(type: StreamType, options?: { signal?: AbortSignal }): Promise<StreamOutcome>;
  /** What the sandbox has pushed; null for a real account. */
  readonly practiceTail: PracticeTail | null;
}

/** A record that the sandbox has pushed to a stream's destination. */
export interface TailRecord {
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly partitionKey: string;
  readonly payload: Readonly<Record<string, Json>>;
}

/** The sandbox's state of a stream; `reason` when it fails. */
export interface TailReading {
  readonly state: 'none' | 'paused' | 'pushing' | 'failing';
  readonly reason: string | null;
  /** Oldest first. */
  readonly records: readonly TailRecord[];
}

export interface PracticeTail {
  /** Returns what was pushed after the sequence number, oldest first; null while the sandbox is not available. */
  read(type: StreamType, after: number, signal?: AbortSignal): Promise<TailReading | null>;
}

/** The backend's stream requests. None rejects. */
export interface StreamBackend {
  /** Fails with `notFound` when the backend answers 404 because it has no stream of this type. */
  readStreams(type: StreamType, signal?: AbortSignal): Promise<BackendResult<StreamReading>>;
  putStream(type: StreamType, body: StreamBody, signal?: AbortSignal): Promise<BackendResult<null>>;
  patchStream(type: StreamType, body: StreamBody, signal?: AbortSignal): Promise<BackendResult<null>>;
  deleteStream(type: StreamType, signal?: AbortSignal): Promise<BackendResult<null>>;
}
