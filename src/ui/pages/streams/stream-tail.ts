/** The live tail in practice: the newest records of the sandbox, fetched every two seconds. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { StreamType } from '../../../domain/streams/stream.ts';
import type { PracticeTail, TailReading, TailRecord } from '../../../use-cases/streams/streams.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { navigate } from '../../shell/router.ts';
import { streamStrings } from '../../strings/streams.ts';
import { handOver } from '../../shared/handed-over.ts';
import { ListController } from '../../elements/list/list-controller.ts';

const text = streamStrings.tail;
const MAX_RECORDS = 1000;

/** Set `tail`, `type` and `everyMs`. A new `type` starts again. */
@customElement('fk-stream-tail')
class FkStreamTail extends LitElement {
  @property({ attribute: false }) tail!: PracticeTail;
  @property() type: StreamType = 'telemetry';
  @property({ type: Number }) everyMs = 2000;
  @state() private reading: Omit<TailReading, 'records'> | 'away' | null = null;
  /** Newest first. */
  @state() private records: readonly TailRecord[] = [];
  private readonly list = new ListController(this, { portion: 50 });
  @state() private isPaused = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private controller: AbortController | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      ol {
        max-height: 24rem;
        border: var(--stroke) solid var(--color-line);
        border-radius: var(--radius-m);
        background: var(--color-surface);
      }
      li {
        display: grid;
        gap: var(--space-1);
        padding: var(--space-2) var(--space-3);
        border-bottom: var(--stroke) solid var(--color-line);
      }
      li:last-child {
        border-bottom: 0;
      }
      .about {
        gap: 0 var(--space-4);
      }
      .payload {
        display: -webkit-box;
        overflow: hidden;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        line-clamp: 2;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.requestTail();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated || (!changed.has('type') && !changed.has('tail'))) return;
    this.reading = null;
    this.records = [];
    this.list.restart();
    this.isPaused = false;
    this.stop();
    void this.requestTail();
  }

  protected override render(): TemplateResult {
    return html`<div class="spread">
        <h2>${text.heading}</h2>
        ${this.records.length === 0 ? nothing : html`<span class="soft">${text.count(this.records.length)}</span>`}
      </div>
      <p class="soft">${text.note}</p>
      <p role="status">${this.words()}</p>
      ${
        this.records.length === 0
          ? nothing
          : html`${this.list.portions(
              this.records,
              (portion) => html`<ol class="scroll small" aria-label=${text.list} tabindex="0">
                ${portion.map(
                  (record) => html`<li>
                    <span class="about wrap faint"
                      ><span>${text.at} <span class="mono">${record.at}</span></span
                      ><span>${text.key} <bdi class="mono">${record.partitionKey}</bdi></span></span
                    >
                    <bdi class="payload mono anywhere">${JSON.stringify(record.payload)}</bdi>
                  </li>`,
                )}
              </ol>`,
            )}
            <div class="spread">
              <fk-button @click=${this.hold}>${this.isPaused ? text.follow : text.hold}</fk-button>
              <fk-button @click=${this.inspect}>${text.inspect}</fk-button>
            </div>`
      }`;
  }

  private words(): string {
    if (this.reading === null) return '';
    if (this.reading === 'away') return text.state.away;
    const { state: standing, reason } = this.reading;
    if (standing === 'failing') return text.state.failing(reason ?? '');
    return standing === 'none' || (standing === 'pushing' && this.records.length > 0) ? '' : text.state[standing];
  }

  private async requestTail(): Promise<void> {
    const { tail, type } = this;
    const controller = new AbortController();
    this.controller = controller;
    const reading = await tail.read(type, this.records[0]?.sequence ?? 0, controller.signal);
    if (controller.signal.aborted) return;
    if (reading === null) this.reading = 'away';
    else {
      this.reading = { state: reading.state, reason: reading.reason };
      if (reading.records.length > 0)
        this.records = [...reading.records.toReversed(), ...this.records].slice(0, MAX_RECORDS);
    }
    this.timer = setTimeout(() => void this.requestTail(), this.everyMs);
  }

  private stop(): void {
    this.controller?.abort();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private readonly hold = (): void => {
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.stop();
    else void this.requestTail();
  };

  private readonly inspect = (): void => {
    const lines = this.records.toReversed().map(({ payload }) => JSON.stringify(payload));
    handOver(lines.join('\n'), this.type);
    navigate('/inspector');
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-stream-tail': FkStreamTail;
  }
}
