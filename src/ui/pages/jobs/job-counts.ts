/** Where a job stands: how it ended, or else the bar and the counts of its beacons. Zeros are left out. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { jobEnd, workMs, type JobEnd } from '../../../domain/job/job-end.ts';
import { COUNT_PARTS, type JobCounts, type TaskProgress } from '../../../domain/job/progress.ts';
import { isHeld } from '../../../domain/receipt.ts';
import { WatchingElement } from '../../controllers/watching-element.ts';
import '../../elements/basics.ts';
import { checkIcon, sendIcon, undoIcon, type IconPath } from '../../kit/icons.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import type { AccountServices } from '../../shell/services.ts';
import { jobStrings as text } from '../../strings/jobs.ts';

/** The bar of verified beacons. */
export const barStyles = css`
  progress {
    display: block;
    width: 100%;
    height: var(--space-2);
    accent-color: var(--color-done);
  }
`;

const SIGNS: Readonly<Record<JobEnd, readonly [Tone, IconPath]>> = {
  verified: ['done', checkIcon],
  written: ['info', sendIcon],
  revisit: ['attention', undoIcon],
  handedOver: ['neutral', checkIcon],
  leftOut: ['neutral', checkIcon],
};

@customElement('fk-job-counts')
class FkJobCounts extends WatchingElement {
  @property({ attribute: false }) services!: AccountServices;
  @property({ attribute: false }) counts!: JobCounts;
  @property({ attribute: false }) progress: readonly TaskProgress[] = [];
  /** Shows the bar and what is left in one line, above filters that count the others. */
  @property({ type: Boolean, reflect: true }) inline = false;

  static override styles = [
    shared,
    barStyles,
    css`
      :host(:not([inline])) progress {
        margin-block-end: var(--space-2);
      }
      :host([inline]) {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-4);
      }
      :host([inline]) progress {
        flex: 1 1 8rem;
        max-width: 22rem;
      }
      fk-status {
        font-size: var(--end-text, var(--text-s));
      }
      /* What is left, on a line of its own. */
      li:first-child {
        flex-basis: 100%;
        font-weight: var(--weight-strong);
      }
      strong,
      li {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { counts } = this;
    const end = jobEnd(counts);
    return html`<progress aria-label=${text.counts.progress} max=${Math.max(counts.toVerify + counts.toConfirm, 1)}
        value=${counts.verified + counts.confirmed}></progress>
      ${end === null ? nothing : this.renderEnd(end, counts)}
      ${end === null || end === 'revisit' ? renderCounts(counts, this.inline) : nothing}`;
  }

  private renderEnd(end: JobEnd, counts: JobCounts): TemplateResult {
    const [first, ...rest] = [headline(end, counts), ...this.restOf(end, counts)].filter((part) => part !== '');
    const [tone, icon] = SIGNS[end];
    return html`<p class="small"><fk-status .tone=${tone} .icon=${icon}><strong>${first}</strong></fk-status> ${rest.join(' ')}</p>`;
  }

  private restOf(end: JobEnd, counts: JobCounts): string[] {
    if (end === 'revisit') return [];
    const ms = workMs(this.progress);
    const minutes = Math.max(1, Math.round((ms ?? 0) / 60_000));
    const { noted, confirmed } = counts;
    return [
      noted + confirmed === 0 ? '' : text.end.batteries(noted + confirmed, confirmed),
      ...(end === 'written' ? this.deliveryOf(counts) : []),
      ...leftOutOf(end, counts),
      ...(ms === null ? [] : [text.end.work(Math.floor(minutes / 60), minutes % 60)]),
    ];
  }

  /** What becomes of the receipts, as far as it is known. */
  private deliveryOf({ onlyHere }: JobCounts): string[] {
    const isSending = this.services.outbox.state.value.sync !== null;
    const isOffline = !this.services.app.state.value.online;
    const isAnyHeld = this.progress.some(({ receipt }) => receipt?.state === 'waiting' && isHeld(receipt));
    const sent = this.progress.filter(({ receipt }) => receipt?.state === 'sent').length;
    return [
      onlyHere === 0
        ? ''
        : isSending
          ? text.end.sending(onlyHere)
          : isOffline && !isAnyHeld
            ? text.end.whenOnline(onlyHere)
            : text.end.toSend(onlyHere),
      sent === 0 ? '' : text.end.sent(sent),
    ];
  }
}

/** What is left; unless `inline`, also every other count that is not zero, so that they add up. */
function renderCounts(counts: JobCounts, inline: boolean): TemplateResult {
  const others = COUNT_PARTS.map((part) => {
    if (part === 'left') return '';
    if (part === 'verified') return counts.toVerify === 0 ? '' : text.counts.verified(counts.verified, counts.toVerify);
    return counts[part] === 0 ? '' : text.counts[part](counts[part]);
  });
  return html`<ul class="small dots" role="list">
    <li>${text.counts.left(counts.left, counts.trouble)}</li>
    ${inline ? nothing : others.map((part) => (part === '' ? nothing : html`<li>${part}</li>`))}
  </ul>`;
}

/** '' where only batteries were changed, which are named apart. */
function headline(end: JobEnd, counts: JobCounts): string {
  const { all, toVerify, verified, onTheWay, trouble, parked, handedOver } = counts;
  if (toVerify === 0 && end !== 'revisit' && end !== 'handedOver') return '';
  switch (end) {
    case 'verified':
    case 'leftOut':
      return text.end.verified(verified, toVerify);
    case 'written':
      return text.end.written(verified + onTheWay, toVerify, verified);
    case 'revisit':
      return text.end.revisit(all - trouble - parked, all, trouble + parked);
    case 'handedOver':
      return toVerify === 0 ? text.end.handedOver(handedOver) : text.end.here(verified, handedOver);
  }
}

/** The beacons that were not written, by reason. */
function leftOutOf(end: JobEnd, { skipped, handedOver, doneElsewhere, closed, alreadySo }: JobCounts): string[] {
  const { counts } = text;
  const reasons: readonly (readonly [number, string])[] = [
    [skipped - handedOver, counts.skipped(skipped - handedOver)],
    // The headline of a job that was shared names them already.
    [end === 'handedOver' ? 0 : handedOver, text.end.handedOver(handedOver)],
    [doneElsewhere, counts.doneElsewhere(doneElsewhere)],
    [closed, counts.closed(closed)],
    [alreadySo, counts.alreadySo(alreadySo)],
  ];
  const given = reasons.filter(([count]) => count > 0);
  const sum = given.reduce((total, [count]) => total + count, 0);
  return sum === 0 ? [] : [text.end.leftOut(sum, given.map(([, words]) => words).join(', '))];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-counts': FkJobCounts;
  }
}
