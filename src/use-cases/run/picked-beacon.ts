/** Waits for the result of the browser's chooser: the picked beacon, or why there is none. */
import { runFailureAt } from '../../domain/provisioning/radio-failure.ts';
import type { RunFailureCode } from '../../domain/run.ts';
import { radioFailureCode, type RadioHandle } from './bluetooth-port.ts';

export async function pick(
  chosen: Promise<RadioHandle>,
  signal: AbortSignal,
): Promise<{ handle: RadioHandle } | { code: RunFailureCode; detail: string }> {
  try {
    return { handle: await chosenUnlessAborted(chosen, signal) };
  } catch (cause) {
    const code = signal.aborted ? 'aborted' : radioFailureCode(cause);
    return {
      code: runFailureAt('ready', code, { untouched: true, isKnownBeacon: false }),
      detail: cause instanceof Error ? cause.message : '',
    };
  }
}

/** A page cannot close the chooser. After a cancel its late result is ignored, and this rejects with the signal's reason. */
export async function chosenUnlessAborted(chosen: Promise<RadioHandle>, signal: AbortSignal): Promise<RadioHandle> {
  let cancel: () => void = () => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(signal.reason as Error);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel);
  });
  try {
    return await Promise.race([chosen, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
