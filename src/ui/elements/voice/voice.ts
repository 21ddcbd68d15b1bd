/** The voice: reads out what appears, from two live regions that are there before any word of it. */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { shared } from '../../kit/tokens.ts';

/** What has just appeared on the screen. Caught by the nearest voice: that of the dialog it is in, else that of the app. */
export class SpeakEvent extends Event {
  constructor(
    readonly words: string,
    /** Interrupts what is being read. */
    readonly urgent: boolean,
  ) {
    super('fk-speak', { bubbles: true, composed: true });
  }
}

/** A region that is filled in the moment it is made is not read by every screen reader; nor does one of them read two changes at once. */
const GATHER_MS = 150;
/** Long enough to be heard, short enough not to be met again by who reads through the page. */
const KEPT_MS = 10_000;
const LIVE = '[aria-live], [role="status"], [role="alert"]';

/** Keep one in the shadow of whoever is to speak, for good. It hears all that is inside its host, except inside a live region, which speaks for itself. */
@customElement('fk-voice')
class FkVoice extends LitElement {
  @state() private polite = '';
  @state() private urgent = '';
  /** The same words said anew are new words. */
  @state() private turn = 0;

  private waiting: SpeakEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private host: HTMLElement | null = null;

  static override styles = [shared];

  override connectedCallback(): void {
    super.connectedCallback();
    this.host = (this.getRootNode() as ShadowRoot).host as HTMLElement;
    this.host.addEventListener('fk-speak', this.onSpeak);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.host?.removeEventListener('fk-speak', this.onSpeak);
    clearTimeout(this.timer);
  }

  protected override render(): TemplateResult {
    const said = (words: string): unknown => (words === '' ? nothing : keyed(this.turn, html`<p>${words}</p>`));
    return html`<div class="aside" role="status">${said(this.polite)}</div>
      <div class="aside" role="alert">${said(this.urgent)}</div>`;
  }

  private readonly onSpeak = (event: SpeakEvent): void => {
    // What cannot be seen, such as a closed dialog, says nothing.
    if (this.host?.checkVisibility() !== true || !this.checkVisibility()) return;
    event.stopPropagation();
    if (event.composedPath().some((node) => node instanceof Element && node.matches(LIVE))) return;
    this.waiting.push(event);
    clearTimeout(this.timer);
    this.timer = setTimeout(this.speak, GATHER_MS);
  };

  private readonly speak = (): void => {
    const of = (urgent: boolean): string =>
      [...new Set(this.waiting.filter((one) => one.urgent === urgent).map(({ words }) => words))].join(' ');
    [this.polite, this.urgent] = [of(false), of(true)];
    this.waiting = [];
    this.turn += 1;
    this.timer = setTimeout(() => ([this.polite, this.urgent] = ['', '']), KEPT_MS);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-voice': FkVoice;
  }
  interface HTMLElementEventMap {
    'fk-speak': SpeakEvent;
  }
}
