/** Edits alias, tags and notes, offline too; what is not sent yet is marked and can be discarded. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { CachedDevice } from '../../../domain/device.ts';
import { isCutText } from '../../../domain/kept-text.ts';
import { VIRTUAL_NAMES, type VirtualEdit, type VirtualName, type VirtualValues } from '../../../domain/virtual-edit.ts';
import type { Outbox } from '../../../use-cases/outbox/offered.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { SayEvent } from '../../shared/say.ts';
import '../../elements/button/button.ts';
import '../../elements/field/field.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import '../../elements/notice/notice.ts';
import '../../elements/status/status.ts';
import { editIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import { isUnsent } from '../../beacon/device-facts.ts';
import { backendText, changedMeanwhile, changedValues, faultsOf, shownText } from './virtual-draft.ts';

@customElement('fk-virtual-form')
class FkVirtualForm extends LitElement {
  @property({ attribute: false }) outbox: Outbox | null = null;
  @property({ attribute: false }) device: CachedDevice | null = null;
  @property({ attribute: false }) edit: VirtualEdit | null = null;
  /** Why nothing may be changed; empty when it may. */
  @property() locked = '';
  @state() private typed: VirtualValues = {};
  @state() private saving = false;

  static override styles = [
    shared,
    pageStyles,
    css`
      form {
        display: grid;
        gap: var(--space-3);
      }
      .line {
        display: grid;
        gap: var(--space-1);
      }
      fk-status {
        justify-self: start;
      }
      .there {
        padding-inline-start: var(--space-3);
        border-inline-start: var(--stroke-strong) solid var(--color-attention);
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another device: what was typed belongs to the one before.
    if (changed.has('device') && changed.get('device')?.uniqueId !== this.device?.uniqueId) this.typed = {};
  }

  protected override render(): TemplateResult | typeof nothing {
    const { device, edit, typed } = this;
    if (device === null) return nothing;
    const faults = new Map(faultsOf(typed).map((fault) => [fault.name, fault.words]));
    const dirty = Object.keys(changedValues(device, edit, typed)).length > 0;
    return html`<form @submit=${this.onSubmit} @fk-input=${this.onInput}>
      ${edit?.state === 'parked' ? html`<fk-notice tone="attention" .text=${text.editParked}><fk-button slot="action" href="/outbox">${text.toOutbox}</fk-button></fk-notice>` : nothing}
      ${VIRTUAL_NAMES.map((name) => this.renderField(device, edit, name, faults.get(name) ?? ''))}
      <div class="actions">
        <fk-button type="submit" .disabled=${!dirty || faults.size > 0} .busy=${this.saving}>${text.save}</fk-button>
        ${dirty || isUnsent(edit) ? html`<fk-button variant="quiet" @click=${this.discard}>${text.discard}</fk-button>` : nothing}
      </div>
    </form>`;
  }

  private renderField(
    device: CachedDevice,
    edit: VirtualEdit | null,
    name: VirtualName,
    fault: string,
  ): TemplateResult {
    const there = changedMeanwhile(device, edit, name);
    const cut = isCutText(backendText(device, name));
    return html`<div class="line">
      <fk-field
        .kind=${name === 'notes' ? 'textarea' : 'text'}
        .name=${name}
        .label=${text.fields[name]}
        .help=${cut ? text.cutHere : text.help[name]}
        .value=${shownText(device, edit, this.typed, name)}
        .error=${fault}
        .disabled=${this.locked !== '' || cut}
      ></fk-field>
      ${isUnsent(edit) && edit.values[name] !== undefined ? html`<fk-status tone="attention" .icon=${editIcon}>${text.unsent}</fk-status>` : nothing}
      ${there === null ? nothing : html`<p class="soft there"><bdi>${text.meanwhile(there)}</bdi></p>`}
    </div>`;
  }

  private readonly onInput = (event: FieldChangeEvent): void => {
    this.typed = { ...this.typed, [event.name]: event.value };
  };

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.save();
  };

  private async save(): Promise<void> {
    const { device, outbox } = this;
    if (device === null || outbox === null || this.locked !== '' || faultsOf(this.typed).length > 0) return;
    const values = changedValues(device, this.edit, this.typed);
    if (Object.keys(values).length === 0) return;
    this.saving = true;
    try {
      await outbox.editVirtual(device, values);
      this.typed = {};
      this.dispatchEvent(new SayEvent(text.savedHere));
    } catch {
      // What was typed stays in the fields.
      this.dispatchEvent(new SayEvent(text.saveFailed));
    } finally {
      this.saving = false;
    }
  }

  private readonly discard = async (): Promise<void> => {
    const { device, outbox, typed } = this;
    if (device === null || outbox === null) return;
    this.typed = {};
    const removed = isUnsent(this.edit) ? await outbox.discardEdit(device.uniqueId) : null;
    const undo = (): void => {
      if (removed !== null) void outbox.restoreEdit(removed);
      this.typed = typed;
    };
    this.dispatchEvent(new SayEvent(text.discarded, undo));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-virtual-form': FkVirtualForm;
  }
}
