/**
 * The form of a stream: a new one, a change, or the whole configuration again. Secrets leave the form with the request
 * and are not restored.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { optionalDraftText, withoutSecrets } from '../../../domain/draft-text.ts';
import {
  checkDraft,
  draftOf,
  findOddities,
  otherRegionInEndpoint,
  type DraftOddity,
  type StreamDraft,
} from '../../../domain/streams/draft.ts';
import { readPasted, type PastedParts } from '../../../domain/streams/pasted.ts';
import {
  DESTINATION_FIELDS,
  DESTINATION_KINDS,
  mainDestination,
  type DestinationKind,
  type SecretField,
  type ShownField,
  type StreamConfig,
  type StreamType,
  type TypedSecrets,
} from '../../../domain/streams/stream.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import { deskFootStyles, twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController, type FormField, type Texts } from '../../shared/form-controller.ts';
import { streamStrings as text } from '../../strings/streams.ts';
import { renderPermissions } from './stream-facts.ts';

export type StreamFormTask = 'create' | 'change' | 'replace';

/** The texts that differ from what the backend shows. A secret is none of its fields. */
const streamDraft = z.object({
  kind: z.catch(z.enum(DESTINATION_KINDS), 'cloudStream'),
  fields: z.object({
    endpoint: optionalDraftText,
    streamName: optionalDraftText,
    region: optionalDraftText,
    forcedPartitionKey: optionalDraftText,
    sharedAccessKeyName: optionalDraftText,
    eventHubName: optionalDraftText,
  }),
});

const KINDS = DESTINATION_KINDS.map((value) => ({ value, label: text.kinds[value] }));
const EMPTY = {
  kind: 'cloudStream',
  endpoint: '',
  streamName: '',
  region: '',
  forcedPartitionKey: '',
  sharedAccessKeyName: '',
  eventHubName: '',
  accessKey: '',
  secretKey: '',
  sharedAccessKey: '',
};

function textsOf({ kind, fields }: StreamDraft): Partial<typeof EMPTY> {
  return { kind, ...fields };
}

/** Sends the stream. Contains the secrets, which the form then no longer holds. */
export class StreamPostEvent extends Event {
  constructor(
    readonly task: StreamFormTask,
    readonly draft: StreamDraft,
    readonly secrets: TypedSecrets,
  ) {
    super('fk-stream-post', { bubbles: true, composed: true });
  }
}

/** Set `drafts`, `type`, `task`, `config`, and `start` to resume a draft. Events: `fk-stream-post`, `fk-stream-cancel`. */
@customElement('fk-stream-form')
class FkStreamForm extends LitElement {
  @property({ attribute: false }) drafts!: Drafts;
  @property() type: StreamType = 'telemetry';
  @property() task: StreamFormTask = 'create';
  @property({ attribute: false }) config: StreamConfig | null = null;
  /** The resumed draft, without secrets; null starts with what the backend shows. */
  @property({ attribute: false }) start: StreamDraft | null = null;
  @property({ type: Boolean }) busy = false;
  @property({ type: Boolean }) disabled = false;
  /** Unusual values that were shown before sending; the next press sends them anyway. */
  @state() private odd: readonly DraftOddity[] = [];
  /** The typed secrets were sent with the previous request and are gone. */
  @state() private posted = false;
  /** The fields that the last pasted text was split into. */
  @state() private filled: {
    readonly fields: readonly (ShownField | SecretField)[];
    readonly doubt: PastedParts['doubt'];
  } | null = null;

  private readonly form = new FormController(this, {
    first: () => ({ ...EMPTY, ...textsOf(this.start ?? draftOf(this.config)) }),
    fields: {
      kind: { kind: 'select', label: text.destination, options: KINDS },
      endpoint: {
        ...this.shown('endpoint'),
        kind: 'url',
        help: ({ kind }) => (kind === 'eventHub' ? text.help.hubEndpoint : text.help.cloudEndpoint),
      },
      streamName: { ...this.shown('streamName'), help: text.help.streamName },
      region: { ...this.shown('region'), help: text.help.region },
      forcedPartitionKey: { ...this.shown('forcedPartitionKey'), help: text.help.forcedPartitionKey },
      sharedAccessKeyName: { ...this.shown('sharedAccessKeyName'), help: text.help.sharedAccessKeyName },
      eventHubName: { ...this.shown('eventHubName'), help: text.help.eventHubName },
      accessKey: this.secret('accessKey'),
      secretKey: this.secret('secretKey'),
      sharedAccessKey: this.secret('sharedAccessKey'),
    },
    faults: () => {
      const faults = checkDraft(this.draft, this.secrets, this.isWhole);
      return Object.fromEntries(faults.map(({ field, reason }) => [field, text.faults[reason]]));
    },
    draft: {
      drafts: () => this.drafts,
      of: () => (this.start === null ? `stream-${this.type}-${this.task}` : null),
      as: {
        schema: streamDraft,
        read: () => ({ kind: this.draft.kind, fields: this.typedFields() }),
        restore: ({ kind, fields }) => {
          this.odd = [];
          this.filled = null;
          const typed = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined));
          return { ...this.textsOfKind(kind), ...typed };
        },
      },
    },
    changed: (name, before) => {
      this.odd = [];
      if (name !== 'kind') return this.takeApart(name, before);
      const kind = this.draft.kind;
      this.form.reset();
      this.form.change(this.textsOfKind(kind));
    },
    left: (name) => {
      if (name !== 'kind') this.takeApart(name, this.form.texts[name]);
    },
    submit: () => this.post(),
  });

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        min-height: 100%;
      }
      form {
        display: flex;
        flex-direction: column;
        min-height: 100%;
      }
      .column {
        flex: 1;
      }
    `,
    twoPartStyles,
    deskFootStyles,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('type') && !changed.has('task') && !changed.has('start')) return;
    this.form.reset();
    this.odd = [];
    this.posted = false;
    this.filled = null;
  }

  protected override render(): TemplateResult {
    const { form } = this;
    const faulty = Object.keys(form.faults).length;
    const { kind } = this.draft;
    const { shown, secret } = DESTINATION_FIELDS[kind];
    const region = otherRegionInEndpoint(this.draft);
    const headings = { create: text.createHeading, change: text.changeHeading, replace: text.replaceHeading };
    const notes = {
      create: text.createNote,
      change: this.isWhole ? text.replaceNote : text.changeNote,
      replace: text.replaceNote,
    };
    return html`<form novalidate autocomplete="off" @submit=${form.submit}>
      <div class="column">
        <h2 class="whole">${headings[this.task](this.type)}</h2>
        <p class="soft whole">${notes[this.task]}</p>
        <div class="part">
          ${form.renderRestored()}
          ${form.field('kind')}
          <div aria-live="polite">${this.renderFilled()}</div>
          ${form.rows(...shown)}
        </div>
        <div class="part">
          ${region === null ? nothing : html`<fk-notice tone="attention" .text=${text.otherRegion(region)}></fk-notice>`}
          ${this.task === 'change' && this.isWhole ? html`<p class="soft">${text.otherKindSecrets}</p>` : nothing}
          ${this.posted ? html`<fk-notice tone="info" .text=${text.secretsGone}></fk-notice>` : nothing}
          ${form.rows(...secret)}
          ${kind === 'cloudStream' ? renderPermissions() : html`<p class="soft">${text.partitionHub}</p>`}
        </div>
      </div>
      <div class="foot">
        ${
          this.odd.length === 0
            ? nothing
            : html`<fk-notice tone="attention" .text=${text.lookAgain}>
              <ul slot="action" class="points">
                ${[...new Set(this.odd.map(({ reason }) => reason))].map(
                  (reason) =>
                    html`<li>${text.oddity(
                      this.odd
                        .filter((one) => one.reason === reason)
                        .map(({ field }, at) => (at === 0 ? text.fields : text.fieldsWithin)[field]),
                      text.oddities[reason],
                    )}</li>`,
                )}
              </ul>
            </fk-notice>`
        }
        ${faulty > 0 ? html`<fk-notice tone="attention" .text=${text.fixFirst(faulty)}></fk-notice>` : nothing}
        <div class="row">
          <fk-button wide @click=${this.cancel}>${text.cancel}</fk-button>
          <fk-button wide variant="primary" .busy=${this.busy} .disabled=${this.disabled} @click=${form.submit}
            >${
              this.odd.length > 0
                ? text.sendAsItIs
                : {
                    create: text.createAction,
                    change: this.isWhole ? text.replaceAction : text.changeAction,
                    replace: text.replaceAction,
                  }[this.task]
            }</fk-button
          >
        </div>
      </div>
    </form>`;
  }

  private renderFilled(): TemplateResult | typeof nothing {
    const { filled } = this;
    if (filled === null) return nothing;
    return html`<fk-notice .tone=${filled.doubt === null ? 'info' : 'attention'}
      .text=${text.filled(filled.fields.map((field) => text.fields[field]))}>
      ${filled.doubt === null ? nothing : html`<span slot="action">${text.pastedDoubt[filled.doubt]}</span>`}
    </fk-notice>`;
  }

  private shown(name: ShownField): FormField<Texts<'kind'>> {
    return {
      label: text.fields[name],
      issued: true,
      mono: true,
      required: () => this.isWhole && (name === 'endpoint' || name === DESTINATION_FIELDS[this.draft.kind].nameField),
    };
  }

  private secret(name: SecretField): FormField<Texts<'kind'>> {
    const help = (): string => (this.isWhole ? text.help.secretNew : text.help.secretStored);
    return { label: text.fields[name], help, issued: true, secret: true };
  }

  private get draft(): StreamDraft {
    const kind = DESTINATION_KINDS.find((one) => one === this.form.texts.kind)!;
    return { kind, fields: this.typedOf(DESTINATION_FIELDS[kind].shown) };
  }

  private get secrets(): TypedSecrets {
    return this.typedOf(DESTINATION_FIELDS[this.draft.kind].secret);
  }

  private typedOf<Field extends ShownField | SecretField>(fields: readonly Field[]): Partial<Record<Field, string>> {
    const typed = fields.filter((name) => this.form.texts[name] !== '');
    return Object.fromEntries(typed.map((name) => [name, this.form.texts[name]])) as Partial<Record<Field, string>>;
  }

  /** The texts that a kind of destination begins with: the stored kind has the stored ones, the other none. */
  private textsOfKind(kind: DestinationKind): Texts<keyof typeof EMPTY> {
    const stored = draftOf(this.config);
    return { ...EMPTY, ...(kind === stored.kind ? textsOf(stored) : { kind }) };
  }

  /** The whole configuration is sent unless the kind of destination stays the same. */
  private get isWhole(): boolean {
    if (this.task !== 'change') return true;
    return this.config?.destinations[0]?.kind !== this.draft.kind;
  }

  /** Splits a pasted connection string, address or key into its fields, and removes it from where it was pasted. */
  private takeApart(name: ShownField | SecretField, before: string): void {
    const value = this.form.texts[name];
    // Typed text is checked when its field loses focus.
    if (before !== value && value.length - before.length < 2) return;
    const parts = readPasted(value);
    if (parts === null) return;
    const found: Partial<Record<ShownField | SecretField, string>> = { ...parts.fields, ...parts.secrets };
    const fields = Object.keys(found) as (ShownField | SecretField)[];
    // A single value in its own field needs no notice.
    if (fields.length === 1 && found[name] === value) return;
    const remaining = this.draft.kind === parts.kind ? { ...this.form.texts } : EMPTY;
    // Restore what the field contained before the paste; typed text is replaced by its parts.
    const own = this.draft.kind === parts.kind && before !== value ? before : '';
    const given = Object.entries({ ...remaining, [name]: own }).filter(([, text]) => text !== '');
    this.form.change({ ...EMPTY, ...parts.derived, ...Object.fromEntries(given), ...found, kind: parts.kind });
    this.filled = { fields, doubt: parts.doubt };
  }

  /** Without texts that hold a secret, which is a fault of their fields. */
  private typedFields(): StreamDraft['fields'] {
    const { kind, fields } = this.draft;
    const shown = draftOf(this.config);
    const before: StreamDraft['fields'] = kind === shown.kind ? shown.fields : {};
    const typed = Object.entries(fields).filter(
      ([name, text]) => text !== (before[name as ShownField] ?? '') && withoutSecrets(text) === text,
    );
    return Object.fromEntries(typed);
  }

  /** The backend has taken what was typed. */
  submitted(): void {
    this.form.settled();
  }

  private readonly cancel = (): void => {
    this.form.dropSecrets();
    this.dispatchEvent(new Event('fk-stream-cancel', { bubbles: true, composed: true }));
  };

  private post(): void {
    if (this.busy || this.disabled) return;
    const { draft, secrets } = this;
    const odd = findOddities(
      draft,
      secrets,
      this.isWhole || this.config === null ? null : mainDestination(this.config),
    );
    if (odd.length > this.odd.length) {
      this.odd = odd;
      return;
    }
    this.odd = [];
    // From here on they exist only in the request, whatever the answer.
    this.posted = Object.values(secrets).some((secret) => secret !== '');
    this.form.dropSecrets();
    const task = this.task === 'change' && this.isWhole ? 'replace' : this.task;
    this.dispatchEvent(new StreamPostEvent(task, draft, secrets));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-stream-form': FkStreamForm;
  }
}
