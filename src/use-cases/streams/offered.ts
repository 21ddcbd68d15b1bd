/** What this room offers to the screens about streams (interface.md 2.1, 3, 4.1). */
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import type { Json } from '../../domain/device.ts';
import type { Live } from '../../domain/live.ts';
import type { DraftFault, StreamBody, StreamDraft } from '../../domain/streams/draft.ts';
import type { StreamStep } from '../../domain/streams/steps.ts';
import type { ShownField, StreamConfig, StreamReading, StreamType, TypedSecrets } from '../../domain/streams/stream.ts';

/** Kept in memory only: a stream is read from the backend each time, and never a secret with it. */
export interface StreamState {
  /** What the backend last showed; null when it has none, or when it has not been read. */
  readonly config: StreamConfig | null;
  readonly readAtMs: number | null;
  /** How many streams of the type it listed. */
  readonly listed: number;
  readonly odd: readonly string[];
  /** It said by 404 that there is none, which is also what a key without access is told. */
  readonly saidNotFound: boolean;
  readonly reading: boolean;
  /** Why the last reading failed; `config` is then from before. */
  readonly failure: BackendFailure | null;
  readonly busy: StreamStep | null;
}

export type StreamOutcome =
  /** `secretsUnseen`: nothing shows whether the backend kept the secrets that were not typed again. */
  | { readonly kind: 'done'; readonly secretsUnseen: boolean }
  /** The backend took it; reading it back failed. */
  | { readonly kind: 'doneUnread'; readonly failure: BackendFailure }
  /** The backend took the change and no longer shows these fields, which it showed before: as a rule it has dropped the secrets too. */
  | { readonly kind: 'dropped'; readonly fields: readonly ShownField[] }
  /** The backend took all of it and does not show these fields of it. */
  | { readonly kind: 'unshown'; readonly fields: readonly ShownField[] }
  /** The backend said yes, but shows the stream as it was. */
  | { readonly kind: 'notTaken' }
  /** No answer came: it may have been carried out or not. The stream was read again where that was possible. */
  | { readonly kind: 'unanswered'; readonly failure: BackendFailure }
  /** Nothing was changed. */
  | { readonly kind: 'failed'; readonly failure: BackendFailure }
  | { readonly kind: 'faults'; readonly faults: readonly DraftFault[] }
  | { readonly kind: 'nothingChanged' }
  /** Somebody else has made, changed or deleted it meanwhile: nothing was sent. */
  | { readonly kind: 'exists' }
  | { readonly kind: 'changedMeanwhile' }
  | { readonly kind: 'gone' };

export interface Streams {
  state(type: StreamType): Live<StreamState>;
  read(type: StreamType, options?: { signal?: AbortSignal }): Promise<void>;
  /** PUT with `enabled: false`: a new stream is resumed on purpose. */
  create(
    type: StreamType,
    draft: StreamDraft,
    secrets: TypedSecrets,
    options?: { signal?: AbortSignal },
  ): Promise<StreamOutcome>;
  /** PATCH with what differs from `before`, the configuration the person saw; then reads back. */
  change(
    type: StreamType,
    before: StreamConfig,
    draft: StreamDraft,
    secrets: TypedSecrets,
    options?: { signal?: AbortSignal },
  ): Promise<StreamOutcome>;
  /** PUT of the whole configuration with `enabled` as it is: after a dropped field, or for another kind of destination. */
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

/** What the sandbox says of a stream; `reason` where it fails. */
export interface TailReading {
  readonly state: 'none' | 'paused' | 'pushing' | 'failing';
  readonly reason: string | null;
  /** Oldest first. */
  readonly records: readonly TailRecord[];
}

export interface PracticeTail {
  /** What was pushed after the sequence number, oldest first; null while the sandbox cannot be asked. */
  read(type: StreamType, after: number, signal?: AbortSignal): Promise<TailReading | null>;
}

/** What is needed from the backend's side; no call rejects. */
export interface StreamBackend {
  /** Failure `notFound` where the backend has no stream of this type and says so by 404. */
  readStreams(type: StreamType, signal?: AbortSignal): Promise<BackendResult<StreamReading>>;
  putStream(type: StreamType, body: StreamBody, signal?: AbortSignal): Promise<BackendResult<null>>;
  patchStream(type: StreamType, body: StreamBody, signal?: AbortSignal): Promise<BackendResult<null>>;
  deleteStream(type: StreamType, signal?: AbortSignal): Promise<BackendResult<null>>;
}
