/** The evening of a job: how far sending is, what of it needs somebody, and whether what was verified is heard. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { needGroups, needReason } from '../../../domain/delivery/need-groups.ts';
import type { Job } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import { settledByLater } from '../../../domain/receipt.ts';
import type { Jobs } from '../../../use-cases/jobs/offered.ts';
import '../../beacon/need-group.ts';
import { LiveController } from '../../controllers/live-controller.ts';
import '../../elements/progress/progress.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import type { AccountServices } from '../../shell/services.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import './job-alive.ts';

/** Nothing of it is there while no receipt is. */
@customElement('fk-job-evening')
class FkJobEvening extends LitElement {
  @property({ attribute: false }) services: AccountServices | null = null;
  @property({ attribute: false }) jobs: Jobs | null = null;
  @property({ attribute: false }) job: Job | null = null;
  @property({ attribute: false }) progress: readonly TaskProgress[] = [];
  private readonly outbox = new LiveController(this, () => this.services?.outbox.state);

  static override styles = [
    shared,
    pageStyles,
    css`
      /* Without a box of its own, or the page would leave room for it while there is nothing to say. */
      :host {
        display: contents;
      }
      @media (min-width: 1100px) {
        section {
          grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr));
        }
        section > fk-progress {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { services, jobs, job, progress } = this;
    const state = this.outbox.value;
    if (services === null || state === undefined || progress.every(({ receipt }) => receipt === null)) return nothing;
    const { sync } = state;
    const groups = this.groupsNow();
    return html`<section>
      ${sync === null ? nothing : html`<fk-progress .label=${outboxStrings.syncing} .done=${sync.done} .total=${sync.of}></fk-progress>`}
      ${groups.map((group) => html`<fk-need-group class="card" .services=${services} .group=${group}></fk-need-group>`)}
      <fk-job-alive .services=${services} .jobs=${jobs} .job=${job} .progress=${progress}></fk-job-alive>
    </section>`;
  }

  /** As the outbox groups them, of the beacons of this job alone. */
  private groupsNow() {
    const { progress } = this;
    const settled = settledByLater(this.outbox.value?.receipts ?? []);
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
