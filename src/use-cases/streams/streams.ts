/**
 * Streams: read, create paused, change, pause, resume, replace, delete. Each step ends by reading back the backend's
 * state (interface.md 3, 4.1).
 */
import { signal, type Signal, type ReadonlySignal } from '@preact/signals-core';
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
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

export interface Streams {
  state(type: StreamType): ReadonlySignal<StreamState>;
  read(type: StreamType): Promise<void>;
  /** PUT with `enabled: false`: a new stream is paused until it is resumed. */
  create(type: StreamType, draft: StreamDraft, secrets: TypedSecrets): Promise<StreamOutcome>;
  /** PATCH with the differences from `before`, the configuration that the person saw; then reads back. */
  change(type: StreamType, before: StreamConfig, draft: StreamDraft, secrets: TypedSecrets): Promise<StreamOutcome>;
  /**
   * PUT of the whole configuration with `enabled` unchanged: after a dropped field, or for another kind of destination.
   */
  replace(type: StreamType, draft: StreamDraft, secrets: TypedSecrets): Promise<StreamOutcome>;
  /** PATCH with `enabled` alone. */
  setEnabled(type: StreamType, enabled: boolean): Promise<StreamOutcome>;
  remove(type: StreamType): Promise<StreamOutcome>;
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

/** Failures after which it is unknown whether the request was applied. */
const UNANSWERED: ReadonlySet<BackendFailure['kind']> = new Set([
  'offline',
  'timeout',
  'portal',
  'server',
  'unreadable',
  'cancelled',
]);

export function createStreams({ practiceTail, ...parts }: StreamsParts): Streams {
  const { backend } = parts;
  const { states, turns, readBack, enqueue, notDone } = createStreamReads(parts);

  async function putWhole(
    type: StreamType,
    draft: StreamDraft,
    secrets: TypedSecrets,
    enabled: boolean,
  ): Promise<StreamOutcome> {
    const put = await backend.putStream(type, putBody(draft, secrets, enabled));
    if (!put.ok) return notDone(type, put.failure);
    const after = await readBack(type);
    if (!after.ok) return { kind: 'doneUnread', failure: after.failure };
    if (after.value === null) return { kind: 'notTaken' };
    const fields = missing({ kind: draft.kind, fields: draft.fields }, after.value);
    return fields.length > 0 ? { kind: 'unshown', fields } : { kind: 'done', secretsUnseen: false };
  }

  return {
    practiceTail,
    state: (type) => states[type],
    async read(type) {
      await turns[type];
      await readBack(type);
    },
    create: (type, draft, secrets) =>
      enqueue(type, 'create', async () => {
        const faults = checkDraft(draft, secrets, true);
        if (faults.length > 0) return { kind: 'faults', faults };
        // PUT would silently replace what somebody else has created.
        const now = await readBack(type);
        if (!now.ok) return { kind: 'failed', failure: now.failure };
        if (now.value !== null) return { kind: 'exists' };
        return putWhole(type, draft, secrets, false);
      }),
    change: (type, before, draft, secrets) =>
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
        const patched = await backend.patchStream(type, body);
        if (!patched.ok) return notDone(type, patched.failure);
        const after = await readBack(type);
        if (!after.ok) return { kind: 'doneUnread', failure: after.failure };
        const { dropped, ignored, isInconclusive } = compareAfterPatch(from, draft, secrets, after.value);
        if (dropped.length > 0) return { kind: 'dropped', fields: dropped };
        return ignored.length > 0 ? { kind: 'notTaken' } : { kind: 'done', secretsUnseen: isInconclusive };
      }),
    replace: (type, draft, secrets) =>
      enqueue(type, 'change', async () => {
        const faults = checkDraft(draft, secrets, true);
        if (faults.length > 0) return { kind: 'faults', faults };
        const now = await readBack(type);
        if (!now.ok) return { kind: 'failed', failure: now.failure };
        if (now.value === null) return { kind: 'gone' };
        return putWhole(type, draft, secrets, now.value.enabled === true);
      }),
    setEnabled: (type, enabled) =>
      enqueue(type, enabled ? 'resume' : 'pause', async () => {
        const before = states[type].value.config;
        const patched = await backend.patchStream(type, { enabled });
        if (!patched.ok) return notDone(type, patched.failure);
        const after = await readBack(type);
        if (!after.ok) return { kind: 'doneUnread', failure: after.failure };
        if (after.value === null) return { kind: 'gone' };
        const destination = before === null ? null : mainDestination(before);
        const fields = destination === null ? [] : missing(destination, after.value);
        if (fields.length > 0) return { kind: 'dropped', fields };
        return after.value.enabled === !enabled ? { kind: 'notTaken' } : { kind: 'done', secretsUnseen: false };
      }),
    remove: (type) =>
      enqueue(type, 'delete', async () => {
        const deleted = await backend.deleteStream(type);
        // Somebody else has deleted it, as reading shows.
        if (!deleted.ok && deleted.failure.kind !== 'notFound') return notDone(type, deleted.failure);
        const after = await readBack(type);
        if (!after.ok) return { kind: 'doneUnread', failure: after.failure };
        if (after.value !== null)
          return deleted.ok ? { kind: 'notTaken' } : { kind: 'failed', failure: deleted.failure };
        return { kind: 'done', secretsUnseen: false };
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

  /** Returns the outcome of a write that was not accepted. */
  async function notDone(type: StreamType, failure: BackendFailure): Promise<StreamOutcome> {
    if (failure.kind === 'notFound') {
      const now = await readBack(type);
      if (now.ok && now.value === null) return { kind: 'gone' };
    }
    if (!UNANSWERED.has(failure.kind)) return { kind: 'failed', failure };
    await readBack(type);
    return { kind: 'unanswered', failure };
  }

  return { states, turns, readBack, enqueue, notDone };
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
