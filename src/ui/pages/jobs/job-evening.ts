/** The end-of-day part of a job: the progress of sending, and the rows that need the person. */
import { html, nothing, type TemplateResult } from 'lit';
import { needGroups, needReason } from '../../../domain/delivery/need-groups.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import { settledByLater, type Receipt } from '../../../domain/receipt.ts';
import '../../beacon/need-group.ts';
import '../../elements/basics.ts';
import type { AccountServices } from '../../shell/services.ts';
import { outboxStrings } from '../../strings/outbox.ts';

/** Renders nothing without receipts that need the person, or are sent. */
export function renderEvening(
  services: AccountServices,
  progress: readonly TaskProgress[],
): TemplateResult | typeof nothing {
  const { sync, receipts } = services.outbox.state.value;
  const groups = groupsOf(progress, receipts);
  if (groups.length === 0 && (sync === null || progress.every(({ receipt }) => receipt === null))) return nothing;
  return html`<section class="evening">
    ${
      sync === null
        ? nothing
        : html`<fk-progress class="whole" .label=${outboxStrings.syncing} .done=${sync.done} .total=${sync.of}></fk-progress>`
    }
    ${groups.map((group) => html`<fk-need-group .services=${services} .group=${group}></fk-need-group>`)}
  </section>`;
}

/** The groups of the outbox, limited to this job's beacons. */
function groupsOf(progress: readonly TaskProgress[], receipts: readonly Receipt[]): ReturnType<typeof needGroups> {
  const settled = settledByLater(receipts);
  return needGroups(
    progress.flatMap(({ receipt }) =>
      receipt === null || receipt.givenUpAtMs !== undefined || settled.has(receipt.id)
        ? []
        : [{ reason: needReason(receipt), id: receipt.id, uniqueId: receipt.uniqueId }],
    ),
  );
}
