/** The parts of the screen of one beacon's run, which its pages arrange: the message, the plan, and the actions. */
import { html, nothing, type TemplateResult } from 'lit';
import { knownOf } from '../../../domain/beacon-table.ts';
import { OLD_PACKAGE_MS, type CarriedPackage } from '../../../domain/carried-package.ts';
import type { Json } from '../../../domain/device.ts';
import { isOpen } from '../../../domain/open-run.ts';
import { needsRadio, type RunAction } from '../../../domain/provisioning/next-action.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';
import '../../elements/basics.ts';
import '../../elements/steps/steps.ts';
import { bluetoothIcon, exportIcon, forwardIcon } from '../../kit/icons.ts';
import { renderFailureDetails, renderSignIn } from '../../shared/failure.ts';
import { commandPath, runPath } from '../../shell/router.ts';
import type { AccountServices } from '../../shell/services.ts';
import { commandStrings } from '../../strings/commands.ts';
import { commandNameOf } from '../../words/commands.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';
import '../close-run.ts';
import type { OutcomeWords } from '../prepare-outcome.ts';
import { renderUnreadElsewhere } from '../unread-elsewhere.ts';
import '../change-table.ts';
import { renderChooserHelp, type Sought } from './chooser-help.ts';
import { hrefOf, hrefOfPrepare } from './run-links.ts';
import { spokenWords, wantsNewPackage } from './run-say.ts';
import type { RunScreenController } from './run-screen-controller.ts';
import { pastOf, stepsOf } from './run-steps.ts';

const DAY_MS = 86_400_000;
/** Changes that are shown; the others are folded, to keep the main action in view. */
const SHOWN = 6;

type Part = TemplateResult | typeof nothing;

/** Shown before the stored rows and the device list are read. */
export function renderLoading(): TemplateResult {
  return html`<fk-skeleton shape="card" .count=${3} .label=${runStrings.loading}></fk-skeleton>`;
}

/** What the browser's chooser filters by. */
export function soughtOf({ beacon, view, options }: RunScreenController): Sought {
  return {
    uniqueId: options.uniqueId,
    values: view.package?.values ?? {},
    device: knownOf(beacon),
    prefixes: options.services.session.state.value.account?.settings.profile.namePrefixes ?? [],
  };
}

/** For the page's region that announces it. `detail`: a technical name below the text. */
export function renderMessage(screen: RunScreenController, detail = ''): TemplateResult {
  const { view, message, remark, outcome, other } = screen;
  const { services, uniqueId } = screen.options;
  const chosen = view.case;
  const text = remark === '' ? message.text : remark;
  if (chosen.kind === 'running') {
    const { attempt, attempts, phase, cancelSafe } = chosen.progress;
    // One live region for the whole run: it announces what matters, not each step and not each tenth of a second.
    return html`<p class="now">
      <span class="aside">${remark === '' ? spokenWords(chosen.progress) : remark}</span>
      <strong aria-hidden="true">${text}</strong>
      ${phase === 'connecting' && attempt > 1 ? html`<span class="aside">${runStrings.attempt(attempt, attempts)}</span>` : nothing}
      ${cancelSafe ? nothing : html`<span class="soft" aria-hidden="true">${runStrings.pastCancel}</span>`}
    </p>`;
  }
  return html`${chosen.kind === 'copyMissing' ? html`<p class="strong stay">${runStrings.stay}</p>` : nothing}
    ${
      outcome !== null
        ? renderOutcome(outcome)
        : text === ''
          ? nothing
          : html`<fk-notice .tone=${message.tone} .text=${text} .urgent=${message.tone === 'stop'}>
          ${detail === '' ? nothing : html`<span slot="details" class="mono">${detail}</span>`}
          ${message.heldId == null ? nothing : renderRelease(services, message.heldId)}
        </fk-notice>`
    }
    ${
      other === null
        ? nothing
        : html`<fk-notice tone="attention" .text=${runStrings.otherHere(other)}>
          <fk-button slot="action" .href=${runPath(other)}>${runStrings.toOther}</fk-button>
        </fk-notice>`
    }
    ${screen.mayConnect ? renderUnreadElsewhere(services.phone.value, services.session.state.value, uniqueId) : nothing}
    ${message.action === 'useOtherBrowser' ? html`<p class="soft">${runStrings.noRadioMeanwhile}</p>` : nothing}`;
}

function renderRelease({ outbox }: AccountServices, id: string): TemplateResult {
  return html`<fk-button slot="action" @click=${() => void outbox.hold(id, false).catch(reportError)}>${runStrings.release}</fk-button>`;
}

function renderOutcome({ tone, text, failure }: OutcomeWords): TemplateResult {
  return html`<fk-notice .tone=${tone} .text=${text} urgent>
    ${failure?.kind === 'portal' ? renderSignIn(failure.address ?? null) : nothing}
    ${failure === null ? nothing : renderFailureDetails(failure)}
  </fk-notice>`;
}

export function renderSteps(progress: RunProgress, nowMs: number): TemplateResult {
  return html`<fk-steps .label=${runStrings.steps} .steps=${stepsOf(progress, nowMs)}></fk-steps>`;
}

/** Help for the chooser, the changes, and the steps of a past run. */
export function renderPlan(screen: RunScreenController): TemplateResult {
  const { case: chosen, package: row } = screen.view;
  const { services, uniqueId, nowMs } = screen.options;
  const past = pastOf(services.runs.current.value, uniqueId, chosen.kind);
  return html`
    ${
      screen.mayConnect || screen.mayPickForEnded
        ? renderChooserHelp(soughtOf(screen), {
            onShowAll: () => screen.begin({ showAll: true }),
            disabled: screen.other !== null,
            isFirst: screen.message.text === '',
          })
        : nothing
    }
    ${
      row === null
        ? nothing
        : html`<section class="card">
          <h2>${chosen.kind === 'ended' ? runStrings.asked : runStrings.willChange}</h2>
          ${renderChanges(row)}
          ${renderPackageAge(row.fetchedAtMs, nowMs())}
        </section>`
    }
    ${
      past === null
        ? nothing
        : html`<details class="card"><summary>${runStrings.steps}</summary>${renderSteps(past, nowMs())}</details>`
    }
  `;
}

function renderChanges({ before, values }: CarriedPackage): TemplateResult {
  const table = (some: readonly (readonly [string, Json])[]): TemplateResult =>
    html`<fk-change-table .from=${before} .to=${Object.fromEntries(some)}></fk-change-table>`;
  const changes = Object.entries(values);
  const folded = changes.slice(SHOWN);
  return html`${changes.length === 0 ? html`<p>${runStrings.noChanges}</p>` : table(changes.slice(0, SHOWN))}
    ${
      folded.length === 0
        ? nothing
        : html`<details><summary>${runStrings.moreChanges(folded.length)}</summary>${table(folded)}</details>`
    }`;
}

function renderPackageAge(fetchedAtMs: number | null, nowMs: number): Part {
  if (fetchedAtMs === null) return nothing;
  const ageMs = nowMs - fetchedAtMs;
  if (ageMs >= OLD_PACKAGE_MS) return html`<p class="soft old">${runStrings.old(Math.floor(ageMs / DAY_MS))}</p>`;
  return html`<p class="soft">${runStrings.fetched} <fk-age .at=${fetchedAtMs} .now=${nowMs}></fk-age></p>`;
}

/** The main action. */
export function renderMain(screen: RunScreenController): TemplateResult {
  const { case: chosen } = screen.view;
  const { services } = screen.options;
  return html`${chosen.kind === 'waits' ? renderWaiting(screen, chosen.commands) : nothing}
    ${
      chosen.kind === 'commandsOnly'
        ? chosen.commands.map(
            (row, at) =>
              html`<fk-button .variant=${at === 0 ? 'primary' : 'plain'} big wide
                .href=${commandPath(row.uniqueId, row.command ?? '')}>${commandStrings.goToOnly(commandNameOf(row))}</fk-button>`,
          )
        : nothing
    }
    ${
      chosen.kind !== 'running'
        ? screen.outcome === null
          ? renderAction(screen, screen.message.action)
          : renderAfterFetch(screen, screen.outcome)
        : chosen.progress.cancelSafe
          ? html`<fk-button big wide @click=${() => services.runs.cancel()}>${runStrings.cancel}</fk-button>`
          : nothing
    }`;
}

/** For earlier commands that wait for the beacon of a configuration: send the first, or put all on hold. */
function renderWaiting(screen: RunScreenController, commands: readonly CarriedPackage[]): Part {
  const [first] = commands;
  if (first === undefined) return nothing;
  return html`<fk-button variant="primary" big wide .href=${commandPath(first.uniqueId, first.command ?? '')}
      >${commandStrings.goTo(commandNameOf(first))}</fk-button
    >
    <fk-button @click=${() => void screen.putOnHold(commands)}>${commandStrings.setAside}</fk-button>`;
}

function renderAction(screen: RunScreenController, action: RunAction | null): Part {
  if (action === null) return nothing;
  const { services, next, onward } = screen.options;
  const href = hrefOf(action, screen.options);
  const words =
    action === 'nothing' ? onward.words : ((action === 'nextBeacon' ? next?.words : null) ?? runActionWords[action]);
  if (href !== null)
    return html`<fk-button data-key=${action === 'nextBeacon' ? 'n' : 'w'} variant="primary" big wide .href=${href}>${words}</fk-button>`;
  // Another beacon's run, or a command to this beacon.
  const blocked = isOpen(services.runs.current.value) && needsRadio(action);
  return html`<fk-button
    data-key="w"
    class="act"
    .variant=${action === 'stopWaiting' ? 'quiet' : 'primary'}
    big
    wide
    .icon=${needsRadio(action) ? bluetoothIcon : action === 'nextBeacon' ? forwardIcon : null}
    .busy=${screen.isFetching}
    .disabled=${blocked}
    @click=${() => screen.act(action)}
    >${words}</fk-button
  >`;
}

/** The action after fetching brought no package. */
function renderAfterFetch(screen: RunScreenController, { next, label }: OutcomeWords): Part {
  const { view } = screen;
  // A run that may have written prevents a new configuration.
  if (next === 'again' && view.case.kind === 'unfinished' && view.closable !== null)
    return renderAction(screen, 'closeAndPrepare');
  const href =
    typeof next === 'object'
      ? next.href
      : next === 'again' || next === 'edit'
        ? hrefOfPrepare(screen.options.uniqueId)
        : null;
  return href !== null
    ? html`<fk-button data-key="w" variant="primary" big wide .href=${href}>${label}</fk-button>`
    : html`<fk-button data-key="w" class="act" variant="primary" big wide .busy=${screen.isFetching}
      @click=${() => (next === 'key' ? screen.askForKey() : screen.fetchPackage())}>${label}</fk-button>`;
}

/** Offered while a receipt exists only in this window. */
export function renderExport(screen: RunScreenController): Part {
  return screen.view.case.kind === 'copyMissing'
    ? html`<fk-button .icon=${exportIcon} @click=${() => screen.exportHeld()}>${runStrings.exportHeld}</fk-button>`
    : nothing;
}

/** Continues with the next beacon. Unfinished work is offered first again on every page. */
export function renderLater({ view, message, options }: RunScreenController): Part {
  const { kind } = view.case;
  const { services, next, onward } = options;
  const isUnfinished = kind === 'unfinished';
  const isOver = (kind === 'ended' || kind === 'dead') && message.action !== 'nextBeacon';
  if (!isUnfinished && (!isOver || next === null)) return nothing;
  // Before the list is read the next beacon has no name, but its button counts among the others.
  if (next !== null && services.devices.list.value.devices === null) return html``;
  const words = next === null ? runStrings.later : isUnfinished ? runStrings.skipTo(next.name) : next.words;
  return html`<fk-button data-key="n" .href=${next?.path ?? onward.path}>${words}</fk-button>`;
}

/** Secondary actions; never a second proposal. `explained`: those that need it have an explanation beside them. */
export function renderWays(screen: RunScreenController, { explained = false } = {}): Part[] {
  const { view, message, options } = screen;
  const { services, uniqueId } = options;
  const { case: chosen, closable } = view;
  return [
    chosen.kind === 'unfinished' &&
    screen.mayConnect &&
    screen.other === null &&
    message.action !== 'pickAgain' &&
    services.runs.hasHandle(uniqueId)
      ? html`<fk-button variant="quiet" @click=${() => screen.begin({ chooseAgain: true })}>${runStrings.again}</fk-button>`
      : nothing,
    // Whatever the beacon answers, the person can always fetch, continue or close.
    wantsNewPackage(chosen) && message.action !== 'fetchPackage'
      ? html`<fk-button .busy=${screen.isFetching} @click=${() => screen.fetchPackage()}>${runActionWords.fetchPackage}</fk-button>`
      : nothing,
    chosen.kind === 'ended' && chosen.run !== null && services.runs.mayReopen(chosen.run)
      ? renderReopen(screen, chosen.run.id)
      : nothing,
    chosen.kind === 'unfinished' && chosen.step === 'start'
      ? html`<fk-button variant="quiet" @click=${() => screen.giveUp(chosen.run.id)}>${runStrings.giveUp}</fk-button>`
      : nothing,
    closable !== null
      ? html`<fk-close-run .explained=${explained} .uniqueId=${uniqueId}
        .onClose=${(reason: string) => void screen.closeRun(closable, reason)}></fk-close-run>`
      : nothing,
  ];
}

/** A run that a person closed is reopened as it was. Other runs are resumed through the chooser. */
function renderReopen({ mayPickForEnded, other, options }: RunScreenController, runId: string): TemplateResult {
  const { runs } = options.services;
  return mayPickForEnded
    ? html`<fk-button .icon=${bluetoothIcon} .disabled=${other !== null}
      @click=${() => runs.resume(runId, { chooseAgain: true })}>${runActionWords.pickAgain}</fk-button>`
    : html`<fk-button variant="quiet" @click=${() => runs.reopenRun(runId)}>${runStrings.close.reopen}</fk-button>`;
}
