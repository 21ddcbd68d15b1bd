/** Encrypts and decrypts packets with the key that a beacon shares with the sandbox's backend. */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { readPacket, writePacket, type Packet } from '../domain/packet.ts';
import { practiceKeyLabel } from '../names.ts';

const FINGERPRINT_BYTES = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the key of one beacon, 32 bytes. It is derived from the seed, so it needs no storage or exchange. */
export function deviceKey(seed: string, uniqueId: string): Uint8Array {
  const cached = keys.get(`${seed}\n${uniqueId}`);
  if (cached) return cached;
  const key = hkdf(sha256, utf8(seed), undefined, utf8(practiceKeyLabel(uniqueId)), 32);
  keys.set(`${seed}\n${uniqueId}`, key);
  return key;
}

export interface Envelope {
  readonly kind: 'encryptedRequest' | 'encryptedResponse';
  readonly operation: number;
  /** Unix seconds or the last token + 1. */
  readonly token: number;
}

/**
 * Returns the packet: 9 bytes of header, 2 of key fingerprint, 12 of nonce, the text, 16 of tag. The same input gives
 * the same bytes.
 */
export function seal(key: Uint8Array, envelope: Envelope, plain: Uint8Array): Uint8Array {
  const header = headerOf(envelope);
  // The nonce is derived from the content: equal packets have equal bytes, different packets have different nonces.
  const nonce = sha256(join(key, header, plain)).slice(0, NONCE_BYTES);
  const sealed = chacha20poly1305(key, nonce, header).encrypt(plain);
  return writePacket({ revision: 0, ...envelope, payload: join(fingerprint(key), nonce, sealed) });
}

export type Opening =
  | { readonly ok: true; readonly packet: Packet; readonly plain: Uint8Array }
  | {
      readonly ok: false;
      readonly reason: 'layout' | 'plain' | 'otherKey' | 'damaged';
      readonly packet: Packet | null;
    };

/** Opens any bytes. Never throws. */
export function open(key: Uint8Array, bytes: Uint8Array): Opening {
  const { packet } = readPacket(bytes);
  if (!packet) return { ok: false, reason: 'layout', packet };
  if (packet.kind === 'plainRequest' || packet.kind === 'plainResponse') return { ok: false, reason: 'plain', packet };
  const { payload } = packet;
  if (payload.length < FINGERPRINT_BYTES + NONCE_BYTES + TAG_BYTES) return { ok: false, reason: 'layout', packet };
  const mark = fingerprint(key);
  if (payload[0] !== mark[0] || payload[1] !== mark[1]) return { ok: false, reason: 'otherKey', packet };
  const nonce = payload.slice(FINGERPRINT_BYTES, FINGERPRINT_BYTES + NONCE_BYTES);
  const header = headerOf({ kind: packet.kind, operation: packet.operation, token: packet.token });
  try {
    const plain = chacha20poly1305(key, nonce, header).decrypt(payload.slice(FINGERPRINT_BYTES + NONCE_BYTES));
    return { ok: true, packet, plain };
  } catch {
    return { ok: false, reason: 'damaged', packet };
  }
}

const keys = new Map<string, Uint8Array>();

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns the mark by which a beacon distinguishes another beacon's packet from a damaged one of its own. */
function fingerprint(key: Uint8Array): Uint8Array {
  return sha256(key).slice(0, FINGERPRINT_BYTES);
}

function headerOf({ kind, operation, token }: Envelope): Uint8Array {
  const header = new Uint8Array(6);
  const view = new DataView(header.buffer);
  view.setUint8(0, kind === 'encryptedRequest' ? 3 : 1);
  view.setUint8(1, operation);
  view.setUint32(2, token, true);
  return header;
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
