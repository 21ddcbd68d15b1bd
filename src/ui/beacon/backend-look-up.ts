/** Asks the backend for devices that are not in the saved list, and says what it answered. Those found join the list. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { LookedUp, Sought } from '../../use-cases/devices/device-list.ts';
import '../elements/button/button.ts';
import '../elements/progress/progress.ts';
import '../shared/failure.ts';
import type { AccountServices } from '../shell/services.ts';
import { deviceStrings } from '../strings/devices.ts';

const text = deviceStrings.lookUp;
/** A search is sent when it has not changed for this long, ms. */
const PAUSE_MS = 600;
/** Shorter searches are still being typed. */
const LEAST_CHARACTERS = 3;

export class BackendLookUp implements ReactiveController {
  #asked: ReadonlySet<string> = new Set();
  #answer: BackendResult<LookedUp> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly services: () => AccountServices,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** Asks once for each search, when a person has stopped typing it. */
  soon(words: string): void {
    clearTimeout(this.#timer);
    const sought = words.trim();
    if (sought.length < LEAST_CHARACTERS || this.#hasAsked(sought) || !this.#isReady) return;
    this.#timer = setTimeout(() => this.ask(sought), PAUSE_MS);
  }

  /** Asks once, unless it is called again after a failure. */
  ask(sought: Sought): void {
    const isKnown = this.#hasAsked(sought) && this.#answer?.ok !== false;
    if (sought.length === 0 || isKnown || !this.#isReady) return;
    const asked = new Set(listOf(sought));
    this.#asked = asked;
    this.#show(null);
    this.services()
      .devices.lookUp(sought)
      .then((answer) => {
        if (this.#asked === asked) this.#show(answer);
      }, reportError);
  }

  /** Nothing until it was asked. */
  render(sought: Sought): TemplateResult | typeof nothing {
    if (!this.#hasAsked(sought)) return nothing;
    const answer = this.#answer;
    if (answer === null) return html`<fk-progress .total=${null} .label=${text.asking}></fk-progress>`;
    if (!answer.ok)
      return html`<fk-failure retry .failure=${answer.failure} @fk-again=${() => this.ask(sought)}></fk-failure>`;
    return html`<p role="status">${answer.value.isWhole ? text.none : text.unsure}</p>`;
  }

  /** A button that asks, until it was asked. */
  renderAsk(sought: Sought): TemplateResult | typeof nothing {
    if (sought.length === 0) return nothing;
    return this.#hasAsked(sought) || !this.#isReady
      ? this.render(sought)
      : html`<div class="wrap"><fk-button @click=${() => this.ask(sought)}>${text.ask}</fk-button></div>`;
  }

  /** Those that were found are no longer sought. */
  #hasAsked(sought: Sought): boolean {
    return listOf(sought).every((one) => this.#asked.has(one));
  }

  get #isReady(): boolean {
    const { app, session } = this.services();
    return app.state.value.online && session.state.value.key === 'ready';
  }

  #show(answer: BackendResult<LookedUp> | null): void {
    this.#answer = answer;
    this.host.requestUpdate();
  }
}

function listOf(sought: Sought): readonly string[] {
  return typeof sought === 'string' ? [sought.trim()] : sought;
}
