/** A dark cover for the idle time between two beacons. It prevents glare and accidental presses; one tap removes it. */
import { css, html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { restIsOn } from '../../shared/rest-choice.ts';

interface RestWishes {
  /** Called after the idle time, and again at each check while the cover is shown. */
  readonly mayRest: () => boolean;
  readonly afterMs: () => number;
}

type Place = Readonly<Record<'top' | 'left' | 'width' | 'height', number>>;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focusin', 'resize'] as const;

export class RestCover implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #place: Place | null = null;
  /** Capture input before the covered page does, because any input ends the idle time. */
  readonly #listening = { capture: true } as const;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly wishes: RestWishes,
  ) {
    host.addController(this);
  }

  get isResting(): boolean {
    return this.#place !== null;
  }

  hostConnected(): void {
    for (const kind of TOUCHES) window.addEventListener(kind, this.#touched, this.#listening);
    window.addEventListener('click', this.#clicked, this.#listening);
    this.#wind();
  }

  hostDisconnected(): void {
    for (const kind of TOUCHES) window.removeEventListener(kind, this.#touched, this.#listening);
    window.removeEventListener('click', this.#clicked, this.#listening);
    clearTimeout(this.#timer);
    this.#place = null;
  }

  hostUpdated(): void {
    const cover = this.host.shadowRoot?.querySelector<HTMLElement>('.dark-cover') ?? null;
    if (cover !== null)
      for (const [side, px] of Object.entries(this.#place ?? {})) cover.style.setProperty(side, `${px}px`);
  }

  /** Removes the cover when something has happened that the person should see. */
  check(): void {
    if (this.isResting && !this.wishes.mayRest()) this.wake();
  }

  wake(): void {
    this.#wind();
    if (this.#place === null) return;
    this.#place = null;
    this.host.requestUpdate();
  }

  /** Assistive technology can read and press the controls below the cover. */
  render(words: TemplateResult): TemplateResult | typeof nothing {
    if (this.#place === null) return nothing;
    return html`<div class="dark-cover" aria-hidden="true">${words}</div>`;
  }

  #wind(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#rest, this.wishes.afterMs());
  }

  readonly #rest = (): void => {
    if (!restIsOn() || !this.wishes.mayRest()) return this.#wind();
    this.#place = pageOf(this.host);
    this.host.requestUpdate();
  };

  readonly #touched = (event: Event): void => {
    if (!this.isResting) return this.#wind();
    // A tap removes the cover with its click, so that nothing below is pressed. Moving a pointer does not.
    if (event.type === 'pointerdown' || event.type === 'pointermove') return;
    if (event instanceof KeyboardEvent) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    this.wake();
  };

  /**
   * The tap that removes the cover presses nothing, also beside it. A screen reader's click has no pointer type and
   * goes through.
   */
  readonly #clicked = (event: MouseEvent): void => {
    if (!this.isResting) return;
    const [target] = event.composedPath();
    const isOnCover = target instanceof Element && target.closest('.dark-cover') !== null;
    if (isOnCover || (event instanceof PointerEvent && event.pointerType !== '')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    this.wake();
  };
}

/** The area of the page. Header, shell messages and navigation stay visible. */
function pageOf(host: HTMLElement): Place {
  let node: Node | null = host;
  while (node !== null && !(node instanceof HTMLElement && node.localName === 'main'))
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  const seen = node instanceof HTMLElement ? node.getBoundingClientRect() : new DOMRect(0, 0, innerWidth, innerHeight);
  const top = Math.max(seen.top, 0);
  const left = Math.max(seen.left, 0);
  return {
    top,
    left,
    width: Math.min(seen.right, innerWidth) - left,
    height: Math.min(seen.bottom, innerHeight) - top,
  };
}

export const restStyles = css`
  .dark-cover {
    position: fixed;
    z-index: 4;
    display: grid;
    align-content: center;
    justify-items: center;
    gap: var(--space-3);
    padding: var(--space-4);
    background: black;
    color: gray;
    text-align: center;
    cursor: pointer;
    touch-action: none;
    user-select: none;
    animation: dark-cover-in var(--duration-quick) ease-out;
  }
  .dark-cover strong {
    font-size: var(--text-xl);
  }
  @keyframes dark-cover-in {
    from {
      opacity: 0;
    }
  }
`;
