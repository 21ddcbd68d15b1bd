/** The choice of the data type, with the state of each stream. */
import { html, type TemplateResult } from 'lit';
import { STREAM_TYPES, type StreamType } from '../../../domain/streams/stream.ts';
import type { StreamState } from '../../../use-cases/streams/streams.ts';
import '../../elements/basics.ts';
import { streamStrings as text } from '../../strings/streams.ts';
import { renderStanding } from './stream-facts.ts';

export function renderTypes(
  chosen: StreamType,
  stateOf: (type: StreamType) => StreamState | undefined,
  onChoose: (type: StreamType) => void,
): TemplateResult {
  return html`<fieldset class="types whole">
    <legend class="aside">${text.typesLabel}</legend>
    ${STREAM_TYPES.map((type) => {
      const stream = stateOf(type);
      const wasRead = stream !== undefined && stream.readAtMs !== null;
      return html`<label class="option">
        <input type="radio" name="type" .value=${type} .checked=${type === chosen} @change=${() => onChoose(type)} />
        <span>${text.types[type]}</span>
        ${wasRead ? renderStanding(stream.config) : html`<fk-status>${text.notRead}</fk-status>`}
      </label>`;
    })}
  </fieldset>`;
}
