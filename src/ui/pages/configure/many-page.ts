/** The base of the pages that prepare or fetch for many selected devices: the selection, the plan, and the work. */
import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { workOf, type PlanLine, type PlanParts } from '../../../domain/bulk/plan.ts';
import type { AttributeValues, CachedDevice } from '../../../domain/device.ts';
import type { Offer } from '../../../domain/extensions.ts';
import { planFactsOf } from '../../../domain/beacon-table.ts';
import { devicesById } from '../../../domain/device-list/by-id.ts';
import { commonValues, ownValues } from '../../../domain/job/common-values.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { waitingForPerson } from '../../../domain/receipt.ts';
import type { PrepareMany, PrepareManyState } from '../../../use-cases/prepare/prepare-many.ts';
import { commonWords } from '../../beacon/changes-in-line.ts';
import { ForeignQuestion } from '../../beacon/foreign-question.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import '../../elements/row-window/row-window.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { number } from '../../language/counting.ts';
import { renderMissingPage } from '../../shared/failure.ts';
import { onAccountChange } from '../../shared/account-state.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';
import { NEW_JOB_OF_CHOSEN, navigate } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { bulkStrings as text } from '../../strings/bulk.ts';
import { deviceStrings } from '../../strings/devices.ts';
import './many-line.ts';
import { lineRem } from './many-line.ts';
import './many-work.ts';
import { leftOf } from './many-work.ts';

const WARNINGS = ['undeliveredReceipt', 'unfinishedRun', 'foreign', 'pending'] as const;

/**
 * The selection whose results are kept, compared by identity: a new selection of the same devices is a different one.
 */
let workedOn: readonly string[] | null = null;

/** Whose selection ends with its work, also while another page is open. */
let followed: PrepareMany | null = null;

onAccountChange(() => {
  workedOn = null;
  followed = null;
});

/** Ends the selection that was worked on, unless the person has selected others meanwhile. */
function endWorkedOn(work: PrepareManyState | null): void {
  if (work === null || work.running || selection.value !== workedOn) return;
  const left = leftOf(work).map(({ uniqueId }) => uniqueId);
  if (left.length === selection.value.length) return;
  endSelection(left);
  workedOn = selection.value;
}

/** Back from the new job leads to the results. */
function makeJob(uniqueIds: readonly string[]): void {
  selection.value = uniqueIds;
  workedOn = selection.value;
  navigate(NEW_JOB_OF_CHOSEN);
}

/** The lines of a plan, and which of them are worked on or left out. */
export interface Plan {
  readonly lines: readonly PlanLine[];
  readonly able: readonly PlanLine[];
  readonly leftOut: readonly PlanLine[];
}

function needsOutbox({ leftOut }: PlanLine): boolean {
  return leftOut === 'undeliveredReceipt';
}

export abstract class ManyPage extends AccountElement {
  private readonly opening = new Task(this, { task: () => this.open(), args: () => [] });

  protected readonly wide = new MediaController(this, LAPTOP);
  private readonly foreign = new ForeignQuestion(this);

  static override styles = [shared, pageStyles, columnPageStyles];

  /** Renders the page before the work, for the selected devices. At least one of them is in the list. */
  protected abstract renderPlanning(devices: readonly CachedDevice[]): TemplateResult;

  /** Called when the person closes the results. */
  protected workClosed(left: number): void {
    if (left === 0) navigate('/devices');
  }

  protected get many(): PrepareMany | null {
    return this.opening.value?.many ?? null;
  }

  /** Whether a prepared change can be taken back. */
  protected get offer(): Offer {
    return this.opening.value?.offer ?? 'unknown';
  }

  protected override render(): TemplateResult | typeof nothing {
    const state = this.services.devices.list.value;
    if (this.opening.status === TaskStatus.ERROR)
      return html`<div class="column">${renderMissingPage(() => void this.opening.run())}</div>`;
    if (this.many === null || state.devices === null)
      return html`<fk-skeleton class="column" count="5" .label=${deviceStrings.loading}></fk-skeleton>`;
    const { byId, devices } = this.chosenOf(state.devices, selection.value);
    const work = this.many.state.value;
    if (work !== null)
      return html`<fk-many-work
        .many=${this.many}
        .work=${work}
        .devices=${byId}
        .onClosed=${(left: number) => this.workClosed(left)}
        .onMakeJob=${makeJob}
      ></fk-many-work>`;
    if (devices.length === 0)
      return html`<div class="column"><fk-empty .text=${text.none}><fk-button slot="action" variant="primary"
        href="/devices">${text.toDevices}</fk-button></fk-empty></div>`;
    return html`${this.renderPlanning(devices)}${this.foreign.render()}`;
  }

  /** A plan that can be started at once. `start`: the words of the button; null while nothing can be done. */
  protected renderPlan(
    plan: Plan,
    head: TemplateResult,
    start: string | null,
    variant: 'primary' | 'danger',
  ): TemplateResult {
    return html`<div class="column lines">${head}${this.renderLines(plan, commonValues(plan.able))}</div>
      <fk-foot class="foot">
        <div class="row">${this.renderStart(plan, start, variant)}</div>
      </fk-foot>`;
  }

  /** The button that starts the work, or leads to the receipts for which all of it waits. */
  protected renderStart(plan: Plan, start: string | null, variant: 'primary' | 'danger'): TemplateResult {
    return plan.able.length === 0 && plan.leftOut.some(needsOutbox)
      ? html`<fk-button big wide variant="primary" href="/outbox">${text.toOutbox}</fk-button>`
      : html`<fk-button big wide .variant=${variant} .disabled=${start === null} @click=${() => this.begin(plan.lines)}
        >${start ?? text.nothingToDo}</fk-button
      >`;
  }

  /** The most important count, and that of the selected devices which are missing from the list. */
  protected renderCount(count: string, listed: number): TemplateResult {
    const gone = selection.value.length - listed;
    return html`<h2>${count}${gone > 0 ? html` <span class="count">· ${text.gone(gone)}</span>` : nothing}</h2>`;
  }

  /** How many devices are worked on: "1 of 5 will be fetched". */
  protected renderAnswer({ lines, able }: Plan, doing: (n: number, of: number | null) => string): TemplateResult {
    return this.renderCount(doing(able.length, able.length < lines.length ? lines.length : null), lines.length);
  }

  /** Each line: old → new of what is not `common`, and remarks. Those left out follow, folded by their reason. */
  protected renderLines({ lines, able, leftOut }: Plan, common: AttributeValues = {}): TemplateResult {
    const warnings = WARNINGS.map((warning) => [warning, lines.filter((line) => line.warning === warning)] as const);
    const all = commonWords(common);
    const reasons = new Set(leftOut.flatMap((line) => line.leftOut ?? []));
    return html`${warnings.map(([warning, { length, 0: first }]) =>
      first === undefined ? nothing : html`<p>${text.warningCount[warning](length, first.device.uniqueId)}</p>`,
    )}
      ${all === '' ? nothing : html`<p class="small"><bdi>${all}</bdi></p>`}
      ${able.length === 0 ? nothing : this.renderWindow(text.perBeacon, able, common)}
      ${
        leftOut.length === 0
          ? nothing
          : html`<section>
              ${able.length === 0 ? nothing : html`<h2>${text.leftOutCount(leftOut.length)}</h2>`}
              <div>
                ${[...reasons].map((reason) =>
                  this.renderLeftOut(
                    text.leftOut[reason],
                    leftOut.filter((line) => line.leftOut === reason),
                    able.length === 0,
                  ),
                )}
              </div>
            </section>`
      }`;
  }

  /** What waits for a receipt that is not sent by itself is left out. */
  protected sorted(lines: readonly PlanLine[]): Plan {
    const stuck = waitingForPerson(this.services.outbox.state.value.receipts);
    const known = lines.map((line): PlanLine =>
      line.warning === 'undeliveredReceipt' && stuck.has(line.device.uniqueId)
        ? { ...line, kind: null, leftOut: line.warning, warning: null }
        : line,
    );
    const able = known.filter(({ kind }) => kind !== null);
    const leftOut = known.filter(({ kind }) => kind === null);
    return { lines: known, able, leftOut: leftOut.toSorted((a, b) => Number(needsOutbox(b)) - Number(needsOutbox(a))) };
  }

  private renderLeftOut(reason: string, lines: readonly PlanLine[], isOpen: boolean): TemplateResult {
    return html`<details ?open=${isOpen} @toggle=${this.measureWindows}>
      <summary>${number(lines.length)} · ${reason}</summary>
      ${this.renderWindow(reason, lines)}
    </details>`;
  }

  /** The lists below the folded one move with it, which is no scrolling. */
  private measureWindows(): void {
    for (const list of this.renderRoot.querySelectorAll('fk-row-window')) list.measure();
  }

  private renderWindow(label: string, lines: readonly PlanLine[], common: AttributeValues = {}): TemplateResult {
    const changes = lines.reduce(
      (most, line) => (line.kind === null ? most : Math.max(most, Object.keys(ownValues(line, common)).length)),
      0,
    );
    const [first] = lines;
    const commonWarning = lines.every(({ warning }) => warning === first?.warning) ? (first?.warning ?? null) : null;
    const isRemarked = lines.some(({ warning }) => warning !== commonWarning);
    return html`<fk-row-window
      .label=${label}
      .rem=${lineRem(changes, this.wide.matches, isRemarked ? 'remark' : 'nothing')}
      .rows=${lines}
      .row=${(line: PlanLine) => html`<fk-many-line .table=${this.wide.matches} .common=${common}
        .commonWarning=${commonWarning} .line=${line}></fk-many-line>`}
    ></fk-row-window>`;
  }

  protected begin(lines: readonly PlanLine[]): void {
    this.foreign.ask(lines, (without) => this.start(lines.filter((line) => !without.has(line))));
  }

  protected start(lines: readonly PlanLine[]): void {
    workedOn = selection.value;
    void this.many?.start(workOf(lines));
  }

  /** The chosen devices that are in the list; null until it is read. */
  protected get chosenDevices(): readonly CachedDevice[] | null {
    const all = this.services.devices.list.value.devices ?? null;
    return all === null ? null : this.chosenOf(all, selection.value).devices;
  }

  // Kept until their inputs change: the page renders again for every outcome.
  private readonly chosenOf = memoizeLast((all: readonly CachedDevice[] = [], ids: readonly string[] = []) => {
    const byId = devicesById(all);
    return { byId, devices: ids.flatMap((id) => byId.get(id) ?? []) };
  });

  protected planParts(devices: readonly CachedDevice[]): PlanParts {
    return { devices, ...planFactsOf(this.services.beacons.table.value) };
  }

  private async open(): Promise<{ readonly many: PrepareMany; readonly offer: Offer }> {
    const [many, withdrawals] = await Promise.all([this.services.prepareMany(), this.services.withdrawals()]);
    const offer = await withdrawals.offer();
    // What came of an earlier choice is not in the way of this one.
    if (selection.value !== workedOn) many.dismiss();
    if (followed !== many) {
      followed = many;
      many.state.subscribe(() => endWorkedOn(many.state.value));
    }
    return { many, offer };
  }
}
