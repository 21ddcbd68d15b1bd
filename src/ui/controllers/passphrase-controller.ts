/** Has a passphrase judged while it is typed, and says the verdict in one sentence: the session's own rule, so that a form promises nothing that storing would refuse. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PassphraseJudgement } from '../../domain/passphrase.ts';
import type { Session } from '../../use-cases/session/offered.ts';
import { keyStrings } from '../strings/keys.ts';

const text = keyStrings.passphrase;

interface PassphraseVerdict {
  readonly ok: boolean;
  /** Empty while nothing is typed or the judging goes on. */
  readonly words: string;
}

const NOTHING_YET: PassphraseVerdict = { ok: false, words: '' };

export class PassphraseController implements ReactiveController {
  private asked = '';
  private known: PassphraseVerdict = NOTHING_YET;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly session: () => Session | null | undefined,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.asked = '';
    this.known = NOTHING_YET;
  }

  /** What is known now; the host is drawn again when more is. `apiKey` where it is typed beside it, else that of the account. */
  verdict(passphrase: string, apiKey?: string): PassphraseVerdict {
    if (passphrase === '') return NOTHING_YET;
    const asked = JSON.stringify([passphrase, apiKey]);
    if (asked !== this.asked) void this.judge(passphrase, apiKey);
    return this.known;
  }

  /** The verdict itself, to act upon. */
  async judge(passphrase: string, apiKey?: string): Promise<PassphraseVerdict> {
    if (passphrase === '') return NOTHING_YET;
    const asked = JSON.stringify([passphrase, apiKey]);
    if (asked !== this.asked) this.known = NOTHING_YET;
    this.asked = asked;
    const verdict = await this.ask(passphrase, apiKey);
    if (asked === this.asked) {
      this.known = verdict;
      this.host.requestUpdate();
    }
    return verdict;
  }

  private async ask(passphrase: string, apiKey: string | undefined): Promise<PassphraseVerdict> {
    try {
      const judgement = await this.session()?.judgePassphrase(passphrase, apiKey);
      return judgement === undefined
        ? NOTHING_YET
        : { ok: judgement.kind === 'good' || judgement.kind === 'strong', words: wordsFor(judgement) };
    } catch {
      return { ok: false, words: text.notJudged };
    }
  }
}

function wordsFor(judgement: PassphraseJudgement): string {
  return judgement.kind === 'tooShort' ? text.short(judgement.missing) : text[judgement.kind];
}
