/** The streams page: the set-up of each data type, its actions, its form, and in practice the arriving records. */
import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
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
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { integrationTabs } from '../../shared/integration-tabs.ts';
import { SayEvent } from '../../shared/say.ts';
import { ClockController } from '../../controllers/clock-controller.ts';
import '../../elements/basics.ts';
import '../../elements/confirm/confirm.ts';
import { streamIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { streamStrings as text } from '../../strings/streams.ts';
import { renderFailureDetails, renderMissingPage } from '../../shared/failure.ts';
import { outcomeWords, shownOutcomeOf, type ShownOutcome } from './outcome-words.ts';
import { renderExplained, renderFacts, renderStanding, unshownOf } from './stream-facts.ts';
import './stream-form.ts';
import type { StreamFormTask, StreamPostEvent } from './stream-form.ts';
import './stream-tail.ts';
import { streamsStyles } from './streams-styles.ts';

interface OpenForm {
  readonly task: StreamFormTask;
  /** The configuration when the form was opened. */
  readonly config: StreamConfig | null;
  readonly start: StreamDraft | null;
}

@customElement('fk-streams-page')
export class FkStreamsPage extends AccountElement {
  /** Complete when both streams were read for the first time, or could not be. */
  private readonly opening = new Task(this, { task: () => this.open(), args: () => [] });
  @state() private type: StreamType = 'telemetry';
  @state() private form: OpenForm | null = null;
  @state() private outcome: ShownOutcome | null = null;
  @state() private deleting = false;

  private readonly clock = new ClockController(this);

  static override styles = [shared, pageStyles, columnPageStyles, streamsStyles];

  protected override render(): TemplateResult {
    const tabs = integrationTabs('streams');
    if (this.opening.status === TaskStatus.ERROR)
      return html`${tabs}<div class="column">${renderMissingPage(() => void this.opening.run())}</div>`;
    const stream = this.stateOf(this.type);
    if (this.streams === null || stream === undefined)
      return html`${tabs}<div class="column"><fk-skeleton shape="card" .count=${2} .label=${text.loading}></fk-skeleton></div>`;
    if (this.form !== null) return this.renderForm(this.form, stream);
    return html`${tabs}
      <div class="column">
        ${this.renderTypes()}${this.renderMessage()}${this.renderStream(stream)}${this.renderTail(stream)}
        <div>${renderExplained(stream.config)}</div>
      </div>
      ${this.renderFoot(stream)} ${this.renderDelete(stream.config)}`;
  }

  /** The choice of the data type, with the state of each stream. */
  private renderTypes(): TemplateResult {
    return html`<fieldset class="types">
      <legend class="aside">${text.typesLabel}</legend>
      ${STREAM_TYPES.map((type) => {
        const stream = this.stateOf(type);
        const wasRead = stream !== undefined && stream.readAtMs !== null;
        const choose = (): void => this.choose(type);
        return html`<label class="option">
          <input type="radio" name="type" .value=${type} .checked=${type === this.type} @change=${choose} />
          <span>${text.types[type]}</span>
          ${wasRead ? renderStanding(stream.config) : html`<span class="soft">${text.notRead}</span>`}
        </label>`;
      })}
    </fieldset>`;
  }

  private renderMessage(): TemplateResult | typeof nothing {
    const { outcome } = this;
    if (outcome === null) return nothing;
    return html`<fk-notice .tone=${outcome.tone} .text=${outcome.says}>
      ${outcome.again === 'replace' ? html`<fk-button slot="action" @click=${this.replace}>${text.typeAgain}</fk-button>` : nothing}
      ${outcome.again === 'read' ? html`<fk-button slot="action" @click=${this.read}>${text.readAgain}</fk-button>` : nothing}
      ${outcome.failure === null ? nothing : renderFailureDetails(outcome.failure)}
    </fk-notice>`;
  }

  private renderStream(stream: StreamState): TemplateResult {
    const { readAtMs, reading, failure } = stream;
    const isOffline = !this.services.app.state.value.online;
    if (readAtMs === null) {
      if (reading) return html`<fk-skeleton shape="card" .count=${1} .label=${text.loading}></fk-skeleton>`;
      if (failure !== null)
        return html`<fk-failure retry .failure=${failure} .says=${isOffline ? text.offline : null} @fk-again=${this.read}></fk-failure>`;
      return html`<fk-notice tone="info" .text=${isOffline ? text.offline : text.notRead}>
        <fk-button slot="action" @click=${this.read}>${text.readAgain}</fk-button>
      </fk-notice>`;
    }
    return html`
      ${isOffline ? html`<fk-notice tone="attention" .text=${text.offlineStale}></fk-notice>` : nothing}
      ${
        failure === null || isOffline
          ? nothing
          : html`<fk-failure retry .failure=${failure} @fk-again=${this.read}></fk-failure>
            <p class="soft">${text.staleText}</p>`
      }
      ${stream.config === null ? this.renderNone(stream) : this.renderConfig(stream.config, stream)}
    `;
  }

  private renderNone({ wasNotFound }: StreamState): TemplateResult {
    return html`${wasNotFound ? html`<fk-empty .icon=${streamIcon} .text=${text.noneOr404(this.type)}></fk-empty>` : nothing}
      <p class="soft">${text.about[this.type]}</p>`;
  }

  /** State, destination, time of reading and remarks. */
  private renderConfig(config: StreamConfig, stream: StreamState): TemplateResult {
    const standing = standingOf(config);
    const unshown = unshownOf(config);
    const isUnshownListed = this.outcome?.again === 'replace' || this.outcome?.unshown === true;
    return html`
      ${
        unshown === null || isUnshownListed
          ? nothing
          : html`<fk-notice tone="attention" .text=${unshown}>
            <fk-button slot="action" @click=${this.replace}>${text.typeAgain}</fk-button>
          </fk-notice>`
      }
      ${stream.listed > 1 ? html`<fk-notice tone="attention" .text=${text.several(stream.listed)}></fk-notice>` : nothing}
      <section class="card">
        <div class="spread">
          <h2>${text.types[this.type]}</h2>
          ${renderStanding(config)}
        </div>
        ${standing === 'none' || (standing === 'on' && unshown !== null) ? nothing : html`<p>${text.standingText[standing]}</p>`}
        ${renderFacts(config)}
        <div class="spread">
          <span class="soft">${text.readAt} <fk-age .at=${stream.readAtMs} .now=${this.clock.nowMs}></fk-age></span>
          <span class="wrap">
            <fk-button variant="quiet" .busy=${stream.reading && stream.busy === null} @click=${this.read}>
              ${text.readAgain}
            </fk-button>
            <fk-button
              variant="danger"
              .disabled=${this.isStill(stream)}
              .busy=${stream.busy === 'delete'}
              @click=${() => (this.deleting = true)}
            >${text.remove}</fk-button>
          </span>
        </div>
      </section>
      ${
        stream.odd.length === 0
          ? nothing
          : html`<fk-notice tone="info" .text=${text.odd}>
            <div slot="details">${stream.odd.map((name) => html`<div><bdi class="mono">${name}</bdi></div>`)}</div>
          </fk-notice>`
      }
    `;
  }

  /** Says what is deleted and who is affected. The end of the stream's name has to be typed. */
  private renderDelete(config: StreamConfig | null): TemplateResult {
    const { type } = this;
    const name = config === null ? '' : streamNameOf(config);
    return html`<fk-confirm
      .open=${this.deleting}
      .heading=${text.deleteHeading(type)}
      .consequence=${text.deleteText(type, name === '' ? text.destination.toLowerCase() : `“${name}”`)}
      .subjectId=${name === '' ? type : name}
      .action=${text.deleteAction}
      @fk-confirm=${this.deleteNow}
      @fk-close=${() => (this.deleting = false)}
    ></fk-confirm>`;
  }

  private renderTail({ config }: StreamState): TemplateResult | typeof nothing {
    const tail = this.streams?.practiceTail ?? null;
    return tail === null || config === null
      ? nothing
      : html`<fk-stream-tail class="stack" .tail=${tail} .type=${this.type}></fk-stream-tail>`;
  }

  private renderFoot(stream: StreamState): TemplateResult | typeof nothing {
    if (stream.readAtMs === null) return nothing;
    const { config } = stream;
    const button = (
      step: StreamStep,
      words: string,
      primary: boolean,
      act: () => void,
    ): TemplateResult | typeof nothing =>
      mayTake(config, step)
        ? html`<fk-button wide .variant=${primary ? 'primary' : 'plain'} .disabled=${this.isStill(stream)}
          .busy=${stream.busy === step} @click=${act}>${words}</fk-button>`
        : nothing;
    return html`<div class="foot">
      <div class="row">
        ${button('create', text.create, true, () => this.openForm('create'))} ${button('change', text.change, false, this.change)}
        ${button('pause', text.pause, standingOf(config) === 'on', () => this.setEnabled(false))}
        ${button('resume', text.resume, true, () => this.setEnabled(true))}
      </div>
    </div>`;
  }

  private renderForm(form: OpenForm, stream: StreamState): TemplateResult {
    return html`<div class="above column">${this.renderMessage()}</div>
      <fk-stream-form
        class="grow"
        .drafts=${this.services.drafts}
        .type=${this.type}
        .task=${form.task}
        .config=${form.config}
        .start=${form.start}
        .busy=${stream.busy !== null}
        .disabled=${!this.services.app.state.value.online}
        @fk-stream-post=${this.post}
        @fk-stream-cancel=${this.closeForm}
      ></fk-stream-form>`;
  }

  private stateOf(type: StreamType): StreamState | undefined {
    return this.streams?.state(type).value;
  }

  /** No action is possible: offline, or an action is in progress. */
  private isStill(stream: StreamState): boolean {
    return !this.services.app.state.value.online || stream.busy !== null;
  }

  private async open(): Promise<Streams> {
    const streams = await this.services.streams();
    await Promise.all(STREAM_TYPES.map((type) => streams.read(type)));
    return streams;
  }

  private get streams(): Streams | null {
    return this.opening.value ?? null;
  }

  private readonly read = async (): Promise<void> => {
    this.outcome = null;
    await this.streams?.read(this.type);
  };

  private choose(type: StreamType): void {
    this.type = type;
    this.outcome = null;
  }

  private openForm(task: StreamFormTask, start: StreamDraft | null = null): void {
    this.form = { task, start, config: this.stateOf(this.type)?.config ?? null };
    this.outcome = null;
  }

  private readonly change = (): void => {
    const config = this.stateOf(this.type)?.config ?? null;
    // Without a destination there is nothing to compare a change with.
    this.openForm(config !== null && mainDestination(config) === null ? 'replace' : 'change');
  };

  private readonly replace = (): void => this.openForm('replace', this.lastDraft);

  private readonly closeForm = (): void => {
    this.form = null;
    this.outcome = null;
  };

  /** The draft of the change after which the backend dropped fields; without secrets. */
  private lastDraft: StreamDraft | null = null;

  private readonly post = async ({ task, draft, secrets }: StreamPostEvent): Promise<void> => {
    const { type, form } = this;
    if (form === null) return;
    await this.take(task === 'create' ? 'create' : 'change', async (streams) => {
      const outcome =
        task === 'create'
          ? await streams.create(type, draft, secrets)
          : task === 'replace'
            ? await streams.replace(type, draft, secrets)
            : await streams.change(type, form.config!, draft, secrets);
      this.lastDraft = outcome.kind === 'dropped' ? draft : null;
      // The form stays open while its draft can still be sent.
      if (outcome.kind !== 'failed' && outcome.kind !== 'faults' && outcome.kind !== 'nothingChanged') {
        this.renderRoot.querySelector('fk-stream-form')?.submitted();
        this.form = null;
      }
      return outcome;
    });
  };

  private setEnabled(enabled: boolean): void {
    this.lastDraft = null;
    void this.take(enabled ? 'resume' : 'pause', (streams) => streams.setEnabled(this.type, enabled));
  }

  private readonly deleteNow = (): void => {
    this.deleting = false;
    void this.take('delete', (streams) => streams.remove(this.type));
  };

  /** Takes one step of the stream and shows what came of it. */
  private async take(step: StreamStep, send: (streams: Streams) => Promise<StreamOutcome>): Promise<void> {
    if (this.streams === null) return;
    this.outcome = null;
    const outcome = await send(this.streams);
    const wasRead = this.stateOf(this.type)?.failure === null;
    this.outcome = shownOutcomeOf(step, outcome, wasRead);
    if (this.outcome === null) this.dispatchEvent(new SayEvent(outcomeWords(step, outcome, wasRead).says));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-streams-page': FkStreamsPage;
  }
}
