/** The button that opens the scanner of labels on a page; the scanner's own code comes with the first press. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { LabelSubject } from '../../domain/label/label.ts';
import { scanIcon } from '../kit/list-icons.ts';
import type { Services } from '../shell/services.ts';
import { deviceStrings } from '../strings/devices.ts';
import type { LabelFoundEvent } from './find-by-label.ts';
import '../elements/button/button.ts';

export class LabelScanner implements ReactiveController {
  #open = false;
  #loaded = false;
  readonly #host: ReactiveControllerHost;
  readonly #services: () => Services | undefined;

  constructor(host: ReactiveControllerHost, services: () => Services | undefined) {
    this.#host = host;
    this.#services = services;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#open = false;
  }

  /** Nothing where there is no camera interface: the search takes the id. `withWord`: the button says what it does. */
  render(
    subjects: readonly LabelSubject[],
    onFound: (uniqueId: string) => void,
    withWord = false,
  ): TemplateResult | typeof nothing {
    const services = this.#services();
    if (services === undefined || (navigator.mediaDevices as MediaDevices | undefined) === undefined) return nothing;
    return html`<fk-button .icon=${scanIcon} .label=${withWord ? '' : deviceStrings.scan} title=${deviceStrings.scan} @click=${this.#onPress}>${withWord ? deviceStrings.scan : nothing}</fk-button>
      ${
        this.#loaded
          ? html`<fk-find-by-label
              .open=${this.#open}
              .subjects=${subjects}
              .startWorker=${services.startWorker}
              @fk-label-found=${(event: LabelFoundEvent) => {
                services.app.signal('done');
                onFound(event.uniqueId);
              }}
              @fk-close=${() => this.#show(false)}
            ></fk-find-by-label>`
          : nothing
      }`;
  }

  readonly #onPress = (): void => {
    void import('./find-by-label.ts').then(
      () => {
        this.#loaded = true;
        this.#show(true);
      },
      () => undefined,
    );
  };

  #show(open: boolean): void {
    this.#open = open;
    this.#host.requestUpdate();
  }
}
