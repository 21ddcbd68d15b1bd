/** Shows a file as a series of codes for the camera of another phone. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { backIcon, forwardIcon, holdIcon, playIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { transferStrings } from '../../strings/transfer.ts';
import { drawCode } from './draw-code.ts';
import '../button/button.ts';
import '../field/field.ts';
import type { FieldChangeEvent } from '../field/field.ts';

const text = transferStrings.give;

/**
 * How long each page is shown, ms. Four pages a second are at most two flashes; three flashes a second can cause
 * seizures.
 */
const STANDS_MS = { slow: 1000, normal: 500, fast: 250 } as const;
type Speed = keyof typeof STANDS_MS;
const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast'];

/** Set `pages`, the text of each code. Fills the available height. The default slot is beside the code. */
@customElement('fk-paged-code')
export class FkPagedCode extends LitElement {
  @property({ attribute: false }) pages: readonly string[] = [];
  /** True while pages change by themselves; off at first with reduced motion. */
  @state() private isGoing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  @state() private speed: Speed = 'normal';
  /** Index of the page that is shown. */
  @state() private shown = 0;

  private next: ReturnType<typeof setTimeout> | undefined;

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
    clearTimeout(this.next);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('pages')) this.shown = 0;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('pages') || changed.has('shown')) this.paint();
    clearTimeout(this.next);
    if (this.isGoing && this.pages.length > 1)
      this.next = setTimeout(() => this.show(this.shown + 1), STANDS_MS[this.speed]);
  }

  protected override render(): TemplateResult {
    const of = this.pages.length;
    const page = this.shown + 1;
    return html`<div class="both">
      <canvas role="img" aria-label=${of === 1 ? text.onePicture : text.picture(page, of)}></canvas>
      <div class="beside">
        ${
          of > 1
            ? html`<p class="page" aria-live=${this.isGoing ? 'off' : 'polite'}>${text.page(page, of)}</p>
                ${this.renderTurns(of)}`
            : nothing
        }
        <slot></slot>
      </div>
    </div>`;
  }

  private renderTurns(of: number): TemplateResult {
    const { isGoing } = this;
    return html`<div class="turns">
        <fk-button .wide=${true} .icon=${backIcon} .label=${text.previous} @click=${() => this.step(this.shown - 1)}></fk-button>
        <fk-button .wide=${true} .icon=${isGoing ? holdIcon : playIcon}
          @click=${() => (this.isGoing = !isGoing)}>${isGoing ? text.pause : text.go}</fk-button>
        <fk-button .wide=${true} .icon=${forwardIcon} .label=${text.next} @click=${() => this.step(this.shown + 1)}></fk-button>
      </div>
      <div class="choices" @fk-change=${this.onChoice}>
        <fk-field kind="select" name="speed" .label=${text.speed}
          .options=${SPEEDS.map((value) => ({ value, label: text.speeds[value] }))} .value=${this.speed}></fk-field>
        <fk-field kind="number" name="page" .label=${text.goTo} .min=${1} .max=${of}></fk-field>
      </div>`;
  }

  private paint(): void {
    const canvas = this.renderRoot.querySelector('canvas')!;
    const page = this.pages[this.shown];
    if (page === undefined) return;
    const { side, ink } = drawCode(page);
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d')!;
    const picture = context.createImageData(side, side);
    const squares = new Uint32Array(picture.data.buffer);
    ink.forEach((isInk, at) => (squares[at] = isInk === 1 ? BLACK : WHITE));
    context.putImageData(picture, 0, 0);
  }

  /** After the last page comes the first. */
  private show(at: number): void {
    const of = this.pages.length;
    this.shown = (at + of) % of;
  }

  /** A manual step, which also stops the automatic change. */
  private step(to: number): void {
    this.isGoing = false;
    this.show(to);
  }

  private readonly onChoice = ({ name, value }: FieldChangeEvent): void => {
    const page = Number(value);
    if (name === 'speed') this.speed = SPEEDS.find((one) => one === value) ?? this.speed;
    else if (Number.isInteger(page) && page >= 1 && page <= this.pages.length) this.step(page - 1);
  };
}

const [BLACK, WHITE] = [...new Uint32Array(Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255).buffer)] as [number, number];

declare global {
  interface HTMLElementTagNameMap {
    'fk-paged-code': FkPagedCode;
  }
}
