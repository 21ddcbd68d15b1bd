/** The bytes of one mirror file: a checksummed record of a receipt, or a reservation for one with a note of its run. */

/**
 * Layout, little-endian: 0 magic "BFKR" · 4 version 1 · 5 three zero bytes · 8 length L of the JSON, u32 · 12 SHA-256
 * of the JSON, 32 bytes · 44 the JSON, UTF-8, L bytes · the rest is unused.
 * A reservation begins with "BFK0", or with "BFK1" when it contains a note of its run in the same layout.
 */
const RECORD_MAGIC = 0x524b4642;
const RESERVED_MAGIC = 0x304b4642;
const NOTED_MAGIC = 0x314b4642;
const VERSION = 1;
const HEADER_BYTES = 44;

/** Enough for a response of 512 bytes with its values many times over. */
const RESERVED_BYTES = 8192;

export type MirrorRecord =
  | { readonly kind: 'record'; readonly json: string }
  /**
   * Space reserved for a response. `note`: the run it is reserved for, as JSON; null when none was written completely.
   */
  | { readonly kind: 'reserved'; readonly note: string | null }
  /** Incompletely written, or damaged later. */
  | { readonly kind: 'torn'; readonly detail: string };

export function encodeRecord(json: string): Promise<Uint8Array<ArrayBuffer>> {
  return encodeChecked(RECORD_MAGIC, json);
}

/** Encodes a note that is written over the start of a reservation. The file keeps its size. */
export function encodeNote(json: string): Promise<Uint8Array<ArrayBuffer>> {
  return encodeChecked(NOTED_MAGIC, json);
}

async function encodeChecked(magic: number, json: string): Promise<Uint8Array<ArrayBuffer>> {
  const body = new TextEncoder().encode(json);
  const bytes = new Uint8Array(HEADER_BYTES + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint8(4, VERSION);
  view.setUint32(8, body.length, true);
  bytes.set(new Uint8Array(await crypto.subtle.digest('SHA-256', body)), 12);
  bytes.set(body, HEADER_BYTES);
  return bytes;
}

/**
 * Fills the reservation with random bytes, so that the file system allocates real blocks and cannot compress them or
 * leave a hole.
 */
export function encodeReservation(): Uint8Array<ArrayBuffer> {
  const bytes = crypto.getRandomValues(new Uint8Array(RESERVED_BYTES));
  new DataView(bytes.buffer).setUint32(0, RESERVED_MAGIC, true);
  return bytes;
}

/** Decodes any bytes, never rejects. An empty file was created but not written, so it counts as a reservation. */
export async function decodeRecord(bytes: Uint8Array<ArrayBuffer>): Promise<MirrorRecord> {
  if (bytes.length === 0) return { kind: 'reserved', note: null };
  if (bytes.length < HEADER_BYTES) return { kind: 'torn', detail: `${bytes.length} bytes are no record` };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0, true);
  if (magic === RESERVED_MAGIC) return { kind: 'reserved', note: null };
  if (magic === NOTED_MAGIC) {
    const note = await readChecked(bytes, view);
    return { kind: 'reserved', note: note.kind === 'record' ? note.json : null };
  }
  if (magic !== RECORD_MAGIC) return { kind: 'torn', detail: 'does not begin like a record' };
  return readChecked(bytes, view);
}

async function readChecked(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
): Promise<Extract<MirrorRecord, { kind: 'record' | 'torn' }>> {
  if (view.getUint8(4) !== VERSION) return { kind: 'torn', detail: `version ${view.getUint8(4)} is not known` };
  const length = view.getUint32(8, true);
  const body = bytes.subarray(HEADER_BYTES, HEADER_BYTES + length);
  if (body.length !== length) return { kind: 'torn', detail: `${body.length} of ${length} bytes are there` };
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  if (!sum.every((byte, index) => byte === bytes[12 + index]))
    return { kind: 'torn', detail: 'the checksum does not fit' };
  return { kind: 'record', json: new TextDecoder().decode(body) };
}
