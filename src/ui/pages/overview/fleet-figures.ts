/** Counts the fleet in pieces while the screen stays free, again whenever what is counted has changed, and keeps the last figures until then. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import { haveSameItems } from '../../../domain/memoize.ts';
import { startFleetCount, type FleetContext, type FleetFigures } from '../../../domain/overview/fleet-count.ts';

/** Devices counted between two looks at the clock. */
const PIECE = 500;
/** The screen waits no longer than this at a time. */
const TURN_MS = 8;

interface FleetSources {
  readonly devices: readonly CachedDevice[];
  /** Anything that the context is made of: another of these, another count. */
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

  /** Null before the first count has come to its end. */
  get value(): FleetFigures | null {
    return this.#figures;
  }

  /** Devices counted so far, of a count under way. */
  get counted(): number {
    return this.#counted;
  }

  /** Call before each drawing: the same sources begin nothing. */
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
    // A small fleet is there at once, without a flash of what was before.
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
    // Whoever comes back counts anew.
    this.#sources = null;
  }
}
