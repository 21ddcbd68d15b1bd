/** What a person types for a stream, what is wrong with it, and the bodies it becomes (interface.md 4.1). */
import { DESTINATION_FIELDS, OPTIONAL_FIELD, mainDestination, type Destination, type DestinationKind, type SecretField, type ShownField, type StreamConfig } from './stream.ts';

export interface StreamDraft {
  readonly kind: DestinationKind;
  /** Fields of another kind are left alone and not sent. */
  readonly fields: Readonly<Partial<Record<ShownField, string>>>;
}

/** Typed secrets; an absent or empty one was not typed again and is not sent. */
export type TypedSecrets = Readonly<Partial<Record<SecretField, string>>>;

export type DraftFaultReason =
  | 'empty' | 'notAUrl' | 'notHttps' | 'hasQuery' | 'connectionString' | 'notSb' | 'wrongHost' | 'noEndSlash'
  | 'badName' | 'badRegion' | 'tooLong' | 'controlCharacter' | 'spaces';

export interface DraftFault {
  readonly field: ShownField | SecretField;
  readonly reason: DraftFaultReason;
}

/** Body of PUT and PATCH; nothing in it is undefined. */
export type StreamBody = Readonly<{ enabled?: boolean } & Partial<Record<DestinationKind, Readonly<Record<string, string>>>>>;

const MAX_NAME = 256;
const MAX_SECRET = 1024;

/** `whole`: secrets have to be there too, as for PUT. */
export function checkDraft(draft: StreamDraft, secrets: TypedSecrets, whole: boolean): DraftFault[] {
  const { shown, secret } = DESTINATION_FIELDS[draft.kind];
  const faults: DraftFault[] = [];
  for (const field of shown) {
    const reason = fieldFault(draft.kind, field, typed(draft, field));
    if (reason !== null) faults.push({ field, reason });
  }
  for (const field of secret) {
    const reason = secretFault(secrets[field] ?? '', whole);
    if (reason !== null) faults.push({ field, reason });
  }
  return faults;
}

/** The region that the endpoint names when it is another than the one typed: worth a question, no fault. */
export function otherRegionInEndpoint(draft: StreamDraft): string | null {
  if (draft.kind !== 'cloudStream') return null;
  const named = /[./-](([a-z]{2}(?:-[a-z]+)+)-\d{1,2})(?=[./:]|$)/i.exec(typed(draft, 'endpoint'))?.[1]?.toLowerCase() ?? null;
  const region = typed(draft, 'region').toLowerCase();
  return named !== null && region !== '' && named !== region ? named : null;
}

/** The whole configuration, as a new stream and a full replacement need it. Of a checked draft. */
export function putBody(draft: StreamDraft, secrets: TypedSecrets, enabled: boolean): StreamBody {
  const { shown, secret } = DESTINATION_FIELDS[draft.kind];
  const object: Record<string, string> = {};
  for (const field of shown) if (typed(draft, field) !== '') object[field] = typed(draft, field);
  for (const field of secret) if ((secrets[field] ?? '') !== '') object[field] = secrets[field]!;
  return { enabled, [draft.kind]: object };
}

/** The changed fields only and the secrets that were typed; null when nothing has changed. Of a checked draft of the same kind. */
export function patchBody(before: Destination, draft: StreamDraft, secrets: TypedSecrets): StreamBody | null {
  const { shown, secret } = DESTINATION_FIELDS[draft.kind];
  const object: Record<string, string> = {};
  for (const field of shown) {
    // An emptied constant key is sent as an empty text: leaving it out would keep it.
    if (typed(draft, field) !== (before.fields[field] ?? '')) object[field] = typed(draft, field);
  }
  for (const field of secret) if ((secrets[field] ?? '') !== '') object[field] = secrets[field]!;
  return Object.keys(object).length === 0 ? null : { [draft.kind]: object };
}

/** A draft with what the backend shows; secrets have no place in it. */
export function draftOf(config: StreamConfig | null): StreamDraft {
  const destination = config === null ? null : mainDestination(config);
  return { kind: destination?.kind ?? 'cloudStream', fields: destination?.fields ?? {} };
}

/** What reading back after a PATCH tells. */
export interface PatchCheck {
  /** Shown fields that had a value or were to get one, and are gone; or that nobody touched, and are others now. */
  readonly dropped: readonly ShownField[];
  /** Fields that were changed and still have their old value. */
  readonly ignored: readonly ShownField[];
  /** No field was left as it was, so that nothing shows whether the secrets that were not typed again are still there. */
  readonly unseen: boolean;
}

export function compareAfterPatch(before: Destination, draft: StreamDraft, secrets: TypedSecrets, after: StreamConfig | null): PatchCheck {
  const { shown, secret } = DESTINATION_FIELDS[draft.kind];
  const now = after?.destinations.find(({ kind }) => kind === draft.kind);
  const dropped: ShownField[] = [];
  const ignored: ShownField[] = [];
  let untouched = 0;
  for (const field of shown) {
    const [was, wanted, is] = [before.fields[field] ?? '', typed(draft, field), now?.fields[field] ?? ''];
    if (wanted === was) {
      if (is !== was) dropped.push(field);
      else if (was !== '') untouched += 1;
    } else if (is === was) ignored.push(field);
    // A backend may spell a value its own way; only when it is gone it was dropped.
    else if (wanted !== '' && is === '') dropped.push(field);
  }
  const leftOut = secret.some((field) => (secrets[field] ?? '') === '');
  return { dropped, ignored, unseen: dropped.length === 0 && untouched === 0 && leftOut };
}

/** What was typed, without the spaces around it. */
function typed(draft: StreamDraft, field: ShownField): string {
  return (draft.fields[field] ?? '').trim();
}

function fieldFault(kind: DestinationKind, field: ShownField, text: string): DraftFaultReason | null {
  if (text === '') return field === OPTIONAL_FIELD ? null : 'empty';
  if (hasControl(text)) return 'controlCharacter';
  if (text.length > MAX_NAME) return 'tooLong';
  if (field === 'endpoint') return kind === 'eventHub' ? hubEndpointFault(text) : cloudEndpointFault(text);
  if (field === 'streamName') return /^[\w.-]{1,128}$/.test(text) ? null : 'badName';
  if (field === 'region') return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 32 ? null : 'badRegion';
  if (field === 'eventHubName') return /^[A-Za-z0-9](?:[\w./-]*[\w])?$/.test(text) ? null : 'badName';
  return null;
}

/** `sb://<namespace>.servicebus.windows.net/` (interface.md 2.1). */
function hubEndpointFault(text: string): DraftFaultReason | null {
  if (/^endpoint=|;\s*sharedaccess/i.test(text)) return 'connectionString';
  if (!/^sb:\/\//i.test(text)) return 'notSb';
  if (/^sb:\/\/[a-z0-9-]+\.servicebus\.windows\.net$/i.test(text)) return 'noEndSlash';
  return /^sb:\/\/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.servicebus\.windows\.net\/$/i.test(text) ? null : 'wrongHost';
}

function cloudEndpointFault(text: string): DraftFaultReason | null {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\s@]+)(\/[^?#\s]*)?([?#].*)?$/i.exec(text);
  if (match === null) return 'notAUrl';
  if (match[4] !== undefined) return 'hasQuery';
  return match[1]!.toLowerCase() === 'https' ? null : 'notHttps';
}

function secretFault(text: string, needed: boolean): DraftFaultReason | null {
  if (text === '') return needed ? 'empty' : null;
  if (text.length > MAX_SECRET) return 'tooLong';
  if (hasControl(text)) return 'controlCharacter';
  // No key has a space: one at an end came along when it was copied.
  return /\s/.test(text) ? 'spaces' : null;
}

function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text);
}
