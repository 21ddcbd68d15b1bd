/** Before a long request: its number of requests and minutes, with the cheaper choice first, and fewer beacons instead. */
import { html, nothing, type TemplateResult } from 'lit';
import type { RecordQuery } from '../../../domain/telemetry/record-query.ts';
import { FREE_REQUESTS } from '../../../domain/limits.ts';
import type { QueryEstimate } from '../../../domain/telemetry/estimate.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { roomsOf, type Names } from './names.ts';

const text = telemetryDeskStrings.estimate;

export interface PendingQuery {
  readonly query: RecordQuery;
  /** The query before a part of it was chosen, and the place of the part in the list of parts; 0 for all. */
  readonly whole: RecordQuery;
  readonly part: number;
  readonly estimate: QueryEstimate;
}

/** All, or a room or a job, with those of its beacons that are requested. */
interface QueryPart {
  readonly label: string;
  readonly ids: readonly string[];
}

/** Returns all requested beacons, and the rooms and jobs with a part of them. */
export function partsOfQuery({ by, ids }: RecordQuery, names: Names, jobs: JobsState | null): readonly QueryPart[] {
  const all = { label: text.of.all(ids.length), ids };
  if (by === 'gateways') return [all];
  const requested = new Set(ids);
  const idsOf = (uniqueIds: readonly string[]): string[] =>
    uniqueIds
      .map((uniqueId) => names.trackingIdOf(uniqueId))
      .filter((id) => id !== null && requested.has(id)) as string[];
  const inRooms = new Map<string, string[]>(roomsOf(names).map((room) => [room, []]));
  for (const { uniqueId, room } of names.devices) inRooms.get(room ?? '')?.push(uniqueId);
  const narrower = [
    ...[...inRooms].map(([room, uniqueIds]) => ({ words: text.of.room, name: room, own: idsOf(uniqueIds) })),
    ...(jobs?.jobs ?? []).map(({ id, name }) => ({
      words: text.of.job,
      name,
      own: idsOf((jobs!.tasks.get(id) ?? []).map(({ uniqueId }) => uniqueId)),
    })),
  ].filter(({ own }) => own.length > 0 && own.length < ids.length);
  return [all, ...narrower.map(({ words, name, own }) => ({ label: words(name, own.length), ids: own }))];
}

interface EstimateOptions {
  readonly partsOf: (whole: RecordQuery) => readonly QueryPart[];
  /** Called with the part that is to be requested instead. */
  readonly narrow: (whole: RecordQuery, ids: readonly string[], part: number) => void;
  /** Takes the part of the request that the person agreed to. */
  readonly agree: (query: RecordQuery, extent: 'newest' | 'all') => void;
  /** Called for each way out. */
  readonly close: () => void;
}

export function renderEstimate(
  pending: PendingQuery | null,
  { partsOf, narrow, agree, close }: EstimateOptions,
): TemplateResult {
  const take = (extent: 'newest' | 'all') => () => {
    close();
    if (pending !== null) agree(pending.query, extent);
  };
  const isLong = pending === null || pending.estimate.requests > FREE_REQUESTS;
  return html`<fk-dialog .open=${pending !== null} .heading=${text.title} @fk-close=${close}>
    ${pending === null ? nothing : html`<div class="stack">${renderCost(pending, isLong)}${renderParts(pending)}</div>`}
    <fk-button slot="actions" variant="quiet" @click=${close}>${text.cancel}</fk-button>
    <fk-button slot="actions" .variant=${isLong ? 'plain' : 'primary'} @click=${take('all')}>${text.all}</fk-button>
    ${
      isLong
        ? html`<fk-button slot="actions" variant="primary" @click=${take('newest')}>${text.newest(FREE_REQUESTS)}</fk-button>`
        : nothing
    }
  </fk-dialog>`;

  function renderParts({ whole, part }: PendingQuery): TemplateResult | typeof nothing {
    const offered = partsOf(whole);
    if (offered.length < 2) return nothing;
    return html`<fk-field kind="select" name="part" .label=${text.of.label}
      .value=${String(part)} .options=${offered.map(({ label }, at) => ({ value: String(at), label }))}
      @fk-change=${(event: FieldChangeEvent) => {
        event.stopPropagation();
        narrow(whole, offered[Number(event.value)]!.ids, Number(event.value));
      }}></fk-field>`;
  }
}

function renderCost({ estimate }: PendingQuery, isLong: boolean): TemplateResult {
  return html`<p role="status">${text.text(estimate.requests, estimate.minutes)}</p>
    ${isLong ? html`<p>${text.hint(FREE_REQUESTS)}</p>` : nothing}`;
}
