/**
 * Counts the fleet in slices without blocking the screen, again after each change, and keeps the last figures until it
 * is done.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import { haveSameItems } from '../../../domain/memoize.ts';
import { startFleetCount, type FleetContext, type FleetFigures } from '../../../domain/overview/fleet-count.ts';

/** Devices counted between two checks of the clock. */
const PIECE = 500;
/** Longest time that a slice blocks the screen, ms. */
const TURN_MS = 8;

interface FleetSources {
  readonly devices: readonly CachedDevice[];
  /** The inputs of the context: if one of them changes, the fleet is counted again. */
  readonly of: readonly unknown[];
  readonly context: () => FleetContext;
}

export class FleetFiguresController implements ReactiveController {
  #sources: FleetSources | null = null;
  #figures: FleetFigures | null = null;
  #counted = 0;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** Null before the first count is complete. */
  get value(): FleetFigures | null {
    return this.#figures;
  }

  /** Devices counted so far in the present count. */
  get counted(): number {
    return this.#counted;
  }

  /** Call before each rendering. Unchanged sources start nothing. */
  follow(sources: FleetSources): void {
    const before = this.#sources;
    if (before?.devices === sources.devices && haveSameItems(before.of, sources.of)) return;
    this.#sources = sources;
    const count = startFleetCount(sources.devices, sources.context());
    const go = (): boolean => {
      const untilMs = performance.now() + TURN_MS;
      let isAll = count.go(PIECE);
      while (!isAll && performance.now() < untilMs) isAll = count.go(PIECE);
      return isAll;
    };
    // A small fleet is counted at once, so that old figures do not flash.
    if (go()) {
      this.#figures = count.figures();
      return;
    }
    const goOn = (): void => {
      if (this.#sources !== sources) return;
      if (go()) {
        this.#figures = count.figures();
        this.#counted = 0;
      } else {
        this.#counted = count.figures().devices;
        setTimeout(goOn);
      }
      if (this.#figures === null || this.#counted === 0) this.host.requestUpdate();
    };
    setTimeout(goOn);
  }

  hostDisconnected(): void {
    // Counts again when the page is opened again.
    this.#sources = null;
  }
}
