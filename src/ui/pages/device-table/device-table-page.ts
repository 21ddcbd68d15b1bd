/** Sets alias, room, tags and notes of many devices from a table: old → new for each device, saved only on request. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { planDeviceTable, type DeviceLine, type DeviceRow } from '../../../domain/bulk/device-table.ts';
import { devicesById } from '../../../domain/device-list/by-id.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { withEdits, type VirtualEdit } from '../../../domain/virtual-edit.ts';
import type { NewTask } from '../../../use-cases/jobs/jobs.ts';
import '../../beacon/csv/csv-import.ts';
import { changesOf, deviceLineRem } from '../../beacon/device-line.ts';
import { LAPTOP, MediaController } from '../../controllers/media-controller.ts';
import '../../elements/basics.ts';
import '../../elements/row-window/row-window.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { SayEvent } from '../../shared/say.ts';
import { navigate } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { deviceStrings } from '../../strings/devices.ts';

const text = bulkStrings.table;

@customElement('fk-device-table-page')
class FkDeviceTablePage extends AccountElement {
  @state() private rows: readonly DeviceRow[] = [];
  @state() private saving = false;
  @state() private failed = false;
  private readonly wide = new MediaController(this, LAPTOP);

  static override styles = [shared, pageStyles, columnPageStyles];

  protected override render(): TemplateResult {
    const listed = this.services.devices.list.value;
    if (listed.devices === null)
      return html`<fk-skeleton class="column" count="5" .label=${deviceStrings.loading}></fk-skeleton>`;
    const devices = this.devicesWith(listed.devices, this.services.outbox.state.value.edits);
    const lines = this.linesOf(this.rows, devices);
    const changed = lines.filter(({ values }) => Object.keys(values).length > 0);
    const leftOut = lines.filter(({ fault }) => fault !== null).length;
    const shown = lines.filter(({ values, fault }) => fault !== null || Object.keys(values).length > 0);
    return html`<div class="column ${lines.length === 0 ? 'short' : 'wide'}">
        <p class="soft">${text.note}</p>
        <fk-csv-import
          .purpose=${'devices'}
          .services=${this.services}
          .devices=${devices}
          .accountId=${this.services.session.state.value.account?.id ?? ''}
          .onTasks=${this.onRows}
        ></fk-csv-import>
        ${
          lines.length === 0
            ? nothing
            : html`<h2>${text.review}</h2>
              <p role="status">${text.counts(changed.length, lines.length - changed.length - leftOut, leftOut)}</p>
              <fk-row-window
                .label=${text.review}
                .rem=${deviceLineRem(this.wide.matches, 2 * mostChanges(shown))}
                .rows=${shown}
                .row=${(line: DeviceLine) =>
                  html`<fk-device-line .table=${this.wide.matches} .device=${line.device} .about=${changesOf(line)}></fk-device-line>`}
              ></fk-row-window>`
        }
      </div>
      ${
        changed.length === 0
          ? nothing
          : html`<fk-foot class="foot">
            <div aria-live="polite">${this.failed ? html`<fk-notice tone="stop" .text=${text.failed}></fk-notice>` : nothing}</div>
            <div class="row">
              <fk-button data-key="Enter" big wide variant="primary" .busy=${this.saving}
                @click=${() => this.save(changed)}>${text.save(changed.length)}</fk-button>
            </div>
          </fk-foot>`
      }`;
  }

  private readonly onRows = (tasks: readonly NewTask[]): void => {
    const words = (value: unknown): string => (typeof value === 'string' ? value : '');
    this.failed = false;
    this.rows = tasks.map(({ uniqueId, place, note, values }) => ({
      uniqueId,
      alias: words(values['alias']),
      room: place,
      tags: words(values['tags']),
      notes: note,
    }));
  };

  /** Planned again only when the list, the unsent edits or the table change. */
  private readonly linesOf = memoizeLast(planDeviceTable);
  private readonly devicesWith = memoizeLast(
    (devices: readonly CachedDevice[] = [], edits: readonly VirtualEdit[] = []): ReadonlyMap<string, CachedDevice> =>
      devicesById(withEdits(devices, edits)),
  );

  private async save(changed: readonly DeviceLine[]): Promise<void> {
    if (this.saving || changed.length === 0) return;
    this.saving = true;
    this.failed = false;
    const listed = devicesById(this.services.devices.list.value.devices ?? []);
    try {
      await this.services.outbox.editMany(
        changed.flatMap(({ device, values }) => {
          const one = listed.get(device.uniqueId);
          return one === undefined ? [] : [{ device: one, values }];
        }),
      );
      this.renderRoot.querySelector('fk-csv-import')?.submitted();
      this.dispatchEvent(new SayEvent(text.saved(changed.length)));
      navigate('/devices');
    } catch (error) {
      reportError(error);
      this.failed = true;
    } finally {
      this.saving = false;
    }
  }
}

function mostChanges(lines: readonly DeviceLine[]): number {
  return lines.reduce((most, { values }) => Math.max(most, Object.keys(values).length), 1);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-table-page': FkDeviceTablePage;
  }
}
