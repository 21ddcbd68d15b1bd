/** Reads the fleet's hours of a range when the range or the stored readings change. */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { haveSameItems } from '../../../domain/memoize.ts';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import '../../elements/basics.ts';
import { telemetryIcon } from '../../kit/icons.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import type { ViewContext } from './view-context.ts';

/** The hours of the beacons of one room, or of all. */
interface HoursSource extends Pick<ViewContext, 'telemetry' | 'version' | 'only'> {
  readonly shown: { readonly whole: TimeView };
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
    const { only } = this.source();
    if (hours === null || only === null) return hours;
    // Returns the same object while nothing has changed, because a new object is drawn again.
    const of = [hours, only];
    if (this.#shown === null || this.#shown.of.some((one, index) => one !== of[index])) {
      const rows = hours.rows.filter(({ trackingId }) => only.has(trackingId.toLowerCase()));
      this.#shown = { of, hours: { ...hours, rows } };
    }
    return this.#shown.hours;
  }

  hostUpdate(): void {
    const { telemetry, shown, version } = this.source();
    const { whole } = shown;
    const of = [telemetry, whole.startMs, whole.endMs, version];
    if (telemetry === null || haveSameItems(of, this.#of)) return;
    this.#of = of;
    void this.#read(of, telemetry, whole);
  }

  /** What is shown while the hours are read, could not be, or are empty. Null when there is something to show. */
  renderUnread(isEmpty: boolean, empty: string): TemplateResult | null {
    if (this.#failed)
      return html`<fk-notice tone="stop" .text=${telemetryStrings.readFailed}>
        <fk-button slot="action" @click=${this.#again}>${telemetryStrings.codeFailed.again}</fk-button>
      </fk-notice>`;
    // As tall as a screen: what is below would move out of sight when the rows come.
    if (this.value === null) return html`<fk-skeleton .count=${12} .label=${telemetryStrings.loading}></fk-skeleton>`;
    return isEmpty ? html`<fk-empty .text=${empty} .icon=${telemetryIcon}></fk-empty>` : null;
  }

  readonly #again = (): void => {
    this.#of = [];
    this.host.requestUpdate();
  };

  async #read(
    of: readonly unknown[],
    telemetry: NonNullable<HoursSource['telemetry']>,
    { startMs, endMs }: TimeView,
  ): Promise<void> {
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
