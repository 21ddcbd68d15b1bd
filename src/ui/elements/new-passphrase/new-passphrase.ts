/** Two fields for a new passphrase. Requirements are shown as help while typing, and as an error after an attempt. */
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { mayProtect, type PassphraseJudgement } from '../../../domain/passphrase.ts';
import type { Session } from '../../../use-cases/session/session.ts';
import { shared } from '../../kit/tokens.ts';
import { keyStrings } from '../../strings/keys.ts';
import type { FieldChangeEvent } from '../field/field.ts';
import '../field/field.ts';

const text = keyStrings.passphrase;

/** `words` are null until the check is done. */
interface Verdict {
  readonly isGood: boolean;
  readonly words: string | null;
}

const NOTHING_KNOWN: Verdict = { isGood: false, words: null };

/**
 * Set `session`, whose rule checks the passphrase, so that form and storage agree. Events: `fk-new-passphrase`,
 * `fk-enter`.
 */
@customElement('fk-new-passphrase')
export class FkNewPassphrase extends LitElement {
  @property({ attribute: false }) session!: Pick<Session, 'judgePassphrase'>;
  /** The key typed beside it; undefined for the account's key. */
  @property({ attribute: false }) apiKey: string | undefined = undefined;
  /** An error after a valid passphrase. */
  @property() problem = '';
  @state() private typed = '';
  @state() private repeated = '';
  @state() private wasChecked = false;
  @state() private verdict = NOTHING_KNOWN;
  /** The text that the verdict belongs to. */
  private judged = '';

  static override styles = shared;

  /** The field with an error. */
  get fault(): 'passphrase' | 'repeat' | null {
    if (!this.wasChecked) return null;
    if (this.typed === '' || (this.verdict.words !== null && !this.verdict.isGood)) return 'passphrase';
    return this.repeated === this.typed ? null : 'repeat';
  }

  /** The passphrase if it is valid; otherwise null, and `fault` names the field. */
  async read(): Promise<string | null> {
    const { typed, repeated } = this;
    const { isGood } = await this.judge();
    this.wasChecked = true;
    return isGood && repeated === typed ? typed : null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.typed = '';
    this.repeated = '';
    this.wasChecked = false;
  }

  override focus(): void {
    this.renderRoot.querySelectorAll('fk-field')[this.fault === 'repeat' ? 1 : 0]?.focus();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('typed') || changed.has('apiKey') || changed.has('session')) void this.judge();
  }

  protected override render(): TemplateResult {
    const { fault } = this;
    const words = this.verdict.words ?? '';
    const error = fault === 'passphrase' ? words || text.help : '';
    return html`<fk-field
        secret
        name="passphrase"
        .label=${text.label}
        .value=${this.typed}
        .help=${error === '' ? words || text.help : ''}
        .error=${error}
        @fk-input=${this.onTyped}
        @fk-change=${this.onTyped}
      ></fk-field>
      <fk-field
        secret
        name="repeat"
        .label=${text.repeat}
        .value=${this.repeated}
        .error=${fault === 'repeat' ? text.differs : this.problem}
        @fk-input=${this.onRepeated}
        @fk-change=${this.onRepeated}
      ></fk-field>`;
  }

  /** Waits for the controls, so that one can be focused. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    for (const field of this.renderRoot.querySelectorAll('fk-field')) await field.updateComplete;
    return isDone;
  }

  private async judge(): Promise<Verdict> {
    const { session, typed, apiKey } = this;
    const requested = JSON.stringify([typed, apiKey]);
    if (requested !== this.judged) this.verdict = NOTHING_KNOWN;
    this.judged = requested;
    if (typed === '') return NOTHING_KNOWN;
    const verdict = await session.judgePassphrase(typed, apiKey).then(
      (judgement) => ({ isGood: mayProtect(judgement), words: wordsFor(judgement) }),
      () => ({ isGood: false, words: text.notJudged }),
    );
    if (requested === this.judged) {
      this.verdict = verdict;
      this.dispatchEvent(new Event('fk-new-passphrase', { bubbles: true, composed: true }));
    }
    return verdict;
  }

  private readonly onTyped = (event: FieldChangeEvent): void => {
    this.typed = event.value;
    this.report(event);
  };

  private readonly onRepeated = (event: FieldChangeEvent): void => {
    this.repeated = event.value;
    this.report(event);
  };

  /** Keeps the events of the inner fields from the form around. */
  private report(event: Event): void {
    event.stopPropagation();
    this.dispatchEvent(new Event('fk-new-passphrase', { bubbles: true, composed: true }));
  }
}

function wordsFor(judgement: PassphraseJudgement): string {
  return judgement.kind === 'tooShort' ? text.short(judgement.missing) : text[judgement.kind];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-new-passphrase': FkNewPassphrase;
  }
}
