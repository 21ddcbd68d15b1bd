/** A sheet of a page whose code comes with the first press; where it cannot come, that is said. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { shellStrings } from '../strings/shell.ts';
import { SayEvent } from './say.ts';

export class LateSheet implements ReactiveController {
  #isOpen = false;
  #isLoaded = false;
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #load: () => Promise<unknown>;

  constructor(host: ReactiveControllerHost & EventTarget, load: () => Promise<unknown>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  /** Once it is, the sheet stays in the page: it closes by itself. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  readonly open = (): void => {
    void this.#load().then(
      () => {
        this.#isLoaded = true;
        this.#show(true);
      },
      () => this.#host.dispatchEvent(new SayEvent(shellStrings.pageFailed.text)),
    );
  };

  readonly close = (): void => this.#show(false);

  hostDisconnected(): void {
    this.#isOpen = false;
  }

  #show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#host.requestUpdate();
  }
}
