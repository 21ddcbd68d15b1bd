/** One device: its track, what waits, what can be done next, its values told apart by kind, and what this phone holds of it. */
import { consume } from '@lit/context';
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { findAttribute } from '../../../domain/attributes/catalogue.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { isCommandName } from '../../../domain/commands/command.ts';
import {
  BATTERY_NAMES,
  LAST_SEEN_NAMES,
  deviceKind,
  saidLastSeen,
  takesConfiguration,
  valueIn,
  type CachedDevice,
  type Json,
} from '../../../domain/device.ts';
import { isUnfinished } from '../../../domain/run.ts';
import { DEFAULT_COMMANDS } from '../../../domain/settings.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/offered.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { LiveController } from '../../controllers/live-controller.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/age/age.ts';
import '../../elements/button/button.ts';
import '../../elements/empty/empty.ts';
import '../../elements/id/id.ts';
import '../../elements/key-value/key-value.ts';
import type { KeyValueEntry } from '../../elements/key-value/key-value.ts';
import '../../elements/notice/notice.ts';
import '../../elements/progress/progress.ts';
import '../../elements/track/track.ts';
import { runIcon, settingsIcon } from '../../kit/place-icons.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath, navigate, runPath } from '../../shell/router.ts';
import { servicesContext, type Services } from '../../shell/services.ts';
import { configureStrings, labelOf } from '../../strings/configure.ts';
import { commandStrings, commandTexts } from '../../strings/commands.ts';
import { historyStrings } from '../../strings/history.ts';
import { deviceStrings as text } from '../../strings/devices.ts';
import '../../beacon/prepare-outcome.ts';
import type { OutcomeActionEvent } from '../../beacon/prepare-outcome.ts';
import { NO_FACTS, factsByDevice, trackOfDevice, withEdit, type DeviceFacts } from '../../beacon/device-facts.ts';
import { timeInWords } from '../../beacon/device-row.ts';
import '../../beacon/change-table.ts';
import './device-commands.ts';
import './device-history.ts';
import './device-sharing.ts';
import { deviceStyles } from './device-styles.ts';
import { valueWords } from '../../beacon/value-words.ts';
import './virtual-form.ts';

@customElement('fk-device-page')
export class FkDevicePage extends LitElement {
  @consume({ context: servicesContext, subscribe: true })
  private readonly services!: Services;
  @property() uniqueId = '';
  @state() private fetching: AbortController | null = null;
  @state() private outcome: PrepareOutcome | null = null;

  private readonly list = new LiveController(this, () => this.services.devices.list);
  private readonly packages = new LiveController(this, () => this.services.prepare.packages);
  private readonly runs = new LiveController(this, () => this.services.runs.list);
  private readonly current = new LiveController(this, () => this.services.runs.current);
  private readonly elsewhere = new LiveController(this, () => this.services.runs.elsewhere);
  private readonly outbox = new LiveController(this, () => this.services.outbox.state);
  private readonly session = new LiveController(this, () => this.services.session.state);
  private readonly clock = new ClockController(this);

  static override styles = [shared, pageStyles, deviceStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Its charts and tables come after the page itself.
    void import('../../beacon/glance.ts').catch(() => undefined);
    if (!changed.has('uniqueId')) return;
    this.fetching?.abort();
    this.fetching = null;
    this.outcome = null;
  }

  protected override render(): TemplateResult | typeof nothing {
    const device = this.list.value?.devices.find((row) => row.uniqueId === this.uniqueId) ?? null;
    const facts = this.facts;
    return html`<div class="column">
        ${this.renderHead(device, facts)}
        ${device === null ? html`<fk-notice tone="attention" .text=${text.notHere(this.uniqueId)}><fk-button slot="action" href="/devices">${configureStrings.toDevices}</fk-button></fk-notice>` : nothing}
        ${this.renderOutcome()}
        ${device === null ? nothing : this.renderPending(device)}
        ${device === null ? nothing : this.renderVirtual(device, facts)}
        ${this.renderHeld(facts)}
        ${device === null ? nothing : this.renderCommands(device)}
        ${device?.deviceType === 'BEACON' ? html`<section><h2>${historyStrings.telemetry}</h2><fk-telemetry-glance .uniqueId=${this.uniqueId}></fk-telemetry-glance></section>` : nothing}
        ${device === null ? nothing : html`<section><h2>${historyStrings.sharing}</h2><fk-device-sharing .device=${device}></fk-device-sharing></section>`}
        ${this.renderHistory()}
        ${device === null ? nothing : this.renderValues(device)}
      </div>
      ${this.renderFoot(device, facts)}`;
  }

  private renderHead(device: CachedDevice | null, facts: DeviceFacts): TemplateResult {
    const shown = device === null ? null : withEdit(device, facts.edit);
    return html`<header>
      <div class="ids">
        <fk-id .value=${this.uniqueId} copyable></fk-id>
        ${device === null ? nothing : html`<bdi class="soft">${[device.deviceType, device.model, device.access].filter((part) => part !== null).join(' · ')}</bdi>`}
      </div>
      ${shown?.alias == null ? nothing : html`<p class="alias"><bdi>${shown.alias}</bdi></p>`}
      ${shown === null || shown.tags.length === 0 ? nothing : html`<ul class="tags">${shown.tags.map((tag) => html`<li><bdi>${tag}</bdi></li>`)}</ul>`}
      ${device === null || takesConfiguration(device.deviceType) ? html`<fk-track size="card" .track=${trackOfDevice(device, facts)}></fk-track>` : nothing}
    </header>`;
  }

  private renderOutcome(): TemplateResult | typeof nothing {
    if (this.fetching !== null) {
      return html`<fk-progress .total=${null} .label=${text.fetching} .doing=${configureStrings.fetchingDoing} cancellable @fk-cancel=${() => this.fetching?.abort()}></fk-progress>`;
    }
    if (this.outcome === null) return nothing;
    return html`<fk-prepare-outcome .outcome=${this.outcome} .uniqueId=${this.uniqueId} @fk-outcome-action=${this.onOutcomeAction}></fk-prepare-outcome>`;
  }

  private renderPending(device: CachedDevice): TemplateResult | typeof nothing {
    if (device.pending === null) return nothing;
    return html`<section>
      <h2>${text.pendingHeading}</h2>
      <p class="soft">${text.pendingNote}</p>
      <fk-change-table .from=${device.attributes} .to=${device.pending}></fk-change-table>
    </section>`;
  }

  private renderVirtual(device: CachedDevice, facts: DeviceFacts): TemplateResult {
    return html`<section>
      <h2>${text.virtual}</h2>
      <fk-virtual-form .outbox=${this.services.outbox} .device=${device} .edit=${facts.edit} .locked=${isViewer(device) ? text.viewerOnly : ''}></fk-virtual-form>
    </section>`;
  }

  private renderHeld(facts: DeviceFacts): TemplateResult {
    const packages = (this.packages.value ?? [])
      .filter((row) => row.uniqueId === this.uniqueId)
      .toSorted((a, b) => b.preparedAtMs - a.preparedAtMs);
    const receipts = (this.outbox.value?.receipts ?? [])
      .filter(
        (row) => row.state !== 'reserved' && (row.uniqueId === this.uniqueId || row.candidates.includes(this.uniqueId)),
      )
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
    const { nowMs } = this.clock;
    return html`${
      packages.length === 0
        ? nothing
        : html`<section>
            <h2>${text.packages}</h2>
            <ul class="held">
              ${packages.map(
                (row) => html`<li>
                  <b>${packageName(row)}: ${stateWords(row)}</b>
                  <span class="soft"
                    >${row.kind === 'command' ? nothing : html`${text.values(Object.keys(row.values).length)},`} ${row.fetchedAtMs === null ? text.prepared : text.fetched}
                    <fk-age .at=${row.fetchedAtMs ?? row.preparedAtMs} .now=${nowMs}></fk-age
                  ></span>
                  ${row === facts.package && row.state === 'carried' ? html`<fk-change-table .from=${row.before} .to=${row.values}></fk-change-table>` : nothing}
                </li>`,
              )}
            </ul>
          </section>`
    }
      ${
        receipts.length === 0
          ? nothing
          : html`<section>
            <h2>${text.receipts}</h2>
            <ul class="held">
              ${receipts.map(
                (row) => html`<li>
                  <b>${text.receiptStates[row.state]}</b>
                  <span class="soft"><fk-age .at=${row.createdAtMs} .now=${nowMs}></fk-age></span>
                  ${row.owner === 'unsure' ? html`<span class="soft">${text.receiptUnsure}</span>` : nothing}
                </li>`,
              )}
            </ul>
            <a class="more" href="/outbox">${text.toOutbox}</a>
          </section>`
      }`;
  }

  private renderHistory(): TemplateResult | typeof nothing {
    const runs = (this.runs.value ?? []).filter((run) => run.uniqueId === this.uniqueId);
    if (runs.length === 0) return nothing;
    return html`<section>
      <h2>${historyStrings.heading}</h2>
      <fk-device-history .runs=${runs} .nowMs=${this.clock.nowMs}></fk-device-history>
    </section>`;
  }

  private renderCommands(device: CachedDevice): TemplateResult | typeof nothing {
    if (device.deviceType !== 'BEACON') return nothing;
    const words = this.session.value?.account?.settings.commands;
    return html`<section>
      <h2>${commandStrings.heading}</h2>
      <p class="soft">${commandStrings.headingNote}</p>
      <fk-device-commands
        .uniqueId=${device.uniqueId}
        .access=${device.access}
        .packages=${this.packages.value ?? []}
        .runs=${this.runs.value ?? []}
        .words=${words ?? DEFAULT_COMMANDS}
      ></fk-device-commands>
    </section>`;
  }

  private renderValues(device: CachedDevice): TemplateResult {
    // Shares have a section of their own.
    const known = Object.entries(device.attributes).filter(([name]) => name !== 'shares' && !OWN_FACTS.has(name));
    const kindOf = (name: string): string => findAttribute(name)?.kind ?? 'physical';
    const entry = ([name, value]: (typeof known)[number]): KeyValueEntry => {
      const words = valueWords(name, value);
      if (name === 'created') return { key: labelOf(name), value: momentOf(value) };
      return {
        key: labelOf(name),
        missing: text.notSet,
        value: words.text === null ? null : html`<bdi>${words.text}</bdi>`,
        unit: words.text === null || words.unit === '' ? undefined : words.unit,
        mono: true,
      };
    };
    const physical = known.filter(([name]) => kindOf(name) === 'physical').map(entry);
    const virtual = known.filter(([name]) => kindOf(name) === 'virtual').map(entry);
    const fixed = [...this.fixedFacts(device), ...known.filter(([name]) => kindOf(name) === 'readOnly').map(entry)];
    const beacon = deviceKind(device.deviceType) === 'beacon';
    return html`<section>
        <h2>${beacon ? text.physical : text.physicalOther}</h2>
        <p class="soft">${physical.length === 0 ? text.noPhysical : takesConfiguration(device.deviceType) ? text.physicalNote : text.noConfiguration}</p>
        <fk-key-value .entries=${[...(device.name === null ? [] : [plain('name', device.name)]), ...physical]}></fk-key-value>
      </section>
      ${virtual.length === 0 ? nothing : html`<section><h2>${text.virtual}</h2><fk-key-value .entries=${virtual}></fk-key-value></section>`}
      <section>
        <h2>${text.readOnly}</h2>
        <fk-key-value .entries=${fixed}></fk-key-value>
      </section>`;
  }

  private fixedFacts(device: CachedDevice): KeyValueEntry[] {
    const { nowMs } = this.clock;
    return [
      plain('uniqueId', device.uniqueId),
      plain('deviceType', device.deviceType),
      plain('model', device.model),
      plain('mac', device.mac),
      plain('firmware', device.firmware),
      plain('access', device.access),
      device.batteryPercent === null
        ? plain('batteryLevel', oddOf(device, BATTERY_NAMES))
        : { ...plain('batteryLevel', String(device.batteryPercent)), unit: '%' },
      this.lastSeenFact(device, nowMs),
      { key: text.facets.readAt, value: html`<fk-age .at=${device.readAtMs} .now=${nowMs}></fk-age>` },
    ];
  }

  private lastSeenFact(device: CachedDevice, nowMs: number): KeyValueEntry {
    const said = saidLastSeen(device);
    if (said.kind === 'at')
      return { key: labelOf('lastSeen'), value: html`<fk-age .at=${said.ms} .now=${nowMs}></fk-age>` };
    return said.kind === 'never'
      ? { key: labelOf('lastSeen'), value: text.neverHeard }
      : plain('lastSeen', oddOf(device, LAST_SEEN_NAMES));
  }

  private renderFoot(device: CachedDevice | null, facts: DeviceFacts): TemplateResult {
    const unfinished = facts.run !== null && isUnfinished(facts.run);
    const carried = facts.package?.state === 'carried';
    const waiting = device?.pending != null || facts.package?.state === 'prepared';
    const viewer = device !== null && isViewer(device);
    const takes = device === null || takesConfiguration(device.deviceType);
    const canRun = carried || unfinished;
    const canFetch = waiting && !carried;
    return html`<div class="foot">
      ${viewer ? html`<p class="soft" id="why">${text.viewerOnly}</p>` : nothing}
      ${takes ? nothing : html`<p class="soft">${text.noConfiguration}</p>`}
      <div class="row">
        ${
          !takes
            ? nothing
            : viewer || device === null
              ? html`<fk-button wide disabled>${text.configure}</fk-button>`
              : html`<fk-button data-key="c" .variant=${canRun || canFetch ? 'plain' : 'primary'} .icon=${settingsIcon} .href=${devicePath(this.uniqueId, '/configure')}>${text.configure}</fk-button>`
        }
        ${
          canFetch && !viewer
            ? html`<fk-button wide .variant=${canRun ? 'plain' : 'primary'} .busy=${this.fetching !== null} @click=${this.fetchPackage}>${text.fetchPackage}</fk-button>`
            : nothing
        }
        ${canRun ? html`<fk-button variant="primary" .icon=${runIcon} .href=${runPath(this.uniqueId)}>${text.goToRun}</fk-button>` : nothing}
      </div>
    </div>`;
  }

  private get facts(): DeviceFacts {
    const of = <T extends { readonly uniqueId: string }>(rows: readonly T[] | undefined): T[] =>
      (rows ?? []).filter((row) => row.uniqueId === this.uniqueId);
    const outbox = this.outbox.value;
    const rows = {
      packages: of(this.packages.value),
      runs: of(this.runs.value),
      receipts: of(outbox?.receipts),
      edits: of(outbox?.edits),
      current: this.current.value,
      elsewhere: this.elsewhere.value,
    };
    return factsByDevice(rows).get(this.uniqueId) ?? NO_FACTS;
  }

  private readonly fetchPackage = async (): Promise<void> => {
    const fetching = new AbortController();
    const { uniqueId } = this;
    this.fetching = fetching;
    this.outcome = null;
    try {
      const outcome = await this.services.prepare.fetchPackage(uniqueId, { signal: fetching.signal });
      if (this.fetching === fetching) this.outcome = outcome;
    } catch {
      // Cancelled by the person: the page says nothing more of it.
    } finally {
      if (this.fetching === fetching) this.fetching = null;
    }
  };

  /** Preparing again and changing values are done on the configure page. */
  private readonly onOutcomeAction = (event: OutcomeActionEvent): void => {
    if (event.action === 'fetch' || event.action === 'again') void this.fetchPackage();
    else navigate(devicePath(this.uniqueId, '/configure'));
  };
}

/** Shown in lines of their own. */
const OWN_FACTS: ReadonlySet<string> = new Set([...BATTERY_NAMES, ...LAST_SEEN_NAMES]);

/** What the backend says where nothing can be made of it. */
function oddOf({ attributes }: CachedDevice, names: readonly string[]): string | null {
  for (const name of names) {
    const value = valueIn(attributes, name);
    if (value !== undefined && value !== null) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return null;
}

/** A moment in Unix seconds or milliseconds, or in ISO 8601; anything else as it came. */
function momentOf(value: Json): string | null {
  if (value === null || value === '') return null;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const at =
    typeof number === 'number'
      ? new Date(number < 1e11 ? number * 1000 : number)
      : new Date(typeof number === 'string' ? number : Number.NaN);
  return Number.isNaN(at.getTime())
    ? typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
    : timeInWords(at.getTime());
}

function plain(name: string, value: string | null): KeyValueEntry {
  return {
    key: labelOf(name),
    missing: text.unsaid,
    value: value === null ? null : html`<bdi>${value}</bdi>`,
    mono: true,
  };
}

function packageName(row: CarriedPackage): string {
  return isCommandName(row.command) ? commandTexts[row.command].name : text.packageKinds[row.kind];
}

/** Nobody can say of a command that it was processed. */
function stateWords(row: CarriedPackage): string {
  return row.kind === 'command' && row.state === 'used' ? commandStrings.states.sent : text.packageStates[row.state];
}

function isViewer(device: CachedDevice): boolean {
  return device.access === 'VIEWER';
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-page': FkDevicePage;
  }
}
