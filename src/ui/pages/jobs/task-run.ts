/**
 * One beacon of a job on site: its name, one sentence and one large button, always visible. Everything else is in a
 * sheet.
 */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { nameOf } from '../../../domain/beacon-table.ts';
import type { Track } from '../../../domain/track-marks.ts';
import { renderPick } from '../../beacon/run/chooser-help.ts';
import {
  renderExport,
  renderLoading,
  renderMain,
  renderMessage,
  renderPlan,
  renderWays,
  soughtOf,
} from '../../beacon/run/run-parts.ts';
import { RunScreenController } from '../../beacon/run/run-screen-controller.ts';
import { nextWords } from '../../beacon/run/run-links.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { runPartStyles } from '../../kit/run-styles.ts';
import { shortScreen, shared } from '../../kit/tokens.ts';
import { jobPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { jobStrings as text } from '../../strings/jobs.ts';
import { taskPath } from './job-links.ts';
import { renderBlink } from './task-blink.ts';

/** Fired when the sheet was closed. */
class SheetClosedEvent extends Event {
  constructor() {
    super('fk-sheet-closed');
  }
}

/**
 * Visible slots: `place` for the room, the default slot for the note, `message` for messages (its space is reserved, so
 * that nothing moves), `main` for a button in place of the run's, `ways` for the row below the button. Slots of the
 * sheet: `marks`, `list`, and `find` at its lower edge. Event: `fk-sheet-closed`.
 */
@customElement('fk-task-run')
class FkTaskRun extends AccountElement {
  @property({ attribute: false }) uniqueId = '';
  @property({ attribute: false }) jobId = '';
  /** The next beacon; null for none. */
  @property({ attribute: false }) next: string | null = null;
  /** The next beacon's place in the plan. */
  @property({ attribute: false }) nextPlace = '';
  /** Names that the chooser can leave out. */
  @property({ attribute: false }) without: readonly string[] = [];
  /** The track of the job's plan while this phone has no package of it; otherwise null. */
  @property({ attribute: false }) planTrack: Track | null = null;
  /** False where there is no configuration to write: the page gives the main button. */
  @property({ attribute: false }) configures = true;
  /** True while the sheet is open. */
  @property({ attribute: false }) opened = false;

  private readonly screen = new RunScreenController(this, () => ({
    services: this.services,
    uniqueId: this.uniqueId,
    nowMs: Date.now,
    next:
      this.next === null
        ? null
        : {
            path: taskPath(this.jobId, this.next),
            words: nextWords(this.next, this.services.beacons.of(this.next), this.nextPlace),
          },
    onward: { path: jobPath(this.jobId), words: text.run.toJob },
    without: this.without,
    unpackedPlan: this.planTrack,
  }));

  static override styles = [
    shared,
    pageStyles,
    runPartStyles,
    css`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
        height: 100%;
      }
      .what {
        gap: var(--space-2);
        padding: var(--space-2) var(--space-4);
        overscroll-behavior: contain;
      }
      .alias {
        font-size: var(--text-l);
        line-height: var(--leading-tight);
      }
      .who {
        justify-items: start;
      }
      fk-id {
        font-size: var(--text-l);
      }
      .say:empty {
        display: none;
      }
      .thumb {
        padding: 0 var(--space-4) var(--space-3);
        --button-pad: var(--space-2);
      }
      .message {
        position: relative;
        z-index: 2;
        height: var(--target-phone);
      }
      .message ::slotted(*) {
        position: absolute;
        inset: auto 0 0;
      }
      /* Space for the longest reason on a phone, so that the content below keeps its position. */
      .blink p {
        min-height: 2lh;
        line-height: var(--leading-tight);
      }
      .actions {
        display: grid;
        min-height: var(--target-big);
      }
      /* A small phone, or one held sideways. */
      @media (max-height: 700px) {
        .who {
          display: flex;
          flex-wrap: wrap;
          align-items: center;
          justify-content: space-between;
        }
        .who fk-id,
        .say {
          font-size: var(--text-s);
        }
        .what {
          gap: var(--space-1) 0;
          padding-block: 0 var(--space-1);
        }
        .say fk-notice {
          padding: var(--space-2) var(--space-3);
        }
        .message {
          height: 32px;
        }
        .thumb {
          padding-block-end: var(--space-2);
        }
      }
      @media (min-width: 56.25em), ${shortScreen} and (min-width: 37.5em) {
        :host {
          grid-template: minmax(0, 1fr) / minmax(0, 1fr) minmax(17rem, 32%);
        }
        .thumb {
          align-content: end;
        }
      }
      @media (min-width: 68.75em) {
        :host {
          grid-template-columns: minmax(0, 1fr) 24rem;
        }
      }
      @media (min-width: 56.25em) and (min-height: 421px) {
        .thumb {
          align-content: start;
          padding-block-start: var(--space-2);
        }
      }
      /* A screen zoomed to 400 %: everything scrolls. */
      @media ${shortScreen} and (max-width: 37.49em) {
        :host {
          height: auto;
        }
        .what {
          overflow: visible;
        }
        .message {
          height: auto;
        }
        .message ::slotted(*) {
          position: static;
        }
      }
    `,
  ];

  /** True when the run waits for the person and there is no error to see. */
  get isIdle(): boolean {
    if (!this.configures) return true;
    const action = this.renderRoot.querySelector<HTMLElement & { busy: boolean }>('.act');
    return action?.busy === false && this.renderRoot.querySelector('.say')?.childElementCount === 0;
  }

  protected override updated(changed: PropertyValues<this>): void {
    // The same element shows the next beacon: scroll to the top, as a new page would.
    const what = changed.has('uniqueId') ? this.renderRoot.querySelector('.what') : null;
    if (what !== null) what.scrollTop = 0;
  }

  protected override render(): TemplateResult {
    const { screen } = this;
    const { view, message } = screen;
    if (view.case.kind === 'loading') return renderLoading();
    const name = nameOf(screen.beacon);
    // One sentence at a time: when there is another text, the names are in the sheet.
    return html`<div class="stack scroll what sheet ${screen.progress === null ? '' : 'live'}">
        <slot name="place"></slot>
        <div class="stack close who">
          ${name === null ? nothing : html`<p class="alias"><bdi>${name}</bdi></p>`}
          <fk-id .value=${this.uniqueId} copyable></fk-id>
        </div>
        ${
          this.configures
            ? html`<fk-track size="card" .track=${view.track}></fk-track>
              <div class="say" role="status">${renderMessage(screen)}</div>
              ${renderExport(screen)}
              ${screen.mayConnect && message.text === '' ? renderPick(soughtOf(screen)) : nothing}`
            : nothing
        }
        <slot></slot>
      </div>
      <div class="stack close thumb">
        <div class="message"><slot name="message"></slot></div>
        <div class="actions">${this.configures ? renderMain(screen) : html`<slot name="main"></slot>`}</div>
        <slot name="ways"></slot>
      </div>
      <fk-dialog docked .open=${this.opened} .heading=${name ?? this.uniqueId} @fk-close=${this.onClose}>
        ${this.opened ? this.renderMore() : nothing}
        <slot name="find" slot="actions"></slot>
      </fk-dialog>`;
  }

  private renderMore(): TemplateResult {
    const { screen } = this;
    const { detail } = screen.message;
    return html`<div class="stack far">
      ${renderBlink(this, this.services, this.uniqueId, this.without)}
      <slot name="marks"></slot>
      <div class="stack close">${
        this.configures && screen.progress === null ? renderWays(screen, { explained: true }) : nothing
      }</div>
      <slot name="list"></slot>
      ${detail === '' ? nothing : html`<p class="soft mono">${detail}</p>`}
      ${this.configures ? renderPlan(screen) : nothing}
    </div>`;
  }

  /** Ignores the close events of dialogs inside the sheet. */
  private readonly onClose = (event: Event): void => {
    if (event.target === event.currentTarget) this.dispatchEvent(new SheetClosedEvent());
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-run': FkTaskRun;
  }
}
