/** "Check before you go": each check with its problem and one remedy, which has a button if the page can perform it. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement, property, state } from 'lit/decorators.js';
import {
  fieldChecks,
  worksOffline,
  type CameraState,
  type FieldRadio,
  type CheckState,
  type FieldFacts,
  type FieldFinding,
  type FieldReading,
} from '../../../domain/job/field-checks.ts';
import { needsNewerFirmware } from '../../../domain/job/firmware-needed.ts';
import { isBehind, leftOf, type TaskProgress } from '../../../domain/job/progress.ts';
import { isStale } from '../../../domain/job/stale.ts';
import { isBegun } from '../../../domain/job/under-way.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import '../../elements/basics.ts';
import { openCamera } from '../../elements/scan-label/camera.ts';
import { checkIcon, icon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { navigate } from '../../shell/router.ts';
import type { AccountServices } from '../../shell/services.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.gate;
type OpenState = Exclude<CheckState, 'good'>;
const TONES: Readonly<Record<OpenState, Tone>> = { heed: 'attention', bad: 'stop', unknown: 'neutral' };

@customElement('fk-job-gate')
class FkJobGate extends WatchingElement {
  @property({ attribute: false }) services!: AccountServices;
  @property({ attribute: false }) jobs: Jobs | null = null;
  @property({ attribute: false }) progress: readonly TaskProgress[] = [];
  /** The page on which the work begins. */
  @property({ attribute: false }) runHref = '';
  @property({ attribute: false }) nowMs: () => number = Date.now;
  /** The person returns to the plan. */
  @property({ attribute: false }) onClosed: () => void = () => {};
  @state() private reading: FieldReading | null = null;
  @state() private trouble = false;
  @state() private testing = false;
  /** The result of opening the camera, when the person has tried it. */
  @state() private cameraTried: CameraState | null = null;
  /** The result of opening the browser's device list, when the person has tried it. */
  @state() private radioTried: FieldRadio | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      h2 {
        font-size: var(--text-l);
      }
      .open li {
        display: grid;
        grid-template: 'name state' auto 'says says' auto 'does does' auto / minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-2) var(--space-3);
        padding-block: var(--space-3);
        border-top: var(--stroke) solid var(--color-line);
      }
      .open h3 {
        color: inherit;
      }
      .open fk-status {
        grid-area: state;
      }
      .open p {
        grid-area: says;
      }
      .open fk-button {
        grid-area: does;
      }
      @media (min-width: 56.25em) {
        .open li {
          grid-template: 'name says does' auto 'state says does' 1fr / 11rem minmax(0, 1fr) auto;
          gap: var(--space-1) var(--space-4);
        }
        .open fk-status {
          place-self: start;
        }
      }
      summary {
        width: fit-content;
      }
      .line {
        display: inline-flex;
      }
      .passed .icon {
        color: var(--color-done);
      }
      .passed ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
        gap: var(--space-2) var(--space-4);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('jobs') && this.jobs !== null && this.reading === null) void this.test();
  }

  protected override render(): TemplateResult {
    const facts = this.reading === null ? null : this.factsNow(this.reading);
    const checks = facts === null ? [] : fieldChecks(facts);
    const open = checks.flatMap((finding) => (finding.state === 'good' ? [] : [{ ...finding, state: finding.state }]));
    const passed = checks.filter(({ state: one }) => one === 'good');
    return html`<div class="column lines">
        <h2 tabindex="-1">${facts === null ? text.heading : open.length === 0 ? text.ready : text.open(open.length)}</h2>
        <div role="status">${this.renderVerdict(facts)}</div>
        ${open.length === 0 ? nothing : html`<ul role="list" class="open">${open.map((finding) => this.renderOpen(finding))}</ul>`}
        ${passed.length === 0 ? nothing : this.renderPassed(passed)}
      </div>
      <fk-foot class="foot">
        <div class="row pair">
          <fk-button .big=${true} .wide=${true} .busy=${this.testing} @click=${() => void this.test()}>${text.again}</fk-button>
          ${
            facts !== null && facts.here === facts.wanted && facts.wanted + facts.batteries > 0
              ? html`<fk-button .big=${true} .wide=${true} variant="primary"
                .href=${this.runHref}>${isBegun(this.progress) ? jobStrings.job.goOn : jobStrings.job.go}</fk-button>`
              : html`<fk-button .big=${true} .wide=${true} @click=${this.onClosed}>${text.back}</fk-button>`
          }
        </div>
      </fk-foot>`;
  }

  private renderVerdict(facts: FieldFacts | null): TemplateResult | typeof nothing {
    if (this.testing) return html`<p>${text.testing}</p>`;
    if (this.trouble) return html`<fk-notice tone="attention" .text=${text.failed}></fk-notice>`;
    if (facts === null) return nothing;
    const { here, wanted, batteries } = facts;
    const words = [
      wanted === 0 && batteries > 0 ? '' : text.here(here, wanted),
      batteries === 0 ? '' : text.batteries(batteries),
      worksOffline(facts) ? text.flightMode : '',
    ];
    return html`<p><strong>${words.filter((part) => part !== '').join(' ')}</strong></p>`;
  }

  private renderOpen(finding: FieldFinding & { readonly state: OpenState }): TemplateResult {
    const { check, state: one, fault } = finding;
    const words = text.checks[check];
    return html`<li>
      <h3>${'open' in words ? words.open : words.name}</h3>
      <fk-status .tone=${TONES[one]}>${text.states[one]}</fk-status>
      <p>${fault === null ? words[one] : fault === 'noRadio' ? noBluetoothWords() : text.faults[fault]}</p>
      ${this.renderRemedy(finding)}
    </li>`;
  }

  private renderPassed(passed: readonly FieldFinding[]): TemplateResult {
    return html`<details class="passed">
      <summary><span class="line">${icon(checkIcon)} ${text.passed(passed.length)}</span></summary>
      <ul role="list">
        ${passed.map(({ check }) => html`<li class="line">${icon(checkIcon)} ${text.checks[check].name}</li>`)}
      </ul>
    </details>`;
  }

  /** Returns `nothing` when only the person can do it; the sentence then says what to do. */
  private renderRemedy({ check, state: one, fault }: FieldFinding): TemplateResult | typeof nothing {
    const does = (words: string, work: () => unknown): TemplateResult =>
      html`<fk-button @click=${() => void work()}>${words}</fk-button>`;
    const leads = (words: string, href: string): TemplateResult => html`<fk-button .href=${href}>${words}</fk-button>`;
    switch (check) {
      case 'packages':
        if (fault === 'damaged' || fault === 'odd')
          return does(text.remedies.fetch, () => this.fetchAgain(this.reading?.[fault] ?? []));
        return one === 'bad' ? does(text.remedies.prepare, this.onClosed) : nothing;
      case 'current':
        return one === 'bad'
          ? does(text.remedies.fetch, () =>
              this.fetchAgain(this.progress.filter(isStale).map(({ task }) => task.uniqueId)),
            )
          : does(text.remedies.refresh, () => this.services.devices.refresh());
      case 'stored':
        return does(text.remedies.persist, () => this.services.app.askPersist());
      case 'update':
        return does(text.remedies.update, () => this.services.app.applyUpdate());
      case 'room':
        return leads(text.remedies.storage, '/more#storage');
      case 'key':
        return one === 'heed'
          ? does(text.remedies.keepKey, () => this.dispatchEvent(new AskKeyEvent('keep')))
          : does(text.remedies.giveKey, () => this.dispatchEvent(new AskKeyEvent()));
      case 'camera':
        return does(text.remedies.camera, () => this.tryCamera());
      case 'bluetooth':
        return one === 'unknown' ? does(text.remedies.radio, () => this.tryRadio()) : nothing;
      case 'firmware':
        return does(text.remedies.show, () => {
          selection.value = this.withOldFirmware();
          navigate('/devices');
        });
      case 'app':
      case 'awake':
      case 'clock':
        return one === 'unknown' ? does(text.again, () => this.test()) : nothing;
    }
  }

  private fetchAgain(uniqueIds: readonly string[]): void {
    selection.value = uniqueIds;
    navigate('/packages');
  }

  /** Tests the camera here, so that the permission is not asked for on a ladder. */
  private async tryCamera(): Promise<void> {
    const camera = await openCamera();
    if (typeof camera !== 'string') camera.stop();
    this.cameraTried = typeof camera === 'string' ? camera : 'allowed';
  }

  /** Calls `tryRadio` synchronously, because the device list needs the user gesture. */
  private tryRadio(): void {
    void this.jobs?.tryRadio().then((radio) => (this.radioTried = radio));
  }

  private factsNow(reading: FieldReading): FieldFacts {
    const left = leftOf(this.progress, this.nowMs());
    const toWrite = left.filter(({ configuration }) => configuration !== null && !isBehind(configuration));
    const { persisted, updateWaiting } = this.services.app.state.value;
    const { key, hasVault, hasScreenLock, account } = this.services.session.state.value;
    const among = (ids: readonly string[]): number => {
      const named = new Set(ids);
      return toWrite.filter(({ task }) => named.has(task.uniqueId)).length;
    };
    return {
      ...reading,
      wanted: toWrite.length,
      batteries: left.filter(({ battery }) => battery === 'toChange').length,
      here: among(reading.here),
      damaged: among(reading.damaged),
      odd: among(reading.odd),
      stale: left.filter(isStale).length,
      oldFirmware: this.withOldFirmware().length,
      listReadAtMs: reading.isCurrent ? this.nowMs() : this.services.devices.list.value.completedAtMs,
      nowMs: this.nowMs(),
      persisted,
      updateWaiting,
      radio: radioOf(reading.radio, this.radioTried),
      camera: this.cameraTried ?? reading.camera,
      hasKey: key === 'unread' ? null : key === 'ready',
      isKeyStored: hasVault || hasScreenLock || account?.kind === 'sandbox',
    };
  }

  /** IDs of the beacons whose firmware is older than their plan needs. */
  private withOldFirmware(): string[] {
    const devices = new Map(this.services.devices.list.value.devices?.map((device) => [device.uniqueId, device]));
    return leftOf(this.progress, this.nowMs())
      .map(({ task }) => task)
      .filter(({ uniqueId, values }) => {
        const device = devices.get(uniqueId);
        return device !== undefined && needsNewerFirmware(device, values);
      })
      .map(({ uniqueId }) => uniqueId);
  }

  private async test(): Promise<void> {
    if (this.jobs === null || this.testing) return;
    this.testing = true;
    this.trouble = false;
    try {
      this.cameraTried = null;
      this.reading = await this.jobs.testField(leftOf(this.progress, this.nowMs()).map(({ task }) => task));
    } catch {
      this.trouble = true;
    } finally {
      this.testing = false;
    }
  }
}

/** The person's test counts until the browser reports that Bluetooth cannot be used. */
function radioOf(read: FieldRadio, tried: FieldRadio | null): FieldRadio {
  return read === 'available' || read === 'unknown' ? (tried ?? read) : read;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-gate': FkJobGate;
  }
}
