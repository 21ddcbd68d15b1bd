/**
 * The end-of-day part of a job: the progress of sending, the rows that need the person, and whether verified beacons
 * are heard.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { needGroups, needReason } from '../../../domain/delivery/need-groups.ts';
import type { Job } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import { settledByLater, type Receipt } from '../../../domain/receipt.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import '../../beacon/need-group.ts';
import '../../elements/basics.ts';
import type { AccountServices } from '../../shell/services.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import './job-alive.ts';

/** Renders nothing without receipts. */
export function renderEvening(
  services: AccountServices,
  jobs: Jobs | null,
  job: Job | null,
  progress: readonly TaskProgress[],
): TemplateResult | typeof nothing {
  if (progress.every(({ receipt }) => receipt === null)) return nothing;
  const { sync, receipts } = services.outbox.state.value;
  const groups = groupsOf(progress, receipts);
  return html`<section class="evening">
    ${
      sync === null
        ? nothing
        : html`<fk-progress class="whole" .label=${outboxStrings.syncing} .done=${sync.done} .total=${sync.of}></fk-progress>`
    }
    ${groups.map((group) => html`<fk-need-group class="card" .services=${services} .group=${group}></fk-need-group>`)}
    <fk-job-alive .services=${services} .jobs=${jobs} .job=${job} .progress=${progress}></fk-job-alive>
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
