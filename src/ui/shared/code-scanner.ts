/** The button that takes a file from another phone's screen; the scanner's code comes with the first press. */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { PagedKind } from '../../domain/code-pages.ts';
import type { Drafts } from '../../use-cases/drafts/offered.ts';
import '../elements/button/button.ts';
import { scanIcon } from '../kit/icons.ts';
import { transferStrings } from '../strings/transfer.ts';
import { LateSheet } from './late-sheet.ts';
import type { CodesTakenEvent } from './take-codes.ts';

/** Of the app's services, what it needs. */
interface ScannerServices {
  readonly drafts: Drafts;
  readonly app: { signal(kind: 'done'): void };
  startWorker(url: string): Worker;
}

export class CodeScanner {
  readonly #sheet: LateSheet;
  readonly #services: () => ScannerServices | undefined;

  constructor(host: ReactiveControllerHost & EventTarget, services: () => ScannerServices | undefined) {
    this.#sheet = new LateSheet(host, () => import('./take-codes.ts'));
    this.#services = services;
  }

  /** Nothing where there is no camera interface. */
  render(kind: PagedKind, onFile: (file: File) => void, variant: 'plain' | 'quiet'): TemplateResult | typeof nothing {
    const services = this.#services();
    if (services === undefined || (navigator.mediaDevices as MediaDevices | undefined) === undefined) return nothing;
    return html`<fk-button .variant=${variant} .icon=${scanIcon} @click=${this.#sheet.open}>${transferStrings.scan}</fk-button>
      ${
        this.#sheet.isLoaded
          ? html`<fk-take-codes
              .open=${this.#sheet.isOpen}
              .kind=${kind}
              .drafts=${services.drafts}
              .startWorker=${services.startWorker}
              @fk-codes-taken=${(event: CodesTakenEvent) => {
                services.app.signal('done');
                onFile(event.file);
              }}
              @fk-close=${this.#sheet.close}
            ></fk-take-codes>`
          : nothing
      }`;
  }
}
