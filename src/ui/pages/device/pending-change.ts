/**
 * The pending changes of a device: the package on this phone, and the backend's pending configuration, which may be
 * somebody else's.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { sameValues } from '../../../domain/attributes/values.ts';
import { shownValues } from '../../../domain/delivery/edits.ts';
import { knownOf, type Beacon } from '../../../domain/beacon-table.ts';
import { isOpenPackage, type CarriedPackage } from '../../../domain/carried-package.ts';
import { isWrittenByBluetooth, type AttributeValues } from '../../../domain/device.ts';
import { mayLeaveResponse } from '../../../domain/provisioning/earlier-runs.ts';
import type { Run } from '../../../domain/run.ts';
import '../../beacon/change-table.ts';
import '../../elements/basics.ts';
import { devicePageStrings as text } from '../../strings/device-page.ts';

/** `action`: what can be done about it. */
export function renderPending(
  beacon: Beacon,
  nowMs: number,
  action: TemplateResult | typeof nothing,
): TemplateResult | typeof nothing {
  const device = knownOf(beacon);
  const pending = device?.pending ?? null;
  const isGateway = device !== null && !isWrittenByBluetooth(device.deviceType);
  // A gateway's package is finished as soon as nothing is pending.
  const isOver = isGateway && pending === null;
  const open = beacon.package !== null && isOpenPackage(beacon.package) && !isOver ? beacon.package : null;
  if (open === null && pending === null) return nothing;
  const carried = open?.state === 'carried';
  // The same change is shown only once.
  const showsPending = pending !== null && !(carried && sameValues(open.values, pending));
  const isOpenShown = open !== null && (carried || pending === null);
  return html`<section>
    <div class="spread">
      <h2>${text.pendingHeading}</h2>
      ${
        isOpenShown
          ? html`<fk-age class="soft" .at=${open.fetchedAtMs ?? open.preparedAtMs} .now=${nowMs}></fk-age>`
          : nothing
      }
    </div>
    ${
      isOpenShown
        ? html`<p class="soft">${carried ? carriedNote(open, beacon.rows.runs) : text.pendingNote}</p>
            <fk-change-table .from=${open.before} .to=${open.values}></fk-change-table>`
        : nothing
    }
    ${
      showsPending
        ? html`<p class="soft">${isGateway ? text.pendingAtGateway : text.pendingNote}${
            isOurs(pending, beacon.rows.packages) ? '' : ` ${text.pendingOthers}`
          }</p>
            <fk-change-table .from=${shownValues(device!)} .to=${pending}></fk-change-table>`
        : nothing
    }
    ${action}
  </section>`;
}

function carriedNote({ id }: CarriedPackage, runs: readonly Run[]): string {
  return runs.some((run) => run.packageId === id && mayLeaveResponse(run)) ? text.carriedUnsure : text.carriedNote;
}

function isOurs(pending: AttributeValues, packages: readonly CarriedPackage[]): boolean {
  return packages.some((row) => sameValues(row.values, pending));
}
