/** The draft of a stream as a person types it, its faults, and the request bodies made from it (interface.md 4.1). */
import { hiddenIn, withoutMarks } from '../clean-text.ts';
import { holdsSecret, isAccessKey, isCloudSecret, isConnectionString } from './pasted.ts';
import {
  DESTINATION_FIELDS,
  OPTIONAL_FIELD,
  mainDestination,
  type Destination,
  type DestinationKind,
  type SecretField,
  type ShownField,
  type StreamConfig,
  type TypedSecrets,
} from './stream.ts';

export interface StreamDraft {
  readonly kind: DestinationKind;
  /** Fields of the other kind are kept but not sent. */
  readonly fields: Readonly<Partial<Record<ShownField, string>>>;
}

/**
 * Reasons why a field is never sent: it is empty, contains a secret although everybody can see it, or contains an
 * invisible character.
 */
export type DraftFaultReason = 'empty' | 'hasUser' | 'connectionString' | 'holdsSecret' | 'controlCharacter';

export interface DraftFault {
  readonly field: ShownField | SecretField;
  readonly reason: DraftFaultReason;
}

/**
 * Unusual values that may be intended: the contract specifies only one format, and requires no field (interface.md 2.1,
 * 4.1).
 */
export type DraftOddityReason =
  | 'leftEmpty'
  | 'emptied'
  | 'notAnAddress'
  | 'notHttps'
  | 'hasQuery'
  | 'notSb'
  | 'wrongHost'
  | 'noEndSlash'
  | 'badName'
  | 'badRegion'
  | 'tooLong'
  | 'spaces'
  | 'quoted'
  | 'swapped';

export interface DraftOddity {
  readonly field: ShownField | SecretField;
  readonly reason: DraftOddityReason;
}

/** Body of PUT and PATCH, without undefined members. */
export type StreamBody = Readonly<
  { enabled?: boolean } & Partial<Record<DestinationKind, Readonly<Record<string, string>>>>
>;

const MAX_NAME = 256;
const MAX_SECRET = 1024;

/**
 * Returns the faults of a draft. `whole`: all of it is sent, as for PUT; then the two fields that name the destination
 * are required.
 */
export function checkDraft(draft: StreamDraft, secrets: TypedSecrets, whole: boolean): DraftFault[] {
  const { shown, secret, nameField } = DESTINATION_FIELDS[draft.kind];
  const faults: DraftFault[] = [];
  for (const field of shown) {
    const text = typed(draft, field);
    const reason =
      text === '' ? (whole && (field === 'endpoint' || field === nameField) ? 'empty' : null) : textFault(field, text);
    if (reason !== null) faults.push({ field, reason });
  }
  for (const field of secret) {
    const text = secrets[field] ?? '';
    if (hasHidden(text)) faults.push({ field, reason: 'controlCharacter' });
    else if (isConnectionString(text)) faults.push({ field, reason: 'connectionString' });
  }
  return faults;
}

/**
 * Returns unusual values that a person should confirm before they are sent. `before`: only changes to it are checked;
 * null when all is sent.
 */
export function findOddities(draft: StreamDraft, secrets: TypedSecrets, before: Destination | null): DraftOddity[] {
  const { shown, secret } = DESTINATION_FIELDS[draft.kind];
  const odd: DraftOddity[] = [];
  for (const field of shown) {
    const text = typed(draft, field);
    const was = before?.fields[field] ?? '';
    // An unchanged value that another program has set needs no confirmation.
    if (before !== null && text === was) continue;
    const reason =
      text !== ''
        ? textOddity(draft.kind, field, text)
        : field === OPTIONAL_FIELD
          ? null
          : before === null
            ? 'leftEmpty'
            : 'emptied';
    if (reason !== null) odd.push({ field, reason });
  }
  for (const field of secret) {
    const text = secrets[field] ?? '';
    if (text === '' && before === null) odd.push({ field, reason: 'leftEmpty' });
    // A key contains no white space; a space at either end was copied along with it.
    else if (/\s/.test(text)) odd.push({ field, reason: 'spaces' });
    else if (/^\W.*\W$/.test(text) && withoutMarks(text) !== text) odd.push({ field, reason: 'quoted' });
    else if (field === 'secretKey' ? isAccessKey(text) : field === 'accessKey' && isCloudSecret(text))
      odd.push({ field, reason: 'swapped' });
    else if (text.length > MAX_SECRET) odd.push({ field, reason: 'tooLong' });
  }
  return odd;
}

/**
 * Returns the region named in the endpoint when it differs from the typed one, else null. A difference is not a fault,
 * but the caller may ask about it.
 */
export function otherRegionInEndpoint(draft: StreamDraft): string | null {
  if (draft.kind !== 'cloudStream') return null;
  const named =
    /[./-](([a-z]{2}(?:-[a-z]{1,20}){1,4})-\d{1,2})(?:[./:]|$)/i.exec(typed(draft, 'endpoint'))?.[1]?.toLowerCase() ??
    null;
  const region = typed(draft, 'region').toLowerCase();
  return region !== '' && named !== region ? named : null;
}

/** Returns the whole configuration, for a new stream or a full replacement. The draft must be checked. */
export function putBody(draft: StreamDraft, secrets: TypedSecrets, enabled: boolean): StreamBody {
  return { enabled, [draft.kind]: changesTo({}, draft, secrets) };
}

/**
 * Returns only the changed fields and the typed secrets; null when nothing has changed. The draft must be checked and
 * of the same kind.
 */
export function patchBody(before: Destination, draft: StreamDraft, secrets: TypedSecrets): StreamBody | null {
  const changes = changesTo(before.fields, draft, secrets);
  return Object.keys(changes).length === 0 ? null : { [draft.kind]: changes };
}

/**
 * Returns the texts of the draft that differ from these fields, and the typed secrets. An emptied constant key is among
 * them as an empty text; leaving it out would not change it.
 */
function changesTo(fields: Destination['fields'], draft: StreamDraft, secrets: TypedSecrets): Record<string, string> {
  const { shown, secret } = DESTINATION_FIELDS[draft.kind];
  const texts: Record<string, string> = {};
  for (const field of shown) if (typed(draft, field) !== (fields[field] ?? '')) texts[field] = typed(draft, field);
  for (const field of secret) if ((secrets[field] ?? '') !== '') texts[field] = secrets[field]!;
  return texts;
}

/** Returns a draft with the values that the backend shows, without secrets. */
export function draftOf(config: StreamConfig | null): StreamDraft {
  const destination = config === null ? null : mainDestination(config);
  return { kind: destination?.kind ?? 'cloudStream', fields: destination?.fields ?? {} };
}

/** The result of reading back after a PATCH. */
interface PatchCheck {
  /** Shown fields that should have a value and are gone, or that changed although they were not edited. */
  readonly dropped: readonly ShownField[];
  /** Edited fields that still have their old value. */
  readonly ignored: readonly ShownField[];
  /**
   * True when every field was edited, so that nothing shows whether secrets that were not typed again are still stored.
   */
  readonly isInconclusive: boolean;
}

export function compareAfterPatch(
  before: Destination,
  draft: StreamDraft,
  secrets: TypedSecrets,
  after: StreamConfig | null,
): PatchCheck {
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
    // A backend may spell a value differently; it was dropped only when it is gone.
    else if (wanted !== '' && is === '') dropped.push(field);
  }
  const leftOut = secret.some((field) => (secrets[field] ?? '') === '');
  return { dropped, ignored, isInconclusive: dropped.length === 0 && untouched === 0 && leftOut };
}

/** Returns the typed text without surrounding spaces. */
function typed(draft: StreamDraft, field: ShownField): string {
  return (draft.fields[field] ?? '').trim();
}

function textFault(field: ShownField, text: string): DraftFaultReason | null {
  if (hasHidden(text)) return 'controlCharacter';
  // Everybody who may read the stream can see the shown fields.
  if (isConnectionString(text)) return 'connectionString';
  if (holdsSecret(text)) return 'holdsSecret';
  if (field !== 'endpoint') return null;
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i.test(text) ? 'hasUser' : null;
}

function textOddity(kind: DestinationKind, field: ShownField, text: string): DraftOddityReason | null {
  if (text.length > MAX_NAME) return 'tooLong';
  if (field === 'endpoint') return kind === 'eventHub' ? hubEndpointOddity(text) : cloudEndpointOddity(text);
  if (field === 'streamName') return /^[\w.-]{1,128}$/.test(text) ? null : 'badName';
  if (field === 'region') return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 32 ? null : 'badRegion';
  if (field === 'eventHubName') return /^[A-Za-z0-9](?:[\w./-]*[\w])?$/.test(text) ? null : 'badName';
  return null;
}

/** The expected form is `sb://<namespace>.servicebus.windows.net/` (interface.md 2.1). */
function hubEndpointOddity(text: string): DraftOddityReason | null {
  if (!/^sb:\/\//i.test(text)) return 'notSb';
  if (/^sb:\/\/[a-z0-9-]+\.servicebus\.windows\.net$/i.test(text)) return 'noEndSlash';
  return /^sb:\/\/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.servicebus\.windows\.net\/$/i.test(text) ? null : 'wrongHost';
}

/** The expected form is an address or a host name, as cloud consoles show it. */
function cloudEndpointOddity(text: string): DraftOddityReason | null {
  const match =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?|\[[0-9a-f:.]+\](?::\d{1,5})?)(\/[^?#\s]*)?([?#].*)?$/i.exec(
      text,
    );
  if (match === null) return 'notAnAddress';
  if (match[4] !== undefined) return 'hasQuery';
  return match[1] === undefined || match[1].toLowerCase() === 'https' ? null : 'notHttps';
}

/** True for text with a control or invisible character. Tabs and line breaks are not allowed either. */
function hasHidden(text: string): boolean {
  return /[\t\n\r]/.test(text) || hiddenIn(text).length > 0;
}
