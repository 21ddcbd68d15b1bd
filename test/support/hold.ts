/** Holds something back until the test releases it; a fixed delay would depend on the machine. */
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { EmulatedRadio } from './peripheral.ts';

export interface Hold {
  /** Resolves when it is released. */
  readonly over: Promise<void>;
  letGo(): void;
}

export function hold(): Hold {
  let letGo!: () => void;
  const over = new Promise<void>((resolve) => (letGo = resolve));
  return { over, letGo };
}

/** The radio delays every operation of this kind until it is released. */
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
