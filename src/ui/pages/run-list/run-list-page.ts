/**
 * Lists what can be run from this phone: unfinished beacons, packages ready to write, and those that are not ready,
 * with the reason.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { QueryController } from '../../controllers/query-controller.ts';
import { customElement, property, state } from 'lit/decorators.js';
import type { PackageSource } from '../../../domain/beacon-answer.ts';
import { nameOf } from '../../../domain/beacon-table.ts';
import { errandOf } from '../../../domain/errand.ts';
import { mayHaveWritten } from '../../../domain/run.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { seriesOf } from '../../../domain/run-series.ts';
import { checkIcon, forwardIcon, runIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { commandPath, devicePath, navigate, runPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import type { AccountServices } from '../../shell/services.ts';
import { commandStrings } from '../../strings/commands.ts';
import { commandNameOf } from '../../words/commands.ts';
import { nextStepWords, runActionWords, runStrings } from '../../strings/run.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { outcomeWords, type OutcomeWords } from '../../beacon/prepare-outcome.ts';
import { hrefOfPrepare, wordOf } from '../../beacon/run/run-links.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import {
  listRuns,
  type ClosedRow,
  type CommandRow,
  type NotReadyRow,
  type ReadyRow,
  type RunList,
  type UnfinishedRow,
} from './runnable.ts';
import { runListStyles } from './run-list-styles.ts';
import { closeRun } from '../../beacon/close-run.ts';
import { LabelScanner } from '../../beacon/label-scanner.ts';
import '../../elements/basics.ts';
import { ListController, type ListSection } from '../../elements/list/list-controller.ts';

const text = runStrings.list;

/** The action for a package that is not ready. Rows of gateways, which have none, are not listed. */
const NEXT_BY_SOURCE = {
  fetch: 'fetch',
  prepare: 'again',
  outbox: { href: '/outbox' },
  none: 'fetch',
} as const satisfies Readonly<Record<PackageSource, OutcomeWords['next']>>;

interface RunRow {
  readonly uniqueId: string;
}

interface Card {
  /** First: the beacons to continue with. Late: there is nothing to write yet. */
  readonly className?: 'first' | 'late' | '';
  /** The command, for rows that are about one. */
  readonly command?: string;
  readonly why: unknown;
  readonly action: TemplateResult | typeof nothing;
}

@customElement('fk-run-list-page')
export class FkRunListPage extends AccountElement {
  @property({ attribute: false }) nowMs: () => number = Date.now;

  /** The outcome of fetching a package, by beacon; null while the request is in progress. */
  @state() private fetched: ReadonlyMap<string, OutcomeWords | null | undefined> = new Map();

  private readonly list = new ListController(this, { address: () => this.query });
  private readonly query = new QueryController(this);
  private readonly scanner = new LabelScanner(this, () => this.services);

  static override styles = [shared, pageStyles, runListStyles];

  protected override render(): TemplateResult {
    const { services } = this;
    const list = listRuns({
      beacons: [...services.beacons.table.value.stored.keys()].map((id) => [id, services.beacons.of(id)]),
      current: this.services.runs.current.value,
      elsewhere: this.services.runs.elsewhere.value,
      nextStep: (run) => services.runs.nextStep(run),
    });
    const total = Object.values(list).flat().length;
    if (this.services.devices.list.value.devices === null)
      return html`<fk-skeleton shape="row" .count=${4} .label=${runStrings.loading}></fk-skeleton>`;
    return html`
      ${this.services.runs.radio.value === 'absent' ? html`<fk-notice tone="attention" .text=${noBluetoothWords()}></fk-notice>` : nothing}
      ${total === 0 ? this.renderEmpty() : this.renderList(list)} ${this.renderUnprotected(services)}
    `;
  }

  /** The browser has not granted persistent storage: shows what helps. */
  private renderUnprotected({ app }: AccountServices): TemplateResult | typeof nothing {
    const { persisted, installable } = this.services.app.state.value;
    if (persisted !== false) return nothing;
    return html`<fk-notice id="unprotected" tone="info" .text=${text.unprotected}>
      ${
        installable
          ? html`<fk-button slot="action" @click=${() => void app.install()}>${text.install}</fk-button>`
          : html`<span slot="details">${text.installByMenu} <a href="/more#storage">${text.seeStorage}</a></span>`
      }
    </fk-notice>`;
  }

  /** A tap anywhere on a card follows its link. */
  private readonly onCard = (event: Event): void => {
    const path = event.composedPath();
    const isOnControl = path.some(
      (node) => node instanceof Element && node.matches('a, button, fk-close-run, fk-button'),
    );
    const card = path.find((node): node is Element => node instanceof Element && node.matches('.item'));
    const href = card?.querySelector<HTMLElementTagNameMap['fk-button']>('fk-button.act')?.href ?? '';
    if (!isOnControl && href !== '') navigate(href);
  };

  private renderEmpty(): TemplateResult {
    const series = seriesOf(this.services.beacons.table.value, null);
    if (series !== null)
      return html`<fk-empty
        .text=${text.seriesVerified(series.verified, series.beacons, series.beacons - series.verified)}
        .icon=${series.verified === series.beacons ? checkIcon : runIcon}>
        ${
          series.verified === series.beacons
            ? nothing
            : html`<fk-button variant="primary" slot="action" href="/outbox">${text.toOutbox}</fk-button>`
        }
        <fk-button slot="action" href="/devices">${text.toDevices}</fk-button>
      </fk-empty>`;
    return html`<fk-empty .text=${text.empty} .icon=${runIcon}>
      <fk-button variant="primary" slot="action" href="/devices">${text.toDevices}</fk-button>
    </fk-empty>`;
  }

  private renderList(list: RunList): TemplateResult {
    const search = {
      label: text.find,
      textsOf: ({ uniqueId }: RunRow) => [uniqueId, nameOf(this.services.beacons.of(uniqueId))],
      open: ({ uniqueId }: RunRow) => navigate(runPath(uniqueId)),
    };
    const runnable: readonly RunRow[] = [...list.unfinished, ...list.refused, ...list.ready];
    const scanner = this.scanner.render(
      this.services.devices.list.value.devices ?? [],
      (uniqueId) => this.find(uniqueId, runnable),
      { withWord: true },
    );
    return html`<div class="stack far" @click=${this.onCard}>
      ${this.list.renderSections<RunRow>(search, this.sectionsOf(list), scanner)}
    </div>`;
  }

  private sectionsOf(list: RunList): readonly ListSection<RunRow>[] {
    const section = <Row extends RunRow>(
      id: keyof RunList,
      rows: readonly Row[],
      row: (row: Row, at: number) => TemplateResult,
      hint = '',
    ): ListSection<Row> => ({ id, heading: text[id], rows, row, hint });
    return [
      section('unfinished', list.unfinished, (row, at) => this.renderUnfinished(row, at === 0), text.unfinishedHint),
      section('refused', list.refused, (row) => this.renderReady(row, text.refusedHint)),
      section('ready', list.ready, (row) => this.renderReady(row)),
      section('commands', list.commands, (row) => this.renderCommand(row)),
      section('notReady', list.notReady, (row) => this.renderNotReady(row)),
      section('closed', list.closed, (row) => this.renderClosed(row), text.closedHint),
    ];
  }

  /** The card of a beacon; who it is and its track come from the table of beacons. */
  private renderCard({ uniqueId }: RunRow, { className = '', command, why, action }: Card): TemplateResult {
    const beacon = this.services.beacons.of(uniqueId);
    const title = nameOf(beacon);
    return html`<div class="item card ${className}">
      <div class="who">
        <fk-id class="strong" .value=${uniqueId}></fk-id>
        ${title === null ? nothing : html`<bdi class="soft cut">${title}</bdi>`}
      </div>
      ${
        command === undefined
          ? html`<fk-track size="row" words .track=${beacon.track}></fk-track>`
          : html`<strong class="name">${command}</strong>`
      }
      <div class="why soft">${why}</div>
      ${action}
    </div>`;
  }

  private renderUnfinished(row: UnfinishedRow, first: boolean): TemplateResult {
    const { run, uniqueId, where } = row;
    const offered = where === null;
    const href = row.step === 'deliver' ? '/outbox' : runPath(uniqueId);
    return this.renderCard(row, {
      className: offered ? 'first' : '',
      why: offered
        ? html`<span>${row.overtaken ? text.overtaken : row.renewed ? text.renewed : nextStepWords[row.step]}</span>`
        : html`<fk-status tone="info">${where === 'here' ? text.here : text.elsewhere}</fk-status>`,
      action:
        where === 'elsewhere'
          ? nothing
          : html`<fk-button class="act" .variant=${offered && first ? 'primary' : 'plain'} .href=${href}
                >${where === 'here' ? text.go : row.overtaken ? text.open : wordOf(row.step, text.open)}${aside(row)}</fk-button
              >
              ${
                offered && mayHaveWritten(run)
                  ? html`<fk-close-run .uniqueId=${uniqueId}
                    .onClose=${(reason: string) => void closeRun(this, this.services.runs, run, reason)}></fk-close-run>`
                  : nothing
              }`,
    });
  }

  private renderClosed(row: ClosedRow): TemplateResult {
    return this.renderCard(row, {
      className: 'late',
      why: html`<bdi>${text.closedBecause(row.reason || runStrings.close.defaultReason)}</bdi>`,
      action: html`<fk-button class="act" @click=${() => this.services.runs.reopenRun(row.run.id)}
        >${runStrings.close.reopen}${aside(row)}</fk-button
      >`,
    });
  }

  private renderReady(row: ReadyRow, hint = ''): TemplateResult {
    return this.renderCard(row, {
      why: html`${hint === '' ? nothing : html`<span>${hint}</span>`}<span
          >${text.changes(Object.keys(row.package.values).length)} · ${text.fetched}
          <fk-age .at=${row.package.fetchedAtMs ?? row.package.preparedAtMs} .now=${this.nowMs()}></fk-age
        ></span>`,
      action: renderOpen(row, runPath(row.uniqueId)),
    });
  }

  private renderCommand(row: CommandRow): TemplateResult {
    const isBegun = row.state === 'unfinished' || row.state === 'notRead';
    const isReading = errandOf(row).name === 'reading';
    const href = isReading ? devicePath(row.uniqueId) : commandPath(row.uniqueId, row.command);
    return this.renderCard(row, {
      className: isBegun ? 'first' : '',
      command: commandNameOf(row),
      why: html`${row.state === 'ready' ? nothing : html`<span>${text.commandStates[row.state]}</span>`}
        ${
          isBegun
            ? nothing
            : html`<span>${commandStrings.fetched} <fk-age .at=${row.sinceMs} .now=${this.nowMs()}></fk-age></span>`
        }`,
      action:
        row.state === 'unfinished'
          ? html`<fk-button class="act" .href=${href}>${runActionWords.reconnect}${aside(row)}</fk-button>`
          : renderOpen(row, href),
    });
  }

  private renderNotReady(row: NotReadyRow): TemplateResult {
    const came = this.fetched.get(row.uniqueId);
    return this.renderCard(row, {
      className: 'late',
      why: html`<span>${text.reasons[row.reason]}</span><span role="status">${came?.text ?? nothing}</span>`,
      action: this.renderGetPackage(row, came),
    });
  }

  /** The action depends on the outcome of fetching or, before that, on whether the backend can have a package. */
  private renderGetPackage(row: NotReadyRow, came: OutcomeWords | null | undefined): TemplateResult {
    const { uniqueId } = row;
    const next = came?.next ?? NEXT_BY_SOURCE[row.source];
    const href =
      typeof next === 'object' ? next.href : next === 'again' || next === 'edit' ? hrefOfPrepare(uniqueId) : '';
    const words =
      came?.label ?? (row.source === 'outbox' ? runActionWords.toOutbox : next === 'again' ? text.prepare : text.fetch);
    return href === ''
      ? html`<fk-button class="act" .busy=${came === null}
        @click=${() =>
          next === 'key'
            ? this.dispatchEvent(new AskKeyEvent())
            : this.fetchPackage(uniqueId)}>${words}${aside(row)}</fk-button>`
      : html`<fk-button class="act" .href=${href}>${words}${aside(row)}</fk-button>`;
  }

  /** A scanned label opens the run; for a beacon that is not ready the list shows what is missing. */
  private find(uniqueId: string, rows: readonly RunRow[]): void {
    if (rows.some((row) => row.uniqueId === uniqueId)) navigate(runPath(uniqueId));
    else this.list.find(uniqueId);
  }

  private async fetchPackage(uniqueId: string): Promise<void> {
    if (this.fetched.get(uniqueId) === null) return;
    this.note(uniqueId, null);
    try {
      this.note(uniqueId, outcomeWords(await this.services.prepare.fetchPackage(uniqueId), uniqueId, 'fetch'));
    } catch (error) {
      // Nothing cancels here, and the service returns its failures, so this is a bug.
      reportError(error);
      this.note(uniqueId, undefined);
    }
  }

  /** Undefined: as if nothing had been fetched. */
  private note(uniqueId: string, came: OutcomeWords | null | undefined): void {
    this.fetched = new Map(this.fetched).set(uniqueId, came);
  }
}

/** The whole row opens it (`onCard`). */
function renderOpen({ uniqueId }: RunRow, href: string): TemplateResult {
  return html`<fk-button class="act" variant="quiet" .icon=${forwardIcon} .label=${`${text.open}, ${uniqueId}`} .href=${href}></fk-button>`;
}

/** Tells screen readers which beacon a button of the list belongs to. */
function aside(row: RunRow): TemplateResult {
  return html`<span class="aside">, ${row.uniqueId}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-run-list-page': FkRunListPage;
  }
}
