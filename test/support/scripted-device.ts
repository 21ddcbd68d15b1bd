/**
 * A device with a screen lock, as `navigator.credentials` shows it: its passkeys return bytes for a salt, as the PRF
 * extension specifies.
 */

export interface ScriptedDevice extends Pick<CredentialsContainer, 'create' | 'get'> {
  /** Whether its passkeys can return bytes. */
  hasPrf: boolean;
  /** Whether it returns them when the passkey is created; else only at the next request. */
  givesAtOnce: boolean;
  /** Name of the error that it answers with; null for a recognised person. */
  refusal: string | null;
  /** Resolves before each answer, for the time that a person takes. */
  person: Promise<void>;
  /** How often the person was prompted. */
  prompts: number;
  /** By the user for whom they were created: a second one replaces the first. */
  readonly passkeys: Map<string, { readonly id: Uint8Array<ArrayBuffer>; readonly secret: CryptoKey }>;
}

export function createScriptedDevice(): ScriptedDevice {
  const device: ScriptedDevice = {
    hasPrf: true,
    givesAtOnce: false,
    refusal: null,
    person: Promise.resolve(),
    prompts: 0,
    passkeys: new Map(),
    async create(options) {
      const { user, extensions } = options!.publicKey!;
      await answer(options?.signal);
      const id = crypto.getRandomValues(new Uint8Array(32));
      const secret = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      device.passkeys.set(new TextDecoder().decode(user.id), { id, secret });
      const results = device.givesAtOnce ? { first: await bytesFor(secret, extensions!) } : undefined;
      return credential(id, device.hasPrf ? { enabled: true, ...(results && { results }) } : { enabled: false });
    },
    async get(options) {
      const { allowCredentials = [], extensions } = options!.publicKey!;
      await answer(options?.signal);
      const wanted = String(new Uint8Array(allowCredentials[0]!.id as Uint8Array<ArrayBuffer>));
      const passkey = [...device.passkeys.values()].find(({ id }) => String(id) === wanted);
      if (passkey === undefined) throw new DOMException('', 'NotAllowedError');
      return credential(
        passkey.id,
        device.hasPrf ? { results: { first: await bytesFor(passkey.secret, extensions!) } } : undefined,
      );
    },
  };

  async function answer(signal: AbortSignal | undefined): Promise<void> {
    device.prompts += 1;
    await device.person;
    signal?.throwIfAborted();
    if (device.refusal !== null) throw new DOMException('', device.refusal);
  }
  return device;
}

function bytesFor(secret: CryptoKey, { prf }: AuthenticationExtensionsClientInputs): Promise<ArrayBuffer> {
  return crypto.subtle.sign('HMAC', secret, prf!.eval!.first);
}

function credential(
  rawId: Uint8Array<ArrayBuffer>,
  prf: AuthenticationExtensionsPRFOutputs | undefined,
): PublicKeyCredential {
  return {
    rawId: rawId.buffer,
    getClientExtensionResults: () => (prf === undefined ? {} : { prf }),
  } as unknown as PublicKeyCredential;
}
