/**
 * Connects an account: addresses, vendor, key, passphrase, and the Bluetooth profile under Advanced. A
 * set-up code or link fills in everything except secrets.
 */
import { Task } from '@lit/task';
import { consume } from '@lit/context';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { completeAddress, type AccountDraft } from '../../../domain/account.ts';
import { keyIn, unsendableIn } from '../../../domain/api-key.ts';
import {
  hostsOf,
  isUsualProtocol,
  presetOf,
  readSetUpLink,
  type SetUp,
  type SetUpProblem,
} from '../../../domain/set-up-link.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import { VENDOR_PRESETS } from '../../../domain/vendor-presets.ts';
import type {
  AddressVerdict,
  ConnectionVerdict,
  KeyDecision,
  KnownAccount,
} from '../../../use-cases/session/session.ts';
import { AskKeyEvent } from '../../shared/ask-key-event.ts';
import { notProvenWords, renderOtherKey } from '../../shared/other-key.ts';
import { SayEvent } from '../../shared/say.ts';
import '../../elements/basics.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { scanIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import '../../elements/new-passphrase/new-passphrase.ts';
import type { FkNewPassphrase } from '../../elements/new-passphrase/new-passphrase.ts';
import '../../elements/key-value/key-value.ts';
import '../../elements/scan-label/scan-label.ts';
import type { CodeEvent } from '../../elements/scan-label/scan-label.ts';
import { shared, type Tone } from '../../kit/tokens.ts';
import { navigate } from '../../shell/router.ts';
import { appContext, type AppServices } from '../../shell/services.ts';
import { messageOf, renderSignIn } from '../../shared/failure.ts';
import { failureWords } from '../../strings/failures.ts';
import { connectStrings as text } from '../../strings/connect.ts';
import { keyStrings } from '../../strings/keys.ts';
import { settingsStrings } from '../../strings/settings.ts';
import { FormController } from '../../shared/form-controller.ts';
import { SETTING_FIELDS, settingsFields, settingsFieldsStyles } from '../../shared/settings-fields.ts';
import { OWN_ADDRESSES, firstTyped, readDraft, type Typed } from './connect-draft.ts';

const TONES: Record<AddressVerdict['kind'], Tone> = {
  ok: 'info',
  wrongKey: 'stop',
  otherKeyHeader: 'stop',
  otherVersion: 'stop',
  hiddenByCors: 'attention',
  wrongHostOrOffline: 'attention',
  blockedHere: 'attention',
  other: 'attention',
};

/** The addresses are typed by hand only for a backend that the app does not know. */
const isOwn = ({ backend }: Pick<Typed, 'backend'>): boolean => backend === OWN_ADDRESSES;

/** The ways to lock a stored key, the quicker one first. */
const LOCKED_BY = ['screenLock', 'passphrase'] as const;

/** The answer of a network or a proxy in place of the backend. */
function portalOf(verdict: AddressVerdict): BackendFailure | null {
  return verdict.kind === 'other' && verdict.failure.kind === 'portal' ? verdict.failure : null;
}

@customElement('fk-connect-page')
export class FkConnectPage extends LitElement {
  @consume({ context: appContext, subscribe: true })
  private readonly services!: AppServices;
  @state() private verdict: ConnectionVerdict | null = null;
  @state() private isBusy = false;
  @state() private failed = false;
  /** Accounts with these addresses and another key. While there are any, the page asks about them. */
  @state() private known: readonly KnownAccount[] = [];
  @state() private problem = '';
  /** The set-up of a link or code, until the person has answered. */
  @state() private offered: SetUp | null = null;
  @state() private linkProblem: SetUpProblem | null = null;
  @state() private scanProblem: SetUpProblem | null = null;
  @state() private isScanning = false;
  private testing: AbortController | null = null;
  /** The scanned set-up, until the scanner has closed and returned the focus. */
  private scanned: SetUp | null = null;

  private readonly screenLock = new Task(this, {
    task: () => this.services.session.offersScreenLock(),
    args: () => [],
    onError: reportError,
  });

  private readonly form = new FormController(this, {
    first: { ...firstTyped(), apiKey: '', remember: 'false', lockedBy: 'screenLock' },
    fields: {
      ...SETTING_FIELDS,
      baseUrl: { kind: 'url', label: text.baseUrl, help: text.baseUrlHelp, required: true, mono: true, when: isOwn },
      legacyBaseUrl: {
        kind: 'url',
        label: text.legacyBaseUrl,
        help: text.legacyBaseUrlHelp,
        required: true,
        mono: true,
        when: isOwn,
      },
      vendor: { label: text.vendor, help: ({ vendor }) => text.vendorHelp(vendor), required: true, when: isOwn },
      apiKey: { label: text.apiKey, help: text.apiKeyHelp, secret: true, issued: true, required: true },
      name: { label: text.name, help: text.nameHelp },
      remember: {
        kind: 'check',
        label: text.remember,
        help: () => (this.mayChooseLock ? text.rememberWays : text.rememberHelp),
      },
      lockedBy: {
        kind: 'select',
        label: text.lockedBy,
        help: ({ lockedBy }) => (lockedBy === 'screenLock' ? text.screenLockHelp : ''),
        options: LOCKED_BY.map((value) => ({ value, label: text.locks[value] })),
        when: ({ remember }) => remember === 'true' && this.mayChooseLock,
      },
    },
    faults: (texts) => ({ ...readDraft(texts).faults, ...this.secretFaults() }),
    changed: () => {
      this.linkProblem = null;
      this.forgetVerdict();
    },
    left: (name) => {
      if (name === 'baseUrl' || name === 'legacyBaseUrl') this.completeAddresses();
    },
  });

  static override styles = [
    shared,
    pageStyles,
    settingsFieldsStyles,
    css`
      /* Their column and action bar fill the page. */
      form,
      .question {
        display: contents;
      }
      .host {
        font-size: var(--text-xl);
        line-height: var(--leading-tight);
      }
      h2:focus-visible {
        outline: none;
      }
      legend {
        margin-block-end: var(--space-1);
      }
      .option {
        flex: 1 1 100%;
      }
      .scan {
        margin-block-end: var(--space-3);
      }
      details[open] > summary {
        margin-block-end: var(--space-2);
      }
      section + section {
        margin-block-start: var(--space-4);
      }
    `,
    columnPageStyles,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.readLink);
    this.readLink();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.readLink);
    this.testing?.abort();
  }

  protected override render(): TemplateResult {
    return html`${this.offered === null ? this.renderForm() : this.renderQuestion(this.offered)}
      <fk-scan-label .open=${this.isScanning} .wanted=${'pages'} .words=${text.scanning}
        .startWorker=${this.services.startWorker} @fk-code=${this.onCode} @fk-close=${this.onScanClosed}>
        ${
          this.scanProblem === null
            ? nothing
            : html`<fk-notice tone="attention" .text=${text.setUp.problems[this.scanProblem]}></fk-notice>`
        }
      </fk-scan-label>`;
  }

  /** Shows in large type where the key would be sent, before anything is filled in. */
  private renderQuestion(setUp: SetUp): TemplateResult {
    const preset = presetOf(setUp);
    return html`<div class="question">
      <div class="column">
        <h2 tabindex="-1">${text.setUp.heading}</h2>
        ${hostsOf(setUp).map(
          (host) =>
            html`<p class="host strong"><bdi>${host.split('.').map((label, at) => (at === 0 ? label : html`<wbr />.${label}`))}</bdi></p>`,
        )}
        ${
          preset === null
            ? html`<fk-notice tone="attention" .text=${text.setUp.unknown}></fk-notice>`
            : html`<p><fk-status tone="info">${text.setUp.known(text.presets[preset.id])}</fk-status></p>`
        }
        <fk-key-value
          .entries=${[
            ...(setUp.name === '' ? [] : [{ key: text.name, value: html`<bdi>${setUp.name}</bdi>` }]),
            { key: text.baseUrl, value: setUp.baseUrl, mono: true },
            { key: text.legacyBaseUrl, value: setUp.legacyBaseUrl, mono: true },
            { key: text.vendor, value: setUp.vendor, mono: true },
            ...(setUp.protocol === undefined || isUsualProtocol(setUp.protocol)
              ? []
              : [
                  {
                    key: settingsStrings.advanced.fields['protocol.mediaVersion'],
                    value: String(setUp.protocol.mediaVersion),
                  },
                  {
                    key: settingsStrings.advanced.fields['protocol.keyHeader'],
                    value: setUp.protocol.keyHeader,
                    mono: true,
                  },
                ]),
          ]}
        ></fk-key-value>
        <p class="soft">${text.setUp.noKey}</p>
      </div>
      <fk-foot class="foot">
        <div class="row">
          <fk-button wide @click=${() => void this.answer(null)}>${text.setUp.leave}</fk-button>
          <fk-button wide variant="primary" @click=${() => void this.answer(setUp)}>${text.setUp.fill}</fk-button>
        </div>
      </fk-foot>
    </div>`;
  }

  private renderForm(): TemplateResult {
    const { form } = this;
    const faults = Object.keys(form.faults).length;
    return html`<form novalidate autocomplete="off" @fk-new-passphrase=${() => this.requestUpdate()}
      @fk-enter=${this.connect} @submit=${this.onSubmit}>
      <div class="column">
        ${
          this.linkProblem === null
            ? nothing
            : html`<fk-notice tone="attention" .text=${text.setUp.problems[this.linkProblem]}></fk-notice>`
        }
        ${this.renderBackend()}
        ${form.rows('baseUrl', 'legacyBaseUrl', 'vendor', 'apiKey', 'name', 'remember', 'lockedBy')}
        ${
          this.needsPassphrase
            ? html`<fk-new-passphrase
                class="stack"
                data-field="passphrase"
                .session=${this.services.session}
                .apiKey=${keyIn(form.texts.apiKey)}
              ></fk-new-passphrase>`
            : nothing
        }
        <details ?open=${form.wasTried && readDraft(form.texts).settingFaults.size > 0}>
          <summary>${text.advanced}</summary>
          ${settingsFields(form)}
        </details>
      </div>
      <fk-foot class="foot">
        ${this.renderVerdict()}
        ${
          faults > 0
            ? html`<fk-notice tone="attention" .text=${text.fixFirst(faults)}></fk-notice>`
            : this.failed
              ? html`<fk-notice tone="stop" urgent .text=${text.connectFailed}></fk-notice>`
              : this.problem !== '' && this.known.length === 0
                ? html`<fk-notice tone="attention" urgent .text=${this.problem}></fk-notice>`
                : nothing
        }
        <div class="row">
          ${
            this.verdict === null
              ? nothing
              : html`<fk-button wide @click=${() => void this.connectAs(undefined)}>${text.connectAnyway}</fk-button>`
          }
          <fk-button wide variant="primary" .busy=${this.isBusy} @click=${this.connect}>${text.connect}</fk-button>
        </div>
      </fk-foot>
    </form>
    <fk-dialog .open=${this.known.length > 0} .heading=${keyStrings.otherKey.heading} @fk-close=${this.dropQuestion}>
      ${renderOtherKey({
        known: this.known,
        problem: this.problem,
        isBusy: this.isBusy,
        decide: (decision) => this.connectAs(decision),
      })}
    </fk-dialog>`;
  }

  /** Where the account is: one from a code where there is a camera, a known backend, or one by its addresses. */
  private renderBackend(): TemplateResult {
    const hasCamera = (navigator.mediaDevices as MediaDevices | undefined) !== undefined;
    const fault = this.form.faults['backend'] ?? '';
    const choices = [...VENDOR_PRESETS.map(({ id }) => [id, text.presets[id]]), [OWN_ADDRESSES, text.ownAddresses]];
    return html`${
      hasCamera
        ? html`<fk-button class="scan" .icon=${scanIcon} @click=${() => (this.isScanning = true)}>${text.scan}</fk-button>`
        : nothing
    }
      <fieldset class="wrap" aria-describedby="backend-fault">
      <legend class="strong">${text.backend}</legend>
      ${choices.map(
        ([value, label], at) =>
          html`<label class="option">
            <input
              type="radio"
              name="backend"
              data-field=${at === 0 ? 'backend' : nothing}
              .value=${value!}
              .checked=${live(this.form.texts.backend === value)}
              @change=${() => this.fillFrom(value!)}
            />${label}
          </label>`,
      )}
      <div id="backend-fault" aria-live="polite">
        ${fault === '' ? nothing : html`<fk-notice tone="attention" .text=${fault}></fk-notice>`}
      </div>
    </fieldset>`;
  }

  private get needsPassphrase(): boolean {
    const { remember, lockedBy } = this.form.texts;
    return remember === 'true' && (lockedBy === 'passphrase' || !this.mayChooseLock);
  }

  private get mayChooseLock(): boolean {
    return this.screenLock.value === true;
  }

  private renderVerdict(): TemplateResult {
    const { verdict } = this;
    const v3 = verdict?.v3 ?? null;
    // Equal verdicts are one sentence; otherwise each address has its own.
    const alike =
      verdict === null ||
      v3 === null ||
      (verdict.kind === v3.kind && verdict.kind !== 'other') ||
      (portalOf(verdict) !== null && portalOf(v3) !== null);
    return html`<div class="stack close" aria-live="polite">
      ${verdict === null ? nothing : this.renderAddress(verdict, alike ? '' : text.ofAddress(text.legacyBaseUrl), true)}
      ${v3 === null || alike ? nothing : this.renderAddress(v3, text.ofAddress(text.baseUrl), false)}
    </div>`;
  }

  private renderAddress(verdict: AddressVerdict, of: string, isFirst: boolean): TemplateResult {
    const portal = portalOf(verdict);
    const words =
      portal !== null
        ? failureWords.portal.says
        : verdict.kind === 'ok'
          ? text.verdict.ok(verdict.devices)
          : text.verdict[verdict.kind];
    return html`<fk-notice id=${isFirst ? 'verdict' : 'verdict-v3'} .tone=${TONES[verdict.kind]} .text=${`${of}${words}`}>
      ${portal === null ? nothing : renderSignIn(portal.address ?? null)}
      ${
        verdict.kind === 'other'
          ? html`<bdi slot="details">${text.detailsStatus(verdict.failure.status, messageOf(verdict.failure))}</bdi>`
          : nothing
      }
    </fk-notice>`;
  }

  /** A verdict is only valid for the tested texts. */
  private forgetVerdict(): void {
    this.testing?.abort();
    this.verdict = null;
    this.failed = false;
    this.problem = '';
  }

  private readonly readLink = (): void => {
    const reading = readSetUpLink(location.href);
    if (reading.ok) this.offered = reading.setUp;
    this.linkProblem = reading.ok || reading.problem === 'foreign' ? null : reading.problem;
  };

  private readonly onCode = ({ text: code }: CodeEvent): void => {
    const reading = readSetUpLink(code);
    this.scanProblem = reading.ok ? null : reading.problem;
    if (!reading.ok) return;
    this.services.app.signal('done');
    this.scanned = reading.setUp;
    this.isScanning = false;
  };

  /**
   * The person scanned this code deliberately, so a known backend fills in the form at once. Any other needs a
   * confirmation, as every link does.
   */
  private readonly onScanClosed = async (): Promise<void> => {
    this.isScanning = false;
    this.scanProblem = null;
    const { scanned } = this;
    this.scanned = null;
    if (scanned === null) return;
    if (presetOf(scanned) !== null) return this.answer(scanned);
    this.offered = scanned;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.question h2')?.focus();
  };

  /** Fills in the form or leaves it, and removes the link from the address. */
  private async answer(setUp: SetUp | null): Promise<void> {
    if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
    this.offered = null;
    this.linkProblem = null;
    if (setUp !== null) {
      const { name, baseUrl, legacyBaseUrl, vendor, protocol } = { ...setUp, ...presetOf(setUp) };
      const backend = presetOf(setUp)?.id ?? OWN_ADDRESSES;
      this.form.change({
        ...(name === '' ? {} : { name }),
        backend,
        baseUrl,
        legacyBaseUrl,
        vendor,
        ...(protocol !== undefined && {
          'protocol.mediaVersion': String(protocol.mediaVersion),
          'protocol.keyHeader': protocol.keyHeader,
        }),
      });
      this.forgetVerdict();
      this.dispatchEvent(new SayEvent(text.setUp.filled));
    }
    await this.updateComplete;
    const next = this.renderRoot.querySelector<LitElement>(setUp === null ? 'input' : 'fk-field[name=apiKey]');
    await next?.updateComplete;
    next?.focus();
  }

  /** A known backend fills in the addresses. Those of the person's own are typed. */
  private fillFrom(backend: string): void {
    const preset = VENDOR_PRESETS.find(({ id }) => id === backend);
    const { baseUrl, legacyBaseUrl, vendor } = preset ?? { ...this.form.texts, baseUrl: '', legacyBaseUrl: '' };
    this.form.change({ backend, baseUrl, legacyBaseUrl, vendor });
    this.linkProblem = null;
    this.forgetVerdict();
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.connect();
  };

  private readonly connect = (): Promise<void> => this.connectAs(undefined, true);

  /** True if the test finds nothing wrong; otherwise shows what it found. */
  private async isProven(draft: AccountDraft, key: string): Promise<boolean> {
    this.forgetVerdict();
    const testing = new AbortController();
    this.testing = testing;
    try {
      const verdict = await this.services.session.test(draft, key, testing.signal);
      if (testing.signal.aborted) return false;
      if (verdict.kind === 'ok' && (verdict.v3 ?? verdict).kind === 'ok') return true;
      this.verdict = verdict;
      await this.updateComplete;
      // The verdict may be above the visible part.
      this.renderRoot.querySelector('#verdict')?.scrollIntoView({ block: 'nearest' });
    } catch {
      // Aborted because a field was edited, so there is nothing to show.
    }
    return false;
  }

  private readonly dropQuestion = (): void => {
    this.known = [];
    this.problem = '';
  };

  /** `needsTest` is false where the person knows what the test says: to connect without a network, or with another key. */
  private async connectAs(decision: KeyDecision | undefined, needsTest = false): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.failed = false;
    this.problem = '';
    try {
      const { needsPassphrase } = this;
      const passphrase = needsPassphrase ? ((await this.newPassphrase?.read()) ?? null) : null;
      const draft = this.checked();
      if (draft === null || (needsPassphrase && passphrase === null)) return;
      const key = keyIn(this.form.texts.apiKey);
      if (needsTest && !(await this.isProven(draft, key))) return;
      const outcome = await this.services.session.connect(draft, key, passphrase, decision);
      if (outcome.kind === 'otherKey') this.known = outcome.known;
      else if (outcome.kind === 'notProven') this.problem = notProvenWords(outcome.doubt);
      else {
        this.dropQuestion();
        void this.services.app.askPersist();
        if (this.form.texts.remember === 'true' && !needsPassphrase) await this.keepByScreenLock();
        navigate('/overview');
      }
    } catch {
      // Do not show the cause, which could contain typed text.
      this.dropQuestion();
      this.failed = true;
    } finally {
      this.isBusy = false;
    }
  }

  /** The account is connected in any case. After a failure the key dialog shows the error and offers a passphrase. */
  private async keepByScreenLock(): Promise<void> {
    try {
      const outcome = await this.services.session.setScreenLock();
      this.dispatchEvent(
        outcome === 'kept' ? new SayEvent(keyStrings.screenLock.saved) : new AskKeyEvent('keep', outcome),
      );
    } catch (error) {
      if ((error as Error).name !== 'SessionError') reportError(error);
      this.dispatchEvent(new SayEvent(keyStrings.screenLock.failed));
    }
  }

  /** The draft when everything is valid; otherwise shows the errors and focuses the first one. */
  private checked(): AccountDraft | null {
    // Enter submits without leaving the field, which is when an address is completed.
    this.completeAddresses();
    return this.form.check() ? readDraft(this.form.texts).draft : null;
  }

  private completeAddresses(): void {
    const { baseUrl, legacyBaseUrl } = this.form.texts;
    this.form.change({ baseUrl: completeAddress(baseUrl), legacyBaseUrl: completeAddress(legacyBaseUrl) });
  }

  private secretFaults(): Record<'apiKey' | 'passphrase', string> {
    const key = keyIn(this.form.texts.apiKey);
    const unsendable = unsendableIn(key);
    const keyFault = unsendable === '' ? '' : keyStrings.key.unsendable(unsendable.trim());
    return {
      apiKey: key === '' ? text.keyEmpty : keyFault,
      // The element shows the error itself.
      passphrase: (this.needsPassphrase ? this.newPassphrase?.fault : null) ?? '',
    };
  }

  private get newPassphrase(): FkNewPassphrase | null {
    return this.renderRoot.querySelector('fk-new-passphrase');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-connect-page': FkConnectPage;
  }
}
