/** The details of a stream: state, destination and hidden secrets. */
import { html, type TemplateResult } from 'lit';
import { standingOf, type StreamStanding } from '../../../domain/streams/steps.ts';
import {
  DESTINATION_FIELDS,
  OPTIONAL_FIELD,
  mainDestination,
  unshownFields,
  type Destination,
  type StreamConfig,
} from '../../../domain/streams/stream.ts';
import type { KeyValueEntry } from '../../elements/key-value/key-value.ts';
import '../../elements/key-value/key-value.ts';
import '../../elements/basics.ts';
import type { Tone } from '../../kit/tokens.ts';
import { streamStrings as text } from '../../strings/streams.ts';
import { fieldWords } from './outcome-words.ts';

const TONES: Record<StreamStanding, Tone> = { none: 'neutral', paused: 'attention', on: 'info', unsaid: 'neutral' };

export function renderFacts(config: StreamConfig): TemplateResult {
  return html`${config.destinations.map((destination) => renderDestination(destination))}`;
}

/** The permissions that the destination needs (interface.md 6). */
export function renderPermissions(): TemplateResult {
  return html`<details>
    <summary>${text.permissions}</summary>
    <ul class="points">
      ${text.permissionNames.map((name) => html`<li>${name}</li>`)}
    </ul>
    <p class="soft">${text.permissionsText}</p>
  </details>`;
}

/**
 * Lists the usual fields that the backend does not show; null when it shows all. Says nothing about whether the stream
 * sends.
 */
export function unshownOf(config: StreamConfig): string | null {
  const destination = mainDestination(config);
  if (destination === null) return text.noDestination;
  const unshown = unshownFields(destination);
  return unshown.length > 0 ? text.unshown(fieldWords(unshown)) : null;
}

export function renderStanding(config: StreamConfig | null): TemplateResult {
  const standing = standingOf(config);
  const words = text.standing[standing];
  return standing === 'none'
    ? html`<span class="soft">${words}</span>`
    : html`<fk-status .tone=${TONES[standing]}>${words}</fk-status>`;
}

function renderDestination(destination: Destination): TemplateResult {
  const { kind, fields } = destination;
  const { shown, secret } = DESTINATION_FIELDS[kind];
  const partly = unshownFields(destination).length > 0;
  const entries: KeyValueEntry[] = [
    { key: text.destination, value: text.kinds[kind] },
    ...shown
      .filter((name) => name !== OPTIONAL_FIELD || fields[name] !== undefined)
      .map((name) => ({
        key: text.fields[name],
        missing: text.notShown,
        value: fields[name] === undefined ? null : html`<bdi>${fields[name]}</bdi>`,
        mono: true,
      })),
    ...secret.map((name) => ({ key: text.fields[name], value: partly ? text.secretUnshown : text.secretShown })),
  ];
  return html`<fk-key-value .entries=${entries}></fk-key-value>`;
}
