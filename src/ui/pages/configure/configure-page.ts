/** Configures one beacon: edit values, review old → new, Prepare, and see the outcome. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { knownOf, nameOf } from '../../../domain/beacon-table.ts';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { shownValues } from '../../../domain/delivery/edits.ts';
import type { Offer } from '../../../domain/extensions.ts';
import { ifPossible } from '../../../domain/unawaited.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { OneWork } from '../../shared/one-work.ts';
import { devicePath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { configureStrings as text, groupNames } from '../../strings/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { devicePageStrings } from '../../strings/device-page.ts';
import '../../beacon/change-table.ts';
import { draftOf } from '../../beacon/configure-draft.ts';
import { ConfigureForm } from '../../beacon/configure-form.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import '../../beacon/prepare-outcome.ts';
import type { OutcomeRequest, OutcomeActionEvent } from '../../beacon/prepare-outcome.ts';

type Step = 'edit' | 'review' | 'working' | 'outcome';

@customElement('fk-configure-page')
export class FkConfigurePage extends AccountElement {
  @property() uniqueId = '';
  @state() private step: Step = 'edit';
  @state() private outcome: PrepareOutcome | null = null;
  /** Whether a prepared change can be taken back. */
  @state() private offer: Offer = 'unknown';
  private readonly working = new OneWork(this);
  /** The request that the outcome belongs to. */
  private request: OutcomeRequest = 'prepare';

  private readonly query = new QueryController(this, () => (this.outcome = null));
  private readonly form = new ConfigureForm(this, {
    drafts: () => this.services.drafts,
    of: () => (this.services.beacons.of(this.uniqueId).listed === 'unread' ? null : `configure-${this.uniqueId}`),
    shown: () => this.device,
    review: () => this.query.set('step', 'review', 'push'),
  });

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    css`
      a {
        min-height: var(--target);
        align-content: center;
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.working.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('uniqueId')) return;
    this.query.moved();
    this.working.stop();
    this.form.reset();
    this.outcome = null;
    // If it cannot be read, the page shows nothing about it.
    void ifPossible(this.readOffer());
  }

  protected override update(changed: PropertyValues<this>): void {
    this.step = this.stepNow();
    super.update(changed);
  }

  /** The review has its own address, so that Back leads to the form. */
  private stepNow(): Step {
    if (this.working.isBusy) return 'working';
    if (this.outcome !== null) return 'outcome';
    return this.query.get('step') === 'review' && this.form.isReady ? 'review' : 'edit';
  }

  protected override updated(changed: PropertyValues): void {
    // Another step of the page: scroll to the top and focus its heading.
    if (changed.has('step') && changed.get('step') !== undefined) {
      const head = this.renderRoot.querySelector<HTMLElement>('[tabindex="-1"]');
      head?.focus({ preventScroll: true });
      this.scrollIntoView({ block: 'start' });
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const device = this.services.beacons.of(this.uniqueId).listed;
    if (device === 'unread')
      return html`<fk-skeleton class="column" count="8" .label=${deviceStrings.loading}></fk-skeleton>`;
    if (device?.access === 'VIEWER') return this.renderLocked(devicePageStrings.viewerOnly);
    switch (this.step) {
      case 'edit':
        return this.renderEdit(device);
      case 'review':
        return this.renderReview(device, false);
      case 'working':
        return this.renderReview(device, true);
      case 'outcome':
        return this.renderOutcome();
    }
  }

  private async readOffer(): Promise<void> {
    this.offer = await (await this.services.withdrawals()).offer();
  }

  private renderLocked(why: string): TemplateResult {
    return html`<div class="column">
      <fk-notice tone="attention" .text=${why}><fk-button slot="action" href="/devices">${text.toDevices}</fk-button></fk-notice>
    </div>`;
  }

  private renderEdit(device: CachedDevice | null): TemplateResult {
    const gateway = isGateway(device);
    const name = nameOf(this.services.beacons.of(this.uniqueId));
    return html`<div class="column" tabindex="-1">
        ${name === null ? nothing : html`<p class="strong"><bdi>${name}</bdi></p>`}
        ${device === null ? html`<fk-notice tone="attention" .text=${text.noDevice(this.uniqueId)}></fk-notice>` : nothing}
        ${device?.pending == null ? nothing : this.renderPending(device)}
        ${this.form.renderRestored()}
        <p class="soft">${gateway ? text.onGatewayNote : text.onBeaconNote}</p>
        ${this.form.renderFields(undefined, gateway)}
        <section>
          <h2>${groupNames.notes}</h2>
          <p class="soft">${text.virtualNote}</p>
          <a class="strong" href=${devicePath(this.uniqueId)}>${text.toDevice}</a>
        </section>
      </div>
      ${this.form.renderFoot()}`;
  }

  private renderPending(device: CachedDevice): TemplateResult {
    return html`<fk-notice tone="info" .text=${text.pending}>
      <fk-button slot="action" @click=${() => (this.form.draft = draftOf(device, device.pending ?? {}))}>${text.takePending}</fk-button>
      <fk-change-table slot="details" .from=${shownValues(device)} .to=${device.pending ?? {}}></fk-change-table>
    </fk-notice>`;
  }

  private renderReview(device: CachedDevice | null, working: boolean): TemplateResult {
    const { before, values } = this.form.checked;
    return html`<div class="column">
        <h2 tabindex="-1">${text.reviewHeading}</h2>
        <p class="soft">${isGateway(device) ? text.reviewGateway(this.uniqueId) : text.reviewNote(this.uniqueId)}</p>
        <fk-change-table .from=${before} .to=${values}></fk-change-table>
        ${text.undo[this.offer] === '' ? nothing : html`<p class="soft">${text.undo[this.offer]}</p>`}
      </div>
      <fk-foot class="foot">
        ${
          working
            ? html`<fk-progress .total=${null} .label=${text.preparing}
              .doing=${isGateway(device) ? text.preparingGateway : text.preparingDoing} cancellable
              @fk-cancel=${this.working.stop}></fk-progress>`
            : nothing
        }
        <div class="row">
          <fk-button big wide .disabled=${working} @click=${this.toEdit}>${text.back}</fk-button>
          <fk-button big wide variant="primary" .busy=${working} @click=${this.prepare}>${text.prepare}</fk-button>
        </div>
      </fk-foot>`;
  }

  private renderOutcome(): TemplateResult {
    const { before, values } = this.form.checked;
    return html`<div class="column">
        <h2 tabindex="-1">${text.outcomeHeading}</h2>
        <fk-change-table .from=${before} .to=${values}></fk-change-table>
        <a class="strong" href=${devicePath(this.uniqueId)}>${devicePageStrings.toDevicePage}</a>
      </div>
      <fk-foot class="foot" @fk-outcome-action=${this.onOutcomeAction}>
        <fk-prepare-outcome .outcome=${this.outcome} .uniqueId=${this.uniqueId} .request=${this.request}></fk-prepare-outcome>
      </fk-foot>`;
  }

  private readonly toEdit = (): void => {
    this.outcome = null;
    this.query.set('step', null, 'replace');
  };

  private readonly prepare = (): Promise<void> => {
    const device = this.device;
    const { values, before } = this.form.checked;
    return this.work('prepare', (signal) =>
      this.services.prepare.prepare(
        { uniqueId: this.uniqueId, deviceType: device?.deviceType ?? 'BEACON', values, before },
        { signal },
      ),
    );
  };

  private readonly onOutcomeAction = (event: OutcomeActionEvent): void => {
    if (event.action === 'edit') this.toEdit();
    else if (event.action === 'again') void this.prepare();
    else void this.work('fetch', (signal) => this.services.prepare.fetchPackage(this.uniqueId, { signal }));
  };

  /** When the person has cancelled, the page shows the review again. */
  private async work(request: OutcomeRequest, call: (signal: AbortSignal) => Promise<PrepareOutcome>): Promise<void> {
    const outcome = await this.working.run(call);
    if (outcome === null) return;
    this.outcome = outcome;
    this.request = request;
    // The backend holds the values, so the next edit starts with an empty draft.
    if (outcome.kind === 'onThisPhone' || outcome.kind === 'preparedOnly' || outcome.kind === 'waitingForGateway')
      this.form.settled();
  }

  private get device(): CachedDevice | null {
    return knownOf(this.services.beacons.of(this.uniqueId));
  }
}

function isGateway(device: CachedDevice | null): boolean {
  return device !== null && !isWrittenByBluetooth(device.deviceType);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-configure-page': FkConfigurePage;
  }
}
