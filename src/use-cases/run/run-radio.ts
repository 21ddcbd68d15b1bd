/** The operations on the beacon of one run, with the waits between them. Stores when processing ended. */
import { decodeBase64 } from '../../domain/base64.ts';
import { compareTokenBytes } from '../../domain/packet.ts';
import { pollGapMs, saysEnded } from '../../domain/provisioning/poll-schedule.ts';
import type { Run } from '../../domain/run.ts';
import type { RunClock } from '../surroundings.ts';
import { isLinkFailure } from './bluetooth-port.ts';
import type { ProvisionTask } from './ports.ts';

/** An idle Control Point may never answer, so a resumed run polls it no longer than this, ms. */
const IDLE_POLL_MS = 3000;
/** 81F2 is read three times over two seconds before it counts as empty. */
const PAUSE_MS = 1000;

export function createRunRadio(task: ProvisionTask, clock: RunClock) {
  const { account, handle, signal } = task;
  const { profile, timing } = account.settings;
  let ended: { readonly atMs: number; readonly monotonicMs: number } | null = null;

  return {
    /** When the Control Point reported the end in this session, Unix ms. Null: it has not. */
    get endedAtMs(): number | null {
      return ended?.atMs ?? null;
    },
    connect: () => handle.connect({ signal, onAttempt: task.onAttempt, onWait: task.onWait }),
    discover: () => handle.discover(signal),
    write(run: Run): Promise<void> {
      ended = null;
      // This cannot be cancelled. A write that has started only ends by its own time limit.
      return handle.write(decodeBase64(run.packageBase64) ?? new Uint8Array());
    },
    /**
     * Resolves with null if the Control Point reported the end, else with why not. A beacon that refuses the read has not
     * reported it.
     */
    async poll(afterWrite: boolean): Promise<string | null> {
      const stop = afterWrite ? undefined : signal;
      if (afterWrite && timing.afterWriteMs > 0) await clock.sleep(timing.afterWriteMs);
      const sinceMs = clock.monotonicMs();
      const limitMs = afterWrite ? timing.pollTotalMs : Math.min(IDLE_POLL_MS, timing.pollTotalMs);
      let refusal = '';
      for (let read = 1; ; read += 1) {
        const bytes = await handle.readControlPoint(stop).catch((cause: unknown) => {
          if (isLinkFailure(cause) || !handle.connected) throw cause;
          refusal = `: ${String(cause)}`;
          return new Uint8Array();
        });
        if (saysEnded(bytes, profile.controlPointEnded)) {
          ended = { atMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
          return null;
        }
        const gapMs = pollGapMs(read, timing);
        if (clock.monotonicMs() + gapMs - sinceMs > limitMs)
          return `the Control Point did not say ended within ${limitMs} ms${refusal}`;
        if (gapMs > 0) await clock.sleep(gapMs, stop);
      }
    },
    async readToken(run: Run): Promise<'equal' | 'newer' | 'older' | 'absent'> {
      const bytes = await handle.readToken(signal);
      if (bytes === null || run.packageToken === null) return 'absent';
      const verdict = compareTokenBytes(bytes, run.packageToken);
      return verdict === 'unreadable' ? 'absent' : verdict;
    },
    /**
     * Waits until `beforeResponseMs` have passed since the end of processing. `stop` may end the wait; undefined after a
     * write.
     */
    async settle(stop: AbortSignal | undefined): Promise<void> {
      const leftMs = ended === null ? 0 : ended.monotonicMs + timing.beforeResponseMs - clock.monotonicMs();
      if (leftMs > 0) await clock.sleep(leftMs, stop);
    },
    pause: (stop: AbortSignal | undefined) => clock.sleep(PAUSE_MS, stop),
    readResponse: (onLate: (bytes: Uint8Array) => void) => handle.readResponse(onLate),
    disconnect: (): void => handle.disconnect(),
  };
}
