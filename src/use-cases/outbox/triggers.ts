/**
 * Triggers of the sender: start, becoming visible, `online`, a new row, the time, a key, the button (product.md
 * "Receipts").
 */
import type { Haste } from '../../domain/delivery/queue.ts';
import type { DrainReport } from './drainer.ts';
import type { Clock } from '../surroundings.ts';

/** `remote`: another window or the worker has changed the queue · `key`: a key was entered. */
export type Trigger = keyof typeof HASTE;

/** Events from outside (document, window, worker), which the composition root converts to triggers. */
export interface TriggerSource {
  subscribe(listener: (trigger: Trigger) => void): () => void;
}

export type Triggers = ReturnType<typeof startTriggers>;

interface TriggerParts {
  readonly drain: (haste: Haste, signal: AbortSignal) => Promise<DrainReport>;
  readonly clock: Clock;
  readonly sources: readonly TriggerSource[];
  readonly onSending: (sending: boolean) => void;
  /** Called when a drain has used storage and the lock without a failure. */
  readonly onDrained: () => void;
  /** Called when storage or the lock failed; the drain is tried again after RETRY_MS. */
  readonly onFailed: (error: unknown) => void;
}

const RETRY_MS = 30_000;

const HASTE = {
  start: 'transport',
  visible: 'transport',
  online: 'transport',
  enqueued: 'transport',
  key: 'transport',
  button: 'all',
  due: 'none',
  remote: 'none',
} as const satisfies Readonly<Record<string, Haste>>;
const RANK: readonly Haste[] = ['none', 'transport', 'all'];

export function startTriggers(parts: TriggerParts) {
  const stopped = new AbortController();
  let requestedHaste: Haste | null = null;
  let running: Promise<boolean> | null = null;
  let alarm: AbortController | null = null;

  function kick(trigger: Trigger): Promise<boolean> {
    if (stopped.signal.aborted) return Promise.resolve(true);
    const haste: Haste = HASTE[trigger];
    if (requestedHaste === null || RANK.indexOf(haste) > RANK.indexOf(requestedHaste)) requestedHaste = haste;
    running ??= run().then((worked) => {
      running = null;
      // Requested between the last round and this one.
      return requestedHaste === null ? worked : kick('due');
    });
    return running;
  }

  async function run(): Promise<boolean> {
    alarm?.abort();
    alarm = null;
    parts.onSending(true);
    let wakeAtMs: number | null = null;
    let worked = true;
    try {
      while (requestedHaste !== null && !stopped.signal.aborted) {
        const haste: Haste = requestedHaste;
        requestedHaste = null;
        const report = await parts.drain(haste, stopped.signal);
        wakeAtMs = report.wakeAtMs;
        // Without a key nothing was read.
        if (report.stop !== 'noKey' && report.stop !== 'stopped') parts.onDrained();
      }
    } catch (error) {
      worked = stopped.signal.aborted;
      if (!worked) parts.onFailed(error);
      wakeAtMs = parts.clock.nowMs() + RETRY_MS;
    }
    parts.onSending(false);
    if (wakeAtMs !== null && !stopped.signal.aborted) setAlarm(wakeAtMs);
    return worked;
  }

  function setAlarm(atMs: number): void {
    const mine = new AbortController();
    alarm = mine;
    // Wake at least once a minute, because a device that slept or a clock that was set would delay the timer.
    const ms = Math.min(Math.max(0, atMs - parts.clock.nowMs()), 60_000);
    parts.clock.sleep(ms, mine.signal).then(
      () => {
        if (alarm === mine) void kick('due');
      },
      () => {},
    );
  }

  const leave = parts.sources.map((source) => source.subscribe((trigger) => void kick(trigger)));
  return {
    /**
     * Drains, or adds a round to the running drain. Resolves when that has ended, with false if storage or the lock
     * failed. Never rejects.
     */
    kick,
    stop() {
      stopped.abort(new DOMException('The outbox was closed', 'AbortError'));
      alarm?.abort();
      for (const unsubscribe of leave) unsubscribe();
    },
  };
}
