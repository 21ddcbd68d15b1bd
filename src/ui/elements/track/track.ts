/** The track: six connected marks, filled as far as known. Every screen uses it for the state of a beacon. */
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Mark, MarkWord, Track } from '../../../domain/track-marks.ts';
import {
  checkIcon,
  cloudIcon,
  phoneIcon,
  receiptIcon,
  sendIcon,
  uncertainIcon,
  writtenIcon,
  type IconPath,
} from '../../kit/icons.ts';
import { hiddenText, shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

type TrackSize = 'row' | 'card' | 'head';

const text = elementStrings.track;

const pictures: Record<MarkWord, IconPath> = {
  prepared: cloudIcon,
  onThisPhone: phoneIcon,
  written: writtenIcon,
  receipt: receiptIcon,
  sent: sendIcon,
  verified: checkIcon,
  applied: writtenIcon,
};

/**
 * `row`: six 12 px marks in a list row; `card`: marks with icons, and a line with the current and the next word; `head`:
 * the same, larger, with the sentence instead of the line. Each word stands below its mark where all of them fit.
 * `words` adds the summary beside a row's marks. Shape and text show the state; colour only repeats it.
 */
@customElement('fk-track')
export class FkTrack extends LitElement {
  @property({ attribute: false }) track!: Track;
  @property({ reflect: true }) size: TrackSize = 'card';
  @property({ type: Boolean }) words = false;

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
      }
      :host([size='row']) {
        display: inline-block;
        max-width: 100%;
        container-type: normal;
        vertical-align: middle;
      }
      .in-row {
        display: inline-flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--space-2);
        max-width: 100%;
      }
      .in-row svg {
        height: var(--mark-row);
        width: calc(var(--mark-row) * 8.5);
      }
      .in-row .word {
        font-size: var(--text-s);
      }
      .says-uncertain .word,
      .says-notVerified .word {
        color: var(--color-attention);
        font-weight: var(--weight-strong);
      }
      .says-refused .word {
        color: var(--color-stop);
        font-weight: var(--weight-strong);
      }
      .says-verified .word {
        color: var(--color-done);
        font-weight: var(--weight-strong);
      }

      .disc {
        fill: none;
        stroke: var(--color-line-strong);
        stroke-width: 1.5;
        transition: fill var(--duration-move), stroke var(--duration-move);
      }
      .sign {
        fill: none;
        stroke: var(--color-line-strong);
        stroke-width: 2.2;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
      .way {
        stroke: var(--color-line);
        stroke-width: 2;
      }
      .way.known {
        stroke: var(--color-ink);
      }
      .reached .disc {
        fill: var(--color-ink);
        stroke: var(--color-ink);
      }
      .reached .sign {
        stroke: var(--color-paper);
      }
      .verified.reached .disc {
        fill: var(--color-done);
        stroke: var(--color-done);
      }
      .verified.reached .sign {
        stroke: var(--color-on-done);
      }
      .uncertain .disc {
        stroke: var(--color-attention);
        stroke-width: 2.5;
        stroke-dasharray: 8 6.286;
      }
      .uncertain .sign {
        stroke: var(--color-attention);
      }
      .refused .disc,
      .refused .bar,
      .refused .sign {
        stroke: var(--color-stop);
        stroke-width: 2.5;
      }
      .notVerified .disc {
        stroke: var(--color-attention);
        stroke-width: 2.5;
      }
      .in-row .way {
        stroke-width: 3;
      }
      .in-row .disc {
        stroke-width: 3;
      }
      .in-row .uncertain .disc,
      .in-row .refused .disc,
      .in-row .refused .bar,
      .in-row .notVerified .disc {
        stroke-width: 4;
      }

      ol {
        display: grid;
        grid-template-columns: repeat(6, minmax(0, 1fr));
        --mark: var(--mark-card);
      }
      .in-head {
        --mark: var(--mark-head);
      }
      li {
        position: relative;
        display: grid;
        justify-items: center;
        align-content: start;
        gap: var(--space-1);
        text-align: center;
        font-size: var(--text-xs);
        line-height: var(--leading-tight);
        color: var(--color-ink-soft);
      }
      li svg {
        width: var(--mark);
        height: var(--mark);
      }
      /* Each half of a line belongs to the mark beside it, so columns may differ in width. */
      li + li::before,
      li:not(:last-child)::after {
        content: '';
        position: absolute;
        top: calc(var(--mark) / 2 - var(--stroke-strong) / 2);
        inset-inline: 0 calc(50% + var(--mark) / 2 + var(--space-1));
        border: 0 solid var(--color-line);
        border-top-width: var(--stroke-strong);
      }
      li:not(:last-child)::after {
        inset-inline: calc(50% + var(--mark) / 2 + var(--space-1)) 0;
      }
      li.known + li.known::before,
      li.known:has(+ li.known)::after {
        border-color: var(--color-ink);
      }
      li.known + li.uncertain::before,
      li.known:has(+ li.uncertain)::after {
        border-color: var(--color-attention);
        border-style: dotted;
      }
      li.reached {
        color: var(--color-ink);
      }
      li.here,
      li.verified.reached {
        font-weight: var(--weight-strong);
      }
      li.verified.reached {
        color: var(--color-done);
      }
      li .said {
        display: block;
        font-weight: var(--weight-strong);
      }
      li.uncertain .said,
      li.notVerified .said {
        color: var(--color-attention);
      }
      li.refused .said {
        color: var(--color-stop);
      }
      p {
        margin: var(--space-2) 0 0;
        font-size: var(--text-s);
        line-height: var(--leading-tight);
        text-align: center;
      }
      .sentence {
        margin-block-start: var(--space-4);
        font-size: var(--text-m);
        text-align: start;
      }
      p .word {
        font-weight: var(--weight-strong);
      }
      /* All words fit on one line each, in every language. */
      @container (min-width: 36em) {
        ol {
          grid-template-columns: repeat(6, minmax(max-content, 1fr));
        }
        .in-head li {
          font-size: var(--text-s);
        }
        p:not(.sentence) {
          display: none;
        }
      }
      @container (max-width: 35.99em) {
        .in-head {
          --mark: calc(var(--mark-head) * 0.82);
        }
        li > span {
          ${hiddenText};
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { track } = this;
    return this.size === 'row' ? this.renderRow(track) : this.renderMarks(track);
  }

  private renderRow(track: Track): TemplateResult {
    const marks = track.marks.map(
      (mark, at) => svg`
        ${
          at === 0
            ? nothing
            : svg`<line class="way ${isKnown(mark) && isKnown(track.marks[at - 1]) ? 'known' : ''}" x1=${at * 36 - 10}
              x2=${at * 36 - 2} y1="12" y2="12"></line>`
        }
        <g class="${mark.word} ${mark.state}" transform="translate(${at * 36} 0)">${drawMark(mark, 'row')}</g>`,
    );
    // The text beside the marks equals the label, so only one of them is read out.
    return html`<span class="in-row says-${track.summary}">
      <svg viewBox="0 0 204 24" role="img" aria-label=${sentenceOf(track)}>${marks}</svg>
      ${this.words ? html`<span class="word" aria-hidden="true">${text.summaries[track.summary]}</span>` : nothing}
    </span>`;
  }

  private renderMarks(track: Track): TemplateResult {
    const here = track.marks.findLastIndex((mark) => mark.state === 'reached');
    return html`
      <ol class="in-${this.size}" role="list" aria-label=${sentenceOf(track)}>
        ${track.marks.map(
          (
            mark,
            at,
          ) => html`<li class="${mark.word} ${mark.state} ${isKnown(mark) ? 'known' : ''} ${at === here ? 'here' : ''}">
            <svg viewBox="0 0 24 24" aria-hidden="true">${drawMark(mark, 'card')}</svg>
            ${captionOf(mark)}
          </li>`,
        )}
      </ol>
      ${this.size === 'head' ? html`<p class="sentence" aria-hidden="true">${sentenceOf(track)}</p>` : renderPlace(track)}
    `;
  }
}

/** The line below the marks. The list says the same to screen readers. */
function renderPlace({ marks, summary }: Track): TemplateResult {
  const reached = marks.filter(isKnown).length;
  const stopped = marks.some(({ state }) => state !== 'reached' && state !== 'empty');
  const next = stopped ? undefined : marks[reached];
  return html`<p class="says-${summary}" aria-hidden="true">
    ${elementStrings.progress(reached, marks.length)} · <span
      class="word">${text.summaries[summary]}</span>${
        next === undefined ? nothing : html`<span class="faint"> · ${text.next(text.words[next.word])}</span>`
      }
  </p>`;
}

/** The track in one sentence, for screen readers and lists. */
function sentenceOf(track: Track): string {
  return text.sentences[track.summary];
}

function isKnown(mark: Mark | undefined): boolean {
  return mark?.state === 'reached';
}

function captionOf(mark: Mark): TemplateResult {
  if (mark.state === 'notVerified') return html`<span><span class="said">${text.summaries.notVerified}</span></span>`;
  const word = text.words[mark.word];
  if (mark.state === 'reached' || mark.state === 'empty') {
    return html`<span>${word}<span class="aside">, ${text[mark.state]}</span></span>`;
  }
  return html`<span>${word}<span class="aside">, </span><span class="said">${text.summaries[mark.state]}</span></span>`;
}

/**
 * One mark in a box of 24 units. At 12 px the icon would be unreadable, so a row shows only shapes (and the check of
 * Verified).
 */
function drawMark(mark: Mark, size: 'row' | 'card'): SVGTemplateResult {
  const row = size === 'row';
  const sign = (path: IconPath) =>
    svg`<path class="sign" transform="translate(12 12) scale(.54) translate(-12 -12)" d=${path}></path>`;
  switch (mark.state) {
    case 'reached':
      return svg`<circle class="disc" cx="12" cy="12" r="10.5"></circle>
        ${row && mark.word !== 'verified' ? nothing : sign(pictures[mark.word])}`;
    case 'empty':
      return row
        ? svg`<circle class="disc" cx="12" cy="12" r="6"></circle>`
        : svg`<circle class="disc" cx="12" cy="12" r="10.5"></circle>${sign(pictures[mark.word])}`;
    case 'uncertain':
      return svg`<circle class="disc" cx="12" cy="12" r="10" pathLength="100"></circle>${row ? nothing : sign(uncertainIcon)}`;
    case 'refused':
      return svg`<circle class="disc" cx="12" cy="12" r="10"></circle><path class="bar" d="M5 5L19 19"></path>`;
    case 'notVerified':
      // A ring that is open at the upper right: the backend has not confirmed.
      return svg`<path class="disc" d="M14.6 2.3A10 10 0 1 0 21.7 9.4"></path>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-track': FkTrack;
  }
}
