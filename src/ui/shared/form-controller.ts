/**
 * One form: a table of its fields, what was typed into them, its draft, its faults, and submitting. A field is a row of
 * the table; the page says where it is drawn with `field` or `rows`.
 */
import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import * as z from 'zod/mini';
import { draftText, optionalDraftText } from '../../domain/draft-text.ts';
import { lenientList } from '../../domain/schema.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import { DraftController, type Undo } from '../controllers/draft-controller.ts';
import '../elements/field/field.ts';
import type { FieldChangeEvent, FkField } from '../elements/field/field.ts';
import { renderRestored, type DraftWords } from './restored-draft.ts';

export type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** What `fk-field` shows. */
type Shown = Pick<
  FkField,
  | 'kind'
  | 'label'
  | 'help'
  | 'unit'
  | 'placeholder'
  | 'options'
  | 'required'
  | 'disabled'
  | 'mono'
  | 'issued'
  | 'min'
  | 'max'
  | 'step'
  | 'maxlength'
  | 'labelHidden'
>;

/** Each value is fixed, or follows from what was typed. */
type Row<T> = { readonly [Key in keyof Shown]?: Shown[Key] | ((texts: T) => Shown[Key]) };

/** A row of a form. Its text is what `fk-field` has: 'true' or 'false' for a check, comma-joined for a list. */
export interface FormField<T> extends Row<T> {
  readonly label: string | ((texts: T) => string);
  /** It is in no draft, and emptied when the element is removed or a draft is restored. */
  readonly secret?: boolean;
  /** True: it is in no draft. */
  readonly transient?: boolean;
  readonly className?: string;
  /** Drawn only while true. */
  when?(texts: T): boolean;
  /** Returns what is taken of typed text, for example the address in what was pasted. */
  take?(typed: string): string;
}

export type FormFields<Name extends string> = Readonly<Record<Name, FormField<Texts<Name>>>>;
/**
 * Words by the name of the field, or by the `data-field` of an element that the page draws itself; '' for none. `form`
 * is a fault of the form as a whole.
 */
export type FormFaults = Readonly<Record<string, string>>;

interface DraftOf<Name extends string, D extends object> {
  drafts(): Drafts | undefined;
  /** Returns the name of the form, with its subject if it has one; null while there is nothing to keep. */
  of(): string | null;
  /** Where the stored shape is not that of the fields. */
  readonly as?: {
    readonly schema: z.ZodMiniType<D>;
    read(texts: Texts<Name>): D;
    restore(draft: D): Partial<Texts<Name>>;
  };
}

interface Form<Name extends string, D extends object> {
  /** The texts when nothing was typed. From a function they follow what the form is about, and its draft has only changes. */
  readonly first: Texts<Name> | (() => Texts<Name>);
  /** Without a row a text has no field of its own, and the host changes it. */
  readonly fields: Partial<FormFields<NoInfer<Name>>> | (() => Partial<FormFields<NoInfer<Name>>>);
  faults?(texts: Texts<NoInfer<Name>>): FormFaults;
  /** True: faults are shown while typing for the first time, not only after the first attempt. */
  readonly showsFaultsAtOnce?: boolean;
  readonly draft?: DraftOf<NoInfer<Name>, D>;
  /** The person changed this text from what it was before. */
  changed?(name: NoInfer<Name>, before: string): void;
  /** The person left this field, or chose in it. */
  left?(name: NoInfer<Name>): void;
  /** Called only without faults. A form with secrets drops them once they are sent. */
  submit?(texts: Texts<NoInfer<Name>>): void | Promise<void>;
}

type FieldDraft = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export class FormController<Name extends string, D extends object = FieldDraft> implements ReactiveController {
  readonly #draft: DraftController<object> | null;
  #typed: Partial<Texts<Name>> = {};
  /** The first texts when the host was last drawn. */
  #first: Texts<Name> | null = null;
  #texts: Texts<Name> | null = null;
  /** The faults that are shown, while the host is drawn. */
  #shownFaults: FormFaults | null = null;
  #wasTried = false;
  #isBusy = false;

  constructor(
    private readonly host: LitElement,
    private readonly form: Form<Name, D>,
  ) {
    host.addController(this);
    const { draft } = form;
    this.#draft =
      draft === undefined
        ? null
        : new DraftController<object>(host, () => draft.drafts(), {
            of: () => draft.of(),
            schema: draft.as?.schema ?? this.#schema(),
            read: () => draft.as?.read(this.texts) ?? this.#read(),
            restore: (stored) => {
              const texts = draft.as?.restore(stored as D) ?? this.#textsOf(stored as FieldDraft);
              this.#put({ ...this.#without([...this.#draftNames, ...this.#secrets]), ...texts });
              this.#wasTried = false;
            },
          });
  }

  get texts(): Texts<Name> {
    return (this.#texts ??= { ...this.#firstNow(), ...this.#typed });
  }

  /** True when something was typed since the form was reset. */
  get isTouched(): boolean {
    return Object.keys(this.#typed).length > 0;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** True when it was tried to submit what the form holds. */
  get wasTried(): boolean {
    return this.#wasTried;
  }

  /** The words of the faults that are shown. */
  get faults(): FormFaults {
    const isShown = this.#wasTried || this.form.showsFaultsAtOnce === true;
    return (this.#shownFaults ??= isShown ? this.#faultsNow() : {});
  }

  get restoredAtMs(): number | null {
    return this.#draft?.restoredAtMs ?? null;
  }

  hostUpdate(): void {
    const first = this.#firstNow();
    const before = this.#first;
    this.#first = first;
    this.#texts = null;
    this.#shownFaults = null;
    if (before === null) return;
    // A text that was typed back to what it had been, or that was saved since, follows what the form is about.
    const isOld = (name: Name): boolean => this.#typed[name]?.trim() === before[name] && before[name] !== first[name];
    if (this.#names.some(isOld)) this.#put(this.#without(this.#names.filter(isOld)));
  }

  hostDisconnected(): void {
    this.dropSecrets();
  }

  /** Changes texts as if they had been typed. */
  change(texts: Partial<Texts<Name>>): void {
    this.#put({ ...this.#typed, ...texts });
  }

  /** Empties the fields of secrets: from here on they exist only in what was submitted. */
  dropSecrets(): void {
    this.#put(this.#without(this.#secrets));
  }

  /** Forgets what was typed; its draft stays. */
  reset(): void {
    this.#put({});
    this.#wasTried = false;
  }

  /** What was typed has been taken over: it is no draft now. `of`: the form that was submitted, if another may be open. */
  settled(of?: string): void {
    this.#wasTried = false;
    this.#draft?.remove(of);
  }

  /** Empties the form and removes its draft. */
  discard(): Undo {
    return this.#draft?.discard() ?? (() => null);
  }

  /** Says that a draft was restored, and offers to discard it. */
  renderRestored(words?: DraftWords): TemplateResult | typeof nothing {
    return this.#draft === null ? nothing : renderRestored(this.host, this.#draft, words);
  }

  /** Draws these fields; without names all of the table. */
  rows(...names: readonly Name[]): readonly (TemplateResult | typeof nothing)[] {
    return (names.length > 0 ? names : (Object.keys(this.#fields) as Name[])).map((name) => this.field(name));
  }

  field(name: Name): TemplateResult | typeof nothing {
    const row = this.#fields[name];
    const { texts } = this;
    const ownName: string = name;
    if (row === undefined || row.when?.(texts) === false) return nothing;
    const of = <Key extends keyof Shown>(key: Key, otherwise: Shown[Key]): Shown[Key] => {
      const value = row[key] as Shown[Key] | ((texts: Texts<Name>) => Shown[Key]) | undefined;
      return (typeof value === 'function' ? value(texts) : value) ?? otherwise;
    };
    return html`<fk-field
      class=${row.className ?? nothing}
      .kind=${of('kind', 'text')}
      .name=${ownName}
      .label=${of('label', '')}
      .labelHidden=${of('labelHidden', false)}
      .help=${of('help', '')}
      .unit=${of('unit', '')}
      .placeholder=${of('placeholder', '')}
      .options=${of('options', [])}
      .required=${of('required', false)}
      .disabled=${of('disabled', false)}
      .mono=${of('mono', false)}
      .secret=${row.secret === true}
      .issued=${of('issued', false)}
      .min=${of('min', null)}
      .max=${of('max', null)}
      .step=${of('step', null)}
      .maxlength=${of('maxlength', null)}
      .value=${texts[name]}
      .error=${this.faults[name] ?? ''}
      @fk-input=${this.#onInput}
      @fk-change=${this.#onInput}
    ></fk-field>`;
  }

  /** Returns true if nothing is wrong; otherwise shows the faults and focuses the first. */
  check(): boolean {
    const faults = this.#faultsNow();
    this.#wasTried = Object.keys(faults).length > 0;
    this.#shownFaults = null;
    this.host.requestUpdate();
    if (this.#wasTried) void this.#focusFirst(faults);
    return !this.#wasTried;
  }

  readonly submit = async (event?: Event): Promise<void> => {
    event?.preventDefault();
    if (this.#isBusy || !this.check()) return;
    const { texts } = this;
    this.#isBusy = true;
    try {
      await this.form.submit?.(texts);
    } finally {
      this.#isBusy = false;
      this.host.requestUpdate();
    }
  };

  /** Text fields dispatch both events, and a select or a check only the second: each value is taken once. */
  readonly #onInput = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    const name = event.name as Name;
    const before = this.texts[name];
    const text = this.#fields[name]?.take?.(event.value) ?? event.value;
    if (text !== before) {
      this.change({ [name]: text } as Partial<Texts<Name>>);
      this.form.changed?.(name, before);
    }
    if (event.type === 'fk-change') this.form.left?.(name);
    // When the text is the one that was drawn before, drawing again would leave what was typed in the control.
    if (this.texts[name] === before) (event.currentTarget as FkField).value = before;
  };

  #faultsNow(): FormFaults {
    const words = this.form.faults?.(this.texts) ?? {};
    return Object.fromEntries(Object.entries(words).filter(([, fault]) => fault !== ''));
  }

  async #focusFirst(faults: FormFaults): Promise<void> {
    await this.host.updateComplete;
    const fields = [...this.host.renderRoot.querySelectorAll<FkField>('fk-field, [data-field]')];
    fields.find(({ name, dataset }) => (dataset['field'] ?? name) in faults)?.focus();
  }

  #put(typed: Partial<Texts<Name>>): void {
    this.#typed = typed;
    this.#texts = null;
    this.#shownFaults = null;
    this.host.requestUpdate();
  }

  #without(names: readonly Name[]): Partial<Texts<Name>> {
    const rest = { ...this.#typed };
    for (const name of names) delete rest[name];
    return rest;
  }

  #firstNow(): Texts<Name> {
    const { first } = this.form;
    return typeof first === 'function' ? first() : first;
  }

  get #fields(): Partial<FormFields<Name>> {
    const { fields } = this.form;
    return typeof fields === 'function' ? fields() : fields;
  }

  get #names(): readonly Name[] {
    return Object.keys(this.#firstNow()) as Name[];
  }

  get #secrets(): readonly Name[] {
    return this.#names.filter((name) => this.#fields[name]?.secret === true);
  }

  get #draftNames(): readonly Name[] {
    return this.#names.filter((name) => this.#fields[name]?.secret !== true && this.#fields[name]?.transient !== true);
  }

  /** What a draft holds: changes of what is there, or a value of its kind for each field. */
  #schema(): z.ZodMiniType<object> {
    const isChange = typeof this.form.first === 'function';
    return z.object(
      Object.fromEntries(
        this.#draftNames.map((name) => [name, isChange ? optionalDraftText : DRAFT_VALUES[this.#kindOf(name)]]),
      ),
    );
  }

  #read(): FieldDraft {
    const { texts } = this;
    const first = typeof this.form.first === 'function' ? this.form.first() : null;
    const names = this.#draftNames.filter((name) => texts[name].trim() !== first?.[name]);
    return Object.fromEntries(names.map((name) => [name, valueOf(this.#kindOf(name), texts[name])]));
  }

  #textsOf(draft: FieldDraft): Partial<Texts<Name>> {
    const given = this.#draftNames.filter((name) => draft[name] !== undefined);
    return Object.fromEntries(given.map((name) => [name, String(draft[name])])) as Partial<Texts<Name>>;
  }

  #kindOf(name: Name): keyof typeof DRAFT_VALUES {
    const kind = this.#fields[name]?.kind;
    return kind === 'check' || kind === 'list' ? kind : 'text';
  }
}

const DRAFT_VALUES = { text: draftText, check: z.catch(z.boolean(), false), list: lenientList(z.string()) };

function valueOf(kind: keyof typeof DRAFT_VALUES, text: string): string | boolean | readonly string[] {
  if (kind === 'check') return text === 'true';
  return kind === 'list' ? text.split(',').filter((part) => part !== '') : text;
}
