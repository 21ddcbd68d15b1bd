/** Shows a value that changes in the middle of work: what can wait is told a little later, so that drawing does not stand between two steps. */
import type { Live } from '../../domain/live.ts';

/** Longer than a step on the disk, shorter than one over the radio, where there is time to draw. */
const LATER_MS = 5;

/** `canWait` compares what was told last with what is now; several changes that wait are told as one. */
export function paced<T>(source: Live<T>, canWait: (told: T, now: T) => boolean): Live<T> {
  return {
    get value() {
      return source.value;
    },
    subscribe(listener) {
      let told = source.value;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tell = (): void => {
        clearTimeout(timer);
        timer = undefined;
        told = source.value;
        listener();
      };
      const stop = source.subscribe(() => {
        if (!canWait(told, source.value)) tell();
        else timer ??= setTimeout(tell, LATER_MS);
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
