/** Shows a file as a series of codes for the camera of another phone. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { backIcon, forwardIcon, holdIcon, playIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { transferStrings } from '../../strings/transfer.ts';
import { CodeDrawer } from './code-drawer.ts';
import type { DrawnCode } from './draw-code.ts';
import '../button/button.ts';
import '../field/field.ts';
import type { FieldChangeEvent } from '../field/field.ts';
import '../notice/notice.ts';

const text = transferStrings.give;

/**
 * How long each page is shown, ms. Four pages a second are at most two flashes; three flashes a second can cause
 * seizures.
 */
const STANDS_MS = { slow: 1000, normal: 500, fast: 250 } as const;
type Speed = keyof typeof STANDS_MS;
const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast'];

/**
 * Set `pages` (the text of each code) and `startWorker`. Fills the available height. The default slot is beside the
 * code.
 */
@customElement('fk-paged-code')
export class FkPagedCode extends LitElement {
  @property({ attribute: false }) pages: readonly string[] = [];
  @property({ attribute: false }) startWorker: ((url: string) => Worker) | undefined;
  /** True while pages change by themselves; off at first with reduced motion. */
  @state() private isGoing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  @state() private speed: Speed = 'normal';
  /** Index of the page shown; null before the first. */
  @state() private shown: number | null = null;
  @state() private broken = false;

  private drawer: CodeDrawer | null = null;
  private next: ReturnType<typeof setTimeout> | null = null;
  /** Identifies each page change, so that a late one is dropped. */
  private turn = 0;

  static override styles = [
    shared,
    css`
      :host {
        height: 100%;
        min-height: 20rem;
        container-type: size;
      }
      .both {
        display: grid;
        justify-items: center;
        align-content: start;
        gap: var(--space-3);
      }
      /* Black on white in every theme, because some readers need it. */
      canvas {
        display: block;
        width: min(100cqw, max(18rem, 100cqh - 13rem));
        aspect-ratio: 1;
        border-radius: var(--radius-m);
        background: white;
        image-rendering: pixelated;
        forced-color-adjust: none;
      }
      .beside {
        display: grid;
        align-content: start;
        gap: var(--space-3);
        width: min(100%, 24rem);
      }
      .turns {
        display: grid;
        grid-template-columns: 1fr 2fr 1fr;
        gap: var(--space-2);
      }
      .choices {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: var(--space-3);
      }
      .page {
        font-size: var(--text-l);
        font-variant-numeric: tabular-nums;
        text-align: center;
      }
      @container (min-aspect-ratio: 1) {
        .both {
          grid-template-columns: auto minmax(0, 20rem);
          justify-content: center;
          gap: var(--space-4);
        }
        canvas {
          width: min(100cqh, 100cqw - 17rem);
        }
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('pages') && !changed.has('startWorker')) return;
    this.stop();
    this.shown = null;
    if (this.pages.length > 0) void this.show(0);
  }

  protected override render(): TemplateResult {
    if (this.broken) return html`<fk-notice tone="stop" .text=${text.failed}></fk-notice>`;
    const { shown, isGoing, pages } = this;
    const of = pages.length;
    return html`<div class="both">
      <canvas role="img" aria-label=${shown === null ? text.drawing : of === 1 ? text.onePicture : text.picture(shown + 1, of)}></canvas>
      <div class="beside">
        ${
          of === 1 && shown !== null
            ? nothing
            : html`<p class="page" aria-live=${isGoing ? 'off' : 'polite'}>${shown === null ? text.drawing : text.page(shown + 1, of)}</p>`
        }
        ${of > 1 ? this.renderTurns(of) : nothing}
        <slot></slot>
      </div>
    </div>`;
  }

  private renderTurns(of: number): TemplateResult {
    const { isGoing } = this;
    return html`<div class="turns">
        <fk-button .wide=${true} .icon=${backIcon} .label=${text.previous} @click=${() => this.step(-1)}></fk-button>
        <fk-button .wide=${true} .icon=${isGoing ? holdIcon : playIcon} @click=${this.onGoing}>${isGoing ? text.pause : text.go}</fk-button>
        <fk-button .wide=${true} .icon=${forwardIcon} .label=${text.next} @click=${() => this.step(1)}></fk-button>
      </div>
      <div class="choices" @fk-change=${this.onChoice}>
        <fk-field kind="select" name="speed" .label=${text.speed}
          .options=${SPEEDS.map((value) => ({ value, label: text.speeds[value] }))} .value=${this.speed}></fk-field>
        <fk-field kind="number" name="page" .label=${text.goTo} .min=${1} .max=${of}></fk-field>
      </div>`;
  }

  private stop(): void {
    this.turn += 1;
    if (this.next !== null) clearTimeout(this.next);
    this.next = null;
    this.drawer?.close();
    this.drawer = null;
  }

  private async show(at: number): Promise<void> {
    const { pages, startWorker } = this;
    if (startWorker === undefined) return;
    const mine = (this.turn += 1);
    if (this.next !== null) clearTimeout(this.next);
    this.next = null;
    try {
      this.drawer ??= new CodeDrawer(startWorker);
      const { drawer } = this;
      const code = await drawer.draw(pages[at]!);
      await this.updateComplete;
      if (mine !== this.turn) return;
      this.paint(code);
      this.shown = at;
      this.goOn();
      await drawer.draw(pages[this.pageAfter(at)]!);
    } catch {
      this.broken = mine === this.turn;
    }
  }

  private paint({ side, ink }: DrawnCode): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const context = canvas?.getContext('2d') ?? null;
    if (canvas === null || context === null) return;
    canvas.width = side;
    canvas.height = side;
    const picture = context.createImageData(side, side);
    const squares = new Uint32Array(picture.data.buffer);
    ink.forEach((isInk, at) => (squares[at] = isInk === 1 ? BLACK : WHITE));
    context.putImageData(picture, 0, 0);
  }

  /** Schedules the next page. */
  private goOn(): void {
    const { shown, pages } = this;
    if (this.next !== null) clearTimeout(this.next);
    this.next = null;
    if (!this.isGoing || shown === null || pages.length < 2) return;
    this.next = setTimeout(() => void this.show(this.pageAfter(shown)), STANDS_MS[this.speed]);
  }

  private pageAfter(at: number): number {
    return (at + 1) % this.pages.length;
  }

  /** A manual step, which also stops the automatic change. */
  private step(by: 1 | -1): void {
    this.isGoing = false;
    const of = this.pages.length;
    void this.show(((this.shown ?? 0) + by + of) % of);
  }

  private readonly onGoing = (): void => {
    this.isGoing = !this.isGoing;
    this.goOn();
  };

  private readonly onChoice = ({ name, value }: FieldChangeEvent): void => {
    const speed = SPEEDS.find((one) => one === value);
    if (name === 'speed' && speed !== undefined) {
      this.speed = speed;
      this.goOn();
      return;
    }
    const page = Number(value);
    if (name !== 'page' || !Number.isInteger(page) || page < 1 || page > this.pages.length) return;
    this.isGoing = false;
    void this.show(page - 1);
  };
}

const [BLACK, WHITE] = [...new Uint32Array(Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255).buffer)] as [number, number];

declare global {
  interface HTMLElementTagNameMap {
    'fk-paged-code': FkPagedCode;
  }
}
