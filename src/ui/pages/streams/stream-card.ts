/** One stream as a card: state, destination, time of reading and remarks; and the confirmation before deleting it. */
import { html, nothing, type TemplateResult } from 'lit';
import { standingOf } from '../../../domain/streams/steps.ts';
import { streamNameOf, type StreamConfig, type StreamType } from '../../../domain/streams/stream.ts';
import type { StreamState } from '../../../use-cases/streams/streams.ts';
import '../../elements/basics.ts';
import '../../elements/confirm-typed/confirm-typed.ts';
import { streamIcon } from '../../kit/icons.ts';
import { streamStrings as text } from '../../strings/streams.ts';
import { renderFacts, renderStanding, unshownOf } from './stream-facts.ts';

interface StreamCardParts {
  readonly type: StreamType;
  readonly stream: StreamState;
  readonly nowMs: number;
  /** No action is possible at the moment. */
  readonly still: boolean;
  /** The page already lists the fields that the backend does not show. */
  readonly isUnshownListed: boolean;
  readonly onRead: () => void;
  readonly onDelete: () => void;
  readonly onReplace: () => void;
}

export function renderStreamCard(parts: StreamCardParts): TemplateResult {
  const { config } = parts.stream;
  return config === null ? renderNone(parts) : renderConfig(config, parts);
}

function renderNone({ type, stream }: StreamCardParts): TemplateResult {
  return html`<fk-empty .icon=${streamIcon} .text=${stream.wasNotFound ? text.noneOr404(type) : text.none(type)}></fk-empty>
    <p class="soft">${text.about[type]}</p>`;
}

function renderConfig(
  config: StreamConfig,
  { type, stream, nowMs, still, isUnshownListed, onRead, onDelete, onReplace }: StreamCardParts,
): TemplateResult {
  const standing = standingOf(config);
  const unshown = unshownOf(config);
  return html`
    ${
      unshown === null || isUnshownListed
        ? nothing
        : html`<fk-notice tone="attention" .text=${unshown}><fk-button slot="action" @click=${onReplace}>${text.typeAgain}</fk-button></fk-notice>`
    }
    ${stream.listed > 1 ? html`<fk-notice tone="attention" .text=${text.several(stream.listed)}></fk-notice>` : nothing}
    <section class="card">
      <div class="spread">
        <h2>${text.types[type]}</h2>
        ${renderStanding(config)}
      </div>
      ${standing === 'none' || (standing === 'on' && unshown !== null) ? nothing : html`<p>${text.standingText[standing]}</p>`} ${renderFacts(config)}
      <div class="spread">
        <span class="soft">${text.readAt} <fk-age .at=${stream.readAtMs} .now=${nowMs}></fk-age></span>
        <span class="wrap">
          <fk-button variant="quiet" .busy=${stream.reading && stream.busy === null} @click=${onRead}>${text.readAgain}</fk-button>
          <fk-button variant="danger" .disabled=${still} .busy=${stream.busy === 'delete'} @click=${onDelete}>${text.remove}</fk-button>
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

interface DeleteDialogParts {
  readonly type: StreamType;
  readonly config: StreamConfig | null;
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says what is deleted and who is affected. The end of the stream's name has to be typed. */
export function renderDeleteDialog({ type, config, open, onConfirm, onClose }: DeleteDialogParts): TemplateResult {
  const name = config === null ? '' : streamNameOf(config);
  return html`<fk-confirm-typed
    .open=${open}
    .heading=${text.deleteHeading(type)}
    .consequence=${text.deleteText(type, name === '' ? text.destination.toLowerCase() : `“${name}”`)}
    .subjectId=${name === '' ? type : name}
    .action=${text.deleteAction}
    @fk-confirm=${onConfirm}
    @fk-close=${onClose}
  ></fk-confirm-typed>`;
}
