/** A page that fills the screen with its action at the foot. On a desktop the action is below the content. */
import { css } from 'lit';

/** The action follows its content and is as wide as its label. */
export const deskFootStyles = css`
  @media (min-width: 68.75em) {
    .column {
      flex: none;
    }
    .foot .row {
      max-width: none;
    }
    .foot .row > :is(:first-child, :last-child, *) {
      flex: none;
      min-width: 12rem;
    }
  }
`;

/** On a phone `.dock`, the action of a short page, is at the lower edge, within reach of the thumb. */
export const dockStyles = css`
  @media (max-width: 56.24em) {
    .column:has(.dock, > fk-csv-import),
    form:has(> .dock) {
      display: flex;
      flex: 1;
      flex-direction: column;
    }
    .file:has(> .dock) {
      display: contents;
    }
    .dock {
      order: 1;
      margin-top: auto;
    }
    .dock > * {
      flex: auto;
    }
    .below {
      order: 1;
    }
    .dock > .drop {
      display: none;
    }
  }
  .below {
    display: block;
  }
  @media (min-width: 56.25em) {
    fk-button.dock,
    .below {
      place-self: start;
    }
  }
`;

export const columnPageStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100%;
  }
  .column {
    flex: 1;
  }
  ${deskFootStyles}
  ${dockStyles}
`;

/** A form whose parts (`.part`) are below each other. */
export const partStyles = css`
  .part {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-4);
  }
  /* A place for later messages. It leaves no gap while it is empty. */
  .part:empty,
  .part > [aria-live]:empty {
    position: absolute;
  }
  @media (min-width: 68.75em) {
    /* The area where a file is chosen or dropped. */
    .file {
      padding: var(--space-5);
      border: var(--stroke) dashed var(--color-line-strong);
      border-radius: var(--radius-l);
    }
  }
`;

/** On a desktop the parts are in two columns. `.whole` spans both. */
export const twoPartStyles = css`
  @media (min-width: 68.75em) {
    :host {
      --page-width: calc(var(--measure) * 2);
    }
    .column {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: var(--space-6);
    }
  }
  ${partStyles}
`;
