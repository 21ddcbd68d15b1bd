/** Named views of the list, stored for each account: saved, opened by their address, removed with Undo. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { lenientList, type Parsed } from '../../../domain/schema.ts';
import { searchOfView, viewOfSearch } from '../../../domain/device-list/view-address.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { trashIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { SAVED_VIEWS_KEY } from '../../../names.ts';
import { loadAccountChoice, storeAccountChoice } from '../../shared/account-choice.ts';
import { SayEvent } from '../../shared/say.ts';
import { listOptionStrings } from '../../strings/list-options.ts';

const text = listOptionStrings.views;

const MAX_VIEWS = 50;
const MAX_CHARACTERS = 60;

const savedView = z.object({
  name: z.pipe(
    z.string(),
    z.transform((name) => name.slice(0, MAX_CHARACTERS)),
  ),
  /** A query string, without the question mark. */
  search: z.pipe(
    z.string(),
    z.transform((search) => searchOfView(viewOfSearch(search))),
  ),
});
const storedViews = lenientList(savedView);
type SavedView = Parsed<typeof savedView>;

/** Always returns a list, whatever is stored. */
export function savedViews(accountId: string): SavedView[] {
  return storedViews.parse(loadAccountChoice(SAVED_VIEWS_KEY, accountId));
}

/** `search`: the view to save; '' for all devices in the usual view. */
@customElement('fk-saved-views')
class FkSavedViews extends LitElement {
  @property() accountId = '';
  @property() search = '';
  @state() private views: readonly SavedView[] = [];
  @state() private name = '';

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
      }
      li {
        border-bottom: var(--stroke) solid var(--color-line);
      }
      a {
        min-height: var(--target);
        align-content: center;
      }
      form {
        align-items: end;
      }
      fk-field {
        flex: 1 1 9rem;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('accountId')) this.views = savedViews(this.accountId);
  }

  protected override render(): TemplateResult {
    return html`${
      this.views.length === 0
        ? nothing
        : html`<ul>
            ${this.views.map(
              (view) => html`<li class="line">
                <a
                  class="grow strong anywhere"
                  href=${view.search === '' ? '/devices' : `/devices?${view.search}`}
                  aria-current=${view.search === this.search ? 'true' : nothing}
                  ><bdi>${view.name}</bdi></a
                >
                <fk-button variant="quiet" .icon=${trashIcon} .label=${text.remove(view.name)} @click=${() => this.drop(view)}></fk-button>
              </li>`,
            )}
          </ul>`
    }
      <form class="wrap" @submit=${this.save}>
        <fk-field name="view-name" .label=${text.name} .maxlength=${MAX_CHARACTERS} .value=${this.name}
          @fk-input=${this.onName} @fk-change=${this.onName}></fk-field>
        <fk-button type="submit" .disabled=${this.name.trim() === ''}>${text.save}</fk-button>
      </form>`;
  }

  /** Keeps the event of this field from the panel around it. */
  private readonly onName = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.name = event.value;
  };

  private readonly save = (event: Event): void => {
    event.preventDefault();
    const name = this.name.trim();
    if (name === '') return;
    const others = this.views.filter((view) => view.name !== name);
    this.keep([...others, { name, search: this.search }], text.saved(name));
    this.name = '';
  };

  private drop(view: SavedView): void {
    const before = this.views;
    this.keep(
      before.filter((one) => one !== view),
      text.removed(view.name),
      () => this.keep(before, text.saved(view.name)),
    );
  }

  private keep(views: readonly SavedView[], message: string, undo: (() => void) | null = null): void {
    const stored = storeAccountChoice(SAVED_VIEWS_KEY, this.accountId, views.slice(0, MAX_VIEWS));
    if (stored) this.views = views;
    this.dispatchEvent(
      stored ? (undo === null ? new SayEvent(message) : new SayEvent(message, undo)) : new SayEvent(text.noRoom),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-saved-views': FkSavedViews;
  }
}
