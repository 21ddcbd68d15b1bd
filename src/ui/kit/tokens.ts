/**
 * Styles that every element of the app shares. The values are in tokens.css and reach shadow roots as custom
 * properties.
 */
import { css, unsafeCSS } from 'lit';
import { layout } from './layout.ts';

export const TONES = ['neutral', 'done', 'attention', 'stop', 'info'] as const;
/** The four status colours, or neutral. Only Verified is green (product.md "Words on screen"). */
export type Tone = (typeof TONES)[number];

/**
 * Windows so low that header and footer would cover more than a third: both scroll with the page (a phone on its side,
 * a zoom of 400 %).
 */
export const shortScreen = css`(max-height: 420px)`;

/** Declarations that hide text from the eye and leave it to screen readers. */
export const hiddenText = unsafeCSS(
  'position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap',
);

/**
 * Box model, focus ring, numeric font and visually hidden text. The box model is set for each element, because the
 * content of `details` would inherit another one from the browser's own slot.
 */
export const shared = css`
  ${layout}
  :host {
    box-sizing: border-box;
    color: var(--color-ink);
  }
  :host([hidden]) {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
    scrollbar-width: thin;
  }
  :focus-visible {
    outline: var(--focus-width) solid var(--color-accent);
    outline-offset: var(--focus-gap);
  }
  a {
    color: var(--color-accent);
  }
  svg {
    flex: none;
    display: block;
  }
  .aside {
    ${hiddenText};
  }
`;

/** Sets --tone and --tone-soft from the host's tone attribute. */
export const tones = css`
  :host {
    --tone: var(--color-ink-soft);
    --tone-soft: var(--color-surface);
  }
  :host([tone='done']) {
    --tone: var(--color-done);
    --tone-soft: var(--color-done-soft);
  }
  :host([tone='attention']) {
    --tone: var(--color-attention);
    --tone-soft: var(--color-attention-soft);
  }
  :host([tone='stop']) {
    --tone: var(--color-stop);
    --tone-soft: var(--color-stop-soft);
  }
  :host([tone='info']) {
    --tone: var(--color-info);
    --tone-soft: var(--color-info-soft);
  }
`;
