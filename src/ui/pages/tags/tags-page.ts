/** Adds and removes tags of many selected devices. Shows the changes before saving; works offline. */
import { consume } from '@lit/context';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { findAttribute } from '../../../domain/attributes/catalogue.ts';
import { checkValue } from '../../../domain/attributes/check-value.ts';
import { planTags, tagsAmong, type TagLine } from '../../../domain/bulk/tags.ts';
import { devicesById } from '../../../domain/device-list/by-id.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { draftText } from '../../../domain/draft-text.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { roomFault } from '../../../domain/room.ts';
import { lenientList } from '../../../domain/schema.ts';
import { withEdits, type VirtualEdit } from '../../../domain/virtual-edit.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import '../../elements/row-window/row-window.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { SayEvent } from '../../shared/say.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';
import { navigate } from '../../shell/router.ts';
import { accountContext, type AccountServices } from '../../shell/services.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { faultWords } from '../../words/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { devicePageStrings } from '../../strings/device-page.ts';
import { tagLineRem } from './tag-line.ts';

const text = bulkStrings.tags;

const tagsDraft = z.object({ room: draftText, add: draftText, remove: lenientList(z.string()) });

@customElement('fk-tags-page')
class FkTagsPage extends WatchingElement {
  @consume({ context: accountContext, subscribe: true })
  private readonly services!: AccountServices;
  @state() private room = '';
  @state() private add = '';
  @state() private taken: readonly string[] = [];
  @state() private wasSubmitted = false;
  @state() private saving = false;
  @state() private failed = false;
  private readonly draft = new DraftController(this, () => this.services?.drafts, {
    of: () => 'tags',
    schema: tagsDraft,
    read: () => ({ room: this.room, add: this.add, remove: this.taken }),
    restore: ({ room, add, remove }) => {
      this.room = room;
      this.add = add;
      this.taken = remove;
    },
  });
  private readonly wide = new MediaController(this, LAPTOP);

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    css`
      /* Its fields keep their width; the lines of devices take the rest. */
      .column {
        max-width: none;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const listed = this.services.devices.list.value;
    if (listed === undefined) return nothing;
    if (listed.devices === null)
      return html`<fk-skeleton class="column" count="5" .label=${deviceStrings.loading}></fk-skeleton>`;
    const { devices, viewOnly } = this.chosenOf(
      listed.devices,
      selection.value,
      this.services.outbox.state.value.edits,
    );
    if (devices.length === 0)
      return html`<div class="column"><fk-empty .text=${viewOnly === 0 ? bulkStrings.none : text.viewOnly(viewOnly)}><fk-button slot="action" variant="primary" href="/devices">${bulkStrings.toDevices}</fk-button></fk-empty></div>`;
    const check = checkValue(findAttribute('tags')!, this.add);
    const lines = this.linesNow(devices);
    const changed = lines.filter(({ device, tags }) => tags !== device.tags).length;
    const among = tagsAmong(devices);
    return html`<div class="column" @fk-input=${this.onInput} @fk-change=${this.onInput}>
        <p><strong>${bulkStrings.chosen(devices.length)}</strong>${viewOnly === 0 ? nothing : html` <span class="soft">· ${text.viewOnly(viewOnly)}</span>`}</p>
        ${renderRestored(this, this.draft)}
        <p class="soft">${text.note}</p>
        <fk-field name="room" .label=${text.room} .help=${text.roomHelp} .value=${this.room} .error=${this.roomError()}></fk-field>
        <fk-field name="add" .label=${text.add} .help=${text.addHelp} .value=${this.add} .error=${check.ok ? '' : faultWords(check.reason, check.detail)}></fk-field>
        ${
          among.length === 0
            ? html`<p class="soft">${text.removeNone}</p>`
            : html`<fk-field
              kind="list"
              name="remove"
              .label=${text.remove}
              .options=${among.map(({ tag, count }) => ({ value: tag, label: bulkStrings.valueOf(tag, count) }))}
              .value=${this.taken.join(',')}
            ></fk-field>`
        }
        <h2>${bulkStrings.perBeacon}</h2>
        <fk-row-window .label=${bulkStrings.perBeacon} .rem=${tagLineRem(this.wide.matches)} .rows=${lines} .row=${(line: TagLine) => html`<fk-tag-line .table=${this.wide.matches} .line=${line}></fk-tag-line>`}></fk-row-window>
      </div>
      <fk-foot class="foot">
        <div aria-live="polite">
          ${this.failed ? html`<fk-notice tone="stop" .text=${text.failed}></fk-notice>` : this.wasSubmitted && changed === 0 ? html`<fk-notice tone="info" .text=${text.chooseFirst}></fk-notice>` : nothing}
        </div>
        <div class="row pair">
          <fk-button big wide href="/devices">${bulkStrings.back}</fk-button>
          <fk-button big wide variant="primary" .busy=${this.saving} @click=${() => this.save(lines)}>${changed === 0 ? devicePageStrings.save : text.save(changed)}</fk-button>
        </div>
      </fk-foot>`;
  }

  /** With what is unsent of them, which wins on screen. */
  private readonly chosenOf = memoizeLast(
    (listed: readonly CachedDevice[] = [], ids: readonly string[] = [], edits: readonly VirtualEdit[] = []) => {
      const byId = devicesById(listed);
      const chosen = ids.flatMap((id) => byId.get(id) ?? []);
      // A viewer may not change them.
      const able = chosen.filter(({ access }) => access !== 'VIEWER');
      return { devices: withEdits(able, edits), viewOnly: chosen.length - able.length };
    },
  );

  private linesNow(devices: readonly CachedDevice[]): readonly TagLine[] {
    const check = checkValue(findAttribute('tags')!, this.add);
    const add = check.ok && check.wire !== '' ? String(check.wire).split(',') : [];
    return planTags(devices, { add, remove: this.taken, room: this.roomError() === '' ? this.room : '' });
  }

  private roomError(): string {
    const fault = roomFault(this.room);
    return fault === null ? '' : devicePageStrings.roomFaults[fault];
  }

  private readonly onInput = (event: FieldChangeEvent): void => {
    if (event.name === 'room') this.room = event.value;
    else if (event.name === 'add') this.add = event.value;
    else if (event.name === 'remove') this.taken = event.value.split(',').filter((tag) => tag !== '');
    this.wasSubmitted = false;
    this.failed = false;
  };

  private async save(lines: readonly TagLine[]): Promise<void> {
    const changed = lines.filter(({ device, tags }) => tags !== device.tags);
    this.wasSubmitted = true;
    if (changed.length === 0 || this.saving) return;
    this.saving = true;
    const byId = devicesById(this.services.devices.list.value.devices ?? []);
    try {
      await this.services.outbox.editMany(
        changed.flatMap(({ device, tags }) => {
          const listed = byId.get(device.uniqueId);
          return listed === undefined ? [] : [{ device: listed, values: { tags: tags.join(',') } }];
        }),
      );
      this.draft.remove();
      this.dispatchEvent(new SayEvent(text.saved(changed.length)));
      endSelection();
      navigate('/devices');
    } catch {
      // Typed text stays in the fields.
      this.failed = true;
    } finally {
      this.saving = false;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-tags-page': FkTagsPage;
  }
}
