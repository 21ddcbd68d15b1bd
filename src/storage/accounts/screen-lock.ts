/**
 * Keeps an Api-Key behind the screen lock of this device, offline too. A passkey of this app gives out 32 bytes to whoever has
 * just been recognized (the PRF extension, WebAuthn level 3, section 10.1.4); the Api-Key is encrypted with a key that is derived
 * from them. Neither these bytes nor the derived key are ever stored, and the passkey signs nobody in.
 */
import { decodeBase64, encodeBase64 } from '../../domain/base64.ts';
import { ifPossible } from '../../domain/unawaited.ts';
import { SCREEN_LOCK_FORMAT, screenLockLabel } from '../../names.ts';
import type { Account } from '../../domain/account.ts';
import type { ScreenLockRefusal } from '../../use-cases/session/offered.ts';
import type { SessionScreenLock } from '../../use-cases/session/ports.ts';

const APP_NAME = 'Beacon Fieldkit';
const SALT_BYTES = 32;
const IV_BYTES = 12;
/** To look for the finger, and to try a second time. */
const TIMEOUT_MS = 60_000;
/** ES256 and RS256: whatever the device signs with, nobody checks it. */
const ALGORITHMS = [-7, -257];
/** Credential id (1023 bytes at most), salt, iv, ciphertext; Base64, since no dot is part of it. */
const FORMAT = /^prf-1\.([\w+/=]{16,1368})\.([\w+/=]{44})\.([\w+/=]{16})\.([\w+/=]{24,8192})$/;

/** What was stored, taken apart. */
interface Sealed {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  /** What the passkey is asked with; public. */
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

type Asked<T> = { readonly kind: 'answered'; readonly answer: T } | { readonly kind: ScreenLockRefusal };

/** What of the browser's `navigator.credentials` is used. */
type Credentials = Pick<CredentialsContainer, 'create' | 'get'>;

export function createScreenLock(credentials: Credentials): SessionScreenLock {
  return {
    async isOffered() {
      // A passkey belongs to a host name: an address of digits has none.
      if (!('PublicKeyCredential' in globalThis) || /^[\d.]+$|^\[/.test(location.hostname)) return false;
      try {
        // Older browsers do not say what they can do. Where they do, "false" is final, and "true" is not.
        const { getClientCapabilities } = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
        const known = await getClientCapabilities?.call(PublicKeyCredential);
        if (known?.['extension:prf'] === false) return false;
        return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
      } catch {
        // A policy forbids even the question: there is nothing to offer.
        return false;
      }
    },
    async set({ id, name }, signal) {
      const salt = random(SALT_BYTES);
      const made = await ask(() => createPasskey(credentials, id, name, salt, signal));
      if (made.kind !== 'answered') return made;
      const credential = made.answer;
      const { prf } = credential.getClientExtensionResults();
      const credentialId = new Uint8Array(credential.rawId);
      // Most devices say at once whether they can, and give out the bytes only when they are asked again.
      const given =
        prf?.enabled !== true
          ? ({ kind: 'noPrf' } as const)
          : prf.results === undefined
            ? await askForSecret(credentials, credentialId, salt, signal)
            : ({ kind: 'answered', answer: prf.results.first } as const);
      if (given.kind !== 'answered') {
        discardPasskey(credentialId);
        return given;
      }
      return {
        kind: 'set',
        async seal(apiKey) {
          const key = await deriveKey(given.answer, salt, id, 'encrypt');
          const iv = random(IV_BYTES);
          const plain = new TextEncoder().encode(apiKey);
          const ciphertext = await crypto.subtle.encrypt(
            { name: 'AES-GCM', iv, additionalData: labelOf(id) },
            key,
            plain,
          );
          const parts = [credentialId, salt, iv, new Uint8Array(ciphertext)];
          return SCREEN_LOCK_FORMAT + parts.map(encodeBase64).join('.');
        },
      };
    },
    async open(accountId, text, signal) {
      const sealed = readSealed(text);
      if (sealed === null) return { kind: 'damaged' };
      const given = await askForSecret(credentials, sealed.credentialId, sealed.salt, signal);
      if (given.kind !== 'answered') return given;
      const key = await deriveKey(given.answer, sealed.salt, accountId, 'decrypt');
      try {
        const plain = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: sealed.iv, additionalData: labelOf(accountId) },
          key,
          sealed.ciphertext,
        );
        return { kind: 'opened', apiKey: new TextDecoder().decode(plain) };
      } catch {
        // The same passkey gives the same bytes for the same salt: one of the stored parts has changed.
        return { kind: 'damaged' };
      }
    },
    discard(text) {
      const sealed = readSealed(text);
      if (sealed !== null) discardPasskey(sealed.credentialId);
    },
  };
}

/** The account's id as the user's: a second passkey of the same account takes the place of the first. */
function createPasskey(
  credentials: Credentials,
  accountId: string,
  name: Account['name'],
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<Credential | null> {
  return credentials.create({
    ...(signal && { signal }),
    publicKey: {
      rp: { name: APP_NAME },
      user: { id: new TextEncoder().encode(accountId), name, displayName: name },
      challenge: random(32),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'preferred',
        userVerification: 'required',
      },
      timeout: TIMEOUT_MS,
      extensions: { prf: { eval: { first: salt } } },
    },
  });
}

async function askForSecret(
  credentials: Credentials,
  credentialId: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<Asked<BufferSource>> {
  const asked = await ask(() =>
    credentials.get({
      ...(signal && { signal }),
      publicKey: {
        challenge: random(32),
        // Of this device alone: no other phone is to be held to its screen.
        allowCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal'] }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  if (asked.kind !== 'answered') return asked;
  const secret = asked.answer.getClientExtensionResults().prf?.results?.first;
  return secret === undefined ? { kind: 'noPrf' } : { kind: 'answered', answer: secret };
}

/** Throws what is none of the answers that are to be expected. */
async function ask(question: () => Promise<Credential | null>): Promise<Asked<PublicKeyCredential>> {
  try {
    const credential = await question();
    return credential === null
      ? { kind: 'notConfirmed' }
      : { kind: 'answered', answer: credential as PublicKeyCredential };
  } catch (error) {
    switch (error instanceof DOMException ? error.name : '') {
      case 'NotAllowedError':
      case 'AbortError':
      case 'TimeoutError':
        return { kind: 'notConfirmed' };
      case 'NotSupportedError':
      case 'SecurityError':
      case 'ConstraintError':
        return { kind: 'unavailable' };
      default:
        throw error;
    }
  }
}

/** Null where it cannot be read. */
function readSealed(text: string): Sealed | null {
  const parts = (FORMAT.exec(text) ?? []).slice(1).map((part) => decodeBase64(part));
  const [credentialId, salt, iv, ciphertext] = parts as (Uint8Array<ArrayBuffer> | null | undefined)[];
  if (credentialId == null || salt?.length !== SALT_BYTES || iv?.length !== IV_BYTES || ciphertext == null) return null;
  return { credentialId, salt, iv, ciphertext };
}

/** Not extractable and never stored: a CryptoKey in IndexedDB is on the disk as raw bytes. */
async function deriveKey(
  secret: BufferSource,
  salt: Uint8Array<ArrayBuffer>,
  accountId: string,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: labelOf(accountId) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  );
}

/** The password manager of the browser can then take it off its list; without this it stays there and opens nothing. */
function discardPasskey(credentialId: Uint8Array<ArrayBuffer>): void {
  const { signalUnknownCredential } = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  const id = encodeBase64(credentialId).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  void ifPossible(signalUnknownCredential?.call(PublicKeyCredential, { rpId: location.hostname, credentialId: id }));
}

function labelOf(accountId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(screenLockLabel(accountId));
}

function random(bytes: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(bytes));
}
