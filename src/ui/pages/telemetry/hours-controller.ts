/** Reads the fleet's hours of a range when the range or the stored readings change. */
import { initialState, Task, TaskStatus } from '@lit/task';
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { memoizeLast } from '../../../domain/memoize.ts';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import type { TimeView } from '../../elements/chart/view.ts';
import '../../elements/basics.ts';
import { syncIcon, telemetryIcon } from '../../kit/icons.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { queryableIds } from './names.ts';
import { renderReadFailed, type ViewContext } from './view-context.ts';

/** The hours of the beacons of one room, or of all. */
interface HoursSource extends Pick<ViewContext, 'telemetry' | 'version' | 'only' | 'names' | 'known' | 'load'> {
  readonly shown: { readonly whole: TimeView };
}

export class HoursController {
  readonly #reading;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly source: () => HoursSource,
  ) {
    this.#reading = new Task(host, {
      task: ([telemetry, startMs, endMs]) => telemetry?.hours(startMs, endMs) ?? initialState,
      args: () => {
        const { telemetry, shown, version } = this.source();
        return [telemetry, shown.whole.startMs, shown.whole.endMs, version] as const;
      },
    });
  }

  /** The last result; null before the first. */
  get value(): FleetHours | null {
    return this.#partOf(this.#reading.value ?? null, this.source().only);
  }

  /**
   * What is shown while the hours are read, could not be, or are empty. Null when there is something to show. Where they
   * are empty, the button that loads the range stands here and not in the page's bar (telemetry-page-styles.ts).
   */
  renderUnread(isEmpty: boolean, empty: string): TemplateResult | null {
    this.host.toggleAttribute('data-empty', this.value !== null && isEmpty);
    const hasFailed = this.#reading.status === TaskStatus.ERROR;
    if (hasFailed) return renderReadFailed(() => this.#reading.run());
    if (this.value === null) return html`<fk-skeleton .count=${12} .label=${telemetryStrings.loading}></fk-skeleton>`;
    const { names, known, load } = this.source();
    return isEmpty
      ? html`<fk-empty .text=${empty} .icon=${telemetryIcon}>
          <fk-button slot="action" variant="primary" .icon=${syncIcon} .busy=${known.fetching !== null}
            .disabled=${queryableIds(names).length === 0} @click=${load}>${telemetryDeskStrings.fresh.checkRange}</fk-button>
        </fk-empty>`
      : null;
  }

  /** Returns the same object while nothing has changed, because a new object is drawn again. */
  readonly #partOf = memoizeLast((hours: FleetHours | null, only: ViewContext['only']): FleetHours | null =>
    hours === null || only === null
      ? hours
      : { ...hours, rows: hours.rows.filter(({ trackingId }) => only.has(trackingId.toLowerCase())) },
  );
}
