/** What a test keeps from going on until it lets it go: how late a fixed time is hangs on the machine. */
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { EmulatedRadio } from './peripheral.ts';

export interface Hold {
  /** Resolves when it is let go. */
  readonly over: Promise<void>;
  letGo(): void;
}

export function hold(): Hold {
  let letGo!: () => void;
  const over = new Promise<void>((resolve) => (letGo = resolve));
  return { over, letGo };
}

/** The radio keeps every operation of this kind under way, and performs it when it is let go. */
export function holdOperation(emulatedRadio: EmulatedRadio, held: LinkOperation): Hold {
  const { over, letGo } = hold();
  emulatedRadio.onOperation = (_address, operation) => (operation === held ? over : undefined);
  return {
    over,
    letGo() {
      emulatedRadio.onOperation = null;
      letGo();
    },
  };
}
