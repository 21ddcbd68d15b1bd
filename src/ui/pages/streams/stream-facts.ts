/** A stream as it is: standing, destination field by field, secrets that cannot be shown, and how its records are keyed. */
import { html, nothing, type TemplateResult } from 'lit';
import { DESTINATION_FIELDS, OPTIONAL_FIELD, lackingFields, mainDestination, type Destination, type StreamConfig } from '../../../domain/streams/stream.ts';
import type { KeyValueEntry } from '../../elements/key-value/key-value.ts';
import '../../elements/key-value/key-value.ts';
import { streamStrings as text } from '../../strings/streams.ts';

export function renderFacts(config: StreamConfig): TemplateResult {
  return html`${config.destinations.map((destination) => renderDestination(destination))}`;
}

/** How the records are spread, and what the destination's account has to allow (interface.md 4.1, 6). */
export function renderExplained(config: StreamConfig | null): TemplateResult {
  const destination = config === null ? null : mainDestination(config);
  const forced = destination?.fields[OPTIONAL_FIELD];
  return html`<section class="card">
      <h2>${text.partition}</h2>
      <p class="mono"><bdi>${forced ?? text.partitionDefault}</bdi></p>
      <p class="soft">
        ${forced !== undefined ? text.partitionForced(forced) : destination?.kind === 'eventHub' ? text.partitionHub : text.partitionText}
      </p>
    </section>
    ${destination?.kind === 'eventHub' ? nothing : renderPermissions()}`;
}

export function renderPermissions(): TemplateResult {
  return html`<section class="card">
    <h2>${text.permissions}</h2>
    <ul class="plain">
      ${text.permissionNames.map((name) => html`<li>${name}</li>`)}
    </ul>
    <p class="soft">${text.permissionsText}</p>
  </section>`;
}

function renderDestination(destination: Destination): TemplateResult {
  const { kind, fields } = destination;
  const { shown, secret } = DESTINATION_FIELDS[kind];
  // A backend that has let go of a field has let go of the secrets as well, as far as anybody can see.
  const lacking = lackingFields(destination).length > 0;
  const entries: KeyValueEntry[] = [
    { key: text.destination, value: text.kinds[kind] },
    ...shown
      .filter((name) => name !== OPTIONAL_FIELD || fields[name] !== undefined)
      .map((name) => ({ key: text.fields[name], value: fields[name] === undefined ? null : html`<bdi>${fields[name]}</bdi>`, mono: true })),
    ...secret.map((name) => ({ key: text.fields[name], value: lacking ? text.secretDoubtful : text.secretShown })),
  ];
  return html`<fk-key-value .entries=${entries}></fk-key-value>`;
}
