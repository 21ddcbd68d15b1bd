/** The field: label, control, unit, help and error of one value of any kind. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { cleanText, plainText, type CleanText } from '../../../domain/clean-text.ts';
import { controlStyles } from '../../kit/control-styles.ts';
import { icon, warningIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import '../button/button.ts';

/** `list` is a group of checkboxes whose value is comma-joined, as interface.md 4.4 sends lists; `check` is 'true' or 'false'. */
export type FieldKind =
  'text' | 'number' | 'select' | 'list' | 'check' | 'textarea' | 'search' | 'email' | 'url' | 'date';

export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

const CAN_MASK = CSS.supports('-webkit-text-security', 'disc');

/** The value was changed; `settled` when the control was left (the browser's `change`), otherwise on each keystroke. */
export class FieldChangeEvent extends Event {
  constructor(
    type: 'fk-input' | 'fk-change',
    readonly name: string,
    readonly value: string,
  ) {
    super(type, { bubbles: true, composed: true });
  }
}

/** A constant of the interface may end a line after each underscore. */
function withBreaks(label: string): readonly (string | TemplateResult)[] {
  return label.split(/(?<=_)/).map((part, at) => (at === 0 ? part : html`<wbr>${part}`));
}

/**
 * Takes part in forms (`name`, `value`, `required`, `error` as validity): Enter submits the form, or fires `fk-enter`
 * where there is none. Slot `beside` takes a button that belongs to the control. Events: `fk-input` at each keystroke,
 * `fk-change` when settled.
 */
@customElement('fk-field')
export class FkField extends LitElement {
  static formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  @property() kind: FieldKind = 'text';
  @property({ reflect: true }) name = '';
  @property() value = '';
  @property() label = '';
  @property() help = '';
  @property() error = '';
  @property() unit = '';
  @property() placeholder = '';
  @property({ attribute: false }) options: readonly FieldOption[] = [];
  @property({ type: Boolean }) required = false;
  @property({ type: Boolean, reflect: true }) disabled = false;
  @property({ type: Boolean }) readonly = false;
  @property({ type: Boolean }) mono = false;
  /**
   * A secret: dots in place of the text, unless the person has it shown. The control has no name, and neither the
   * browser nor the keyboard should learn it.
   */
  @property({ type: Boolean }) secret = false;
  /**
   * A key, ID or name that was issued: plain characters replace typographic quotes and dashes. Of secrets only these
   * are corrected; a passphrase stays as typed.
   */
  @property({ type: Boolean }) issued = false;
  /** Keeps every character, visible or not, because the text is analysed, not sent. */
  @property({ type: Boolean }) verbatim = false;
  @property({ type: Number }) min: number | null = null;
  @property({ type: Number }) max: number | null = null;
  @property({ type: Number }) step: number | null = null;
  @property({ type: Number }) maxlength: number | null = null;
  /** Hides the label visually, but not from assistive technology (for a search box in a toolbar). */
  @property({ type: Boolean, attribute: 'label-hidden' }) labelHidden = false;

  private readonly internals = this.attachInternals();
  private initial: string | null = null;
  /** Code points that were removed or replaced in typed or pasted text. */
  @state() private removed: readonly string[] = [];
  /** True while a secret is shown. */
  @state() private isShown = false;
  /** Index of the list's checkbox that the tab key enters. */
  @state() private activeBox = 0;

  static override styles = [
    shared,
    controlStyles,
    css`
      :host {
        max-width: var(--measure);
        overflow-wrap: anywhere;
      }
      .field,
      fieldset {
        display: grid;
        gap: var(--space-1);
      }
      /* Places for what may be said later: empty, they make no gap. */
      :is(.field, fieldset) > [aria-live]:empty {
        position: absolute;
      }
      label,
      legend {
        font-size: var(--text-s);
        font-weight: var(--weight-strong);
      }
      legend {
        margin-bottom: var(--space-1);
      }
      .must {
        color: var(--color-ink-soft);
        font-weight: var(--weight-text);
      }
      .unit {
        flex: none;
      }
      input,
      select,
      textarea {
        flex: 1;
        min-width: 0;
        /* Scrolling to the control also shows its label and its error. */
        scroll-margin-block: 3rem 4.5rem;
      }
      /* The arrow has the padding of the text; the browser's own is at the very edge. */
      select {
        appearance: none;
        padding-inline-end: calc(var(--space-3) + var(--space-1) + 10px);
        background-image:
          linear-gradient(45deg, transparent 50%, currentColor 50%),
          linear-gradient(-45deg, transparent 50%, currentColor 50%);
        background-position:
          right calc(var(--space-3) + 5px) center,
          right var(--space-3) center;
        background-size: 5px 5px;
        background-repeat: no-repeat;
        text-overflow: ellipsis;
      }
      select:dir(rtl) {
        background-position:
          left var(--space-3) center,
          left calc(var(--space-3) + 5px) center;
      }
      @media (forced-colors: active) {
        select {
          appearance: auto;
          padding-inline-end: var(--space-3);
        }
      }
      input.mono,
      textarea.mono {
        font-family: var(--font-mono);
      }
      input.masked {
        -webkit-text-security: disc;
      }
      /* Its parts have a width of their own, which would widen the page. */
      input[type='date'] {
        contain: inline-size;
      }
      input[type='number'] {
        flex: 0 1 12ch;
        min-width: 9ch;
        text-align: end;
      }
      /* Words, where all other fields have theirs. */
      input[type='number']::placeholder {
        font-family: var(--font-text);
        text-align: start;
      }
      /* A page sets the lines of a text that is pasted. */
      textarea {
        min-height: max(var(--target), calc(var(--field-lines, 0) * 1lh + var(--space-4)));
        max-height: 50dvh;
        field-sizing: content;
        resize: vertical;
      }
      [aria-invalid='true'] {
        border-color: var(--color-stop);
        border-width: var(--stroke-strong);
      }
      :disabled {
        border-style: dashed;
        background: transparent;
        color: var(--color-ink-soft);
        cursor: not-allowed;
      }
      input:read-only:not([type='checkbox']),
      textarea:read-only {
        background: transparent;
      }
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
        gap: var(--space-2);
      }
      .choice {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: center;
        gap: 0 var(--space-3);
        min-height: var(--target);
        padding: var(--space-1) var(--space-3);
        border: var(--stroke) solid var(--color-line-strong);
        border-radius: var(--radius-m);
        background: var(--color-surface);
        font-size: var(--text-m);
        font-weight: var(--weight-text);
        overflow-wrap: anywhere;
        cursor: pointer;
      }
      @media (max-width: 16.99em) {
        select {
          font-size: var(--text-s);
        }
        input[type='number'] {
          min-width: 7ch;
        }
        .choice {
          gap: 0 var(--space-2);
          padding-inline: var(--space-2);
          font-size: var(--text-s);
        }
      }
      .choice:has(:checked) {
        border-color: var(--color-accent);
        background: var(--color-accent-soft);
        font-weight: var(--weight-strong);
      }
      .choice input {
        min-height: 0;
      }
      .choices > ::slotted(*) {
        justify-self: start;
      }
      #help {
        white-space: pre-line;
      }
      .choice .help {
        grid-column: 2;
        font-weight: var(--weight-text);
      }
      .error {
        display: flex;
        align-items: start;
        gap: var(--space-1);
        color: var(--color-stop);
      }
      .error .icon {
        width: 1.3em;
        height: 1.3em;
      }
    `,
  ];

  /** The ticked values of a `list` in the order of its options; unknown values come last. */
  get values(): readonly string[] {
    return this.value === '' ? [] : this.value.split(',');
  }

  override willUpdate(changed: PropertyValues<this>): void {
    this.initial ??= this.value;
    if (changed.has('value') || changed.has('required') || changed.has('error')) this.updateForm();
  }

  formResetCallback(): void {
    this.value = this.initial ?? '';
  }

  formDisabledCallback(disabled: boolean): void {
    this.disabled = disabled;
  }

  override render(): TemplateResult {
    if (this.kind === 'list') return this.renderList();
    if (this.kind === 'check') {
      return html`<div class="field">
        <label class="choice">
          <input type="checkbox" id="control" .checked=${live(this.value === 'true')} ?disabled=${this.disabled}
            aria-describedby="help error" @change=${this.onCheck} />
          <span>${this.label}</span>
        </label>
        ${this.renderNotes()}
      </div>`;
    }
    return html`<div class="field">
      <label for="control" class=${this.labelHidden ? 'aside' : ''}>${this.label}${this.renderMust()}</label>
      <div class="line">
        ${this.renderControl()}${
          this.unit === '' ? nothing : html`<span class="unit soft" id="unit">${this.unit}</span>`
        }${this.secret ? this.renderShow() : nothing}<slot name="beside"></slot>
      </div>
      ${this.renderNotes()}
    </div>`;
  }

  private renderShow(): TemplateResult {
    const { isShown, label } = this;
    const { show, hide, showLabel, hideLabel } = elementStrings.secret;
    return html`<fk-button .label=${isShown ? hideLabel(label) : showLabel(label)}
      @click=${() => (this.isShown = !isShown)}>${isShown ? hide : show}</fk-button>`;
  }

  private get masked(): boolean {
    return this.secret && !this.isShown;
  }

  private renderControl(): TemplateResult {
    const invalid = this.error === '' ? nothing : 'true';
    if (this.kind === 'select') {
      return html`<select id="control" aria-describedby="unit help error" aria-invalid=${invalid} ?disabled=${this.disabled}
        ?required=${this.required} @change=${this.onSettled}>
        ${this.options.map(
          (option) =>
            html`<option value=${option.value} .selected=${live(option.value === this.value)}>${option.label}</option>`,
        )}
      </select>`;
    }
    if (this.kind === 'textarea') {
      return html`<textarea id="control" class=${this.mono ? 'mono' : ''} aria-describedby="help error" aria-invalid=${invalid}
        placeholder=${this.placeholder} maxlength=${this.maxlength ?? nothing} ?disabled=${this.disabled} ?readonly=${this.readonly}
        autocapitalize=${this.mono ? 'off' : nothing} autocorrect=${this.mono ? 'off' : nothing} spellcheck=${this.mono ? 'false' : nothing}
        ?required=${this.required} .value=${live(this.value)} @focus=${this.showWhole} @input=${this.onInput}
        @change=${this.onSettled}></textarea>`;
    }
    const number = this.kind === 'number';
    // A browser offers to store the value of a password field, so that type is only used where text cannot be masked
    // otherwise.
    const type =
      this.masked && !CAN_MASK ? 'password' : this.kind === 'list' || this.kind === 'check' ? 'text' : this.kind;
    return html`<input id="control" class="${this.mono || this.secret || number ? 'mono' : ''} ${this.masked ? 'masked' : ''}"
      type=${type} name=${this.secret ? nothing : this.name}
      data-1p-ignore=${this.secret ? '' : nothing} data-lpignore=${this.secret ? 'true' : nothing}
      data-bwignore=${this.secret ? '' : nothing} autocorrect=${this.secret || this.mono ? 'off' : nothing}
      inputmode=${number ? 'decimal' : nothing}
      aria-describedby=${this.secret ? 'unit help masked error' : 'unit help error'} aria-invalid=${invalid}
      placeholder=${this.placeholder} maxlength=${this.maxlength ?? nothing} min=${this.min ?? nothing} max=${this.max ?? nothing}
      .step=${this.step === null ? (number ? 'any' : '') : String(this.step)} autocomplete="off"
      autocapitalize="off" spellcheck="false"
      ?disabled=${this.disabled} ?readonly=${this.readonly} ?required=${this.required} .value=${live(this.value)}
      @input=${this.onInput} @change=${this.onSettled} @keydown=${this.onKey} @copy=${this.onTakeAway} @cut=${this.onTakeAway} />`;
  }

  private renderList(): TemplateResult {
    const ticked = this.values;
    const stop = Math.min(this.activeBox, Math.max(0, this.options.length - 1));
    return html`<fieldset ?disabled=${this.disabled} aria-describedby="help error">
      <legend class=${this.labelHidden ? 'aside' : ''}>${this.label}${this.renderMust()}</legend>
      <div class="choices" @keydown=${this.onBoxKey}>
        ${this.options.map(
          (option, at) => html`<label class="choice">
            <input type="checkbox" value=${option.value} .checked=${live(ticked.includes(option.value))}
              tabindex=${at === stop ? 0 : -1} @focus=${() => (this.activeBox = at)}
              aria-describedby=${option.help === undefined ? nothing : `help-${at}`} @change=${this.onTick} />
            <span>${withBreaks(option.label)}</span>
            ${option.help === undefined ? nothing : html`<span class="help soft" id="help-${at}">${option.help}</span>`}
          </label>`,
        )}<slot name="beside"></slot>
      </div>
      ${this.renderNotes()}
    </fieldset>`;
  }

  private renderMust(): TemplateResult | typeof nothing {
    return this.required ? html`<span class="must"> · ${elementStrings.required}</span>` : nothing;
  }

  /** Both elements always exist: `aria-describedby` refers to them, and a new error is announced. */
  private renderNotes(): TemplateResult {
    return html`<p class="soft" id="help" ?hidden=${this.help === ''}>${this.help}</p>
      <div aria-live="polite">${
        this.removed.length === 0
          ? nothing
          : html`<p class="soft" id="removed">${elementStrings.removed(this.removed.join(', '))}</p>`
      }</div>
      ${
        this.secret
          ? html`<span class="aside" id="masked">${this.masked ? elementStrings.secret.masked : elementStrings.secret.unmasked}</span>`
          : nothing
      }
      <div id="error" aria-live="polite">${
        this.error === ''
          ? nothing
          : html`<p class="error small strong">${icon(warningIcon)}<span>${this.error}</span></p>`
      }</div>`;
  }

  /** Of a text of several lines Chromium brings only the line with the caret into sight: the rest may lie behind the foot. */
  private readonly showWhole = (event: Event): void => {
    (event.target as HTMLElement).scrollIntoView({ block: 'nearest' });
  };

  /** As with a password: what is masked is not taken along unseen. */
  private readonly onTakeAway = (event: Event): void => {
    if (this.masked) event.preventDefault();
  };

  private readonly onInput = (event: Event): void => this.takeText(event, 'fk-input');
  private readonly onSettled = (event: Event): void => this.takeText(event, 'fk-change');
  private readonly onCheck = (event: Event): void =>
    this.take(String((event.target as HTMLInputElement).checked), 'fk-change');

  private readonly onTick = (event: Event): void => {
    const box = event.target as HTMLInputElement;
    const ticked = new Set(this.values);
    if (box.checked) ticked.add(box.value);
    else ticked.delete(box.value);
    const values = this.options.map((option) => option.value);
    const unknown = [...ticked].filter((value) => !values.includes(value));
    this.take([...values.filter((value) => ticked.has(value)), ...unknown].join(','), 'fk-change');
  };

  /** The checkboxes of a list are one tab stop; arrow keys move between them. */
  private readonly onBoxKey = (event: KeyboardEvent): void => {
    const boxes = [...this.renderRoot.querySelectorAll<HTMLInputElement>('.choices input')];
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: this.activeBox + 1,
      ArrowRight: this.activeBox + 1,
      ArrowUp: this.activeBox - 1,
      ArrowLeft: this.activeBox - 1,
      Home: 0,
      End: boxes.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    boxes[Math.min(Math.max(to, 0), boxes.length - 1)]?.focus();
  };

  /** A control inside a shadow root does not submit the form around its host by itself. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    const { form } = this.internals;
    if (form === null) this.dispatchEvent(new Event('fk-enter', { bubbles: true, composed: true }));
    else form.requestSubmit();
  };

  /** Removes invisible characters and lists them. */
  private takeText(event: Event, type: 'fk-input' | 'fk-change'): void {
    const control = event.target as HTMLInputElement;
    // Do not disturb a letter that is being composed; it is cleaned when the control is left.
    const isComposing = event instanceof InputEvent && event.isComposing;
    const { text, removed } = isComposing ? { text: control.value, removed: [] } : this.cleaned(control.value);
    if (removed.length > 0) {
      this.removed = removed;
      control.value = text;
    } else if (type === 'fk-input') this.removed = [];
    this.take(text, type);
  }

  private cleaned(value: string): CleanText {
    if (this.verbatim || this.kind === 'select' || (this.secret && !this.issued)) return { text: value, removed: [] };
    const isKey = this.issued || this.kind === 'url' || this.kind === 'email';
    return isKey ? plainText(value) : cleanText(value);
  }

  private take(value: string, type: 'fk-input' | 'fk-change'): void {
    this.value = value;
    this.updateForm();
    this.dispatchEvent(new FieldChangeEvent(type, this.name, value));
  }

  private updateForm(): void {
    // The browser stores the value with its history.
    this.internals.setFormValue(this.secret ? null : this.value);
    const missing = this.required && this.value === '';
    const anchor = this.renderRoot.querySelector<HTMLElement>('#control') ?? undefined;
    if (this.error !== '') this.internals.setValidity({ customError: true }, this.error, anchor);
    else if (missing) this.internals.setValidity({ valueMissing: true }, elementStrings.required, anchor);
    else this.internals.setValidity({});
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-field': FkField;
  }
  interface HTMLElementEventMap {
    'fk-input': FieldChangeEvent;
    'fk-change': FieldChangeEvent;
  }
}
