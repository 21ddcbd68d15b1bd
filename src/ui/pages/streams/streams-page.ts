/** The streams page: the set-up of each data type, its actions, its form, and in practice the arriving records. */
import { Task, TaskStatus } from '@lit/task';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { StreamDraft } from '../../../domain/streams/draft.ts';
import { mayTake, standingOf, type StreamStep } from '../../../domain/streams/steps.ts';
import {
  STREAM_TYPES,
  mainDestination,
  streamNameOf,
  type StreamConfig,
  type StreamType,
} from '../../../domain/streams/stream.ts';
import type { StreamOutcome, Streams, StreamState } from '../../../use-cases/streams/streams.ts';
import { columnPageStyles, twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { integrationTabs } from '../../shared/integration-tabs.ts';
import { SayEvent } from '../../shared/say.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import { shared } from '../../kit/tokens.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { streamStrings as text } from '../../strings/streams.ts';
import { renderFailureDetails, renderMissingPage } from '../../shared/failure.ts';
import { outcomeWords, shownOutcomeOf, type ShownOutcome } from './outcome-words.ts';
import { renderFacts, renderStanding, unshownOf } from './stream-facts.ts';
import './stream-form.ts';
import type { StreamFormTask, StreamPostEvent } from './stream-form.ts';
import './stream-tail.ts';

interface OpenForm {
  readonly type: StreamType;
  readonly task: StreamFormTask;
  /** The configuration when the form was opened. */
  readonly config: StreamConfig | null;
  readonly start: StreamDraft | null;
}

type Part = TemplateResult | typeof nothing;

@customElement('fk-streams-page')
export class FkStreamsPage extends AccountElement {
  /** Complete when both streams were read for the first time, or could not be. */
  private readonly opening = new Task(this, { task: () => this.open(), args: () => [] });
  @state() private form: OpenForm | null = null;
  @state() private outcomes: Readonly<Record<StreamType, ShownOutcome | null>> = { telemetry: null, position: null };
  /** The stream that the open question is about. */
  @state() private deleting: StreamType | null = null;

  private readonly clock = new ClockController(this);

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    twoPartStyles,
    css`
      .card {
        align-self: start;
      }
      .above {
        flex: none;
        padding-bottom: 0;
      }
      .above:empty {
        display: none;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const tabs = integrationTabs('streams');
    if (this.opening.status === TaskStatus.ERROR)
      return html`${tabs}<div class="column">${renderMissingPage(() => void this.opening.run())}</div>`;
    const { streams } = this;
    if (streams !== null && this.form !== null) return this.renderForm(this.form, streams);
    return html`${tabs}
      <div class="column">
        <p class="whole">${text.intro}</p>
        ${
          streams === null
            ? html`<fk-skeleton class="whole" shape="card" .count=${2} .label=${text.loading}></fk-skeleton>`
            : html`${this.renderOffline(streams)}${STREAM_TYPES.map((type) => this.renderStream(type, streams))}`
        }
      </div>
      ${streams === null ? nothing : STREAM_TYPES.map((type) => this.renderDelete(type, streams))}`;
  }

  private renderOffline(streams: Streams): TemplateResult | typeof nothing {
    if (!this.isOffline) return nothing;
    const isRead = STREAM_TYPES.some((type) => streams.state(type).value.readAtMs !== null);
    return html`<fk-notice class="whole" tone="attention" .text=${isRead ? text.offlineStale : text.offline}></fk-notice>`;
  }

  private renderMessage(type: StreamType): TemplateResult | typeof nothing {
    const outcome = this.outcomes[type];
    if (outcome === null) return nothing;
    const action = (words: string, act: () => void): TemplateResult =>
      html`<fk-button slot="action" @click=${act}>${words}</fk-button>`;
    return html`<fk-notice class="whole" .tone=${outcome.tone} .text=${outcome.says}>
      ${outcome.again === 'replace' ? action(text.typeAgain, () => this.replace(type)) : nothing}
      ${outcome.again === 'read' ? action(text.readAgain, () => void this.read(type)) : nothing}
      ${outcome.failure === null ? nothing : renderFailureDetails(outcome.failure)}
    </fk-notice>`;
  }

  /** The row of a data type: what it sends and its state, with the one button that sets it up, or all about it. */
  private renderStream(type: StreamType, streams: Streams): TemplateResult {
    const stream = streams.state(type).value;
    const { config, readAtMs } = stream;
    return html`<section class="card" aria-labelledby=${type}>
      <div class="row">
        <div class="grow">
          <div class="row">
            <h2 id=${type}>${text.types[type]}</h2>
            ${readAtMs === null ? html`<span class="soft">${text.notRead}</span>` : renderStanding(config)}
          </div>
          <p class="soft">${text.about[type]}</p>
        </div>
        ${readAtMs === null ? nothing : this.renderStep(type, stream, 'create', () => this.openForm(type, 'create'))}
      </div>
      ${this.renderMessage(type)}
      ${readAtMs === null ? this.renderUnread(type, stream) : this.renderRead(type, stream)}
    </section>`;
  }

  private renderUnread(type: StreamType, { reading, failure }: StreamState): TemplateResult {
    if (reading) return html`<fk-skeleton .label=${text.loading}></fk-skeleton>`;
    if (failure !== null && !this.isOffline)
      return html`<fk-failure retry .failure=${failure} @fk-again=${() => this.read(type)}></fk-failure>`;
    return html`<fk-button class="start" @click=${() => this.read(type)}>${text.readAgain}${aside(type)}</fk-button>`;
  }

  private renderRead(type: StreamType, stream: StreamState): TemplateResult {
    const { failure, config, wasNotFound } = stream;
    return html`${
      failure === null || this.isOffline
        ? nothing
        : html`<fk-failure retry .failure=${failure} @fk-again=${() => this.read(type)}></fk-failure>
          <p class="soft">${text.staleText}</p>`
    }
    ${config === null ? (wasNotFound ? html`<p>${text.noneOr404(type)}</p>` : nothing) : this.renderConfig(type, config, stream)}`;
  }

  /** Destination, time of reading, remarks, actions and, in practice, the arriving records. */
  private renderConfig(type: StreamType, config: StreamConfig, stream: StreamState): TemplateResult {
    const standing = standingOf(config);
    const unshown = unshownOf(config);
    const outcome = this.outcomes[type];
    const isUnshownListed = outcome?.again === 'replace' || outcome?.unshown === true;
    const tail = this.streams?.practiceTail ?? null;
    return html`
      ${
        unshown === null || isUnshownListed
          ? nothing
          : html`<fk-notice tone="attention" .text=${unshown}>
            <fk-button slot="action" @click=${() => this.replace(type)}>${text.typeAgain}</fk-button>
          </fk-notice>`
      }
      ${stream.listed > 1 ? html`<fk-notice tone="attention" .text=${text.several(stream.listed)}></fk-notice>` : nothing}
      ${standing === 'none' || (standing === 'on' && unshown !== null) ? nothing : html`<p>${text.standingText[standing]}</p>`}
      <div class="wrap">
        ${this.renderStep(type, stream, 'resume', () => this.setEnabled(type, true))}
        ${this.renderStep(type, stream, 'pause', () => this.setEnabled(type, false))}
        ${this.renderStep(type, stream, 'change', () => this.change(type))}
      </div>
      ${renderFacts(config)}
      <div class="spread">
        <span class="soft">${text.readAt} <fk-age .at=${stream.readAtMs} .now=${this.clock.nowMs}></fk-age></span>
        <span class="wrap">
          <fk-button variant="quiet" .busy=${stream.reading && stream.busy === null} @click=${() => this.read(type)}>
            ${text.readAgain}${aside(type)}
          </fk-button>
          ${this.renderStep(type, stream, 'delete', () => this.askToDelete(type))}
        </span>
      </div>
      ${
        stream.odd.length === 0
          ? nothing
          : html`<fk-notice tone="info" .text=${text.odd}>
            <div slot="details">${stream.odd.map((name) => html`<div><bdi class="mono">${name}</bdi></div>`)}</div>
          </fk-notice>`
      }
      ${tail === null ? nothing : html`<fk-stream-tail class="stack" .tail=${tail} .type=${type}></fk-stream-tail>`}
    `;
  }

  private renderStep(type: StreamType, stream: StreamState, step: StreamStep, take: () => void): Part {
    if (!mayTake(stream.config, step)) return nothing;
    return html`<fk-button .variant=${step === 'delete' ? 'danger' : 'plain'} .busy=${stream.busy === step}
      .disabled=${this.isOffline || stream.busy !== null} @click=${take}>${text.steps[step]}${aside(type)}</fk-button>`;
  }

  /** Says what is deleted and who is affected. The end of the stream's name has to be typed. */
  private renderDelete(type: StreamType, streams: Streams): TemplateResult {
    const { config } = streams.state(type).value;
    const name = config === null ? '' : streamNameOf(config);
    return html`<fk-confirm
      .open=${this.deleting === type}
      .heading=${text.deleteHeading(type)}
      .consequence=${text.deleteText(type, name === '' ? text.destination.toLowerCase() : `“${name}”`)}
      .subjectId=${name === '' ? type : name}
      .action=${text.deleteAction}
      @fk-confirm=${() => this.deleteNow(type)}
      @fk-close=${() => (this.deleting = null)}
    ></fk-confirm>`;
  }

  private renderForm(form: OpenForm, streams: Streams): TemplateResult {
    return html`<div class="above column">${this.renderMessage(form.type)}</div>
      <fk-stream-form
        class="grow"
        .drafts=${this.services.drafts}
        .type=${form.type}
        .task=${form.task}
        .config=${form.config}
        .start=${form.start}
        .busy=${streams.state(form.type).value.busy !== null}
        .disabled=${!this.services.app.state.value.online}
        @fk-stream-post=${(event: StreamPostEvent) => void this.post(form, event)}
        @fk-stream-cancel=${() => this.closeForm(form)}
      ></fk-stream-form>`;
  }

  private get isOffline(): boolean {
    return !this.services.app.state.value.online;
  }

  private async open(): Promise<Streams> {
    const streams = await this.services.streams();
    await Promise.all(STREAM_TYPES.map((type) => streams.read(type)));
    return streams;
  }

  private get streams(): Streams | null {
    return this.opening.value ?? null;
  }

  private async read(type: StreamType): Promise<void> {
    this.show(type, null);
    await this.streams?.read(type);
  }

  private show(type: StreamType, outcome: ShownOutcome | null): void {
    this.outcomes = { ...this.outcomes, [type]: outcome };
  }

  private openForm(type: StreamType, task: StreamFormTask, start: StreamDraft | null = null): void {
    this.show(type, null);
    this.form = { type, task, start, config: this.streams?.state(type).value.config ?? null };
  }

  private change(type: StreamType): void {
    const config = this.streams?.state(type).value.config ?? null;
    // Without a destination there is nothing to compare a change with.
    this.openForm(type, config !== null && mainDestination(config) === null ? 'replace' : 'change');
  }

  private replace(type: StreamType): void {
    this.openForm(type, 'replace', this.lastDrafts[type]);
  }

  private askToDelete(type: StreamType): void {
    this.show(type, null);
    this.deleting = type;
  }

  private closeForm({ type }: OpenForm): void {
    this.form = null;
    this.show(type, null);
  }

  /** The draft of the change after which the backend dropped fields; without secrets. */
  private readonly lastDrafts: Record<StreamType, StreamDraft | null> = { telemetry: null, position: null };

  private async post(form: OpenForm, { task, draft, secrets }: StreamPostEvent): Promise<void> {
    const { type, config } = form;
    await this.take(type, task === 'create' ? 'create' : 'change', async (streams) => {
      const outcome =
        task === 'create'
          ? await streams.create(type, draft, secrets)
          : task === 'replace'
            ? await streams.replace(type, draft, secrets)
            : await streams.change(type, config!, draft, secrets);
      this.lastDrafts[type] = outcome.kind === 'dropped' ? draft : null;
      // The form stays open while its draft can still be sent; by now another form may be open.
      const canBeSent = outcome.kind === 'failed' || outcome.kind === 'faults' || outcome.kind === 'nothingChanged';
      if (!canBeSent && this.form === form) {
        this.renderRoot.querySelector('fk-stream-form')?.submitted();
        this.form = null;
      }
      return outcome;
    });
  }

  private setEnabled(type: StreamType, enabled: boolean): void {
    this.lastDrafts[type] = null;
    void this.take(type, enabled ? 'resume' : 'pause', (streams) => streams.setEnabled(type, enabled));
  }

  private deleteNow(type: StreamType): void {
    this.deleting = null;
    void this.take(type, 'delete', (streams) => streams.remove(type));
  }

  /** Takes one step of the stream and shows what came of it. */
  private async take(
    type: StreamType,
    step: StreamStep,
    send: (streams: Streams) => Promise<StreamOutcome>,
  ): Promise<void> {
    const { streams } = this;
    if (streams === null) return;
    this.show(type, null);
    const outcome = await send(streams);
    const wasRead = streams.state(type).value.failure === null;
    const shown = shownOutcomeOf(step, outcome, wasRead);
    const { says } = outcomeWords(step, outcome, wasRead);
    if (shown === null) this.dispatchEvent(new SayEvent(`${text.types[type]}: ${says}`));
    this.show(type, shown);
  }
}

/** Tells screen readers which stream a button belongs to. */
function aside(type: StreamType): TemplateResult {
  return html`<span class="aside">, ${text.types[type]}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-streams-page': FkStreamsPage;
  }
}
