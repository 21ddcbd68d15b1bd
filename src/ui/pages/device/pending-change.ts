/**
 * The pending changes of a device: the package on this phone, and the backend's pending configuration, which may be
 * somebody else's.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { sameValues } from '../../../domain/attributes/values.ts';
import { shownValues } from '../../../domain/delivery/edits.ts';
import type { BeaconRows } from '../../../domain/beacon-table.ts';
import { isOpenPackage, type CarriedPackage } from '../../../domain/carried-package.ts';
import { isWrittenByBluetooth, type AttributeValues, type CachedDevice } from '../../../domain/device.ts';
import { mayLeaveResponse } from '../../../domain/provisioning/earlier-runs.ts';
import type { Run } from '../../../domain/run.ts';
import '../../beacon/change-table.ts';
import '../../elements/basics.ts';
import { devicePageStrings as text } from '../../strings/device-page.ts';

interface PendingFacts {
  /** Null when the list does not contain it. */
  readonly device: CachedDevice | null;
  /** Its newest configuration package. */
  readonly open: CarriedPackage | null;
  readonly rows: BeaconRows;
  readonly nowMs: number;
  /** What can be done about it. */
  readonly action: TemplateResult | typeof nothing;
}

export function renderPending(facts: PendingFacts): TemplateResult | typeof nothing {
  const pending = facts.device?.pending ?? null;
  const isGateway = facts.device !== null && !isWrittenByBluetooth(facts.device.deviceType);
  // A gateway's package is finished as soon as nothing is pending.
  const isOver = isGateway && pending === null;
  const open = facts.open !== null && isOpenPackage(facts.open) && !isOver ? facts.open : null;
  if (open === null && pending === null) return nothing;
  const carried = open?.state === 'carried';
  // The same change is shown only once.
  const showsPending = pending !== null && !(carried && sameValues(open.values, pending));
  return html`<section>
    <h2>${text.pendingHeading}</h2>
    ${
      open === null || (!carried && pending !== null)
        ? nothing
        : html`<p class="soft"><fk-age .at=${open.fetchedAtMs ?? open.preparedAtMs} .now=${facts.nowMs}></fk-age> · ${carried ? carriedNote(open, facts.rows.runs) : text.pendingNote}</p>
            <fk-change-table .from=${open.before} .to=${open.values}></fk-change-table>`
    }
    ${
      showsPending
        ? html`<p class="soft">${isGateway ? text.pendingAtGateway : text.pendingNote}${isOurs(pending, facts.rows.packages) ? '' : ` ${text.pendingOthers}`}</p>
            <fk-change-table .from=${shownValues(facts.device!)} .to=${pending}></fk-change-table>`
        : nothing
    }
    ${facts.action}
  </section>`;
}

function carriedNote({ id }: CarriedPackage, runs: readonly Run[]): string {
  return runs.some((run) => run.packageId === id && mayLeaveResponse(run)) ? text.carriedUnsure : text.carriedNote;
}

function isOurs(pending: AttributeValues, packages: readonly CarriedPackage[]): boolean {
  return packages.some((row) => sameValues(row.values, pending));
}
