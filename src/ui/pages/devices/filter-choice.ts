/** One filter: the values in the list with their number of devices, of which several can be chosen. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { finderOf } from '../../../domain/find-words.ts';
import { shared } from '../../kit/tokens.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { listOptionStrings as text } from '../../strings/list-options.ts';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** Values rendered at once, because an account may have thousands of orders. */
const PORTION = 12;

@customElement('fk-filter-choice')
class FkFilterChoice extends LitElement {
  @property({ reflect: true }) name = '';
  @property() label = '';
  @property({ attribute: false }) options: readonly ChoiceOption[] = [];
  @property({ attribute: false }) values: readonly string[] = [];
  /** Called with the chosen values; none removes the filter. */
  @property({ attribute: false }) choose: (values: readonly string[]) => void = () => undefined;
  private readonly list = new ListController(this, { portion: PORTION, more: 50 });

  static override styles = [
    shared,
    css`
      :host {
        border-bottom: var(--stroke) solid var(--color-line);
      }
      summary {
        justify-content: space-between;
      }
      summary::after {
        content: '+';
        color: var(--color-ink-soft);
      }
      [open] > summary::after {
        content: '−';
      }
      .chosen {
        color: var(--color-accent);
        font-weight: var(--weight-text);
        text-align: end;
      }
      .inner {
        gap: var(--space-1);
        padding-bottom: var(--space-3);
      }
      label {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        align-items: center;
        gap: var(--space-3);
        min-height: max(24px, calc(var(--target) * 0.8));
        cursor: pointer;
      }
      fk-button {
        justify-self: start;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const search = { label: text.findValue(this.label), textsOf: ({ label }: ChoiceOption) => [label] };
    const fits = finderOf(this.list.wanted);
    const matching = this.ordered().filter((option) => fits(search.textsOf(option)));
    const chosen = this.options.filter(({ value }) => this.values.includes(value)).map(({ label }) => label);
    return html`<details>
      <summary class="line strong">
        ${this.label}${
          chosen.length === 0
            ? nothing
            : html` <span class="chosen grow small cut"><bdi>${
                chosen.length === 1 ? chosen[0] : text.chosenValues(chosen.length)
              }</bdi></span>`
        }
      </summary>
      <div class="inner stack" role="group" aria-label=${this.label}>
        ${this.options.length > PORTION ? this.list.search(search, this.options) : nothing}
        ${this.list.portions(matching, (portion) =>
          portion.map(
            ({ value, label }) => html`<label class="anywhere"
                ><input type="checkbox" value=${value} .checked=${live(this.values.includes(value))}
                  @change=${(event: Event) => this.take(value, (event.target as HTMLInputElement).checked)} />
                <bdi>${label}</bdi></label
              >`,
          ),
        )}
      </div>
    </details>`;
  }

  /** Chosen values come first when not all are rendered, so that they can be removed without a search. */
  private ordered(): readonly ChoiceOption[] {
    // The address may contain a value that the list does not.
    const values = new Set(this.options.map(({ value }) => value));
    const selected = this.values.filter((value) => !values.has(value)).map((value) => ({ value, label: value }));
    if (this.options.length <= PORTION) return [...this.options, ...selected];
    const isWanted = ({ value }: ChoiceOption): boolean => this.values.includes(value);
    return [...selected, ...this.options.filter(isWanted), ...this.options.filter((option) => !isWanted(option))];
  }

  private take(value: string, on: boolean): void {
    const others = this.values.filter((one) => one !== value);
    this.choose(on ? [...others, value] : others);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-filter-choice': FkFilterChoice;
  }
}
