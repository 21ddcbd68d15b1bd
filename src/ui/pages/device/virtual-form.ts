/** The form for alias, tags and notes, with errors and changes made in the backend. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { valueIn, type CachedDevice } from '../../../domain/device.ts';
import { isCutText, isWholeValue } from '../../../domain/storable-text.ts';
import { roomFault, roomOf, withRoom } from '../../../domain/room.ts';
import {
  VIRTUAL_ATTRIBUTES,
  isUnsent,
  type VirtualEdit,
  type VirtualName,
  type VirtualValues,
} from '../../../domain/virtual-edit.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent, FkField } from '../../elements/field/field.ts';
import { editIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import { labelOf } from '../../words/configure.ts';
import { devicePageStrings as pageText } from '../../strings/device-page.ts';
import { dateTime } from '../../language/times.ts';
import { meanwhileStyles } from './device-styles.ts';
import { backendText, changedMeanwhile, changedValues, faultsOf, shownText, withTyped } from './virtual-draft.ts';

interface FormActs {
  /** The edited fields' texts. */
  type(typed: VirtualValues): void;
  save(values: VirtualValues): void;
  /** Discards typed and unsent values. */
  discard(): void;
  /** Leaves it for later. */
  close(): void;
}

const FIRST = ['alias', 'tags', 'notes'] as const;

/** True when this phone has only part of the value; saving would replace the whole value by the part. */
function isCutHere(device: CachedDevice, name: VirtualName): boolean {
  const value = name === 'metadata' ? (valueIn(device.attributes, name) ?? '') : '';
  return isCutText(backendText(device, name)) || !isWholeValue(name, value);
}

/** An unknown status stays in the list, so that it is not lost. */
function statusOptions(shown: string): { readonly value: string; readonly label: string }[] {
  const words: Readonly<Record<string, string>> = { '': pageText.notSet, ...pageText.deploymentStatus };
  return [...new Set([...Object.keys(words), shown])].map((value) => ({ value, label: words[value] ?? value }));
}

@customElement('fk-virtual-form')
class FkVirtualForm extends LitElement {
  @property({ attribute: false }) device: CachedDevice | null = null;
  @property({ attribute: false }) edit: VirtualEdit | null = null;
  @property({ attribute: false }) typed: VirtualValues = {};
  /** When the restored text was typed; else null. */
  @property({ attribute: false }) restoredAtMs: number | null = null;
  @property({ attribute: false }) saving = false;
  @property({ attribute: false }) acts!: FormActs;
  /** The typed room when it cannot be stored in a tag. Null while the tags contain the room. */
  @state() private typedRoom: string | null = null;
  /** Stays true, so that a field that gets its old text back does not vanish. */
  private showsMore = false;

  static override styles = [
    shared,
    pageStyles,
    meanwhileStyles,
    css`
      .rest {
        padding-block: var(--space-2);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('device')) this.typedRoom = null;
    this.showsMore ||= VIRTUAL_ATTRIBUTES.some((name) => this.typed[name] !== undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { device, edit, typed } = this;
    if (device === null) return nothing;
    const faults = new Map(faultsOf(typed).map((fault) => [fault.name, fault.words]));
    const dirty = Object.keys(changedValues(device, edit, typed)).length > 0;
    const isFaulty = faults.size > 0 || (this.typedRoom !== null && roomFault(this.typedRoom) !== null);
    return html`<form class="stack" @submit=${this.onSubmit} @fk-input=${this.onInput} @fk-change=${this.onSettled}>
      ${this.restoredAtMs === null ? nothing : html`<fk-notice tone="info" .text=${pageText.restored(dateTime(this.restoredAtMs))}></fk-notice>`}
      ${edit?.state === 'parked' ? html`<fk-notice tone="attention" .text=${pageText.editParked}><fk-button slot="action" href="/outbox">${pageText.toOutbox}</fk-button></fk-notice>` : nothing}
      ${FIRST.map((name) => html`${name === 'tags' ? this.renderRoom(device, edit) : nothing}${this.renderField(device, edit, name, faults.get(name) ?? '')}`)}
      <details ?open=${this.showsMore}>
        <summary>${pageText.moreFields}</summary>
        <div class="rest stack">${VIRTUAL_ATTRIBUTES.map((name) => this.renderField(device, edit, name, faults.get(name) ?? ''))}</div>
      </details>
      <p class="soft">${pageText.editNote}</p>
      <div class="wrap">
        <fk-button type="submit" variant="primary" .disabled=${!dirty || isFaulty} .busy=${this.saving}>${pageText.save}</fk-button>
        ${dirty || isUnsent(edit) ? html`<fk-button @click=${() => this.acts.discard()}>${pageText.discard}</fk-button>` : nothing}
        <fk-button variant="quiet" @click=${() => this.acts.close()}>${pageText.close}</fk-button>
      </div>
    </form>`;
  }

  private renderRoom(device: CachedDevice, edit: VirtualEdit | null): TemplateResult {
    const room = this.typedRoom ?? roomOf(this.tagsNow(device, edit)) ?? '';
    const fault = roomFault(room);
    return html`<fk-field
      name="room"
      .label=${pageText.room}
      .help=${pageText.roomHelp}
      .value=${room}
      .error=${fault === null ? '' : pageText.roomFaults[fault]}
      .disabled=${isCutText(backendText(device, 'tags'))}
    ></fk-field>`;
  }

  private tagsNow(device: CachedDevice, edit: VirtualEdit | null): readonly string[] {
    const tags = shownText(device, edit, this.typed, 'tags').split(',');
    return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
  }

  private renderField(
    device: CachedDevice,
    edit: VirtualEdit | null,
    name: VirtualName,
    fault: string,
  ): TemplateResult {
    const there = changedMeanwhile(device, edit, name);
    const cut = isCutHere(device, name);
    const isStatus = name === 'deployment.status';
    return html`<div class="stack close">
      <fk-field
        .kind=${isStatus ? 'select' : name === 'notes' || name === 'metadata' ? 'textarea' : 'text'}
        .options=${isStatus ? statusOptions(shownText(device, edit, this.typed, name)) : []}
        .name=${name}
        .label=${labelOf(name)}
        .help=${cut ? pageText.cutHere : pageText.help[name]}
        .value=${shownText(device, edit, this.typed, name)}
        .error=${fault}
        .disabled=${cut}
      ></fk-field>
      ${
        isUnsent(edit) && edit.values[name] !== undefined
          ? html`<fk-status class="start" tone="attention" .icon=${editIcon}>${text.unsent}</fk-status>`
          : nothing
      }
      ${there === null ? nothing : html`<p class="soft there anywhere"><bdi>${pageText.meanwhile(there)}</bdi></p>`}
    </div>`;
  }

  /** Focuses the first field that can be edited. */
  focusFirst(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<FkField>('fk-field:not([disabled])')?.focus());
  }

  private readonly onInput = (event: FieldChangeEvent): void => {
    if (event.name === 'room') {
      this.typedRoom = event.value;
      if (this.device === null || roomFault(event.value) !== null) return;
      const tags = withRoom(this.tagsNow(this.device, this.edit), event.value).join(',');
      this.type('tags', tags);
      return;
    }
    if (event.name === 'tags') this.typedRoom = null;
    this.type(event.name as VirtualName, event.value);
  };

  private type(name: VirtualName, text: string): void {
    if (this.device === null) return;
    this.acts.type(withTyped(this.device, this.edit, this.typed, name, text));
  }

  /** A select dispatches only the change event. */
  private readonly onSettled = (event: FieldChangeEvent): void => {
    if (event.name === 'deployment.status') this.onInput(event);
  };

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const { device, edit, typed } = this;
    if (device === null || this.saving || faultsOf(typed).length > 0) return;
    if (this.typedRoom !== null && roomFault(this.typedRoom) !== null) return;
    const values = changedValues(device, edit, typed);
    if (Object.keys(values).length > 0) this.acts.save(values);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-virtual-form': FkVirtualForm;
  }
}
