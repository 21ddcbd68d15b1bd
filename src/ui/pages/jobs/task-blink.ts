/** Makes the beacon of a task blink without a network: the number of packets left, or why none can be sent. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { customElement, property } from 'lit/decorators.js';
import { consume } from '@lit/context';
import { allErrandsOf } from '../../../domain/beacon-table.ts';
import { chooseBlink, type NoBlink } from '../../../domain/commands/blink.ts';
import { errandOf } from '../../../domain/errand.ts';
import { meaningOf } from '../../../domain/provisioning/next-action.ts';
import { mayHaveWritten } from '../../../domain/run.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import { progressWords } from '../../beacon/run/run-say.ts';
import { renderUnreadElsewhere } from '../../beacon/unread-elsewhere.ts';
import '../../elements/basics.ts';
import { bluetoothIcon } from '../../kit/icons.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { SayEvent } from '../../shared/say.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { accountContext, type AccountServices } from '../../shell/services.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { runStrings } from '../../strings/run.ts';
import { failureText } from '../../words/run.ts';

const text = jobStrings.run.blink;

/** Dispatches the result as a `SayEvent`, even if this element was removed in the meantime. */
@customElement('fk-task-blink')
class FkTaskBlink extends WatchingElement {
  @property({ attribute: false }) uniqueId = '';
  /** Names that the chooser can leave out. */
  @property({ attribute: false }) without: readonly string[] = [];

  @consume({ context: accountContext, subscribe: true })
  private readonly services!: AccountServices;

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
      }
      /* Space for the longest reason on a phone, so that the content below keeps its position. */
      p {
        min-height: 2lh;
        line-height: var(--leading-tight);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { packages, runs } = allErrandsOf(this.services.beacons.of(this.uniqueId).rows);
    const choice = chooseBlink(this.uniqueId, packages, runs);
    const progress = this.blinking;
    const whyNot =
      this.services.runs.radio.value === 'absent'
        ? text.noBluetooth
        : choice.whyNot === null
          ? ''
          : this.wordsOf(choice.whyNot);
    const { next } = choice;
    return html`${
      progress?.cancelSafe === true
        ? html`<fk-button .wide=${true} @click=${() => this.services.runs.cancel()}>${runStrings.cancel}</fk-button>`
        : html`<fk-button .wide=${true} .icon=${bluetoothIcon} .disabled=${whyNot !== '' || next === null || isOpen(this.services.runs.current.value)} @click=${() => void (next === null ? undefined : this.blink(next.id))}>${text.button(choice.left)}</fk-button>`
    }
      <p class="soft" role="status">${progress === null ? whyNot : progressWords(progress)}</p>
      ${progress === null && whyNot === '' ? renderUnreadElsewhere(this.services.phone.value, this.services.session.state.value, this.uniqueId) : nothing}`;
  }

  private wordsOf(whyNot: NoBlink): string {
    const account = this.services.session.state.value.account;
    return whyNot === 'none' && account?.settings.commands.identify === '' ? text.notOffered : text.whyNot[whyNot];
  }

  /** The run that makes this beacon blink, while it is in progress. */
  private get blinking(): RunProgress | null {
    const progress = this.services.runs.current.value;
    return isOpen(progress) && progress.uniqueId === this.uniqueId && !errandOf(progress).configures ? progress : null;
  }

  /** The chooser needs the user gesture: call it before any await (field-facts.md 2). */
  private async blink(packageId: string): Promise<void> {
    const { runs, app } = this.services;
    const started = runs.start(packageId, { without: this.without });
    const root = this.getRootNode();
    const page = root instanceof ShadowRoot ? root.host : this;
    await started;
    const ended = runs.current.value;
    if (ended === null || ended.phase !== 'ended') return;
    const run = runs.list.value.find(({ id }) => id === ended.runId);
    runs.dismiss();
    if (ended.outcome?.kind === 'commandSent') {
      app.signal('done');
      page.dispatchEvent(new SayEvent(text.sent));
      return;
    }
    // The result of this run does not matter later; the next attempt is a new run with the chooser.
    await runs.abandon(ended.runId);
    const { failure } = ended;
    if (failure === null || meaningOf(failure.code).severity === 'none') return;
    app.signal('again');
    const mayHaveBlinked = run !== undefined && mayHaveWritten(run);
    page.dispatchEvent(new SayEvent(mayHaveBlinked ? text.unsure : failureText(failure.code, false)));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-blink': FkTaskBlink;
  }
}
