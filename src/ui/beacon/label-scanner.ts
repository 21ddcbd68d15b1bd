/**
 * The button that opens the label scanner. The scanner's code is fetched on the first press, to keep the device list
 * small.
 */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { LabelSubject } from '../../domain/label/label.ts';
import '../elements/button/button.ts';
import { scanIcon } from '../kit/icons.ts';
import { SayEvent } from '../shared/say.ts';
import type { AccountServices } from '../shell/services.ts';
import { deviceStrings } from '../strings/devices.ts';
import { shellStrings } from '../strings/shell.ts';

export class LabelScanner implements ReactiveController {
  #isOpen = false;
  #isLoaded = false;

  constructor(
    private readonly host: ReactiveControllerHost & EventTarget,
    private readonly services: () => AccountServices,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#isOpen = false;
  }

  /**
   * Renders nothing without a camera interface; the search accepts the ID. `withWord`: a quiet button with a text. `asks`: a
   * label that names none of the subjects is looked up at the backend.
   */
  render(
    subjects: readonly LabelSubject[],
    onFound: (uniqueId: string) => void,
    { withWord = false, asks = false } = {},
  ): TemplateResult | typeof nothing {
    const services = this.services();
    if ((navigator.mediaDevices as MediaDevices | undefined) === undefined) return nothing;
    return html`<fk-button class="start" .variant=${withWord ? 'quiet' : 'plain'} .icon=${scanIcon}
      .label=${withWord ? '' : deviceStrings.scan} title=${deviceStrings.scan}
      @click=${this.#open}>${withWord ? deviceStrings.scan : nothing}</fk-button>
      ${
        this.#isLoaded
          ? html`<fk-find-by-label
              .open=${this.#isOpen}
              .subjects=${subjects}
              .services=${services}
              .asks=${asks}
              .onFound=${(uniqueId: string) => {
                services.app.signal('done');
                onFound(uniqueId);
              }}
              @fk-close=${() => this.#show(false)}
            ></fk-find-by-label>`
          : nothing
      }`;
  }

  readonly #open = (): void => {
    import('./find-by-label.ts').then(
      () => {
        this.#isLoaded = true;
        this.#show(true);
      },
      () => this.host.dispatchEvent(new SayEvent(shellStrings.pageFailed.text)),
    );
  };

  #show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.host.requestUpdate();
  }
}
