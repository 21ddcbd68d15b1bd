/** Makes the beacon of a task blink without a network: the number of packets left, or why none can be sent. */
import { html, nothing, type TemplateResult } from 'lit';
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
import { SayEvent } from '../../shared/say.ts';
import { isOpen } from '../../../domain/open-run.ts';
import type { AccountServices } from '../../shell/services.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { runStrings } from '../../strings/run.ts';
import { failureText } from '../../words/run.ts';

const text = jobStrings.run.blink;

/** Names that the chooser can leave out. */
type Without = readonly string[];

/** `host` dispatches the result as a `SayEvent`. */
export function renderBlink(
  host: HTMLElement,
  services: AccountServices,
  uniqueId: string,
  without: Without,
): TemplateResult {
  const { packages, runs } = allErrandsOf(services.beacons.of(uniqueId).rows);
  const { left, next, whyNot: reason } = chooseBlink(uniqueId, packages, runs);
  const progress = blinkingNow(services, uniqueId);
  const noRadio = services.runs.radio.value === 'absent' ? text.noBluetooth : '';
  const whyNot = noRadio === '' && reason !== null ? wordsOf(services, reason) : noRadio;
  const isDisabled = whyNot !== '' || next === null || isOpen(services.runs.current.value);
  return html`<div class="stack close blink">
    ${
      progress?.cancelSafe === true
        ? html`<fk-button .wide=${true} @click=${() => services.runs.cancel()}>${runStrings.cancel}</fk-button>`
        : html`<fk-button
            .wide=${true}
            .icon=${bluetoothIcon}
            .disabled=${isDisabled}
            @click=${() => void (next === null ? undefined : blink(host, services, next.id, without))}
          >${text.button(left)}</fk-button>`
    }
    <p class="soft" role="status">${progress === null ? whyNot : progressWords(progress)}</p>
    ${
      progress === null && whyNot === ''
        ? renderUnreadElsewhere(services.phone.value, services.session.state.value, uniqueId)
        : nothing
    }
  </div>`;
}

function wordsOf(services: AccountServices, whyNot: NoBlink): string {
  const account = services.session.state.value.account;
  return whyNot === 'none' && account?.settings.commands.identify === '' ? text.notOffered : text.whyNot[whyNot];
}

/** The run that makes this beacon blink, while it is in progress. */
function blinkingNow(services: AccountServices, uniqueId: string): RunProgress | null {
  const progress = services.runs.current.value;
  return isOpen(progress) && progress.uniqueId === uniqueId && !errandOf(progress).configures ? progress : null;
}

/** The chooser needs the user gesture: call it before any await (field-facts.md 2). */
async function blink(
  host: HTMLElement,
  { runs, app }: AccountServices,
  packageId: string,
  without: Without,
): Promise<void> {
  await runs.start(packageId, { without });
  const ended = runs.current.value;
  if (ended === null || ended.phase !== 'ended') return;
  const run = runs.list.value.find(({ id }) => id === ended.runId);
  runs.dismiss();
  if (ended.outcome?.kind === 'commandSent') {
    app.signal('done');
    host.dispatchEvent(new SayEvent(text.sent));
    return;
  }
  // The result of this run does not matter later; the next attempt is a new run with the chooser.
  await runs.abandon(ended.runId);
  const { failure } = ended;
  if (failure === null || meaningOf(failure.code).severity === 'none') return;
  app.signal('again');
  const mayHaveBlinked = run !== undefined && mayHaveWritten(run);
  host.dispatchEvent(new SayEvent(mayHaveBlinked ? text.unsure : failureText(failure.code, false)));
}
