/** The outcome of Prepare or of fetching a package: one sentence, one next action. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { AnswerDifference } from '../../domain/answer-comparison.ts';
import type { PrepareOutcome } from '../../use-cases/prepare/prepare.ts';
import '../elements/basics.ts';
import { pageStyles } from '../kit/page-styles.ts';
import { shared, type Tone } from '../kit/tokens.ts';
import { devicePath, runPath } from '../shell/router.ts';
import { bulkStrings } from '../strings/bulk.ts';
import { configureStrings } from '../strings/configure.ts';
import { labelOf } from '../words/configure.ts';
import { failureWords } from '../strings/failures.ts';
import { renderFailureDetails, renderSignIn } from '../shared/failure.ts';
import { newValueLine } from './value-words.ts';
import { AskKeyEvent } from '../shared/ask-key-event.ts';
import { FAILURE_ACTIONS } from '../words/failures.ts';

const { outcome: says, action: actions } = configureStrings;

export type OutcomeRequest = 'prepare' | 'fetch' | 'askOfGateway' | 'withdraw';

/** The next action. With `href` it is a link, otherwise the page performs it. */
type OutcomeAction = 'fetch' | 'again' | 'edit' | 'key';

export interface OutcomeWords {
  readonly tone: Tone;
  readonly text: string;
  readonly label: string;
  readonly next: OutcomeAction | { readonly href: string };
  readonly failure: BackendFailure | null;
  readonly details: readonly string[];
}

/** Asks the page to perform the next action of an outcome. */
export class OutcomeActionEvent extends Event {
  constructor(readonly action: Exclude<OutcomeAction, 'key'>) {
    super('fk-outcome-action', { bubbles: true, composed: true });
  }
}

@customElement('fk-prepare-outcome')
class FkPrepareOutcome extends LitElement {
  @property({ attribute: false }) outcome: PrepareOutcome | null = null;
  @property() uniqueId = '';
  /**
   * What was asked for: a new configuration, only the package of one that is pending, whether a gateway has applied its
   * own, or to take a change back.
   */
  @property({ attribute: false }) request: OutcomeRequest = 'prepare';

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
        max-width: var(--measure);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    if (this.outcome === null) return nothing;
    const words = outcomeWords(this.outcome, this.uniqueId, this.request);
    const { next } = words;
    return html`<fk-notice .tone=${words.tone} urgent .text=${words.text}>
        ${words.failure?.kind === 'portal' ? renderSignIn(words.failure.address ?? null) : nothing}
        ${words.failure === null ? nothing : renderFailureDetails(words.failure)}
        ${
          words.details.length === 0
            ? nothing
            : html`<ul slot="details" class="points">${words.details.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`
        }
      </fk-notice>
      ${
        typeof next === 'object'
          ? html`<fk-button data-key="w" big wide variant="primary" .href=${next.href}>${words.label}</fk-button>`
          : html`<fk-button data-key="w" big wide variant="primary"
            @click=${() => this.dispatchEvent(next === 'key' ? new AskKeyEvent() : new OutcomeActionEvent(next))}
            >${words.label}</fk-button
          >`
      }`;
  }
}

/** Two or three words for a list row. A package that could not be fetched was still prepared. */
export function shortOutcome(outcome: PrepareOutcome, request: OutcomeRequest = 'prepare'): string {
  if (request === 'withdraw' && (outcome.kind === 'failed' || outcome.kind === 'blocked'))
    return bulkStrings.withdraw.failed;
  if (request === 'withdraw' && outcome.kind === 'unknown') return bulkStrings.withdraw.unknown;
  const isOfFetch = request === 'fetch' && (outcome.kind === 'failed' || outcome.kind === 'blocked');
  return isOfFetch ? bulkStrings.notFetched : bulkStrings.outcome[outcome.kind];
}

/** The text and the next action of every outcome, with the values that the backend holds differently. */
export function outcomeWords(
  outcome: PrepareOutcome,
  uniqueId: string,
  request: OutcomeRequest = 'prepare',
): OutcomeWords {
  const words = wordsOf(outcome, uniqueId, request);
  const differences = ('differences' in outcome ? outcome.differences : null) ?? [];
  if (differences.length === 0) return words;
  return {
    ...words,
    tone: words.tone === 'info' ? 'attention' : words.tone,
    text: [words.text, ...differenceWords(differences)].join(' '),
  };
}

/** One sentence for each value that the backend holds differently, and one for all that it does not report. */
export function differenceWords(differences: readonly AnswerDifference[]): string[] {
  const unsaid = differences.filter(({ kind }) => kind === 'notSaid').map(({ name }) => labelOf(name));
  return [
    ...differences.flatMap((difference) => {
      const { name, kind, requested } = difference;
      if (kind === 'changed')
        return [says.changed(labelOf(name), newValueLine(name, difference.answered), newValueLine(name, requested))];
      return kind === 'ignored' ? [says.ignored(labelOf(name))] : [];
    }),
    ...(unsaid.length === 0 ? [] : [says.notReported(unsaid.join(', '))]),
  ];
}

function wordsOf(outcome: PrepareOutcome, uniqueId: string, request: OutcomeRequest): OutcomeWords {
  const toDevice = [actions.device, { href: devicePath(uniqueId) }] as const;
  const toRun = { href: runPath(uniqueId) };
  if (request === 'withdraw') {
    const words = wordsOfWithdrawing(outcome);
    if (words !== null) return words;
  }
  switch (outcome.kind) {
    case 'onThisPhone':
      return withoutFailure('info', says.onThisPhone, actions.run, toRun, outcome.remarks);
    case 'preparedOnly': {
      const { failure } = outcome;
      if (failure.kind !== 'notFound') return ofFailure(failure, says.preparedOnly, 'fetch', actions.fetch);
      // Right after preparing, "not found" means the package, not the device.
      return { ...withoutFailure('attention', says.noPackageYet, actions.fetch, 'fetch'), failure };
    }
    case 'waitingForGateway':
      return withoutFailure('info', says.waitingForGateway, ...toDevice);
    case 'noLongerPending':
      if (!outcome.isApplied) return withoutFailure('attention', says.noLongerPending.unsure, actions.again, 'again');
      return withoutFailure(
        'info',
        request === 'askOfGateway' ? says.appliedByGateway : says.noLongerPending.applied,
        ...toDevice,
      );
    case 'withdrawn':
      return withoutFailure('info', says.withdrawn, actions.edit, 'edit');
    case 'stillPending':
      return withoutFailure('attention', says.stillPending, actions.withdrawAgain, 'again');
    case 'notOffered':
      return withoutFailure('attention', says.notOffered, actions.edit, 'edit');
    case 'notAccessible':
      return withoutFailure('stop', says.notAccessible, actions.devices, { href: '/devices' });
    case 'blocked':
      if (outcome.reason === 'undeliveredReceipt') {
        const text = request === 'withdraw' ? says.receiptNeedsChange : says.undeliveredReceipt;
        return withoutFailure('attention', text, actions.outbox, { href: '/outbox' });
      }
      return withoutFailure(
        'attention',
        request === 'withdraw' ? says.mayBeWritten : says.unfinishedRun,
        actions.finishRun,
        toRun,
      );
    case 'unusable': {
      if (outcome.reason === 'tooLarge')
        return withoutFailure('stop', says.tooLarge(outcome.bytes), actions.edit, 'edit');
      // Fetching again would return the same.
      const tone = outcome.reason === 'written' || outcome.reason === 'absent' ? 'attention' : 'stop';
      return withoutFailure(tone, says[outcome.reason], actions.again, 'again');
    }
    case 'storageFailed':
      return withoutFailure('stop', says.storageFailed, actions.fetch, 'fetch', [outcome.detail]);
    case 'unknown':
      return ofFailure(outcome.failure, says.unknown, 'fetch', actions.ask);
    case 'failed':
      if (request === 'askOfGateway') return ofFailure(outcome.failure, says.notAsked, 'fetch', actions.ask);
      return request === 'fetch' ? ofFetch(outcome.failure) : ofFailed(outcome.failure);
  }
}

function withoutFailure(
  tone: OutcomeWords['tone'],
  text: string,
  label: string,
  next: OutcomeWords['next'],
  details: readonly string[] = [],
): OutcomeWords {
  return { tone, text, label, next, failure: null, details };
}

/** Returns the words that differ after a withdrawal. Null: the usual ones apply. */
function wordsOfWithdrawing(outcome: PrepareOutcome): OutcomeWords | null {
  switch (outcome.kind) {
    case 'noLongerPending':
      return outcome.isApplied ? null : withoutFailure('info', says.noLongerPending.unsure, actions.edit, 'edit');
    case 'storageFailed':
      return withoutFailure('stop', says.notWithdrawn, actions.withdrawAgain, 'again', [outcome.detail]);
    case 'unknown':
      return ofFailure(outcome.failure, says.withdrawUnknown, 'again', actions.withdrawAgain);
    case 'failed':
      return FAILURE_ACTIONS[outcome.failure.kind] === 'account'
        ? ofFailed(outcome.failure, says.notWithdrawn)
        : ofFailure(outcome.failure, says.notWithdrawn, 'again', actions.withdrawAgain);
    default:
      return null;
  }
}

/** Returns the words for a failed download. */
function ofFetch(failure: BackendFailure): OutcomeWords {
  const action = FAILURE_ACTIONS[failure.kind];
  if (action === 'account') return ofFailed(failure, says.notFetched);
  return action === 'none'
    ? { ...ofFailure(failure, says.notFetched, 'again', actions.again), tone: 'stop' }
    : ofFailure(failure, says.notFetched, 'fetch', actions.fetch);
}

function ofFailed(failure: BackendFailure, what: string = says.failed): OutcomeWords {
  switch (FAILURE_ACTIONS[failure.kind]) {
    case 'account':
      return { ...ofFailure(failure, what, { href: '/more' }, actions.account), tone: 'stop' };
    case 'none':
      return { ...ofFailure(failure, what, 'edit', actions.edit), tone: 'stop' };
    default:
      return ofFailure(failure, says.failed, 'again', actions.again);
  }
}

/** `next` and its label apply unless the key is what is missing. */
function ofFailure(failure: BackendFailure, text: string, next: OutcomeWords['next'], label: string): OutcomeWords {
  const whole = `${text} ${failureWords[failure.kind].says}`;
  const [way, words] = FAILURE_ACTIONS[failure.kind] === 'key' ? (['key', actions.key] as const) : [next, label];
  return { ...withoutFailure('attention', whole, words, way), failure };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-prepare-outcome': FkPrepareOutcome;
  }
}
