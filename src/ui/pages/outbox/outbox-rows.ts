/** Renders the rows of the outbox; those that need the person are grouped by reason. */
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { needGroups } from '../../../domain/delivery/need-groups.ts';
import { knownOf, nameOf, type Beacon } from '../../../domain/beacon-table.ts';
import { savedDifferences } from '../../../domain/delivery/edits.ts';
import '../../beacon/need-group.ts';
import type { AccountServices } from '../../shell/services.ts';
import { beaconNow, reasonOf, type OutboxItem } from './entries.ts';
import './outbox-item.ts';

export interface RowsAround {
  readonly nowMs: number;
  readonly beaconOf: (uniqueId: string) => Beacon;
  readonly paused: boolean;
  readonly selecting: boolean;
  readonly selected: ReadonlySet<string>;
}

export function renderRows(items: readonly OutboxItem[], around: RowsAround): TemplateResult {
  const { nowMs, beaconOf, paused, selecting, selected } = around;
  return html`<ul class="stack close">
    ${repeat(
      items,
      (item) => item.id,
      (item) => html`<li>
        <fk-outbox-item
          .item=${item}
          .now=${nowMs}
          .heading=${nameOf(beaconOf(item.uniqueId)) ?? ''}
          .beaconNow=${beaconNow(item, (uniqueId) => beaconOf(uniqueId).track.summary)}
          .differences=${item.kind === 'edit' ? savedDifferences(item.edit, knownOf(beaconOf(item.uniqueId))) : []}
          .paused=${paused}
          .selecting=${selecting}
          .selected=${selected.has(item.id)}
        ></fk-outbox-item>
      </li>`,
    )}
  </ul>`;
}

/** A heading for each reason with its number of rows, and at most `most` rows in total. */
export function renderByReason(
  items: readonly OutboxItem[],
  most: number,
  services: AccountServices,
  around: RowsAround,
): TemplateResult[] {
  const rows = items.map((item) => ({
    reason: reasonOf(item),
    id: item.kind === 'edit' ? item.uniqueId : item.id,
    uniqueId: item.uniqueId,
    item,
  }));
  let left = most;
  return needGroups(rows).map((group) => {
    const own = rows.flatMap(({ reason, item }) => (reason === group.reason ? [item] : [])).slice(0, left);
    left -= own.length;
    return html`<fk-need-group .services=${services} .group=${group} .inOutbox=${true}></fk-need-group>${renderRows(own, around)}`;
  });
}
