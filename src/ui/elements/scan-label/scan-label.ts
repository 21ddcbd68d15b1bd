/**
 * The scanner: a sheet with the camera's picture that reports each code. The camera runs only while the sheet is open
 * and visible.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { labelStrings as text } from '../../strings/label.ts';
import { openCamera, type Camera, type CameraTrouble } from './camera.ts';
import type { LabelFormat, ReadCode, Wanted } from './label-formats.ts';
import { openLabelReader, type LabelReader } from './label-reader.ts';
import '../button/button.ts';
import '../dialog/dialog.ts';
import '../notice/notice.ts';

/** A code was read. The same code is reported again only after a different one. */
export class CodeEvent extends Event {
  constructor(
    readonly text: string,
    readonly format: LabelFormat,
  ) {
    super('fk-code', { bubbles: true, composed: true });
  }
}

/** Pause between two pictures, ms, so that the phone stays cool. */
const PAUSE_MS = 60;
/** Bar codes must be read twice, because they have no check digit or one that misses an error in ten to a hundred. */
const BARS: readonly LabelFormat[] = ['code_128', 'code_39', 'ean_13', 'ean_8'];

/** The scanner's texts when it does not look for a label. */
type ScanWords = Pick<typeof text, 'heading' | 'hint' | 'troubles'>;

/**
 * Set `open` and `startWorker`. The default slot announces the result of a code, slot `beside` is not announced.
 * Events: `fk-code`, `fk-close`.
 */
@customElement('fk-scan-label')
export class FkScanLabel extends LitElement {
  @property({ type: Boolean }) open = false;
  @property({ attribute: false }) startWorker: ((url: string) => Worker) | undefined;
  @property({ attribute: false }) wanted: Wanted = 'labels';
  @property({ attribute: false }) words: ScanWords = text;
  @state() private trouble: CameraTrouble | 'lost' | 'reader' | null = null;
  @state() private camera: Camera | null = null;
  @state() private torch = false;
  @state() private torchFailed = false;

  private reader: LabelReader | null = null;
  /** Identifies each start, so that late results of an earlier one are dropped. */
  private start = 0;
  private reported: string | null = null;
  private readonly onVisibility = (): void => this.follow();

  static override styles = [
    shared,
    css`
      :host {
        display: contents;
      }
      .view {
        position: relative;
        overflow: hidden;
        aspect-ratio: 4 / 3;
        max-height: 50dvh;
        border-radius: var(--radius-m);
        background: var(--color-veil);
      }
      video {
        display: block;
        width: 100%;
        height: 100%;
        object-fit: cover;
      }
      /* The frame in which a code is held. */
      .view::after {
        content: '';
        position: absolute;
        inset: 12% 14%;
        border: var(--stroke-strong) solid var(--color-on-accent);
        border-radius: var(--radius-m);
        outline: var(--stroke-strong) solid var(--color-veil);
      }
      /* On a phone on its side the text is beside the picture. */
      @media (max-height: 480px) and (min-width: 37.5em) {
        .body:has(.view) {
          grid-template-columns: auto minmax(0, 1fr);
        }
        .view {
          grid-row: 1 / 5;
          width: min(45vw, (100dvh - 11rem) * 4 / 3);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.onVisibility);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open') || changed.has('startWorker')) this.follow();
  }

  protected override updated(): void {
    const video = this.renderRoot.querySelector('video');
    if (video !== null && this.camera !== null && video.srcObject !== this.camera.stream) {
      video.srcObject = this.camera.stream;
      // Rejects when the sheet is closed before the first picture arrives, which is no failure.
      void video.play().catch(() => undefined);
    }
  }

  protected override render(): TemplateResult {
    const { trouble, camera } = this;
    return html`<fk-dialog .heading=${this.words.heading} .open=${this.open} @fk-close=${this.onClose}>
      <div class="body stack">
        ${
          trouble === null
            ? html`<div class="view">
                ${camera === null ? nothing : html`<video aria-label=${text.view} muted playsinline disablepictureinpicture></video>`}
              </div>
              <p class="soft">${this.words.hint}</p>`
            : html`<fk-notice tone="attention" .text=${this.words.troubles[trouble]}>
                ${trouble === 'none' ? nothing : html`<fk-button slot="action" @click=${this.onAgain}>${text.again}</fk-button>`}
              </fk-notice>`
        }
        <slot name="beside"></slot>
        <div class="stack close" role="status" aria-live="polite">
          ${
            trouble === null && this.reported === null
              ? html`<p class="soft">${camera === null ? text.starting : text.looking}</p>`
              : nothing
          }
          <slot></slot>
          ${this.torchFailed ? html`<p class="soft">${text.noTorch}</p>` : nothing}
        </div>
      </div>
      ${
        camera?.hasTorch === true
          ? html`<fk-button slot="actions" @click=${this.switchTorch}>${this.torch ? text.torchOff : text.torchOn}</fk-button>`
          : nothing
      }
    </fk-dialog>`;
  }

  /** Runs the camera while the sheet is open and the page is visible. */
  private follow(): void {
    const wanted = this.open && document.visibilityState === 'visible' && this.isConnected;
    if (!wanted) this.stop();
    else if (this.start === 0) void this.begin();
  }

  private stop(): void {
    this.start = 0;
    this.camera?.stop();
    this.camera = null;
    this.reader?.close();
    this.reader = null;
    this.trouble = null;
    this.torch = false;
    this.torchFailed = false;
    if (!this.open) this.reported = null;
  }

  private async begin(): Promise<void> {
    const { startWorker, wanted } = this;
    if (startWorker === undefined) return;
    const mine = (starts += 1);
    this.start = mine;
    const isOver = (): boolean => this.start !== mine;
    // Without a reader the sheet says that codes cannot be read here.
    const [camera, reader] = await Promise.all([openCamera(), openLabelReader(startWorker, wanted).catch(() => null)]);
    if (isOver() || typeof camera === 'string' || reader === null) {
      if (typeof camera !== 'string') camera.stop();
      reader?.close();
      if (!isOver()) this.trouble = typeof camera === 'string' ? camera : 'reader';
      return;
    }
    this.camera = camera;
    this.reader = reader;
    camera.onLost(() => {
      if (!isOver()) this.fail('lost');
    });
    await this.scan(reader, isOver).catch(() => {
      if (!isOver()) this.fail('reader');
    });
  }

  private async scan(reader: LabelReader, isOver: () => boolean): Promise<void> {
    let before: ReadCode | null = null;
    while (!isOver()) {
      const video = this.renderRoot.querySelector('video');
      const ready = video !== null && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0;
      const code: ReadCode | null = ready ? await reader.read(video) : null;
      if (isOver()) return;
      if (code !== null && (!BARS.includes(code.format) || before?.text === code.text)) this.report(code);
      before = code ?? before;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private report(code: ReadCode): void {
    if (this.reported === code.text) return;
    this.reported = code.text;
    this.requestUpdate();
    this.dispatchEvent(new CodeEvent(code.text, code.format));
  }

  private fail(trouble: 'lost' | 'reader'): void {
    const { start } = this;
    this.stop();
    this.start = start;
    this.trouble = trouble;
  }

  private readonly onAgain = (): void => {
    this.stop();
    this.follow();
  };

  private readonly switchTorch = async (): Promise<void> => {
    const wanted = !this.torch;
    const isDone = (await this.camera?.setTorch(wanted)) ?? false;
    if (this.camera === null) return;
    this.torchFailed = !isDone;
    if (isDone) this.torch = wanted;
  };

  private readonly onClose = (): void => {
    this.open = false;
  };
}

let starts = 0;

declare global {
  interface HTMLElementTagNameMap {
    'fk-scan-label': FkScanLabel;
  }
  interface HTMLElementEventMap {
    'fk-code': CodeEvent;
  }
}
