/** The chooser of practice mode: a native dialog in place of the browser's own. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ChooserRequest } from './bluetooth.ts';
import '../../ui/elements/button/button.ts';
import { controlStyles } from '../../ui/kit/control-styles.ts';
import { shared } from '../../ui/kit/tokens.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';

const text = practiceStrings.chooser;

/** Fires `chosen` once when it closes. Its detail is the uniqueId, or null if the person cancelled. */
@customElement('practice-chooser')
class PracticeChooser extends LitElement {
  @property({ attribute: false }) request: ChooserRequest | null = null;
  @state() private problem = '';
  @query('dialog') private dialog!: HTMLDialogElement;
  private finished = false;

  static override styles = [
    shared,
    controlStyles,
    css`
      dialog {
        width: min(30rem, calc(100vw - 2 * var(--space-3)));
        max-height: calc(100dvh - 2 * var(--space-5));
        padding: var(--space-4);
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-l);
        background: var(--color-surface);
        color: var(--color-ink);
      }
      dialog[open] {
        display: grid;
        gap: var(--space-3);
      }
      dialog::backdrop {
        background: var(--color-veil);
      }
      h2 {
        font-size: var(--text-m);
      }
      .beacon {
        justify-content: space-between;
        width: 100%;
        font-size: var(--text-s);
        line-height: var(--leading-tight);
        text-align: start;
      }
      .mono {
        font-size: var(--text-xs);
      }
      .mono:last-child {
        white-space: nowrap;
      }
      [role='alert'] {
        color: var(--color-stop);
      }
    `,
  ];

  protected override firstUpdated(): void {
    this.dialog.showModal();
  }

  protected override render(): TemplateResult {
    const beacons = this.request?.candidates() ?? [];
    return html`
      <dialog aria-labelledby="heading" aria-describedby="explain" @cancel=${() => this.finish(null)} @close=${() => this.finish(null)}>
        <h2 id="heading">${text.heading}</h2>
        <p class="soft" id="explain">${text.explain}</p>
        ${beacons.length === 0 ? html`<p>${text.none}</p>` : nothing}
        <ul class="stack close">
          ${beacons.map(
            ({ uniqueId, name, rssiDbm }) => html`
              <li>
                <button class="option beacon" type="button" data-id=${uniqueId} @click=${() => this.finish(uniqueId)}>
                  <span>
                    <b>${name}</b><br />
                    <span class="soft mono">${text.printed(uniqueId)}</span>
                  </span>
                  <span class="soft mono">${text.signal(rssiDbm)}</span>
                </button>
              </li>
            `,
          )}
        </ul>
        <form class="stack close" @submit=${(event: SubmitEvent) => this.bring(event)}>
          <label for="id">${text.bring}</label>
          <input id="id" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="help" required />
          <span class="soft" id="help">${text.bringHelp}</span>
          <p role="alert">${this.problem}</p>
          <fk-button type="submit">${text.bringAction}</fk-button>
        </form>
        <fk-button wide @click=${() => this.finish(null)}>${text.cancel}</fk-button>
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
