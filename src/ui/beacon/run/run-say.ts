/** One sentence, one action and one signal for every state of the run screen (product.md "Words on screen"). */
import { decodeBase64 } from '../../../domain/base64.ts';
import type { PackageSource } from '../../../domain/beacon-answer.ts';
import { ERRANDS, errandOf, saysOtherOperation } from '../../../domain/errand.ts';
import { GONE, SHOWN, SHOWN_NEWER, UNPROVEN } from '../../../domain/delivery/verdict.ts';
import {
  ACTION_OF_STEP,
  meaningOf,
  needsRadio,
  offersNewPackage,
  type NextAction,
  type RunAction,
} from '../../../domain/provisioning/next-action.ts';
import { isHeld, type Receipt } from '../../../domain/receipt.ts';
import { mayHaveWritten, type RunFailure, type RunOutcome } from '../../../domain/run.ts';
import type { TrackSummary } from '../../../domain/track-marks.ts';
import type { NextStep } from '../../../domain/provisioning/next-step.ts';
import type { RunPhase, RunProgress } from '../../../use-cases/run/runs.ts';
import type { Tone } from '../../kit/tokens.ts';
import { commandStrings } from '../../strings/commands.ts';
import { commandNameOf } from '../../words/commands.ts';
import { readingStrings } from '../../strings/reading.ts';
import { nextStepWords, phaseNow, runStrings } from '../../strings/run.ts';
import { failureText, refusedLastWords, refusedWords, resultName } from '../../words/run.ts';
import { isSafelyStored, type RunCase } from './run-case.ts';

export interface RunMessage {
  readonly tone: Tone;
  /** Empty when the screen itself shows everything. */
  readonly text: string;
  /** The one next action; null when the person has nothing to do. */
  readonly action: RunAction | null;
  /** The technical name, for Details. */
  readonly detail: string;
  readonly signal: 'done' | 'again' | 'stop' | null;
  /** The receipt that the person holds back, which can be released here. */
  readonly heldId?: string | null;
}

export interface MessageFacts {
  readonly radio: 'available' | 'absent' | 'off' | 'unknown';
  /** Why Bluetooth is missing, and what helps. */
  readonly noBluetooth: () => string;
  /** True when there is another package to continue with. */
  readonly hasNext: boolean;
  readonly nextStep: NextStep | null;
  /** Where a new package comes from. */
  readonly source: PackageSource;
  /** The state word of the beacon's track. */
  readonly state: TrackSummary;
  /** True when the queue is paused: the backend refused the key, or several devices in a row the same way. */
  readonly isSendingStopped: boolean;
}

export function messageOf(chosen: RunCase, facts: MessageFacts): RunMessage {
  const shown = withSource(plainly(chosen, facts), chosen, facts);
  const { action } = shown;
  if (action === null || !needsRadio(action)) return shown;
  if (facts.radio === 'absent') return { ...shown, tone: 'stop', text: facts.noBluetooth(), action: 'useOtherBrowser' };
  if (facts.radio === 'off' && shown.text === '') return { ...shown, tone: 'attention', text: runStrings.radioOff };
  return shown;
}

/**
 * Replaces "fetch package" where the backend is known to have none: first close the run that prevents it, then prepare
 * a new configuration.
 */
function withSource(shown: RunMessage, chosen: RunCase, { source }: MessageFacts): RunMessage {
  if (shown.action !== 'fetchPackage' || source === 'fetch') return shown;
  if (source === 'outbox') return { ...shown, text: `${shown.text} ${runStrings.sendFirst}`, action: 'toOutbox' };
  if (chosen.kind === 'unfinished' && mayHaveWritten(chosen.run))
    return { ...shown, text: runStrings.overtaken, action: 'closeAndPrepare' };
  return { ...shown, text: textWithNothingPending(chosen) ?? shown.text, action: 'configure' };
}

/** Null when the usual sentence is correct in this case too. */
function textWithNothingPending(chosen: RunCase): string | null {
  if (chosen.kind === 'dead') return runStrings.deadForGood;
  const receipt = chosen.kind === 'ended' ? chosen.receipt : null;
  if (receipt?.state !== 'notVerified') return null;
  return receipt.lastAnswer?.code === GONE ? runStrings.receiptGone : runStrings.receiptNothingPending;
}

/** The text for the current step of a run. */
export function progressWords(progress: RunProgress): string {
  const { phase, waitsForOldLink = false, radioOff = false } = progress;
  if (phase === 'choosing' && radioOff) return runStrings.radioOffNow;
  if (errandOf(progress).name === 'reading' && (phase === 'reading' || phase === 'saving'))
    return readingStrings.phases[phase];
  return phase === 'connecting' && waitsForOldLink ? runStrings.waitsForOldLink : phaseNow[phase];
}

/** A screen reader speaks of these phases alone: the steps between them take a moment, and their words would queue up. */
const SPOKEN: Readonly<Record<RunPhase, RunPhase>> = {
  choosing: 'choosing',
  connecting: 'connecting',
  discovering: 'connecting',
  checking: 'connecting',
  writing: 'writing',
  processing: 'writing',
  settling: 'writing',
  reading: 'reading',
  saving: 'reading',
  copying: 'reading',
  releasing: 'reading',
  ended: 'ended',
};

/** What a screen reader says of the current step of a run. */
export function spokenWords(progress: RunProgress): string {
  const phase = SPOKEN[progress.phase];
  return phase === 'writing' ? runStrings.pastCancel : progressWords({ ...progress, phase });
}

/** True when a new package is offered, because it settles the state of the beacon. */
export function wantsNewPackage(chosen: RunCase): boolean {
  if (chosen.kind === 'ready') return chosen.refusedWith !== null;
  return (
    chosen.kind === 'unfinished' &&
    chosen.failure !== null &&
    offersNewPackage(chosen.failure, mayHaveWritten(chosen.run))
  );
}

function plainly(chosen: RunCase, facts: MessageFacts): RunMessage {
  switch (chosen.kind) {
    case 'loading':
      return say('neutral', '', null);
    case 'nothing':
      return say('neutral', facts.source === 'none' ? runStrings.ofGateway : runStrings.nothing, 'configure');
    case 'unreadable':
      return say('stop', runStrings.unreadable, 'nothing');
    case 'commandsOnly':
      // The commands offer the next actions themselves.
      return say(
        'info',
        commandStrings.only(chosen.commands.map(commandNameOf).join(', '), chosen.commands.length > 1),
        null,
      );
    case 'preparedOnly':
      return say('info', runStrings.preparedOnly, 'fetchPackage');
    case 'dead':
      return say('stop', runStrings.dead, 'fetchPackage');
    case 'otherPlan':
      return say('attention', runStrings.otherPlan, 'nothing');
    case 'elsewhere':
      return say('info', runStrings.elsewhere, 'waitOther');
    case 'running':
      return say('info', progressWords(chosen.progress), null);
    case 'copyMissing':
      return {
        ...say('stop', runStrings.copyMissing[chosen.missing], 'retrySave', 'stop'),
        detail: detailOf(chosen.progress.failure),
      };
    case 'ready':
      if (chosen.failure !== null) return sayFailure(chosen.failure, false, 'start', facts);
      if (saysOtherOperation(decodeBase64(chosen.package.base64 ?? '') ?? new Uint8Array(), ERRANDS.configuration))
        return say('attention', runStrings.oddPackage, 'connect');
      if (chosen.refusedWith !== null) return say('attention', refusedLastWords(chosen.refusedWith), 'connect');
      return chosen.before === null
        ? say('neutral', '', 'connect')
        : say('info', runStrings.packageBefore[chosen.before], 'connect');
    case 'waits':
      // The commands show what can be done.
      return say('attention', commandStrings.waiting(chosen.commands.map(commandNameOf).join(', ')), null);
    case 'unfinished':
      // Connecting again would lose an answer that is still on its way, so the screen does not propose it.
      if (chosen.step === 'awaitAnswer')
        return { ...say('attention', nextStepWords.awaitAnswer, 'stopWaiting'), detail: detailOf(chosen.failure) };
      // Deliver the receipt before a new package is fetched; delivery may be all that is missing.
      if (chosen.mayBeHere && chosen.failure !== null && meaningOf(chosen.failure.code).action === 'fetchPackage')
        return { ...say('attention', runStrings.mayBeHere, 'toOutbox', 'again'), detail: detailOf(chosen.failure) };
      return chosen.failure === null || meaningOf(chosen.failure.code).severity === 'none'
        ? say(
            chosen.step === 'start' ? 'info' : 'attention',
            stepWords(chosen.step, facts),
            ACTION_OF_STEP[chosen.step],
          )
        : sayFailure(chosen.failure, mayHaveWritten(chosen.run), chosen.step, facts);
    case 'ended':
      return sayOutcome(chosen.outcome, chosen.receipt, facts);
  }
}

function stepWords(step: NextStep, { isSendingStopped }: MessageFacts): string {
  return step === 'deliver' && isSendingStopped ? runStrings.deliverStopped : nextStepWords[step];
}

function sayFailure(failure: RunFailure, written: boolean, step: NextStep, facts: MessageFacts): RunMessage {
  const { severity, action } = meaningOf(failure.code);
  const text = failure.code === 'noBluetooth' ? facts.noBluetooth() : failureText(failure.code, written);
  const detail = detailOf(failure);
  if (severity === 'none') return { ...say('neutral', text, ACTION_OF_STEP[step]), detail };
  const tone = severity === 'stop' ? 'stop' : 'attention';
  return { ...say(tone, text, legal(action, step), severity === 'stop' ? 'stop' : 'again'), detail };
}

/** The failure's action, unless the journal forbids it: a run that only waits for delivery is never connected again. */
function legal(action: NextAction, step: NextStep): RunAction {
  const mayUseRadio = step === 'start' || step === 'resume' || step === 'readResponse';
  return needsRadio(action) && !mayUseRadio ? ACTION_OF_STEP[step] : action;
}

function sayOutcome(outcome: RunOutcome, receipt: Receipt | null, facts: MessageFacts): RunMessage {
  const onward: RunAction = facts.hasNext ? 'nextBeacon' : 'nothing';
  switch (outcome.kind) {
    case 'receipt':
      return sayReceipt(receipt, onward, facts);
    case 'refused': {
      const words = refusedWords(outcome.result);
      // The journal decides whether this package may be written again; the failure decides the text.
      const action =
        facts.nextStep === 'start'
          ? words.action === 'connectAgain'
            ? 'connectAgain'
            : 'pickAgain'
          : words.action === 'configure'
            ? 'configure'
            : 'fetchPackage';
      return {
        ...say('stop', refusedText(words.reason, facts), action, 'stop'),
        detail: `${outcome.result < 0 ? '' : outcome.result} ${resultName(outcome.result)}`.trim(),
      };
    }
    case 'packageDead':
    case 'receiptLost':
    case 'noAnswer':
      return say('attention', runStrings[outcome.kind], facts.hasNext ? 'nextBeacon' : 'fetchPackage', 'again');
    case 'settledLater':
      return say(
        'done',
        receipt !== null && !errandOf(receipt).configures ? runStrings.settledByReading : runStrings.settledLater,
        onward,
      );
    case 'closed':
      return {
        ...say('attention', runStrings.closed, onward),
        detail: outcome.reason || runStrings.close.defaultReason,
      };
    case 'commandSent':
      return say('info', commandStrings.ended.commandSent, 'nothing');
    case 'abandoned':
      return say('neutral', runStrings.abandoned, 'nothing');
  }
}

/** A refusal says nothing of an earlier run that may have changed the beacon. */
function refusedText(reason: string, { state }: MessageFacts): string {
  return state === 'uncertain' ? runStrings.refusedWhileUncertain(reason) : runStrings.refused(reason);
}

function sayReceipt(receipt: Receipt | null, onward: RunAction, { isSendingStopped }: MessageFacts): RunMessage {
  if (receipt === null || receipt.state === 'reserved') return say('info', runStrings.receiptSaving, null);
  if (receipt.owner === 'unsure' && receipt.state !== 'verified') return sayUnsure(receipt, onward);
  switch (receipt.state) {
    case 'verified':
      return say('done', runStrings.receiptVerified, onward, 'done');
    case 'notVerified':
      return say('attention', notVerifiedWords(receipt), 'fetchPackage', 'again');
    case 'parked':
      return say('attention', parkedWords(receipt), 'toOutbox', 'again');
    case 'sent':
      return say(
        'info',
        receipt.lastAnswer?.code === 'newerChange' ? runStrings.receiptNewerChange : runStrings.receiptSent,
        onward,
        'done',
      );
    default:
      return isSafelyStored(receipt)
        ? {
            ...say('info', savedWords(receipt, isSendingStopped), onward, 'done'),
            heldId: isHeld(receipt) && receipt.givenUpAtMs === undefined ? receipt.id : null,
          }
        : say('stop', runStrings.copyMissing.second, 'toOutbox', 'stop');
  }
}

function savedWords(receipt: Receipt, isSendingStopped: boolean): string {
  if (isHeld(receipt)) return runStrings.receiptHeld;
  return isSendingStopped ? runStrings.receiptStopped : runStrings.receipt;
}

/** The state of a receipt that may be another beacon's says nothing about this one. */
function sayUnsure({ state }: Receipt, onward: RunAction): RunMessage {
  switch (state) {
    case 'waiting':
      return say('attention', runStrings.unsure, onward, 'again');
    case 'sent':
      return say('info', runStrings.unsureSent, onward, 'again');
    default:
      return say('attention', runStrings.unsureDenied, 'toOutbox', 'again');
  }
}

function notVerifiedWords({ lastAnswer }: Receipt): string {
  switch (lastAnswer?.code) {
    case GONE:
      return runStrings.receiptGone;
    case 'replaced':
      return runStrings.receiptReplaced;
    default:
      return runStrings.receiptNotVerified;
  }
}

/** Adds what the check after the refusal found. Without a finding the text does not say "refused for good". */
function parkedWords({ lastAnswer }: Receipt): string {
  switch (lastAnswer?.code) {
    case SHOWN:
    case SHOWN_NEWER:
      return runStrings.receiptShown;
    case UNPROVEN:
      return runStrings.receiptUnproven;
    default:
      return runStrings.receiptParked;
  }
}

function say(tone: Tone, text: string, action: RunAction | null, signal: RunMessage['signal'] = null): RunMessage {
  return { tone, text, action, detail: '', signal };
}

function detailOf(failure: RunFailure | null): string {
  return failure === null ? '' : `${failure.code}: ${failure.detail}`;
}
