/** Checks Bluetooth with one beacon: what it will do, its steps as they come, and the file about them. */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { isOpen } from '../../../domain/open-run.ts';
import type { CheckStep, PhoneCheck, PhoneCheckState } from '../../../use-cases/phone-check/phone-check.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import '../../elements/basics.ts';
import '../../elements/steps/steps.ts';
import type { StepLine } from '../../elements/steps/steps.ts';
import { bluetoothIcon, exportIcon } from '../../kit/icons.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { canShare, saveFile, shareAndSay } from '../../shared/give-file.ts';
import { noBluetoothWords } from '../../shared/no-bluetooth.ts';
import { SayEvent } from '../../shared/say.ts';
import { runPath } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { elementStrings } from '../../strings/elements.ts';
import { phoneCheckStrings as text } from '../../strings/phone-check.ts';
import { runFailureWords, runStrings } from '../../strings/run.ts';
import { shellStrings } from '../../strings/shell.ts';
import { transferStrings } from '../../strings/transfer.ts';

@customElement('fk-phone-check-page')
class FkPhoneCheckPage extends AccountElement {
  /** Null until its code is loaded: the chooser has to open in the turn of the click. */
  @state() private check: PhoneCheck | null = null;

  static override styles = [shared, pageStyles, columnPageStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    this.services.phoneCheck().then(
      (check) => (this.check = check),
      () => this.dispatchEvent(new SayEvent(shellStrings.pageFailed.text)),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.check?.cancel();
  }

  protected override render(): TemplateResult {
    const now = this.check?.state.value ?? null;
    const hasRadio = this.services.runs.radio.value !== 'absent';
    const hasBegun = now !== null && (now.now !== null || now.file !== null);
    return html`<div class="column short">
        <div class="stack far" role="status">
          ${hasBegun ? renderResult(now) : this.renderIntro(hasRadio)} ${this.renderObstacle(now?.obstacle ?? null)}
        </div>
        ${hasBegun ? html`<fk-steps .label=${text.steps} .steps=${linesOf(now)}></fk-steps>` : nothing}
      </div>
      ${hasRadio ? html`<fk-foot class="foot"><div class="row">${this.renderActions(now)}</div></fk-foot>` : nothing}`;
  }

  private renderIntro(hasRadio: boolean): TemplateResult {
    const isPractice = this.services.session.state.value.account?.kind === 'sandbox';
    return html`<p>${text.intro}</p>
      <p class="strong">${text.safe}</p>
      ${isPractice ? html`<fk-notice tone="info" .text=${text.practice}></fk-notice>` : nothing}
      ${hasRadio ? nothing : html`<fk-notice tone="stop" .text=${noBluetoothWords()}></fk-notice>`}`;
  }

  private get runHere(): RunProgress | null {
    const { value } = this.services.runs.current;
    return isOpen(value) ? value : null;
  }

  /** What uses Bluetooth already. */
  private renderObstacle(obstacle: PhoneCheckState['obstacle']): TemplateResult | typeof nothing {
    const { runHere } = this;
    if (runHere !== null)
      return html`<fk-notice tone="attention" .text=${runStrings.otherHere(runHere.uniqueId)}>
        <fk-button slot="action" .href=${runPath(runHere.uniqueId)}>${runStrings.toOther}</fk-button>
      </fk-notice>`;
    if (obstacle === null && this.services.runs.elsewhere.value.size === 0) return nothing;
    const words = obstacle === 'awaited' ? text.awaited : runFailureWords.busyElsewhere.text;
    return html`<fk-notice tone="attention" .text=${words}></fk-notice>`;
  }

  private renderActions(now: PhoneCheckState | null): TemplateResult {
    const { check } = this;
    if (now?.now != null)
      return html`<fk-button .big=${true} .wide=${true} @click=${() => check?.cancel()}>${elementStrings.cancel}</fk-button>`;
    const isTaken = this.runHere !== null || this.services.runs.elsewhere.value.size > 0;
    const begin = (words: string): TemplateResult =>
      html`<fk-button
        .big=${true}
        .wide=${true}
        .variant=${now?.file == null ? 'primary' : 'plain'}
        .icon=${bluetoothIcon}
        .disabled=${isTaken || check === null}
        @click=${() => void check?.start()}
        >${words}</fk-button
      >`;
    const file = now?.file ?? null;
    if (file === null) return begin(text.start);
    const onShare = (): Promise<void> => shareAndSay(this, text.shared, 'phoneCheck', file.text, file.madeAtMs);
    const share = html`<fk-button .big=${true} .wide=${true} @click=${onShare}>${transferStrings.share}</fk-button>`;
    return html`${begin(text.again)} ${canShare('phoneCheck') ? share : nothing}
      <fk-button .big=${true} .wide=${true} variant="primary" .icon=${exportIcon} @click=${() => this.save(file)}>${text.save}</fk-button>`;
  }

  private save({ text: content, madeAtMs }: NonNullable<PhoneCheckState['file']>): void {
    saveFile('phoneCheck', [content], madeAtMs);
    this.dispatchEvent(new SayEvent(text.saved));
  }
}

function linesOf({ steps, now }: PhoneCheckState): StepLine[] {
  return [...steps.map(lineOf), ...(now === null ? [] : [{ label: text.names[now], state: 'now' as const }])];
}

function lineOf({ step, outcome, tookMs, error, attempts = 1, waitedMs = 0, found, bytes }: CheckStep): StepLine {
  const details = [
    ...(outcome === 'done' ? [] : [text.failures[outcome]]),
    ...(error === undefined ? [] : [error]),
    text.took(tookMs),
    ...(waitedMs > 0 ? [text.waited(waitedMs)] : []),
    ...(attempts > 1 ? [text.attempts(attempts)] : []),
    ...(found === undefined
      ? []
      : [text.found(found.length, found.map((name) => text.characteristics[name]).join(', '))]),
    ...(bytes === undefined ? [] : [bytes === null ? text.notReadable : text.bytes(bytes)]),
  ];
  return { label: text.names[step], state: outcome === 'done' ? 'done' : 'failed', detail: details.join(' · ') };
}

/** The step under way, or what came of the check. */
function renderResult({ now, steps }: PhoneCheckState): TemplateResult {
  if (now !== null)
    return html`<p class="strong">${text.running(text.names[now])}</p>
      <p class="soft">${text.safe}</p>`;
  const failed = steps.filter(({ outcome }) => outcome !== 'done');
  const wasStopped = failed.some(({ outcome }) => outcome === 'aborted');
  const words = wasStopped ? text.stopped : failed.length === 0 ? text.allDone : text.someFailed(failed.length);
  return html`<fk-notice .tone=${failed.length === 0 ? 'done' : 'attention'} .text=${words}></fk-notice>
    <p class="soft">${text.holds}</p>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-phone-check-page': FkPhoneCheckPage;
  }
}
