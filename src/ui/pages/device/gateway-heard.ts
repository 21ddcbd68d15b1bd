/** The beacons whose last telemetry on this phone came through a gateway. */
import { consume } from '@lit/context';
import { Task } from '@lit/task';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import {
  isHeardUnchecked,
  learnedTrackingIds,
  trackingIdOf,
  type BeaconState,
} from '../../../domain/telemetry/fleet.ts';
import { correctedNow } from '../../../domain/telemetry/now.ts';
import { shownName } from '../../../domain/virtual-edit.ts';
import type { Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { devicePath } from '../../shell/router.ts';
import { accountContext, type AccountServices } from '../../shell/services.ts';
import { devicePageStrings as text } from '../../strings/device-page.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';

@customElement('fk-gateway-heard')
class FkGatewayHeard extends WatchingElement {
  @consume({ context: accountContext, subscribe: true })
  private readonly services!: AccountServices;
  @property() uniqueId = '';
  private readonly opening = new Task(this, { task: () => this.services.telemetry(), args: () => [] });
  private readonly list = new ListController(this, { portion: 10, more: 50 });
  private readonly clock = new ClockController(this);

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
      }
      .beacon {
        gap: 0 var(--space-3);
        padding-block: var(--space-2);
        border-bottom: var(--stroke) solid var(--color-line);
      }
      .link {
        align-content: center;
        min-height: var(--target);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uniqueId')) this.list.restart();
  }

  private get telemetry(): Telemetry | null {
    return this.opening.value ?? null;
  }

  protected override render(): TemplateResult {
    if (this.telemetry?.state.value === undefined)
      return html`<fk-skeleton .count=${5} .label=${telemetryStrings.loading}></fk-skeleton>`;
    const beacons = this.receivedNow();
    return html`<p class="soft">${beacons.length === 0 ? text.heardNone : text.heardLast(beacons.length)}</p>
      ${
        beacons.length === 0
          ? nothing
          : this.list.portions(
              beacons,
              (portion) => html`<ul role="list">
                ${portion.map(
                  ({ trackingId, uniqueId, name, atMs, isUnchecked }) => html`<li class="beacon spread anywhere">
                    <span>${uniqueId === null ? html`<bdi class="mono">${trackingId}</bdi>` : html`<a href=${devicePath(uniqueId)}><bdi>${name ?? uniqueId}</bdi></a>`}</span>
                    <span class="soft"><fk-age .at=${atMs} .now=${correctedNow(this.telemetry!.state.value.clock, this.clock.nowMs).ms}></fk-age>${isUnchecked ? html` · ${telemetryStrings.clockUnchecked}` : nothing}</span>
                  </li>`,
                )}
              </ul>`,
            )
      }
      <a class="link strong" href="/telemetry">${text.heardMore}</a>`;
  }

  private receivedNow(): HeardBeacon[] {
    const telemetry = this.telemetry?.state.value;
    if (telemetry === undefined) return [];
    const own = telemetry.beacons.filter(({ lastSourceId }) => lastSourceId === this.uniqueId);
    if (own.length === 0) return [];
    const learned = learnedTrackingIds(telemetry.beacons);
    const named = new Map<string, { readonly uniqueId: string; readonly name: string | null }>();
    const { edits } = this.services.outbox.state.value;
    const wanted = new Set(own.map(({ trackingId }) => trackingId.toLowerCase()));
    for (const device of this.services.devices.list.value.devices ?? []) {
      const trackingId = trackingIdOf(device, learned, telemetry.typed)?.trackingId.toLowerCase();
      if (trackingId !== undefined && wanted.has(trackingId))
        named.set(trackingId, {
          uniqueId: device.uniqueId,
          name: shownName(device, edits.find(({ uniqueId }) => uniqueId === device.uniqueId) ?? null),
        });
    }
    return own
      .toSorted((one, other) => (other.lastHeardMs ?? 0) - (one.lastHeardMs ?? 0))
      .map((beacon) => heardBeacon(beacon, named.get(beacon.trackingId.toLowerCase())));
  }
}

interface HeardBeacon {
  readonly trackingId: string;
  readonly uniqueId: string | null;
  readonly name: string | null;
  readonly atMs: number | null;
  readonly isUnchecked: boolean;
}

function heardBeacon(
  beacon: BeaconState,
  device: { readonly uniqueId: string; readonly name: string | null } | undefined,
): HeardBeacon {
  const { trackingId, uniqueId, lastHeardMs } = beacon;
  return {
    trackingId,
    uniqueId: device?.uniqueId ?? uniqueId,
    name: device?.name ?? null,
    atMs: lastHeardMs,
    isUnchecked: isHeardUnchecked(beacon),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-gateway-heard': FkGatewayHeard;
  }
}
