/**
 * Streams: read, create paused, change, pause, resume, replace, delete. Each step ends by reading back the backend's
 * state (interface.md 3, 4.1).
 */
import { signal, type Signal, type ReadonlySignal } from '@preact/signals-core';
import { handledElsewhere } from '../../domain/unawaited.ts';
import { mayHaveTakenEffect, type BackendFailure, type BackendResult } from '../../domain/backend-failure.ts';
import {
  checkDraft,
  compareAfterPatch,
  patchBody,
  putBody,
  type StreamDraft,
  type DraftFault,
  type StreamBody,
} from '../../domain/streams/draft.ts';
import type { StreamStep } from '../../domain/streams/steps.ts';
import {
  DESTINATION_FIELDS,
  mainDestination,
  type Destination,
  type ShownField,
  type StreamConfig,
  type StreamType,
  type TypedSecrets,
  type StreamReading,
} from '../../domain/streams/stream.ts';
import type { Clock } from '../surroundings.ts';
import type { Json } from '../../domain/device.ts';

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

export type Streams = ReturnType<typeof createStreams>;

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
  putStream(type: StreamType, body: StreamBody): Promise<BackendResult<null>>;
  patchStream(type: StreamType, body: StreamBody): Promise<BackendResult<null>>;
  deleteStream(type: StreamType): Promise<BackendResult<null>>;
}

interface StreamsParts {
  readonly backend: StreamBackend;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly practiceTail: PracticeTail | null;
  /** Called each time the backend has shown that there is a stream of this type, or none. */
  readonly onStreamRead: (type: StreamType, exists: boolean) => void;
}

const UNREAD: StreamState = {
  config: null,
  readAtMs: null,
  listed: 0,
  odd: [],
  wasNotFound: false,
  reading: false,
  failure: null,
  busy: null,
};

export function createStreams({ practiceTail, ...parts }: StreamsParts) {
  const { backend } = parts;
  const { states, turns, readBack, enqueue, readAfter } = createStreamReads(parts);

  async function putWhole(
    type: StreamType,
    draft: StreamDraft,
    secrets: TypedSecrets,
    enabled: boolean,
  ): Promise<StreamOutcome> {
    return readAfter(type, await backend.putStream(type, putBody(draft, secrets, enabled)), (after) => {
      if (after === null) return { kind: 'notTaken' };
      const fields = missing({ kind: draft.kind, fields: draft.fields }, after);
      return fields.length > 0 ? { kind: 'unshown', fields } : { kind: 'done', secretsUnseen: false };
    });
  }

  return {
    /** What the sandbox has pushed; null for a real account. */
    practiceTail,
    state: (type: StreamType): ReadonlySignal<StreamState> => states[type],
    async read(type: StreamType): Promise<void> {
      await turns[type];
      await readBack(type);
    },
    /** PUT with `enabled: false`: a new stream is paused until it is resumed. */
    create: (type: StreamType, draft: StreamDraft, secrets: TypedSecrets): Promise<StreamOutcome> =>
      enqueue(type, 'create', async () => {
        const faults = checkDraft(draft, secrets, true);
        if (faults.length > 0) return { kind: 'faults', faults };
        // PUT would silently replace what somebody else has created.
        const now = await readBack(type);
        if (!now.ok) return { kind: 'failed', failure: now.failure };
        return now.value === null ? putWhole(type, draft, secrets, false) : { kind: 'exists' };
      }),
    /** PATCH with the differences from `before`, the configuration that the person saw; then reads back. */
    change: (
      type: StreamType,
      before: StreamConfig,
      draft: StreamDraft,
      secrets: TypedSecrets,
    ): Promise<StreamOutcome> =>
      enqueue(type, 'change', async () => {
        const faults = checkDraft(draft, secrets, false);
        if (faults.length > 0) return { kind: 'faults', faults };
        const from = mainDestination(before);
        if (from === null || from.kind !== draft.kind) throw new Error('Another kind of destination is a replacement');
        const body = patchBody(from, draft, secrets);
        if (body === null) return { kind: 'nothingChanged' };
        const now = await readBack(type);
        if (!now.ok) return { kind: 'failed', failure: now.failure };
        if (now.value === null) return { kind: 'gone' };
        if (!isSame(now.value, before)) return { kind: 'changedMeanwhile' };
        return readAfter(type, await backend.patchStream(type, body), (after) => {
          const { dropped, ignored, isInconclusive } = compareAfterPatch(from, draft, secrets, after);
          if (dropped.length > 0) return { kind: 'dropped', fields: dropped };
          return ignored.length > 0 ? { kind: 'notTaken' } : { kind: 'done', secretsUnseen: isInconclusive };
        });
      }),
    /**
     * PUT of the whole configuration with `enabled` unchanged: after a dropped field, or for another kind of
     * destination.
     */
    replace: (type: StreamType, draft: StreamDraft, secrets: TypedSecrets): Promise<StreamOutcome> =>
      enqueue(type, 'change', async () => {
        const faults = checkDraft(draft, secrets, true);
        if (faults.length > 0) return { kind: 'faults', faults };
        const now = await readBack(type);
        if (!now.ok) return { kind: 'failed', failure: now.failure };
        return now.value === null ? { kind: 'gone' } : putWhole(type, draft, secrets, now.value.enabled === true);
      }),
    /** PATCH with `enabled` alone. */
    setEnabled: (type: StreamType, enabled: boolean): Promise<StreamOutcome> =>
      enqueue(type, enabled ? 'resume' : 'pause', async () => {
        const before = states[type].value.config;
        return readAfter(type, await backend.patchStream(type, { enabled }), (after) => {
          if (after === null) return { kind: 'gone' };
          const destination = before === null ? null : mainDestination(before);
          const fields = destination === null ? [] : missing(destination, after);
          if (fields.length > 0) return { kind: 'dropped', fields };
          return after.enabled === !enabled ? { kind: 'notTaken' } : { kind: 'done', secretsUnseen: false };
        });
      }),
    remove: (type: StreamType): Promise<StreamOutcome> =>
      enqueue(type, 'delete', async () => {
        const deleted = await backend.deleteStream(type);
        // After a 404 somebody else has deleted it, as reading shows.
        const isRead = deleted.ok || deleted.failure.kind === 'notFound';
        return readAfter(type, isRead ? { ok: true, value: null } : deleted, (after) => {
          if (after === null) return { kind: 'done', secretsUnseen: false };
          return deleted.ok ? { kind: 'notTaken' } : { kind: 'failed', failure: deleted.failure };
        });
      }),
  };
}

/** The shown state of the two streams, read again after each step; one step of a stream at a time. */
function createStreamReads({ backend, clock, onStreamRead }: Omit<StreamsParts, 'practiceTail'>) {
  const states: Readonly<Record<StreamType, Signal<StreamState>>> = {
    telemetry: signal(UNREAD),
    position: signal(UNREAD),
  };
  const turns: Record<StreamType, Promise<unknown>> = { telemetry: Promise.resolve(), position: Promise.resolve() };

  const show = (type: StreamType, part: Partial<StreamState>): void =>
    void (states[type].value = { ...states[type].value, ...part });

  /** Returns the current stream; null when there is none. A failure keeps what was shown before. */
  async function readBack(type: StreamType): Promise<BackendResult<StreamConfig | null>> {
    show(type, { reading: true });
    const answered = await backend.readStreams(type);
    const wasNotFound = !answered.ok && answered.failure.kind === 'notFound';
    if (!answered.ok && !wasNotFound) {
      show(type, { reading: false, failure: answered.failure });
      return answered;
    }
    const { config, listed, odd } = answered.ok ? answered.value : { config: null, listed: 0, odd: [] };
    show(type, {
      config,
      listed,
      odd,
      wasNotFound,
      reading: false,
      failure: null,
      readAtMs: clock.nowMs(),
    });
    onStreamRead(type, config !== null);
    return { ok: true, value: config };
  }

  /** Runs the steps of a stream one at a time, in the order of the requests. */
  function enqueue(type: StreamType, step: StreamStep, work: () => Promise<StreamOutcome>): Promise<StreamOutcome> {
    const result = turns[type].then(async () => {
      show(type, { busy: step });
      try {
        return await work();
      } finally {
        show(type, { busy: null });
      }
    });
    turns[type] = handledElsewhere(result);
    return result;
  }

  /** Returns the outcome of a write, from what the backend shows after it. */
  async function readAfter(
    type: StreamType,
    sent: BackendResult<null>,
    outcomeOf: (after: StreamConfig | null) => StreamOutcome,
  ): Promise<StreamOutcome> {
    if (!sent.ok && sent.failure.kind !== 'notFound' && !mayHaveTakenEffect(sent.failure))
      return { kind: 'failed', failure: sent.failure };
    const after = await readBack(type);
    if (sent.ok) return after.ok ? outcomeOf(after.value) : { kind: 'doneUnread', failure: after.failure };
    if (sent.failure.kind !== 'notFound') return { kind: 'unanswered', failure: sent.failure };
    return after.ok && after.value === null ? { kind: 'gone' } : { kind: 'failed', failure: sent.failure };
  }

  return { states, turns, readBack, enqueue, readAfter };
}

/** Returns the fields with a value that the configuration no longer contains. */
function missing(wanted: Destination, config: StreamConfig): ShownField[] {
  const now = config.destinations.find(({ kind }) => kind === wanted.kind);
  return DESTINATION_FIELDS[wanted.kind].shown.filter(
    (field) => (wanted.fields[field] ?? '').trim() !== '' && now?.fields[field] === undefined,
  );
}

/** True when both send to the same place, paused or not. */
function isSame(one: StreamConfig, other: StreamConfig): boolean {
  const place = ({ destinations }: StreamConfig): string =>
    JSON.stringify(
      destinations.map(({ kind, fields }) => [
        kind,
        DESTINATION_FIELDS[kind].shown.map((field) => fields[field] ?? ''),
      ]),
    );
  return place(one) === place(other);
}
