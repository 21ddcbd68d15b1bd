/**
 * The end-of-day part of a job: the progress of sending, the rows that need the person, and whether verified beacons
 * are heard.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement, property } from 'lit/decorators.js';
import { needGroups, needReason } from '../../../domain/delivery/need-groups.ts';
import type { Job } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import { settledByLater } from '../../../domain/receipt.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import '../../beacon/need-group.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import type { AccountServices } from '../../shell/services.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import './job-alive.ts';

/** Renders nothing without receipts. */
@customElement('fk-job-evening')
class FkJobEvening extends WatchingElement {
  @property({ attribute: false }) services: AccountServices | null = null;
  @property({ attribute: false }) jobs: Jobs | null = null;
  @property({ attribute: false }) job: Job | null = null;
  @property({ attribute: false }) progress: readonly TaskProgress[] = [];

  static override styles = [
    shared,
    pageStyles,
    css`
      /* Has no box of its own; otherwise the page would leave a gap while there is nothing to show. */
      :host {
        display: contents;
      }
      @media (min-width: 68.75em) {
        section {
          grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr));
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { services, jobs, job, progress } = this;
    const state = this.services?.outbox.state.value;
    if (services === null || state === undefined || progress.every(({ receipt }) => receipt === null)) return nothing;
    const { sync } = state;
    const groups = this.groupsNow();
    return html`<section>
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
  private groupsNow() {
    const { progress } = this;
    const settled = settledByLater(this.services?.outbox.state.value.receipts ?? []);
    return needGroups(
      progress.flatMap(({ receipt }) =>
        receipt === null || receipt.givenUpAtMs !== undefined || settled.has(receipt.id)
          ? []
          : [{ reason: needReason(receipt), id: receipt.id, uniqueId: receipt.uniqueId }],
      ),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-evening': FkJobEvening;
  }
}
