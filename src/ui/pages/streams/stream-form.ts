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
import { DraftController } from '../../controllers/draft-controller.ts';
import { deskFootStyles, twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/secret-field/secret-field.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
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
  @property({ attribute: false }) drafts: Drafts | undefined;
  @property() type: StreamType = 'telemetry';
  @property() task: StreamFormTask = 'create';
  @property({ attribute: false }) config: StreamConfig | null = null;
  /** The resumed draft, without secrets; null starts with what the backend shows. */
  @property({ attribute: false }) start: StreamDraft | null = null;
  @property({ type: Boolean }) busy = false;
  @property({ type: Boolean }) disabled = false;
  @state() private draft: StreamDraft = draftOf(null);
  @state() private secrets: TypedSecrets = {};
  /** Errors are shown after the first attempt, not while typing for the first time. */
  @state() private wasSubmitted = false;
  /** Unusual values that were shown before sending; the next press sends them anyway. */
  @state() private odd: readonly DraftOddity[] = [];
  /** The typed secrets were sent with the previous request and are gone. */
  @state() private posted = false;
  /** The fields that the last pasted text was split into. */
  @state() private filled: {
    readonly fields: readonly (ShownField | SecretField)[];
    readonly doubt: PastedParts['doubt'];
  } | null = null;

  private readonly formDraft = new DraftController<z.output<typeof streamDraft>>(this, () => this.drafts, {
    of: () => (this.start === null ? `stream-${this.type}-${this.task}` : null),
    schema: streamDraft,
    read: () => ({ kind: this.draft.kind, fields: this.typedFields() }),
    restore: ({ kind, fields }) => {
      const shown = draftOf(this.config);
      const typed = Object.entries(fields).filter(([, text]) => text !== undefined);
      this.draft = { kind, fields: { ...(kind === shown.kind ? shown.fields : {}), ...Object.fromEntries(typed) } };
      this.secrets = {};
      this.wasSubmitted = false;
      this.odd = [];
      this.filled = null;
    },
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

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.secrets = {};
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('type') && !changed.has('task') && !changed.has('start')) return;
    this.draft = this.start ?? draftOf(this.config);
    this.secrets = {};
    this.wasSubmitted = false;
    this.odd = [];
    this.posted = false;
    this.filled = null;
  }

  protected override render(): TemplateResult {
    const faults = this.wasSubmitted ? this.faults() : {};
    const faulty = Object.keys(faults).length;
    const { kind } = this.draft;
    const { shown, secret } = DESTINATION_FIELDS[kind];
    const region = otherRegionInEndpoint(this.draft);
    return html`<form novalidate autocomplete="off" @fk-input=${this.onTyped} @fk-change=${this.onTyped} @fk-enter=${this.post} @submit=${this.onSubmit}>
      <div class="column">
        <h2 class="whole">${{ create: text.createHeading, change: text.changeHeading, replace: text.replaceHeading }[this.task](this.type)}</h2>
        <p class="soft whole">${{ create: text.createNote, change: this.isWhole ? text.replaceNote : text.changeNote, replace: text.replaceNote }[this.task]}</p>
        <div class="part">
          ${renderRestored(this, this.formDraft)}
          <fk-field
            kind="select"
            name="kind"
            .label=${text.destination}
            .options=${DESTINATION_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
            .value=${kind}
          ></fk-field>
          <div aria-live="polite">${this.renderFilled()}</div>
          ${shown.map((name) => this.renderShown(name, faults))}
        </div>
        <div class="part">
          ${region === null ? nothing : html`<fk-notice tone="attention" .text=${text.otherRegion(region)}></fk-notice>`}
          ${this.task === 'change' && this.isWhole ? html`<p class="soft">${text.otherKindSecrets}</p>` : nothing}
          ${this.posted ? html`<fk-notice tone="info" .text=${text.secretsGone}></fk-notice>` : nothing}
          ${secret.map(
            (name) => html`<fk-secret-field
              issued
              .name=${name}
              .label=${text.fields[name]}
              .help=${this.isWhole ? text.help.secretNew : text.help.secretStored}
              .value=${this.secrets[name] ?? ''}
              .error=${faults[name] ?? ''}
            ></fk-secret-field>`,
          )}
          ${kind === 'cloudStream' ? renderPermissions() : nothing}
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
          <fk-button wide variant="primary" .busy=${this.busy} .disabled=${this.disabled} @click=${this.post}
            >${this.odd.length > 0 ? text.sendAsItIs : { create: text.createAction, change: this.isWhole ? text.replaceAction : text.changeAction, replace: text.replaceAction }[this.task]}</fk-button
          >
        </div>
      </div>
    </form>`;
  }

  private renderFilled(): TemplateResult | typeof nothing {
    const { filled } = this;
    if (filled === null) return nothing;
    return html`<fk-notice .tone=${filled.doubt === null ? 'info' : 'attention'} .text=${text.filled(filled.fields.map((field) => text.fields[field]))}>
      ${filled.doubt === null ? nothing : html`<span slot="action">${text.pastedDoubt[filled.doubt]}</span>`}
    </fk-notice>`;
  }

  private renderShown(name: ShownField, faults: Readonly<Record<string, string>>): TemplateResult {
    const help = {
      endpoint: this.draft.kind === 'eventHub' ? text.help.hubEndpoint : text.help.cloudEndpoint,
      streamName: text.help.streamName,
      region: text.help.region,
      forcedPartitionKey: text.help.forcedPartitionKey,
      eventHubName: text.help.eventHubName,
      sharedAccessKeyName: text.help.sharedAccessKeyName,
    }[name];
    return html`<fk-field
      .kind=${name === 'endpoint' ? 'url' : 'text'}
      .name=${name}
      .label=${text.fields[name]}
      .help=${help}
      .value=${this.draft.fields[name] ?? ''}
      .error=${faults[name] ?? ''}
      issued
      .required=${this.isWhole && (name === 'endpoint' || name === DESTINATION_FIELDS[this.draft.kind].nameField)}
      mono
    ></fk-field>`;
  }

  /** The whole configuration is sent unless the kind of destination stays the same. */
  private get isWhole(): boolean {
    if (this.task !== 'change') return true;
    return this.config?.destinations[0]?.kind !== this.draft.kind;
  }

  private faults(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      checkDraft(this.draft, this.secrets, this.isWhole).map(({ field, reason }) => [field, text.faults[reason]]),
    );
  }

  private readonly onTyped = (event: Event): void => {
    const { name, value } = event as FieldChangeEvent;
    const { kind, fields } = this.draft;
    this.odd = [];
    if (name !== 'kind' && this.takeApart(name as ShownField | SecretField, value, event)) return;
    if (name === 'kind') {
      this.wasSubmitted = false;
      this.secrets = {};
      // Switching back to the stored kind restores the stored values; the other kind starts empty.
      const stored = draftOf(this.config);
      const next: DestinationKind = value === 'eventHub' ? 'eventHub' : 'cloudStream';
      this.draft = next === stored.kind ? stored : { kind: next, fields: {} };
    } else if ((DESTINATION_FIELDS[kind].secret as readonly string[]).includes(name))
      this.secrets = { ...this.secrets, [name as SecretField]: value };
    else this.draft = { kind, fields: { ...fields, [name as ShownField]: value } };
  };

  /** Splits a pasted connection string, address or key into its fields, and removes it from where it was pasted. */
  private takeApart(name: ShownField | SecretField, value: string, event: Event): boolean {
    const { kind, fields } = this.draft;
    const before = fields[name as ShownField] ?? this.secrets[name as SecretField] ?? '';
    // Typed text is checked when its field loses focus.
    if (event.type === 'fk-input' && value.length - before.length < 2) return false;
    const parts = readPasted(value);
    if (parts === null) return false;
    const names = [...Object.keys(parts.fields), ...Object.keys(parts.secrets)] as (ShownField | SecretField)[];
    // A single value in its own field needs no notice.
    if (
      names.length === 1 &&
      names[0] === name &&
      (parts.fields[name as ShownField] ?? parts.secrets[name as SecretField]) === value
    )
      return false;
    const isSameKind = kind === parts.kind;
    const remaining: Partial<Record<ShownField, string>> = isSameKind ? { ...fields } : {};
    const remainingSecrets: Partial<Record<SecretField, string>> = isSameKind ? { ...this.secrets } : {};
    // Restore what the field contained before the paste; typed text is replaced by its parts.
    if (before === value) {
      delete remaining[name as ShownField];
      delete remainingSecrets[name as SecretField];
    }
    this.draft = { kind: parts.kind, fields: { ...parts.derived, ...remaining, ...parts.fields } };
    this.secrets = { ...remainingSecrets, ...parts.secrets };
    this.filled = { fields: names, doubt: parts.doubt };
    // When the value is unchanged, the control still shows the pasted text.
    (event.target as HTMLElement & { value: string }).value =
      this.draft.fields[name as ShownField] ?? this.secrets[name as SecretField] ?? '';
    return true;
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
    this.formDraft.remove();
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    this.post();
  };

  private readonly cancel = (): void => {
    this.secrets = {};
    this.dispatchEvent(new Event('fk-stream-cancel', { bubbles: true, composed: true }));
  };

  private readonly post = (): void => {
    if (this.busy || this.disabled) return;
    this.wasSubmitted = true;
    const faults = this.faults();
    if (Object.keys(faults).length > 0) {
      void this.updateComplete.then(() => {
        const fields = [
          ...this.renderRoot.querySelectorAll<HTMLElement & { name: string }>('fk-field, fk-secret-field'),
        ];
        fields.find((field) => field.name in faults)?.focus();
      });
      return;
    }
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
    this.secrets = {};
    this.wasSubmitted = false;
    const task = this.task === 'change' && this.isWhole ? 'replace' : this.task;
    this.dispatchEvent(new StreamPostEvent(task, draft, secrets));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-stream-form': FkStreamForm;
  }
  interface HTMLElementEventMap {
    'fk-stream-post': StreamPostEvent;
  }
}
