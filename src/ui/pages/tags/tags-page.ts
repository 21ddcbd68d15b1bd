/** Adds and removes tags of many selected devices. Shows the changes before saving; works offline. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { findAttribute } from '../../../domain/attributes/catalogue.ts';
import { checkValue } from '../../../domain/attributes/check-value.ts';
import { planTags, tagsAmong, type TagLine } from '../../../domain/bulk/tags.ts';
import { devicesById } from '../../../domain/device-list/by-id.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { roomFault } from '../../../domain/room.ts';
import { withEdits, type VirtualEdit } from '../../../domain/virtual-edit.ts';
import { deviceLineRem } from '../../beacon/device-line.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import '../../elements/row-window/row-window.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController } from '../../shared/form-controller.ts';
import { SayEvent } from '../../shared/say.ts';
import { endSelection, selection } from '../../shared/chosen-devices.ts';
import { navigate } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { faultWords } from '../../words/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { devicePageStrings } from '../../strings/device-page.ts';

const text = bulkStrings.tags;

const TAGS = findAttribute('tags')!;

@customElement('fk-tags-page')
class FkTagsPage extends AccountElement {
  @state() private failed = false;
  private readonly form = new FormController(this, {
    first: { room: '', add: '', remove: '' },
    fields: {
      room: { label: text.room, help: text.roomHelp },
      add: { label: text.add, help: text.addHelp },
      remove: {
        kind: 'list',
        label: text.remove,
        options: () =>
          tagsAmong(this.chosen.devices).map(({ tag, count }) => ({
            value: tag,
            label: bulkStrings.valueOf(tag, count),
          })),
      },
    },
    faults: ({ room, add }) => {
      const fault = roomFault(room);
      const check = checkValue(TAGS, add);
      return {
        room: fault === null ? '' : devicePageStrings.roomFaults[fault],
        add: check.ok ? '' : faultWords(check.reason, check.detail),
      };
    },
    showsFaultsAtOnce: true,
    draft: { drafts: () => this.services.drafts, of: () => 'tags' },
    changed: () => (this.failed = false),
    submit: () => this.save(),
  });
  private readonly wide = new MediaController(this, LAPTOP);

  static override styles = [shared, pageStyles, columnPageStyles];

  protected override render(): TemplateResult | typeof nothing {
    const listed = this.services.devices.list.value;
    if (listed.devices === null)
      return html`<fk-skeleton class="column" count="5" .label=${deviceStrings.loading}></fk-skeleton>`;
    const { devices, viewOnly } = this.chosen;
    if (devices.length === 0)
      return html`<div class="column"><fk-empty
        .text=${viewOnly === 0 ? bulkStrings.none : text.viewOnly(viewOnly)}><fk-button slot="action" variant="primary"
          href="/devices">${bulkStrings.toDevices}</fk-button></fk-empty></div>`;
    const { lines, form } = this;
    const isSame = (line: TagLine): boolean => !isChanged(line) && line.fault === null;
    const same = lines.filter(isSame);
    const notSame = lines.filter((line) => !isSame(line));
    const changed = this.changed.length;
    return html`<div class="column lines">
        <h2>${bulkStrings.chosen(devices.length)}${
          viewOnly === 0 ? nothing : html` <span class="count">· ${text.viewOnly(viewOnly)}</span>`
        }</h2>
        ${form.renderRestored()}
        <p class="soft">${text.note}</p>
        ${form.rows('room', 'add')}
        ${tagsAmong(devices).length === 0 ? html`<p class="soft">${text.removeNone}</p>` : form.field('remove')}
        ${same.length === lines.length ? nothing : html`<h2>${bulkStrings.perBeacon}</h2>${this.renderLines(notSame, 2)}`}
        ${
          same.length === 0
            ? nothing
            : html`<details><summary>${changed === 0 ? text.now : text.same(same.length)}</summary>${this.renderLines(same, 1)}</details>`
        }
      </div>
      <fk-foot class="foot">
        <div aria-live="polite">
          ${this.failed ? html`<fk-notice tone="stop" .text=${text.failed}></fk-notice>` : nothing}
        </div>
        <div class="row">
          <fk-button big wide variant="primary" .busy=${form.isBusy} .disabled=${changed === 0}
            @click=${form.submit}>${text.save(changed)}</fk-button>
        </div>
      </fk-foot>`;
  }

  /** `rows`: of text about each device. */
  private renderLines(lines: readonly TagLine[], rows: number): TemplateResult {
    const table = this.wide.matches;
    return html`<fk-row-window
      .label=${bulkStrings.perBeacon}
      .rem=${deviceLineRem(table, rows)}
      .rows=${lines}
      .row=${(line: TagLine) =>
        html`<fk-device-line .table=${table} .device=${line.device} .about=${tagsOf(line)}></fk-device-line>`}
    ></fk-row-window>`;
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

  private get chosen(): { readonly devices: readonly CachedDevice[]; readonly viewOnly: number } {
    const { devices, outbox } = this.services;
    return this.chosenOf(devices.list.value.devices ?? [], selection.value, outbox.state.value.edits);
  }

  private get lines(): readonly TagLine[] {
    const { room, add, remove } = this.form.texts;
    return this.linesOf(this.chosen.devices, room, add, remove);
  }

  /** What is faulty adds nothing. */
  private readonly linesOf = memoizeLast(
    (devices: readonly CachedDevice[], room: string, add: string, remove: string) => {
      const check = checkValue(TAGS, add);
      return planTags(devices, {
        add: check.ok ? tagsIn(String(check.wire)) : [],
        remove: tagsIn(remove),
        room: roomFault(room) === null ? room : '',
      });
    },
  );

  private get changed(): readonly TagLine[] {
    return this.lines.filter(isChanged);
  }

  private async save(): Promise<void> {
    const { changed } = this;
    const byId = devicesById(this.services.devices.list.value.devices ?? []);
    try {
      await this.services.outbox.editMany(
        changed.flatMap(({ device, tags }) => {
          const listed = byId.get(device.uniqueId);
          return listed === undefined ? [] : [{ device: listed, values: { tags: tags.join(',') } }];
        }),
      );
      this.form.settled();
      this.dispatchEvent(new SayEvent(text.saved(changed.length)));
      endSelection();
      navigate('/devices');
    } catch {
      // Typed text stays in the fields.
      this.failed = true;
    }
  }
}

function isChanged({ device, tags }: TagLine): boolean {
  return tags !== device.tags;
}

/** Old → new, or why they stay as they are. */
function tagsOf(line: TagLine): TemplateResult {
  const { device, tags, fault } = line;
  const words = (some: readonly string[]): string => (some.length === 0 ? text.none : some.join(', '));
  if (fault !== null) return html`<p class="soft">${text[fault]}</p>`;
  if (!isChanged(line)) return html`<span class="small soft cut" title=${words(tags)}><bdi>${words(tags)}</bdi></span>`;
  return html`<p class="small" title=${words(tags)}>
    <fk-value-change .from=${words(device.tags)} .to=${words(tags)}></fk-value-change>
  </p>`;
}

function tagsIn(typed: string): readonly string[] {
  return typed.split(',').filter((tag) => tag !== '');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-tags-page': FkTagsPage;
  }
}
