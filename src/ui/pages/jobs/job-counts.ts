/** The progress of a job in numbers that add up to its beacons. Zeros are left out. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { COUNT_PARTS, type JobCounts } from '../../../domain/job/progress.ts';
import { shared } from '../../kit/tokens.ts';
import { jobStrings as text } from '../../strings/jobs.ts';

/** The bar of verified beacons. */
export const barStyles = css`
  progress {
    width: 100%;
    height: var(--space-2);
    accent-color: var(--color-done);
  }
`;

@customElement('fk-job-counts')
class FkJobCounts extends LitElement {
  @property({ attribute: false }) counts: JobCounts | null = null;
  /** Shows bar and text in one line. */
  @property({ type: Boolean, reflect: true }) inline = false;

  static override styles = [
    shared,
    barStyles,
    css`
      /* Running text, because one line for each number would push the beacon off a phone's screen. */
      li {
        display: inline;
      }
      :host([inline]) {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-4);
      }
      :host([inline]) progress {
        flex: 0 1 22rem;
      }
      li:not(:last-child)::after {
        content: ' · ';
      }
      strong {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { counts } = this;
    if (counts === null) return nothing;
    return html`<progress aria-label=${text.counts.progress} max=${Math.max(counts.all, 1)} value=${counts.verified}></progress>
      <ul class="small" role="list">
        ${COUNT_PARTS.map((part) => (part === 'verified' ? html`<li><strong>${text.counts.verified(counts.verified, counts.all)}</strong></li>` : part === 'left' ? html`<li>${text.counts.left(counts.left, counts.trouble)}</li>` : counts[part] === 0 ? nothing : html`<li>${text.counts[part](counts[part])}</li>`))}
      </ul>
      ${counts.onlyHere === 0 ? nothing : html`<p class="soft">${text.counts.onlyHere(counts.onlyHere)}</p>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-counts': FkJobCounts;
  }
}
