/** Asks for confirmation before a person leaves the screen of a run. */
import { html, render } from 'lit';
import '../elements/confirm/confirm.ts';
import type { RunProgress } from '../../use-cases/run/runs.ts';
import { noticeStrings } from '../strings/notices.ts';

const text = noticeStrings.leaveRun;

/** Resolves with true to leave, with false to stay or when the dialog is closed. */
export function askToLeaveRun(run: RunProgress, into: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (leave: boolean): void => {
      // Resolve first: removing the dialog closes it, and closing resolves with false.
      resolve(leave);
      render(html``, into);
    };
    render(
      html`<fk-confirm
        open
        variant="plain"
        .heading=${text.heading}
        .action=${text.leave}
        .keep=${text.stay}
        @fk-confirm=${() => answer(true)}
        @fk-close=${() => answer(false)}
      >
        <p>${run.copyMissing === null ? text.running(run.uniqueId) : text.saving(run.uniqueId)}</p>
      </fk-confirm>`,
      into,
    );
  });
}
