/** Reads the fleet's hours of a range when the range or the stored readings change. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { haveSameItems } from '../../../domain/memoize.ts';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import type { Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import type { TimeView } from '../../elements/chart/view.ts';

interface HoursSource {
  readonly telemetry: Telemetry | null;
  readonly whole: TimeView;
  /** A new value means that stored readings have changed. */
  readonly version: unknown;
  /** Tracking ids, lower case: the beacons of which the hours are wanted; null or absent for all. */
  readonly only?: ReadonlySet<string> | null;
}

export class HoursController implements ReactiveController {
  #of: readonly unknown[] = [];
  #hours: FleetHours | null = null;
  #shown: { readonly of: readonly unknown[]; readonly hours: FleetHours } | null = null;
  #failed = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly source: () => HoursSource,
  ) {
    host.addController(this);
  }

  /** The last result; null before the first. */
  get value(): FleetHours | null {
    const hours = this.#hours;
    const only = this.source().only ?? null;
    if (hours === null || only === null) return hours;
    // Returns the same object while nothing has changed, because a new object is drawn again.
    const of = [hours, only];
    if (this.#shown === null || this.#shown.of.some((one, index) => one !== of[index])) {
      const rows = hours.rows.filter(({ trackingId }) => only.has(trackingId.toLowerCase()));
      this.#shown = { of, hours: { ...hours, rows } };
    }
    return this.#shown.hours;
  }

  get failed(): boolean {
    return this.#failed;
  }

  hostUpdate(): void {
    const { telemetry, whole, version } = this.source();
    const of = [telemetry, whole.startMs, whole.endMs, version];
    if (telemetry === null || haveSameItems(of, this.#of)) return;
    this.#of = of;
    void this.#read(of, telemetry, whole);
  }

  again(): void {
    this.#of = [];
    this.host.requestUpdate();
  }

  async #read(of: readonly unknown[], telemetry: Telemetry, { startMs, endMs }: TimeView): Promise<void> {
    try {
      const hours = await telemetry.hours(startMs, endMs);
      if (of !== this.#of) return;
      this.#hours = hours;
      this.#failed = false;
    } catch {
      if (of === this.#of) this.#failed = true;
    }
    this.host.requestUpdate();
  }
}
