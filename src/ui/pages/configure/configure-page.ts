/** Configures one beacon: edit values, review old → new, Prepare, and see the outcome. */
import { consume } from '@lit/context';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { knownOf } from '../../../domain/beacon-table.ts';
import { isWrittenByBluetooth, type CachedDevice } from '../../../domain/device.ts';
import { shownValues } from '../../../domain/delivery/edits.ts';
import type { Offer } from '../../../domain/extensions.ts';
import { ifPossible } from '../../../domain/unawaited.ts';
import type { PrepareOutcome } from '../../../use-cases/prepare/prepare.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { devicePath } from '../../shell/router.ts';
import { accountContext, type AccountServices } from '../../shell/services.ts';
import { configureStrings as text, groupNames } from '../../strings/configure.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { devicePageStrings } from '../../strings/device-page.ts';
import { draftStrings } from '../../strings/drafts.ts';
import '../../beacon/change-table.ts';
import '../../beacon/attribute-form.ts';
import {
  EMPTY_DRAFT,
  changedDraft,
  checkDraft,
  draftOf,
  storedConfigureDraft,
  type ConfigureDraft,
  type DraftCheck,
} from '../../beacon/configure-draft.ts';
import type { DraftEvent } from '../../beacon/named-attributes.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import { QueryController } from '../../controllers/query-controller.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import '../../beacon/prepare-outcome.ts';
import type { OutcomeRequest, OutcomeActionEvent } from '../../beacon/prepare-outcome.ts';

type Step = 'edit' | 'review' | 'working' | 'outcome';

@customElement('fk-configure-page')
export class FkConfigurePage extends WatchingElement {
  @consume({ context: accountContext, subscribe: true })
  private readonly services!: AccountServices;
  @property() uniqueId = '';
  @state() private draft: ConfigureDraft = EMPTY_DRAFT;
  @state() private step: Step = 'edit';
  @state() private outcome: PrepareOutcome | null = null;
  @state() private wasSubmitted = false;
  /** Whether a prepared change can be taken back. */
  @state() private offer: Offer = 'unknown';
  private working: AbortController | null = null;
  /** The request that the outcome belongs to. */
  private request: OutcomeRequest = 'prepare';

  private readonly query = new QueryController(this, () => (this.outcome = null));
  private readonly formDraft = new DraftController(this, () => this.services?.drafts, {
    // What is typed is compared with what the device shows.
    of: () => (this.services.beacons.of(this.uniqueId).listed === 'unread' ? null : `configure-${this.uniqueId}`),
    schema: storedConfigureDraft,
    read: () => changedDraft(this.device, this.draft),
    restore: (draft) => (this.draft = changedDraft(this.device, draft)),
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
    this.working?.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('uniqueId')) return;
    this.query.moved();
    this.working?.abort();
    this.working = null;
    this.draft = EMPTY_DRAFT;
    this.outcome = null;
    this.wasSubmitted = false;
    // If it cannot be read, the page shows nothing about it.
    void ifPossible(this.readOffer());
  }

  protected override update(changed: PropertyValues<this>): void {
    this.step = this.stepNow();
    super.update(changed);
  }

  /** The review has its own address, so that Back leads to the form. */
  private stepNow(): Step {
    if (this.working !== null) return 'working';
    if (this.outcome !== null) return 'outcome';
    const { values, faults } = this.checkNow();
    const ready = Object.keys(values).length > 0 && Object.keys(faults).length === 0;
    return this.query.get('step') === 'review' && ready ? 'review' : 'edit';
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
    const check = checkDraft(device, this.draft);
    switch (this.step) {
      case 'edit':
        return this.renderEdit(device, check);
      case 'review':
        return this.renderReview(device, check, false);
      case 'working':
        return this.renderReview(device, check, true);
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

  private renderEdit(device: CachedDevice | null, check: DraftCheck): TemplateResult {
    const faults = Object.keys(check.faults).length;
    const changes = Object.keys(check.values).length + faults;
    const gateway = isGateway(device);
    return html`<div class="column" tabindex="-1">
        ${device === null ? html`<fk-notice tone="attention" .text=${text.noDevice(this.uniqueId)}></fk-notice>` : nothing}
        ${device?.pending == null ? nothing : this.renderPending(device)}
        ${renderRestored(this, this.formDraft, { ...draftStrings, ...text.draft })}
        <p class="soft">${gateway ? text.onGatewayNote : text.onBeaconNote}</p>
        <fk-attribute-form .shown=${device} .reportedOnly=${gateway} .draft=${this.draft} @fk-draft=${this.onDraft}></fk-attribute-form>
        <section>
          <h2>${groupNames.notes}</h2>
          <p class="soft">${text.virtualNote}</p>
          <a class="strong" href=${devicePath(this.uniqueId)}>${text.toDevice}</a>
        </section>
      </div>
      <fk-foot class="foot">
        <div aria-live="polite">
          ${
            this.wasSubmitted && faults > 0
              ? html`<fk-notice tone="attention" .text=${text.fixFirst(faults)}></fk-notice>`
              : nothing
          }
        </div>
        <div class="row">
          <fk-button data-key="Enter" big wide variant="primary" .disabled=${changes === 0} @click=${this.toReview}
            >${text.review(changes)}</fk-button
          >
        </div>
      </fk-foot>`;
  }

  private renderPending(device: CachedDevice): TemplateResult {
    return html`<fk-notice tone="info" .text=${text.pending}>
      <fk-button slot="action" @click=${() => (this.draft = draftOf(device, device.pending ?? {}))}>${text.takePending}</fk-button>
      <fk-change-table slot="details" .from=${shownValues(device)} .to=${device.pending ?? {}}></fk-change-table>
    </fk-notice>`;
  }

  private renderReview(device: CachedDevice | null, check: DraftCheck, working: boolean): TemplateResult {
    return html`<div class="column">
        <h2 tabindex="-1">${text.reviewHeading}</h2>
        <p class="soft">${isGateway(device) ? text.reviewGateway(this.uniqueId) : text.reviewNote(this.uniqueId)}</p>
        <fk-change-table .from=${check.before} .to=${check.values}></fk-change-table>
        ${text.undo[this.offer] === '' ? nothing : html`<p class="soft">${text.undo[this.offer]}</p>`}
      </div>
      <fk-foot class="foot">
        ${
          working
            ? html`<fk-progress .total=${null} .label=${text.preparing} .doing=${isGateway(device) ? text.preparingGateway : text.preparingDoing} cancellable @fk-cancel=${() => this.working?.abort()}></fk-progress>`
            : nothing
        }
        <div class="row">
          <fk-button big wide .disabled=${working} @click=${this.toEdit}>${text.back}</fk-button>
          <fk-button big wide variant="primary" .busy=${working} @click=${this.prepare}>${text.prepare}</fk-button>
        </div>
      </fk-foot>`;
  }

  private renderOutcome(): TemplateResult {
    const check = this.checkNow();
    return html`<div class="column">
        <h2 tabindex="-1">${text.outcomeHeading}</h2>
        <fk-change-table .from=${check.before} .to=${check.values}></fk-change-table>
        <a class="strong" href=${devicePath(this.uniqueId)}>${devicePageStrings.toDevicePage}</a>
      </div>
      <fk-foot class="foot" @fk-outcome-action=${this.onOutcomeAction}>
        <fk-prepare-outcome .outcome=${this.outcome} .uniqueId=${this.uniqueId} .request=${this.request}></fk-prepare-outcome>
      </fk-foot>`;
  }

  private readonly onDraft = (event: DraftEvent): void => {
    this.draft = event.draft;
    this.wasSubmitted = false;
  };

  private readonly toReview = (): void => {
    this.wasSubmitted = true;
    const check = this.checkNow();
    if (Object.keys(check.faults).length === 0 && Object.keys(check.values).length > 0) {
      this.query.set('step', 'review', 'push');
      return;
    }
    void this.updateComplete.then(() => this.renderRoot.querySelector('fk-attribute-form')?.focusFault());
  };

  private readonly toEdit = (): void => {
    this.outcome = null;
    this.query.set('step', null, 'replace');
  };

  private readonly prepare = (): Promise<void> => {
    const device = this.device;
    const { values, before } = this.checkNow();
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

  /** Runs one call at a time. A rejection means that the person cancelled, which shows the review again. */
  private async work(request: OutcomeRequest, call: (signal: AbortSignal) => Promise<PrepareOutcome>): Promise<void> {
    if (this.working !== null) return;
    const working = new AbortController();
    this.working = working;
    this.requestUpdate();
    try {
      const outcome = await call(working.signal);
      if (this.working !== working) return;
      this.outcome = outcome;
      this.request = request;
      // The backend holds the values, so the next edit starts with an empty draft.
      if (outcome.kind === 'onThisPhone' || outcome.kind === 'preparedOnly' || outcome.kind === 'waitingForGateway')
        this.formDraft.remove();
    } catch {
      // The person cancelled.
    } finally {
      if (this.working === working) {
        this.working = null;
        this.requestUpdate();
      }
    }
  }

  private get device(): CachedDevice | null {
    return knownOf(this.services.beacons.of(this.uniqueId));
  }

  private checkNow(): DraftCheck {
    return checkDraft(this.device, this.draft);
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
