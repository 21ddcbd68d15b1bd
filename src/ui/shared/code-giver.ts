/** The sheet in which a page shows a file as codes. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import './give-codes.ts';
import type { GivenFile } from './give-codes.ts';

/** The services that it needs. */
interface GiverServices {
  readonly drafts: Drafts;
  startWorker(url: string): Worker;
}

/** The callbacks: the other phone has the file, or it has to be saved as a file instead. */
interface AfterGiving {
  readonly given: () => void;
  readonly asFile: () => void;
}

export class CodeGiver implements ReactiveController {
  #file: GivenFile | null = null;
  #after: AfterGiving | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #services: () => GiverServices | undefined;

  constructor(host: ReactiveControllerHost, services: () => GiverServices | undefined) {
    this.#host = host;
    this.#services = services;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#file = null;
  }

  show(file: GivenFile, after: AfterGiving): void {
    this.#after = after;
    this.#put(file);
  }

  render(): TemplateResult | typeof nothing {
    const services = this.#services();
    if (services === undefined || this.#after === null) return nothing;
    const { given, asFile } = this.#after;
    return html`<fk-give-codes
      .file=${this.#file}
      .drafts=${services.drafts}
      .startWorker=${services.startWorker}
      @fk-given=${() => this.#closeAnd(given)}
      @fk-as-file=${() => this.#closeAnd(asFile)}
      @fk-close=${() => this.#put(null)}
    ></fk-give-codes>`;
  }

  #closeAnd(go: () => void): void {
    this.#put(null);
    go();
  }

  #put(file: GivenFile | null): void {
    this.#file = file;
    this.#host.requestUpdate();
  }
}
