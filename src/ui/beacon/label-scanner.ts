/** The button that opens the scanner of labels on a page; the scanner's own code comes with the first press. */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { LabelSubject } from '../../domain/label/label.ts';
import { scanIcon } from '../kit/icons.ts';
import { LateSheet } from '../shared/late-sheet.ts';
import type { AccountServices } from '../shell/services.ts';
import { deviceStrings } from '../strings/devices.ts';
import type { LabelFoundEvent } from './find-by-label.ts';
import '../elements/button/button.ts';

export class LabelScanner {
  readonly #sheet: LateSheet;
  readonly #services: () => AccountServices | undefined;

  constructor(host: ReactiveControllerHost & EventTarget, services: () => AccountServices | undefined) {
    this.#sheet = new LateSheet(host, () => import('./find-by-label.ts'));
    this.#services = services;
  }

  /** Nothing where there is no camera interface: the search takes the id. `withWord`: the button says what it does. */
  render(
    subjects: readonly LabelSubject[],
    onFound: (uniqueId: string) => void,
    withWord = false,
  ): TemplateResult | typeof nothing {
    const services = this.#services();
    if (services === undefined || (navigator.mediaDevices as MediaDevices | undefined) === undefined) return nothing;
    return html`<fk-button .icon=${scanIcon} .label=${withWord ? '' : deviceStrings.scan} title=${deviceStrings.scan} @click=${this.#sheet.open}>${withWord ? deviceStrings.scan : nothing}</fk-button>
      ${
        this.#sheet.isLoaded
          ? html`<fk-find-by-label
              .open=${this.#sheet.isOpen}
              .subjects=${subjects}
              .startWorker=${services.startWorker}
              @fk-label-found=${(event: LabelFoundEvent) => {
                services.app.signal('done');
                onFound(event.uniqueId);
              }}
              @fk-close=${this.#sheet.close}
            ></fk-find-by-label>`
          : nothing
      }`;
  }
}
