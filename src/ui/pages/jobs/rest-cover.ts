/** A dark cover over the page while a phone waits for its person between two beacons: nothing glares, and no glove presses anything by mistake. One tap takes it away. */
import { css, html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { restIsOn } from '../../shared/rest-choice.ts';

interface RestWishes {
  /** Asked when nobody has touched anything for that long, and at each look while it lies there. */
  readonly mayRest: () => boolean;
  readonly afterMs: () => number;
}

type Place = Readonly<Record<'top' | 'left' | 'width' | 'height', number>>;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focusin', 'resize'] as const;

export class RestCover implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #place: Place | null = null;
  /** What was done with the covered page decides when it is covered; seen before anything else sees it. */
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

  /** What has happened meanwhile wants to be seen. */
  look(): void {
    if (this.isResting && !this.wishes.mayRest()) this.wake();
  }

  wake(): void {
    this.#wind();
    if (this.#place === null) return;
    this.#place = null;
    this.host.requestUpdate();
  }

  /** Assistive technology goes on reading and pressing what lies below: for it there is no cover. */
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
    // A finger on the cover wakes with its click, so that nothing below is pressed; a hand that passes over wakes nothing.
    if (event.type === 'pointerdown' || event.type === 'pointermove') return;
    if (event instanceof KeyboardEvent) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    this.wake();
  };

  /** The tap that wakes presses nothing, also beside the cover. What a screen reader presses has no pointer: it is pressed. */
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

/** Where the page is: the header with its counter of receipts, what the shell has to say and the bar of places stay in sight. */
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
    overflow-wrap: anywhere;
  }
  @keyframes dark-cover-in {
    from {
      opacity: 0;
    }
  }
`;
