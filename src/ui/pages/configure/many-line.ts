/** One of many devices that are changed together: its name, its changes, and its outcome. Of one that is left out, its name. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PlanLine } from '../../../domain/bulk/plan.ts';
import type { AttributeValues, CachedDevice } from '../../../domain/device.ts';
import { ownValues } from '../../../domain/job/common-values.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { changesInLineStyles, changesRem, renderChangesInLine } from '../../beacon/changes-in-line.ts';
import { differenceWords, outcomeWords, shortOutcome } from '../../beacon/prepare-outcome.ts';
import '../../elements/basics.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import { devicePath, runPath } from '../../shell/router.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { elementStrings } from '../../strings/elements.ts';
import { deviceStrings } from '../../strings/devices.ts';

/**
 * Returns the height in rem of a line with that many changes. `said`: what the highest of the lines says below them; an
 * outcome has room for a whole reason. The styles use the same numbers.
 */
export function lineRem(changes: number, table: boolean, said: 'nothing' | 'remark' | 'outcome'): number {
  const tried = said === 'outcome';
  const rows = changes === 0 || (tried && !table) ? 0 : changesRem(changes, table);
  const height = tried ? (table ? 4.125 : 5.5) : said === 'remark' ? 2.75 : 0;
  return table ? Math.max(2.5, rows + 1, tried ? height + 1 : 0) : 1.5 + rows + height + 1;
}

/** What is planned for a device or was tried, of which a device that left the list has only its ID. */
export type ManyLine = Omit<PlanLine, 'device'> & { readonly device: Pick<CachedDevice, 'uniqueId' | 'alias'> };

/** `outcome` undefined: nothing was attempted yet. `table`: in columns, for wide screens. */
@customElement('fk-many-line')
class FkManyLine extends LitElement {
  @property({ attribute: false }) line!: ManyLine;
  @property({ attribute: false }) outcome: PrepareOutcome | undefined = undefined;
  /** The values that stand above the list. */
  @property({ attribute: false }) common: AttributeValues = {};
  /** The remark that all lines have, which stands above the list. */
  @property({ attribute: false }) commonWarning: PlanLine['warning'] = null;
  /** Shows the full outcome of the device. */
  @property({ attribute: false }) onDetails: (uniqueId: string) => void = () => {};
  @property({ type: Boolean, reflect: true }) tried = false;
  @property({ type: Boolean, reflect: true }) table = false;

  static override styles = [
    shared,
    changesInLineStyles,
    css`
      :host {
        display: grid;
        grid-template: 1.5rem auto auto / minmax(0, 1fr);
        align-content: center;
        height: 100%;
        padding-block: var(--space-2);
        line-height: 1.5rem;
      }
      :host([tried]) {
        grid-template-rows: 1.5rem auto 5.5rem;
      }
      :host([tried]) .said {
        -webkit-line-clamp: 4;
        max-height: 5.5rem;
      }
      :host([tried][table]) .said {
        -webkit-line-clamp: 3;
        max-height: 4.125rem;
      }
      :host([table]) {
        grid-template: auto / minmax(0, 3fr) minmax(0, 6fr) minmax(0, 4fr);
        align-items: center;
        gap: var(--space-4);
      }
      /* What came of it is longer than a remark. */
      :host([tried][table]) {
        grid-template-columns: minmax(0, 3fr) minmax(0, 4fr) minmax(0, 6fr);
      }
      /* Also without changes between them. */
      :host(:not([table])) .who + .said {
        grid-row: 3;
      }
      .who {
        gap: var(--space-3);
      }
      :host([table]) .grow {
        flex: 0 1 auto;
      }
      /* High enough for a finger without making the line taller. */
      .who a,
      .who button {
        margin-block: -0.65rem;
        padding-block: 0.65rem;
      }
      .who button {
        padding-inline: 0;
        border: 0;
        background: none;
        color: var(--color-accent);
        font: inherit;
        text-decoration: underline;
        cursor: pointer;
      }
      .who a {
        color: inherit;
        text-decoration: none;
      }
      .none {
        font-style: italic;
        font-weight: var(--weight-text);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { line } = this;
    const { device, before } = line;
    return html`<div class="who line">
        <a class="grow cut ${line.leftOut === null ? 'strong' : ''}" href=${devicePath(device.uniqueId)}
          >${device.alias === null ? html`<span class="none faint">${deviceStrings.unnamed}</span>` : html`<bdi>${device.alias}</bdi>`}</a
        >
        <span class="mono">${device.uniqueId}</span>
        ${
          this.hasDetails
            ? html`<button class="small" type="button"
              @click=${() => this.onDetails(device.uniqueId)}>${elementStrings.details}<span
                class="aside"> ${device.uniqueId}</span></button>`
            : nothing
        }
      </div>
      ${this.showsChanges ? renderChangesInLine(before, ownValues(line, this.common)) : nothing}
      ${this.renderMessage(line)}`;
  }

  /** A phone has room for them or for the outcome. */
  private get showsChanges(): boolean {
    return this.line.leftOut === null && (this.table || !this.tried);
  }

  /** True when the outcome has more text than the line can show. */
  private get hasDetails(): boolean {
    const { outcome } = this;
    if (outcome === undefined || outcome.kind === 'blocked') return false;
    if (outcome.kind !== 'onThisPhone') return true;
    return (outcome.differences ?? []).length > 0 || outcome.remarks.length > 0;
  }

  private renderMessage(line: ManyLine): TemplateResult {
    const { outcome } = this;
    const { uniqueId } = line.device;
    if (outcome !== undefined) {
      const kind = line.kind ?? 'prepare';
      const words = outcomeWords(outcome, uniqueId, kind).text;
      return html`<p class="said" title=${words}><fk-status .tone=${toneOf(outcome)}>${shortOutcome(outcome, kind)}</fk-status> ${
        outcome.kind === 'onThisPhone' || outcome.kind === 'waitingForGateway'
          ? differenceWords(outcome.differences ?? []).join(' ')
          : outcome.kind === 'blocked'
            ? this.wayOn(outcome.reason, uniqueId)
            : outcome.kind === 'withdrawn'
              ? nothing
              : words
      }</p>`;
    }
    if (this.tried) return html`<p class="said soft">${text.waiting}</p>`;
    if (line.warning === null || line.warning === this.commonWarning) return html`<p class="said"></p>`;
    return html`<p class="said" title=${text.warning[line.warning]}>
      <fk-status .tone=${line.warning === 'pending' ? 'info' : 'attention'}>${text.warningShort[line.warning]}</fk-status>
    </p>`;
  }

  private wayOn(reason: 'undeliveredReceipt' | 'unfinishedRun', uniqueId: string): TemplateResult {
    return reason === 'undeliveredReceipt'
      ? html`<a class="strong" href="/outbox">${text.toOutbox}</a>`
      : html`<a class="strong" href=${runPath(uniqueId)}>${text.toRun}</a>`;
  }
}

const ATTENTION: ReadonlySet<PrepareOutcome['kind']> = new Set([
  'preparedOnly',
  'blocked',
  'unknown',
  'stillPending',
  'notOffered',
]);

/** Only Verified is green. */
function toneOf(outcome: PrepareOutcome): Tone {
  if (outcome.kind === 'onThisPhone' || outcome.kind === 'waitingForGateway')
    return (outcome.differences ?? []).length > 0 ? 'attention' : 'info';
  if (outcome.kind === 'noLongerPending' || outcome.kind === 'withdrawn') return 'info';
  return ATTENTION.has(outcome.kind) ? 'attention' : 'stop';
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-many-line': FkManyLine;
  }
}
