/** The button that scans a file from another phone's screen, and the sheet that it opens. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { PagedKind } from '../../domain/code-pages.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import '../elements/basics.ts';
import { scanIcon } from '../kit/icons.ts';
import { transferStrings } from '../strings/transfer.ts';
import './take-codes.ts';
import type { CodesTakenEvent } from './take-codes.ts';

/** The services that it needs. */
interface ScannerServices {
  readonly drafts: Drafts;
  readonly app: { signal(kind: 'done'): void };
  startWorker(url: string): Worker;
}

export class CodeScanner implements ReactiveController {
  #isOpen = false;
  readonly #host: ReactiveControllerHost;
  readonly #services: () => ScannerServices | undefined;

  constructor(host: ReactiveControllerHost, services: () => ScannerServices | undefined) {
    this.#host = host;
    this.#services = services;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#isOpen = false;
  }

  /** Renders nothing without a camera interface. */
  render(kind: PagedKind, onFile: (file: File) => void, variant: 'plain' | 'quiet'): TemplateResult | typeof nothing {
    const services = this.#services();
    if (services === undefined || (navigator.mediaDevices as MediaDevices | undefined) === undefined) return nothing;
    return html`<fk-button .variant=${variant} .icon=${scanIcon} @click=${() => this.#show(true)}>${transferStrings.scan}</fk-button>
      <fk-take-codes
        .open=${this.#isOpen}
        .kind=${kind}
        .drafts=${services.drafts}
        .startWorker=${services.startWorker}
        @fk-codes-taken=${(event: CodesTakenEvent) => {
          services.app.signal('done');
          onFile(event.file);
        }}
        @fk-close=${() => this.#show(false)}
      ></fk-take-codes>`;
  }

  #show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#host.requestUpdate();
  }
}
