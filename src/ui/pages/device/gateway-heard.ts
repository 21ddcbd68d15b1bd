/** The beacons whose last telemetry on this phone came through a gateway. */
import { Task } from '@lit/task';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CachedDevice } from '../../../domain/device.ts';
import { beaconByDevice, isHeardUnchecked, type BeaconState } from '../../../domain/telemetry/fleet.ts';
import { correctedNow } from '../../../domain/telemetry/now.ts';
import { shownName } from '../../../domain/virtual-edit.ts';
import type { TelemetryState } from '../../../use-cases/telemetry/telemetry.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { devicePath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { devicePageStrings as text } from '../../strings/device-page.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { lineStyles } from './device-styles.ts';

@customElement('fk-gateway-heard')
class FkGatewayHeard extends AccountElement {
  @property() uniqueId = '';
  private readonly opening = new Task(this, { task: () => this.services.telemetry(), args: () => [] });
  private readonly list = new ListController(this, { portion: 10, more: 50 });
  private readonly clock = new ClockController(this);

  static override styles = [
    shared,
    pageStyles,
    lineStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
      }
      a {
        display: inline-grid;
        align-content: center;
        min-height: var(--target);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uniqueId')) this.list.restart();
  }

  protected override render(): TemplateResult {
    const telemetry = this.opening.value?.state.value;
    if (telemetry === undefined)
      return html`<fk-skeleton .count=${5} .label=${telemetryStrings.loading}></fk-skeleton>`;
    const beacons = this.heardNow(telemetry);
    const nowMs = correctedNow(telemetry.clock, this.clock.nowMs).ms;
    return html`<p class="soft">${beacons.length === 0 ? text.heardNone : text.heardLast(beacons.length)}</p>
      ${
        beacons.length === 0
          ? nothing
          : this.list.portions(
              beacons,
              (portion) => html`<ul class="lines" role="list">
                ${portion.map(({ beacon, device }) => this.renderBeacon(beacon, device, nowMs))}
              </ul>`,
            )
      }
      <a class="strong" href="/telemetry">${text.heardMore}</a>`;
  }

  private renderBeacon(beacon: BeaconState, device: CachedDevice | undefined, nowMs: number): TemplateResult {
    const uniqueId = device?.uniqueId ?? beacon.uniqueId;
    const name = device === undefined ? null : shownName(device, this.services.beacons.of(device.uniqueId).edit);
    return html`<li class="spread anywhere">
      <span class="row">${
        uniqueId === null
          ? html`<bdi class="mono">${beacon.trackingId}</bdi>`
          : html`<a class="strong" href=${devicePath(uniqueId)}><bdi>${name ?? uniqueId}</bdi></a>
            ${name === null ? nothing : html`<span class="soft mono">${uniqueId}</span>`}`
      }</span>
      <span class="soft"
        ><fk-age .at=${beacon.lastHeardMs} .now=${nowMs}></fk-age
        >${isHeardUnchecked(beacon) ? html` · ${telemetryStrings.clockUnchecked}` : nothing}</span
      >
    </li>`;
  }

  /** Last heard first, with their devices as far as the list has them. */
  private heardNow({ beacons, typed }: TelemetryState): { beacon: BeaconState; device: CachedDevice | undefined }[] {
    const own = beacons.filter(({ lastSourceId }) => lastSourceId === this.uniqueId);
    if (own.length === 0) return [];
    const beaconOf = beaconByDevice(beacons, typed);
    const devices = new Map(
      (this.services.devices.list.value.devices ?? []).map((device) => [beaconOf(device), device]),
    );
    return own
      .toSorted((one, other) => (other.lastHeardMs ?? 0) - (one.lastHeardMs ?? 0))
      .map((beacon) => ({ beacon, device: devices.get(beacon) }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-gateway-heard': FkGatewayHeard;
  }
}
