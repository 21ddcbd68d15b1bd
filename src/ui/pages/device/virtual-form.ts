/** The form for room, alias, tags and notes, and what else of a device is stored only at the backend. */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { virtualValuesOf } from '../../../domain/delivery/edits.ts';
import { valueIn, type CachedDevice } from '../../../domain/device.ts';
import { roomFault, roomOf, withRoom } from '../../../domain/room.ts';
import { isCutText, isWholeValue } from '../../../domain/storable-text.ts';
import {
  VIRTUAL_ATTRIBUTES,
  VIRTUAL_NAMES,
  isUnsent,
  type VirtualEdit,
  type VirtualName,
  type VirtualValues,
} from '../../../domain/virtual-edit.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import '../../elements/basics.ts';
import { editIcon } from '../../kit/icons.ts';
import { FormController, type FormField, type FormFields } from '../../shared/form-controller.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import { labelOf } from '../../words/configure.ts';
import { devicePageStrings as pageText } from '../../strings/device-page.ts';
import { dateTime } from '../../language/times.ts';
import { changedMeanwhile, changedTexts, changedValues, faultsOf, storedTexts, textsBefore } from './virtual-draft.ts';

interface VirtualFormOf {
  drafts(): Drafts | undefined;
  /** Null while it is not known what the backend shows of it. */
  device(): CachedDevice | null;
  edit(): VirtualEdit | null;
  save(device: CachedDevice, values: VirtualValues): Promise<void>;
  /** Discards typed and unsent values. */
  discard(): void;
  /** Leaves it for later. */
  close(): void;
}

const FIRST = ['alias', 'tags', 'notes'] as const;
const NO_TEXTS = Object.fromEntries(VIRTUAL_NAMES.map((name) => [name, ''])) as Required<VirtualValues>;

/** The name of the draft. */
export function draftOf(uniqueId: string): string {
  return `device-${uniqueId}`;
}

export class VirtualForm extends FormController<VirtualName | 'room', VirtualValues> {
  /** Stays true, so that a field that gets its old text back does not vanish. */
  #showsMore = false;

  constructor(
    page: LitElement,
    private readonly about: VirtualFormOf,
  ) {
    super(page, {
      first: () => ({ ...this.#before, room: roomIn(this.#before.tags) }),
      fields: {
        room: { label: pageText.room, help: pageText.roomHelp, transient: true, disabled: () => this.#isCut('tags') },
        ...fieldsOf((name) => this.#isCut(name)),
      },
      faults: (texts) => {
        // A room that cannot be a tag is not among the tags.
        const fault = texts.room === roomIn(texts.tags) ? null : roomFault(texts.room);
        return { room: fault === null ? '' : pageText.roomFaults[fault], ...faultsOf(this.#before, texts) };
      },
      showsFaultsAtOnce: true,
      draft: {
        drafts: () => about.drafts(),
        of: () => {
          const device = about.device();
          return device === null ? null : draftOf(device.uniqueId);
        },
        as: {
          schema: storedTexts,
          read: (texts) => changedTexts(this.#before, texts),
          restore: (typed) => ({ ...typed, room: roomIn(typed.tags ?? this.#before.tags) }),
        },
      },
      changed: (name) => {
        const { room, tags } = this.texts;
        if (name === 'tags') this.change({ room: roomIn(tags) });
        if (name === 'room' && roomFault(room) === null) this.change({ tags: withRoom(tagsIn(tags), room).join(',') });
      },
      submit: async () => {
        const device = about.device();
        const values = changedValues(this.#before, this.texts);
        if (device !== null && Object.keys(values).length > 0) await about.save(device, values);
      },
    });
  }

  /** True when something is typed that saving would send or refuse. */
  get isTyped(): boolean {
    return Object.keys(changedTexts(this.#before, this.texts)).length > 0;
  }

  override reset(): void {
    super.reset();
    this.#showsMore = false;
  }

  /** Draws the form of a device that is known. */
  render(): TemplateResult {
    const { about, texts } = this;
    const edit = about.edit();
    const isDirty = Object.keys(changedValues(this.#before, texts)).length > 0;
    this.#showsMore ||= VIRTUAL_ATTRIBUTES.some((name) => texts[name] !== this.#before[name]);
    return html`<form class="stack" @submit=${this.submit}>
      ${
        this.restoredAtMs === null
          ? nothing
          : html`<fk-notice tone="info" .text=${pageText.restored(dateTime(this.restoredAtMs))}></fk-notice>`
      }
      ${
        edit?.state === 'parked'
          ? html`<fk-notice tone="attention" .text=${pageText.editParked}><fk-button slot="action"
            href="/outbox">${pageText.toOutbox}</fk-button></fk-notice>`
          : nothing
      }
      ${FIRST.map((name) => html`${name === 'tags' ? this.field('room') : nothing}${this.#renderField(name, edit)}`)}
      <details ?open=${this.#showsMore}>
        <summary>${pageText.moreFields}</summary>
        <div class="rest stack">${VIRTUAL_ATTRIBUTES.map((name) => this.#renderField(name, edit))}</div>
      </details>
      <p class="soft">${pageText.editNote}</p>
      <div class="wrap">
        <fk-button
          type="submit"
          variant="primary"
          .disabled=${!isDirty || Object.keys(this.faults).length > 0}
          .busy=${this.isBusy}
          >${pageText.save}</fk-button
        >
        ${isDirty || isUnsent(edit) ? html`<fk-button @click=${() => about.discard()}>${pageText.discard}</fk-button>` : nothing}
        <fk-button variant="quiet" @click=${() => about.close()}>${pageText.close}</fk-button>
      </div>
    </form>`;
  }

  #renderField(name: VirtualName, edit: VirtualEdit | null): TemplateResult {
    const device = this.about.device();
    const there = device === null ? null : changedMeanwhile(device, edit, name);
    return html`<div class="stack close">
      ${this.field(name)}
      ${
        isUnsent(edit) && edit.values[name] !== undefined
          ? html`<fk-status class="start" tone="attention" .icon=${editIcon}>${text.unsent}</fk-status>`
          : nothing
      }
      ${there === null ? nothing : html`<p class="soft there anywhere"><bdi>${pageText.meanwhile(there)}</bdi></p>`}
    </div>`;
  }

  get #before(): Required<VirtualValues> {
    const device = this.about.device();
    return device === null ? NO_TEXTS : textsBefore(device, this.about.edit());
  }

  /** True when this phone has only part of the value; saving would replace the whole value by the part. */
  #isCut(name: VirtualName): boolean {
    const device = this.about.device();
    if (device === null) return true;
    const value = name === 'metadata' ? (valueIn(device.attributes, name) ?? '') : '';
    return isCutText(virtualValuesOf(device)[name]) || !isWholeValue(name, value);
  }
}

function fieldsOf(isCut: (name: VirtualName) => boolean): FormFields<VirtualName> {
  const fieldOf = (name: VirtualName): FormField<VirtualValues> => ({
    label: labelOf(name),
    kind: name === 'deployment.status' ? 'select' : name === 'notes' || name === 'metadata' ? 'textarea' : 'text',
    options: (texts) => (name === 'deployment.status' ? statusOptions(texts[name] ?? '') : []),
    help: () => (isCut(name) ? pageText.cutHere : pageText.help[name]),
    disabled: () => isCut(name),
  });
  return Object.fromEntries(VIRTUAL_NAMES.map((name) => [name, fieldOf(name)])) as FormFields<VirtualName>;
}

/** An unknown status stays in the list, so that it is not lost. */
function statusOptions(shown: string): { readonly value: string; readonly label: string }[] {
  const words: Readonly<Record<string, string>> = { '': pageText.notSet, ...pageText.deploymentStatus };
  return [...new Set([...Object.keys(words), shown])].map((value) => ({ value, label: words[value] ?? value }));
}

function tagsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function roomIn(tags: string): string {
  return roomOf(tagsIn(tags)) ?? '';
}
