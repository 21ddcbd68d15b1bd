/** Styles that all pages share: headings, sections, cards, lists, and the action bar within reach of the thumb. */
import { css } from 'lit';
import { shortScreen } from './tokens.ts';

export const pageStyles = css`
  /* One column of readable width in the middle. A page of tables sets another width, or has a wide column. */
  :host {
    --page-width: calc(var(--measure) + var(--space-4) * 2);
  }
  .wide,
  .wide + .foot {
    --page-width: none;
  }
  /* A device in each line. */
  .lines,
  .lines + .foot {
    --page-width: 56rem;
  }
  .column,
  .foot,
  .page {
    width: 100%;
    max-width: var(--page-width);
    margin-inline: auto;
  }
  /* One column with space around it. */
  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-4);
    padding: var(--space-4);
  }
  section {
    display: grid;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
  h2,
  h3 {
    margin: 0;
    font-size: var(--text-m);
    font-weight: var(--weight-strong);
    line-height: var(--leading-tight);
    /* Only a word that is wider than the page. */
    overflow-wrap: break-word;
  }
  h3 {
    color: var(--color-ink-soft);
    font-size: var(--text-s);
    line-height: inherit;
  }
  p {
    max-width: var(--measure);
    overflow-wrap: anywhere;
  }
  fk-age {
    color: inherit;
  }
  .count {
    color: var(--color-ink-soft);
    font-weight: var(--weight-text);
  }
  ul.points {
    padding-inline-start: var(--space-5);
    list-style: disc;
  }
  /* IDs of devices one after the other. */
  ul.ids {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-3);
    font-family: var(--font-mono);
    overflow-wrap: anywhere;
  }
  details > summary {
    font-weight: var(--weight-strong);
  }
  /* Links to pages (shared/link-rows.ts). */
  .links :is(a, button) {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--space-3);
    width: 100%;
    min-height: var(--target);
    padding-block: var(--space-1);
    color: inherit;
    text-align: start;
    text-decoration: none;
  }
  .links li + li {
    border-top: var(--stroke) solid var(--color-line);
  }
  .links .strong {
    display: block;
  }
  .links .urgent {
    color: var(--color-attention);
  }
  @media (min-width: 56.25em) {
    .links .phone {
      display: none;
    }
    .links .phone + li {
      border-top: 0;
    }
  }
  /* The pages of one subject (shared/page-tabs.ts), or its views as buttons. */
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-1);
    border-bottom: var(--stroke) solid var(--color-line);
  }
  /* Above the page: what is below begins where they begin. */
  .tabs:has(~ .column) {
    flex: none;
    padding-inline: var(--space-4);
  }
  .tabs ~ :is(.column, .foot) {
    margin-inline: 0;
  }
  .tabs :is(a, button) {
    display: grid;
    align-content: center;
    min-height: var(--target);
    padding: 0 var(--space-3);
    border: 0 solid transparent;
    border-bottom-width: var(--focus-width);
    background: none;
    color: var(--color-ink-soft);
    font: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  .tabs :is([aria-current], [aria-pressed='true']) {
    border-color: var(--color-accent);
    color: var(--color-ink);
    font-weight: var(--weight-strong);
  }
  /* With system colours, a transparent line would be seen. */
  @media (forced-colors: active) {
    .tabs :not([aria-current], [aria-pressed='true']) {
      border-color: Canvas;
    }
  }
  /* The primary action in the lower third. It stays there while the page scrolls. */
  .foot {
    position: sticky;
    z-index: 1;
    inset-block-end: 0;
    display: grid;
    gap: var(--space-2);
    padding: var(--space-3) var(--space-4);
    border-top: var(--stroke) solid var(--color-line);
    background: var(--color-paper);
    /* What is cut above it fades out. */
    box-shadow: 0 calc(var(--space-2) * -1) var(--space-2) var(--color-paper);
  }
  /* Beside each other while no word of theirs is cut, else one below the other. */
  .foot .row {
    align-items: stretch;
    gap: var(--space-2);
    max-width: var(--measure);
  }
  .foot .row > * {
    flex: 1 1 0;
  }
  /* On a desktop its line is as wide as the text of the column. */
  @media (min-width: 68.75em) {
    .column + .foot {
      border-image: linear-gradient(
          90deg,
          transparent var(--space-4),
          var(--color-line) 0 calc(100% - var(--space-4)),
          transparent 0
        )
        1 0;
    }
  }
  @media ${shortScreen} {
    .foot {
      position: static;
    }
  }
  /* A page of few words is a card on a desktop. Its foot is the last part of the card. */
  @media (min-width: 68.75em) {
    .short,
    .short + .foot {
      padding: var(--space-5);
      border: var(--stroke) solid var(--color-line);
      border-radius: var(--radius-l);
      background: var(--color-surface);
    }
    .short {
      margin-block-start: var(--space-6);
    }
    .short:has(+ .foot > *) {
      border-block-end: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
    .short + .foot {
      position: static;
      padding-block-start: 0;
      border-block-start: 0;
      border-start-start-radius: 0;
      border-start-end-radius: 0;
      box-shadow: none;
    }
  }
  /* The buttons for back and forward. Forward is wider. */
  .foot .pair > :first-child {
    flex: 1 1 0;
  }
  .foot .pair > :last-child {
    flex: 2 1 0;
  }
`;
