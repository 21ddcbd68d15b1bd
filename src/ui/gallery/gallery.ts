/** The gallery (development only): every element in every state, in a theme of one's choice. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { shared } from '../kit/tokens.ts';
import type { SpecimenState } from './specimen.ts';
import { specimens } from './specimens.ts';

export { specimens } from './specimens.ts';

const themes = ['system', 'light', 'dark', 'sun'] as const;
type GalleryTheme = (typeof themes)[number];

/** Modal states are shown on demand: an open dialog would cover everything else. */
const isModal = (name: string): boolean => /^fk-(dialog|confirm|confirm-typed)$/.test(name);

@customElement('fk-gallery')
class FkGallery extends LitElement {
  @state() private theme: GalleryTheme = 'system';
  @state() private shown: SpecimenState | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        padding: var(--space-4);
        background: var(--color-paper);
      }
      h1,
      h2 {
        font-size: var(--text-l);
        line-height: var(--leading-tight);
      }
      h2 {
        margin: var(--space-6) 0 var(--space-2);
        padding-top: var(--space-2);
        border-top: var(--stroke-strong) solid var(--color-ink);
        font-family: var(--font-mono);
      }
      .states {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
        gap: var(--space-5);
      }
      .states.icons {
        grid-template-columns: repeat(auto-fill, minmax(96px, 1fr));
      }
      .states.fk-nav,
      .states.fk-header {
        grid-template-columns: 1fr;
      }
      .icons .specimen {
        display: grid;
        justify-items: center;
        gap: var(--space-1);
        font-size: var(--text-xs);
      }
      .icons h3 {
        display: none;
      }
      h3 {
        margin: 0 0 var(--space-2);
        color: var(--color-ink-soft);
        font-size: var(--text-xs);
        font-weight: var(--weight-text);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`
      <h1>Gallery</h1>
      <div class="themes wrap" role="group" aria-label="Theme">
        ${themes.map(
          (theme) =>
            html`<fk-button .variant=${theme === this.theme ? 'primary' : 'plain'} @click=${() => this.choose(theme)}>${theme}</fk-button>`,
        )}
      </div>
      ${specimens.map(
        (specimen) => html`<h2>${specimen.name}</h2>
          <div class="states ${specimen.name}">
            ${specimen.states.map(
              (each) => html`<section>
                <h3>${each.name}</h3>
                <div class="specimen">
                  ${isModal(specimen.name) ? html`<fk-button @click=${() => this.show(each)}>Show</fk-button>` : each.render()}
                </div>
              </section>`,
            )}
          </div>`,
      )}
      <div @fk-close=${() => this.show(null)}>${this.shown?.render()}</div>
    `;
  }

  private choose(theme: GalleryTheme): void {
    this.theme = theme;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }

  private show(shown: SpecimenState | null): void {
    this.shown = shown;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-gallery': FkGallery;
  }
}
