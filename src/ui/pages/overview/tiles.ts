/** Four figures of the devices that are saved here, each with a link to those that it counts. */
import { html, nothing, type TemplateResult } from 'lit';
import { viewAddress, type DeviceView } from '../../../domain/device-list/view-address.ts';
import type { FleetFigures } from '../../../domain/overview/fleet-count.ts';
import { number } from '../../language/counting.ts';
import { elementStrings } from '../../strings/elements.ts';
import { overviewStrings } from '../../strings/overview.ts';

const text = overviewStrings.tiles;

export function renderTiles(figures: FleetFigures): TemplateResult {
  return html`<section aria-labelledby="tiles">
    <h2 id="tiles" class="aside">${text.label}</h2>
    <ul class="tiles" role="list">
      ${renderTile(elementStrings.track.summaries.verified, figures.byWord.verified, { states: ['verified'] })}
      ${renderTile(text.pending, figures.pending, { needs: ['pending'] })}
      ${renderTile(text.silent, silentOf(figures), { heard: ['silent'] })}
      ${renderTile(text.batteryLow, figures.batteryLow, { battery: 'low' })}
    </ul>
  </section>`;
}

/** Null while telemetry was loaded of none of them. */
function silentOf({ hearing, devices }: FleetFigures): number | null {
  return hearing === null || hearing.unasked === devices ? null : hearing.silent;
}

/** Without a figure it says that nothing was loaded: none is a claim too. */
function renderTile(label: string, count: number | null, view: Partial<DeviceView>): TemplateResult {
  const figure = count === null ? text.unknown : number(count);
  return html`<li class="card">
    <a href=${count === null ? nothing : viewAddress(view)}
      ><b class=${count === null ? 'faint' : 'figure'}>${figure}</b> <span class="soft">${label}</span></a
    >
  </li>`;
}
