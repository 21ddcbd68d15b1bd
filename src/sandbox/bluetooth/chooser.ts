/** The chooser of practice mode: a native dialog in place of the browser's own. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ChooserRequest } from './bluetooth.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';

const text = practiceStrings.chooser;

/** Fires `chosen` once when it closes. Its detail is the uniqueId, or null if the person cancelled. */
@customElement('practice-chooser')
class PracticeChooser extends LitElement {
  @property({ attribute: false }) request: ChooserRequest | null = null;
  @state() private problem = '';
  @query('dialog') private dialog!: HTMLDialogElement;
  private finished = false;

  static override styles = css`
    dialog {
      box-sizing: border-box;
      width: min(30rem, calc(100vw - 2 * var(--space-3, 12px)));
      max-height: calc(100dvh - 2 * var(--space-5, 24px));
      padding: var(--space-4, 16px);
      border: var(--stroke, 1px) solid var(--color-line-strong, var(--color-line, #7c786c));
      border-radius: var(--radius-l, 14px);
      background: var(--color-surface, var(--color-paper, Canvas));
      color: var(--color-ink, CanvasText);
      font: 400 var(--text-s, 0.9375rem) / 1.45 var(--font-text, system-ui, sans-serif);
    }
    dialog::backdrop {
      background: var(--color-veil, rgb(0 0 0 / 50%));
    }
    h2 {
      margin: 0 0 var(--space-2, 8px);
      font-size: var(--text-m, 1.0625rem);
    }
    p {
      margin: 0 0 var(--space-3, 12px);
      color: var(--color-ink-soft, inherit);
    }
    ul {
      display: grid;
      gap: var(--space-2, 8px);
      margin: 0 0 var(--space-4, 16px);
      padding: 0;
      list-style: none;
    }
    button,
    input {
      min-height: var(--target, 48px);
      padding: 0 var(--space-3, 12px);
      border: var(--stroke, 1px) solid var(--color-line-strong, var(--color-line, #7c786c));
      border-radius: var(--radius-m, 8px);
      background: var(--color-paper, Canvas);
      color: inherit;
      font: inherit;
    }
    button {
      cursor: pointer;
    }
    .beacon {
      display: grid;
      grid-template-columns: 1fr auto;
      column-gap: var(--space-3, 12px);
      align-items: center;
      width: 100%;
      padding-block: var(--space-2, 8px);
      text-align: start;
    }
    .beacon b {
      font-weight: 600;
    }
    .small {
      color: var(--color-ink-soft, inherit);
      font: var(--text-xs, 0.8125rem) var(--font-mono, monospace);
    }
    .beacon .signal {
      grid-column: 2;
      grid-row: 1 / span 2;
    }
    form {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: var(--space-1, 4px) var(--space-2, 8px);
      margin-bottom: var(--space-4, 16px);
    }
    form > label,
    form > .small,
    form > [role='alert'] {
      grid-column: 1 / -1;
    }
    input {
      min-width: 0;
    }
    [role='alert'] {
      margin: 0;
      color: var(--color-stop, inherit);
    }
    .cancel {
      width: 100%;
    }
    :focus-visible {
      outline: var(--focus-width, 3px) solid var(--color-accent, Highlight);
      outline-offset: var(--focus-gap, 2px);
    }
  `;

  protected override firstUpdated(): void {
    this.dialog.showModal();
  }

  protected override render(): TemplateResult {
    const beacons = this.request?.candidates() ?? [];
    return html`
      <dialog aria-labelledby="heading" aria-describedby="explain" @cancel=${() => this.finish(null)} @close=${() => this.finish(null)}>
        <h2 id="heading">${text.heading}</h2>
        <p id="explain">${text.explain}</p>
        ${beacons.length === 0 ? html`<p>${text.none}</p>` : nothing}
        <ul>
          ${beacons.map(
            ({ uniqueId, name, rssiDbm }) => html`
              <li>
                <button class="beacon" type="button" data-id=${uniqueId} @click=${() => this.finish(uniqueId)}>
                  <b>${name}</b>
                  <span class="small">${text.printed(uniqueId)}</span>
                  <span class="small signal">${text.signal(rssiDbm)}</span>
                </button>
              </li>
            `,
          )}
        </ul>
        <form @submit=${(event: SubmitEvent) => this.bring(event)}>
          <label for="id">${text.bring}</label>
          <input id="id" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="help" required />
          <button type="submit">${text.bringAction}</button>
          <span class="small" id="help">${text.bringHelp}</span>
          <p role="alert">${this.problem}</p>
        </form>
        <button class="cancel" type="button" @click=${() => this.finish(null)}>${text.cancel}</button>
      </dialog>
    `;
  }

  private async bring(event: Event): Promise<void> {
    event.preventDefault();
    const input = this.renderRoot.querySelector('input')!;
    const uniqueId = input.value.trim();
    const there = this.request?.bringNear(uniqueId) === true;
    const shown = there && this.request!.candidates().some((beacon) => beacon.uniqueId === uniqueId);
    this.problem = there ? (shown ? '' : text.filteredOut(uniqueId)) : text.unknown(uniqueId);
    if (!shown) return;
    input.value = '';
    this.requestUpdate();
    await this.updateComplete;
    for (const button of this.renderRoot.querySelectorAll<HTMLButtonElement>('.beacon')) {
      if (button.dataset['id'] === uniqueId) button.focus();
    }
  }

  /** Fires at once: the dialog's own close event waits for a frame, which a hidden page never draws. */
  private finish(uniqueId: string | null): void {
    if (this.finished) return;
    this.finished = true;
    this.dialog.close();
    this.dispatchEvent(new CustomEvent<string | null>('chosen', { detail: uniqueId }));
  }
}

/** Opens the dialog in the page. When it closes, the focus returns to the element that had it. */
export function choosePracticeBeacon(request: ChooserRequest): Promise<string | null> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const chooser = new PracticeChooser();
    chooser.request = request;
    chooser.addEventListener('chosen', (event) => {
      chooser.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve((event as CustomEvent<string | null>).detail);
    });
    document.body.append(chooser);
  });
}
