/**
 * A link back to the job in progress, with its name, what is left and the next room. Renders nothing without such a
 * job.
 */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { JobUnderWay } from '../../domain/job/under-way.ts';
import { forwardIcon, icon } from '../kit/icons.ts';
import { shared } from '../kit/tokens.ts';
import type { JobsState } from '../../use-cases/jobs/jobs.ts';
import { jobPath } from '../shell/router.ts';
import { jobStrings } from '../strings/jobs.ts';
import { JobsBase, leftWords } from './jobs-base.ts';

const text = jobStrings.underWay;

@customElement('fk-continue-job')
class FkContinueJob extends JobsBase {
  private found: JobUnderWay | null = null;

  static override styles = [
    shared,
    css`
      a {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-3);
        min-height: var(--target-big);
        padding: var(--space-3) var(--space-4);
        border-radius: var(--radius-l);
        background: var(--color-accent);
        color: var(--color-on-accent);
        line-height: var(--leading-tight);
        text-decoration: none;
      }
      strong {
        display: block;
        margin-block-end: var(--space-1);
        font-size: var(--text-l);
      }
    `,
  ];

  /** Takes no space until a job in progress is found. */
  protected override renderMissing(): typeof nothing {
    this.found = null;
    return nothing;
  }

  protected override renderJobs(state: JobsState): TemplateResult | typeof nothing {
    this.found = this.jobUnderWay(state);
    if (this.found === null) return nothing;
    const { job, counts, next } = this.found;
    const { place, uniqueId } = next.task;
    return html`<a class="anywhere" data-key="w" href=${jobPath(job.id, '/run')}>
      <span
        ><strong class="strong">${text.go(job.name)}</strong> ${leftWords(counts)} ·
        ${text.next(place === '' ? uniqueId : place)}</span
      >${icon(forwardIcon)}
    </a>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.hidden = this.found === null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-continue-job': FkContinueJob;
  }
}
