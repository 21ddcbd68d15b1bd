/**
 * Protects an Api-Key with the screen lock of this device, offline too. A passkey of this app returns 32 bytes after
 * the person has been recognised (the PRF extension, WebAuthn level 3, section 10.1.4). A key derived from these bytes
 * encrypts the Api-Key. Neither the bytes nor the derived key are stored, and the passkey signs nobody in.
 */
import { decodeBase64, encodeBase64 } from '../../domain/base64.ts';
import { ifPossible } from '../../domain/unawaited.ts';
import { SCREEN_LOCK_FORMAT, screenLockLabel } from '../../names.ts';
import type { Account } from '../../domain/account.ts';
import type { ScreenLockRefusal } from '../../use-cases/session/session.ts';
import type { SessionScreenLock } from '../../use-cases/session/ports.ts';

const APP_NAME = 'Beacon Fieldkit';
const SALT_BYTES = 32;
const IV_BYTES = 12;
/** Enough time to find the sensor and to try a second time, ms. */
const TIMEOUT_MS = 60_000;
/** ES256 and RS256. Any algorithm is fine, because no signature is checked. */
const ALGORITHMS = [-7, -257];
/**
 * Credential ID (1023 bytes at most), salt, iv and ciphertext in Base64, separated by dots, which Base64 does not
 * contain.
 */
const FORMAT = /^prf-1\.([\w+/=]{16,1368})\.([\w+/=]{44})\.([\w+/=]{16})\.([\w+/=]{24,8192})$/;

/** The parsed form of the stored text. */
interface Sealed {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  /** Input of the passkey's PRF; public. */
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

type CredentialAnswer<T> = { readonly kind: 'answered'; readonly answer: T } | { readonly kind: ScreenLockRefusal };

/** The functions of `navigator.credentials` that are used. */
type Credentials = Pick<CredentialsContainer, 'create' | 'get'>;

/** What the browser says about passkeys; old ones lack some or all of it. */
interface Browser {
  readonly PublicKeyCredential?:
    | (Pick<typeof PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable'> &
        Partial<Pick<typeof PublicKeyCredential, 'getClientCapabilities' | 'signalUnknownCredential'>>)
    | undefined;
  readonly location: Pick<Location, 'hostname'>;
}

export function createScreenLock(credentials: Credentials, browser: Browser = globalThis): SessionScreenLock {
  const { PublicKeyCredential: passkeys } = browser;
  const { hostname } = browser.location;

  /** Tells the password manager that the passkey can be removed. Otherwise it stays in its list and opens nothing. */
  function discardPasskey(credentialId: Uint8Array<ArrayBuffer>): void {
    const id = encodeBase64(credentialId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    void ifPossible(passkeys?.signalUnknownCredential?.({ rpId: hostname, credentialId: id }));
  }

  return {
    async isOffered() {
      // A passkey belongs to a host name, so an IP address cannot have one.
      if (passkeys === undefined || /^(?:[\d.]+|\[.*\])$/.test(hostname)) return false;
      try {
        // Older browsers do not report their capabilities. Where they do, "false" is reliable and "true" is not.
        const capabilities = await passkeys.getClientCapabilities?.();
        if (capabilities?.['extension:prf'] === false) return false;
        return await passkeys.isUserVerifyingPlatformAuthenticatorAvailable();
      } catch {
        // A policy forbids even this question, so nothing can be offered.
        return false;
      }
    },
    async set({ id, name }, signal) {
      const salt = random(SALT_BYTES);
      const creation = await request(() => createPasskey(credentials, id, name, salt, signal));
      if (creation.kind !== 'answered') return creation;
      const credential = creation.answer;
      const { prf } = credential.getClientExtensionResults();
      const credentialId = new Uint8Array(credential.rawId);
      // Most devices only report that they support PRF, and return the bytes at a second request.
      const result =
        prf?.enabled !== true
          ? ({ kind: 'noPrf' } as const)
          : prf.results === undefined
            ? await requestSecret(credentials, credentialId, salt, signal)
            : ({ kind: 'answered', answer: prf.results.first } as const);
      if (result.kind !== 'answered') {
        discardPasskey(credentialId);
        return result;
      }
      return {
        kind: 'set',
        async seal(apiKey) {
          const key = await deriveKey(result.answer, salt, id, 'encrypt');
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
      const result = await requestSecret(credentials, sealed.credentialId, sealed.salt, signal);
      if (result.kind !== 'answered') return result;
      const key = await deriveKey(result.answer, sealed.salt, accountId, 'decrypt');
      try {
        const plain = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: sealed.iv, additionalData: labelOf(accountId) },
          key,
          sealed.ciphertext,
        );
        return { kind: 'opened', apiKey: new TextDecoder().decode(plain) };
      } catch {
        // The same passkey returns the same bytes for the same salt, so one of the stored parts has changed.
        return { kind: 'damaged' };
      }
    },
    discard(text) {
      const sealed = readSealed(text);
      if (sealed !== null) discardPasskey(sealed.credentialId);
    },
  };
}

/**
 * Creates a passkey. The account's ID is used as user ID, so a second passkey of the same account replaces the first.
 */
function createPasskey(
  credentials: Credentials,
  accountId: string,
  name: Account['name'],
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<Credential | null> {
  return credentials.create({
    signal,
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

async function requestSecret(
  credentials: Credentials,
  credentialId: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<CredentialAnswer<BufferSource>> {
  const answer = await request(() =>
    credentials.get({
      signal,
      publicKey: {
        challenge: random(32),
        // Only this device: the browser must not ask for a passkey of another phone.
        allowCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal'] }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  if (answer.kind !== 'answered') return answer;
  const secret = answer.answer.getClientExtensionResults().prf?.results?.first;
  return secret === undefined ? { kind: 'noPrf' } : { kind: 'answered', answer: secret };
}

/** Returns the expected results; throws every other error. */
async function request(question: () => Promise<Credential | null>): Promise<CredentialAnswer<PublicKeyCredential>> {
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

/** Parses the stored text; null when it is invalid. */
function readSealed(text: string): Sealed | null {
  const found = FORMAT.exec(text);
  if (found === null) return null;
  const parts = found.slice(1).map((part) => decodeBase64(part));
  const [credentialId, salt, iv, ciphertext] = parts as (Uint8Array<ArrayBuffer> | null | undefined)[];
  if (credentialId == null || salt?.length !== SALT_BYTES || iv?.length !== IV_BYTES || ciphertext == null) return null;
  return { credentialId, salt, iv, ciphertext };
}

/**
 * Derives the key. It is not extractable and never stored: IndexedDB would write a CryptoKey to the disk as raw bytes.
 */
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

function labelOf(accountId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(screenLockLabel(accountId));
}

function random(bytes: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(bytes));
}
