/** Finds a beacon of a list by its printed label: the scanner, and a choice when several beacons match. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import {
  certainBeacon,
  labelIndex,
  readLabel,
  type LabelReading,
  type LabelSubject,
} from '../../domain/label/label.ts';
import { memoizeLast } from '../../domain/memoize.ts';
import type { CodeEvent } from '../elements/scan-label/scan-label.ts';
import { shared } from '../kit/tokens.ts';
import type { AccountServices } from '../shell/services.ts';
import { labelStrings as text } from '../strings/label.ts';
import '../elements/basics.ts';
import '../elements/scan-label/scan-label.ts';
import { BackendLookUp } from './backend-look-up.ts';

/** More choices than this do not help on a phone. */
const MAX_CHOICES = 12;

/** Set `open`, `subjects` (the list) and `services`. Loaded on the first use. Event: `fk-close`. */
@customElement('fk-find-by-label')
class FkFindByLabel extends LitElement {
  @property({ attribute: false }) open = false;
  @property({ attribute: false }) subjects: readonly LabelSubject[] = [];
  @property({ attribute: false }) services!: AccountServices;
  /** True to ask the backend for a label that names none of the list. */
  @property({ attribute: false }) asks = false;
  /** Called when the label names a beacon, or the person has chosen it among several matches. Closes it. */
  @property({ attribute: false }) onFound: (uniqueId: string) => void = () => {};
  @state() private reading: LabelReading | null = null;

  /** Made when a label is read, once for a list. */
  private readonly indexOf = memoizeLast(labelIndex);
  private readonly lookUp = new BackendLookUp(this, () => this.services);

  static override styles = [
    shared,
    css`
      /* Takes no space in a toolbar. */
      :host {
        position: absolute;
      }
    `,
  ];

  protected override updated(changed: PropertyValues<this>): void {
    // What the backend has found is in the list now.
    if (changed.has('subjects') && this.reading?.kind === 'none') this.read(this.reading.text);
  }

  protected override render(): TemplateResult {
    return html`<fk-scan-label .open=${this.open} .startWorker=${this.services.startWorker}
      @fk-code=${this.onCode} @fk-close=${this.onClose}>
      ${this.reading === null ? nothing : html`<div class="stack close anywhere">${this.renderReading(this.reading)}</div>`}
    </fk-scan-label>`;
  }

  private renderReading(reading: LabelReading): TemplateResult {
    if (reading.kind === 'none')
      return html`<p><bdi>${text.read(reading.text)}</bdi></p>
        <p>${text.none}</p>${this.asks ? this.lookUp.render(wordsOf(reading.text)) : nothing}`;
    const ids = reading.kind === 'one' ? [reading.uniqueId] : reading.uniqueIds;
    const contradicts = reading.kind === 'several' && reading.contradicts;
    return html`<p>${reading.kind === 'one' ? text.one : contradicts ? text.contradicts : text.several(ids.length)}</p>
      <ul class="stack close">
        ${ids.slice(0, MAX_CHOICES).map(
          (id) =>
            html`<li><fk-button wide
                @click=${() => this.choose(id)}><bdi>${id}</bdi>${contradicts ? '' : `, ${text.by[reading.sign]}`}</fk-button></li>`,
        )}
      </ul>
      ${ids.length > MAX_CHOICES ? html`<p>${text.more(ids.length - MAX_CHOICES)}</p>` : nothing}`;
  }

  private readonly onCode = ({ text: label }: CodeEvent): void => {
    this.read(label);
    if (this.asks && this.reading?.kind === 'none') this.lookUp.ask(wordsOf(this.reading.text));
  };

  private read(label: string): void {
    const reading = readLabel(this.indexOf(this.subjects), label);
    // Only an exact ID or address is chosen at once. The person confirms anything else.
    const certain = certainBeacon(reading);
    if (certain !== null) this.choose(certain);
    else this.reading = reading;
  }

  private choose(uniqueId: string): void {
    // Close the dialog first, so that the page's next step does not meet an open dialog.
    this.onClose();
    this.onFound(uniqueId);
  }

  private readonly onClose = (): void => {
    this.open = false;
    this.reading = null;
  };
}

/** The words of a label that may be an ID. */
function wordsOf(label: string): readonly string[] {
  return [...new Set(label.match(/[A-Za-z0-9]{4,40}/g) ?? [])];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-find-by-label': FkFindByLabel;
  }
}
