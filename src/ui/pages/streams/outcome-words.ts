/** The outcome of a stream action as one sentence with its tone. */
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import type { StreamStep } from '../../../domain/streams/steps.ts';
import type { ShownField, SecretField } from '../../../domain/streams/stream.ts';
import type { StreamOutcome } from '../../../use-cases/streams/streams.ts';
import type { Tone } from '../../kit/tokens.ts';
import { failureWords } from '../../strings/failures.ts';
import { streamStrings as text } from '../../strings/streams.ts';

export interface OutcomeWords {
  readonly tone: Tone;
  readonly says: string;
}

/** The message that stays on the page until the next action. */
export interface ShownOutcome extends OutcomeWords {
  readonly failure: BackendFailure | null;
  /** The one next action, if any. */
  readonly again: 'replace' | 'read' | null;
  /** The message names the fields that the backend does not show. */
  readonly unshown: boolean;
}

/** Null after success, which is only announced. */
export function shownOutcomeOf(step: StreamStep, outcome: StreamOutcome, wasRead: boolean): ShownOutcome | null {
  const unseen = outcome.kind === 'done' && outcome.secretsUnseen;
  if (outcome.kind === 'done' && !unseen) return null;
  const unread = outcome.kind === 'doneUnread' || outcome.kind === 'unanswered';
  return {
    ...outcomeWords(step, outcome, wasRead),
    unshown: outcome.kind === 'unshown',
    failure: 'failure' in outcome ? outcome.failure : null,
    again: outcome.kind === 'dropped' || unseen ? 'replace' : unread ? 'read' : null,
  };
}

/** `wasRead`: whether the stream could be read after a request without an answer. */
export function outcomeWords(step: StreamStep, outcome: StreamOutcome, wasRead: boolean): OutcomeWords {
  switch (outcome.kind) {
    case 'done':
      return outcome.secretsUnseen
        ? { tone: 'attention', says: text.secretsUnseen }
        : { tone: 'info', says: text.done[step] };
    case 'doneUnread':
      return { tone: 'attention', says: text.doneUnread };
    case 'dropped':
      return { tone: 'stop', says: text.dropped(fieldWords(outcome.fields)) };
    case 'unshown':
      return { tone: 'attention', says: text.unshownAfter(fieldWords(outcome.fields)) };
    case 'unanswered':
      return { tone: 'attention', says: wasRead ? text.unanswered : text.unansweredUnread };
    case 'failed':
      return { tone: 'attention', says: failureWords[outcome.failure.kind].says };
    case 'faults':
      return { tone: 'attention', says: text.fixFirst(outcome.faults.length) };
    case 'nothingChanged':
      return { tone: 'info', says: text.nothingChanged };
    case 'notTaken':
    case 'exists':
    case 'changedMeanwhile':
    case 'gone':
      return { tone: 'attention', says: text[outcome.kind] };
  }
}

export function fieldWords(fields: readonly (ShownField | SecretField)[]): string[] {
  return fields.map((field) => text.fields[field].toLowerCase());
}
