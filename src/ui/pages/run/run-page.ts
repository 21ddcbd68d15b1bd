/**
 * The installer's page for one beacon: the changes, a large Connect button, the steps as they happen, and the one action
 * afterwards.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { nameOf } from '../../../domain/beacon-table.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { nextCarried, seriesOf } from '../../../domain/run-series.ts';
import { linkToNext, type NextLink, type PageLink } from '../../beacon/run/run-links.ts';
import {
  renderExport,
  renderLater,
  renderLoading,
  renderMain,
  renderMessage,
  renderPlan,
  renderSteps,
  renderWays,
} from '../../beacon/run/run-parts.ts';
import { RunScreenController } from '../../beacon/run/run-screen-controller.ts';
import '../../elements/basics.ts';
import { FkButton } from '../../elements/button/button.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { runPageStyles, runPartStyles } from '../../kit/run-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { runPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { runStrings } from '../../strings/run.ts';

/** Keeps the line of a name that is not read yet. */
const NO_NAME_YET = '\u00a0';

@customElement('fk-run-page')
export class FkRunPage extends AccountElement {
  @property({ attribute: 'unique-id' }) uniqueId = '';
  @property({ attribute: false }) nowMs: () => number = Date.now;
  @state() private isOptionsOpen = false;

  // Both go through all beacons with stored rows, and the page renders again at every step of a run.
  private readonly seriesOf = memoizeLast(seriesOf);
  private readonly nextCarried = memoizeLast(nextCarried);

  private readonly screen = new RunScreenController(this, () => ({
    services: this.services,
    uniqueId: this.uniqueId,
    nowMs: this.nowMs,
    next: this.next,
    onward: this.onward,
    without: [],
    unpackedPlan: null,
  }));

  static override styles = [shared, pageStyles, runPartStyles, runPageStyles];

  protected override updated(changed: PropertyValues<this>): void {
    // The same element shows the next beacon: scroll to the top, as a new page would.
    if (changed.has('uniqueId')) this.scrollIntoView({ block: 'start' });
  }

  protected override render(): TemplateResult {
    const { screen } = this;
    const { view, progress } = screen;
    if (view.case.kind === 'loading') return renderLoading();
    const name = nameOf(screen.beacon);
    const isNamed = name !== null || screen.beacon.listed === 'unread';
    const series = this.seriesOf(this.services.beacons.table.value, this.uniqueId);
    const second = [renderExport(screen), renderLater(screen)].filter((part) => part !== nothing);
    const ways = renderWays(screen).filter((part) => part !== nothing);
    // Two buttons at most; the others are in the options.
    const hasOptions = second.length + ways.length > 1;
    return html`
      <div class="page stack far sheet ${progress === null ? '' : 'live'}">
        <header class="row">
          <fk-id .value=${this.uniqueId} copyable></fk-id>
          ${isNamed ? html`<p class="name faint"><bdi>${name ?? NO_NAME_YET}</bdi></p>` : nothing}
          ${
            hasOptions
              ? html`<fk-button variant="quiet" @click=${() => (this.isOptionsOpen = true)}>${runStrings.options}</fk-button>`
              : nothing
          }
        </header>
        <fk-track class="track" size="card" .track=${view.track}></fk-track>
        <div class="say" role="status">${renderMessage(screen, screen.message.detail)}</div>
        ${progress === null ? renderPlan(screen) : html`<section class="card">${renderSteps(progress, this.nowMs())}</section>`}
        ${
          series === null
            ? nothing
            : html`<p class="soft">${runStrings.series(series.written, series.beacons, series.verified)}</p>`
        }
      </div>
      <fk-foot class="foot actions">
        ${renderMain(screen)}${second}${hasOptions ? nothing : ways}
      </fk-foot>
      <fk-dialog .open=${hasOptions && this.isOptionsOpen} .heading=${name ?? this.uniqueId} @fk-close=${this.closeOptions}>
        <div class="stack close" @click=${this.onWay}>${renderWays(screen, { explained: true })}</div>
      </fk-dialog>
    `;
  }

  private readonly closeOptions = (): void => {
    this.isOptionsOpen = false;
  };

  /** The question about a beacon that is gone stands in the options, and its end closes them. */
  private readonly onWay = (event: Event): void => {
    if (event.target instanceof FkButton) this.closeOptions();
  };

  private get next(): NextLink | null {
    const { beacons } = this.services;
    const uniqueId = this.nextCarried(beacons.table.value, this.uniqueId);
    return uniqueId === null ? null : linkToNext(runPath(uniqueId), uniqueId, beacons.of(uniqueId), '');
  }

  /** In practice the list of runs is empty after a run; the guide shows the next step. */
  private get onward(): PageLink {
    return this.services.session.state.value.account?.kind === 'sandbox'
      ? { path: '/practice', words: runStrings.toGuide }
      : { path: '/run', words: runStrings.allRuns };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-run-page': FkRunPage;
  }
}
