/**
 * Encrypting a key with the output of a passkey. test/e2e/screen-lock.e2e.ts tests the same with the browser's own
 * passkeys.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createScriptedDevice, type ScriptedDevice } from '../../../test/support/scripted-device.ts';
import { createScreenLock } from './screen-lock.ts';
import type { SessionScreenLock } from '../../use-cases/session/ports.ts';

const API_KEY = 'key-Xq7RtvPa93LmZe51';
const ACCOUNT = { id: '0b5c3f0e-7f62-4b7c-9d59-2f5f0a9b4c11', name: 'North wing' };

let device: ScriptedDevice;
/** What the browser and the password manager know of passkeys. */
const passkeys = {
  getClientCapabilities: vi.fn<() => Promise<Record<string, boolean>>>(),
  isUserVerifyingPlatformAuthenticatorAvailable: vi.fn<() => Promise<boolean>>(),
  signalUnknownCredential: vi.fn<(passkey: UnknownCredentialOptions) => Promise<void>>(),
};
const browser = (hostname = 'fieldkit.example') => ({ PublicKeyCredential: passkeys, location: { hostname } });
let lock: SessionScreenLock;
beforeEach(() => {
  vi.resetAllMocks();
  passkeys.getClientCapabilities.mockResolvedValue({});
  passkeys.isUserVerifyingPlatformAuthenticatorAvailable.mockResolvedValue(true);
  device = createScriptedDevice();
  lock = createScreenLock(device, browser());
});

async function sealed(apiKey = API_KEY): Promise<string> {
  const set = await lock.set(ACCOUNT);
  if (set.kind !== 'set') throw new Error(set.kind);
  return set.seal(apiKey);
}

/** Returns the UTF-8 bytes of `text` as one character per byte, like `atob`. */
function latin1Of(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** Returns the IDs of the passkeys that the password manager was told to remove. */
function discarded(): Uint8Array[] {
  return passkeys.signalUnknownCredential.mock.calls.map(([{ rpId, credentialId }]) => {
    expect(rpId).toBe('fieldkit.example');
    expect(credentialId).toMatch(/^[\w-]+$/);
    return new Uint8Array(Buffer.from(credentialId, 'base64url'));
  });
}

describe('a key behind the screen lock', () => {
  it('is decrypted for the person that the device recognises', async () => {
    for (const givesAtOnce of [false, true]) {
      device.givesAtOnce = givesAtOnce;
      device.prompts = 0;
      const text = await sealed();
      expect(device.prompts, 'questions to keep it').toBe(givesAtOnce ? 1 : 2);
      expect(await lock.open(ACCOUNT.id, text)).toEqual({ kind: 'opened', apiKey: API_KEY });
    }
  });

  it('is stored as ciphertext with a new salt each time, for keys of any length and script', async () => {
    for (const apiKey of [API_KEY, 'k', 'Schlüssel-鍵-🔑', 'x'.repeat(4000)]) {
      const texts = [await sealed(apiKey), await sealed(apiKey)];
      expect(await lock.open(ACCOUNT.id, texts[1]!)).toEqual({ kind: 'opened', apiKey });
      const [one, other] = texts.map((text) => text.split('.').slice(1));
      for (const [at, part] of one!.entries()) expect(part, String(at)).not.toBe(other![at]);
      for (const text of texts) {
        expect(text).toMatch(/^prf-1\.[\w+/=.]+$/);
        // A single letter may occur in a ciphertext by chance.
        if (apiKey.length > 1) expect(atob(text.split('.').at(-1)!)).not.toContain(latin1Of(apiKey));
      }
    }
  });

  it('is bound to its account: with another account it cannot be decrypted', async () => {
    const text = await sealed();
    expect(await lock.open('another', text)).toEqual({ kind: 'damaged' });
  });

  it('reports that a part of what was stored has changed', async () => {
    const text = await sealed();
    const [format, id, ...rest] = text.split('.') as [string, string, ...string[]];
    const changed = rest.map((part, at) => {
      const bytes = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0));
      bytes[1]! ^= 1;
      return [format, id, ...rest.with(at, btoa(String.fromCharCode(...bytes)))].join('.');
    });
    const prompts = device.prompts;
    for (const one of changed) expect(await lock.open(ACCOUNT.id, one), one).toEqual({ kind: 'damaged' });
    expect(device.prompts).toBe(prompts + changed.length);
    // An unreadable text causes no prompt.
    const undecodable = ['A'.repeat(17), 'A'.repeat(44), `${'A'.repeat(14)}==`, 'A'.repeat(25)].map((part, at) =>
      [format, ...[id, ...rest].with(at, part)].join('.'),
    );
    for (const one of [
      ...undecodable,
      '',
      'prf-1.',
      'prf-1.a.b.c.d',
      `${text}.x`,
      `x${text}`,
      text.replace('prf-1', 'prf-2'),
      text + 'A'.repeat(9000),
    ])
      expect(await lock.open(ACCOUNT.id, one), one).toEqual({ kind: 'damaged' });
    expect(device.prompts).toBe(prompts + changed.length);
  });

  it('is not confirmed when the passkey is gone', async () => {
    const text = await sealed();
    device.passkeys.clear();
    expect(await lock.open(ACCOUNT.id, text)).toEqual({ kind: 'notConfirmed' });
  });

  it('reports why a device refused, both when storing and when unlocking', async () => {
    const text = await sealed();
    for (const [refusal, kind] of [
      ['NotAllowedError', 'notConfirmed'],
      ['AbortError', 'notConfirmed'],
      ['TimeoutError', 'notConfirmed'],
      ['NotSupportedError', 'unavailable'],
      ['SecurityError', 'unavailable'],
      ['ConstraintError', 'unavailable'],
    ] as const) {
      device.refusal = refusal;
      expect(await lock.set(ACCOUNT), refusal).toEqual({ kind });
      expect(await lock.open(ACCOUNT.id, text), refusal).toEqual({ kind });
    }
  });

  it('reports that the device has no secret for encryption, both when storing and when unlocking', async () => {
    const text = await sealed();
    device.hasPrf = false;
    expect(await lock.open(ACCOUNT.id, text)).toEqual({ kind: 'noPrf' });
    expect(passkeys.signalUnknownCredential).not.toHaveBeenCalled();
    expect(await lock.set(ACCOUNT)).toEqual({ kind: 'noPrf' });
    expect(discarded(), 'the passkey that is of no use').toEqual([device.passkeys.get(ACCOUNT.id)!.id]);
  });

  it('is not confirmed when the device answers without a passkey', async () => {
    const text = await sealed();
    const silent = createScreenLock({ create: async () => null, get: async () => null }, browser());
    expect(await silent.set(ACCOUNT)).toEqual({ kind: 'notConfirmed' });
    expect(await silent.open(ACCOUNT.id, text)).toEqual({ kind: 'notConfirmed' });
  });

  it('leaves no passkey in the password manager when it is not used any more', async () => {
    const text = await sealed();
    lock.discard('prf-1.damaged');
    expect(passkeys.signalUnknownCredential).not.toHaveBeenCalled();
    lock.discard(text);
    expect(discarded()).toEqual([device.passkeys.get(ACCOUNT.id)!.id]);
  });

  it('is discarded without an error where the browser cannot notify the password manager', async () => {
    const text = await sealed();
    const { signalUnknownCredential: _, ...older } = passkeys;
    createScreenLock(device, { ...browser(), PublicKeyCredential: older }).discard(text);
    passkeys.signalUnknownCredential.mockRejectedValue(new DOMException('', 'SecurityError'));
    lock.discard(text);
  });

  it('is asked for on this device only, and always with the screen lock', async () => {
    const questions: { create?: CredentialCreationOptions | undefined; get?: CredentialRequestOptions | undefined } =
      {};
    const watched = createScreenLock(
      {
        create: (question) => ((questions.create = question), device.create(question)),
        get: (question) => ((questions.get = question), device.get(question)),
      },
      browser(),
    );
    expect((await watched.set(ACCOUNT)).kind).toBe('set');
    const { publicKey: created } = questions.create!;
    expect(created!.user).toMatchObject({ name: ACCOUNT.name, displayName: ACCOUNT.name });
    expect(created!.authenticatorSelection).toMatchObject({
      authenticatorAttachment: 'platform',
      userVerification: 'required',
    });
    // ES256 and RS256: every device offers one of them.
    expect(created!.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -257]);
    const { publicKey: requested } = questions.get!;
    expect(requested!.userVerification).toBe('required');
    expect(requested!.allowCredentials!.map(({ transports }) => transports)).toEqual([['internal']]);
  });

  it('can be given up while it is asked for, which cancels the prompt, both when storing and when unlocking', async () => {
    const text = await sealed();
    const acts = [
      (signal: AbortSignal) => lock.open(ACCOUNT.id, text, signal),
      (signal: AbortSignal) => lock.set(ACCOUNT, signal),
    ];
    device.givesAtOnce = true;
    for (const act of acts) {
      const controller = new AbortController();
      device.person = Promise.resolve().then(() => controller.abort());
      expect(await act(controller.signal)).toEqual({ kind: 'notConfirmed' });
    }
  });

  it('passes an unexpected error of the browser on', async () => {
    device.refusal = 'DataError';
    const error = await lock.set(ACCOUNT).catch((thrown: Error) => thrown);
    expect((error as Error).name).toBe('DataError');
  });
});

describe('the screen lock', () => {
  const isOffered = (hostname?: string) => createScreenLock(device, browser(hostname)).isOffered();

  it.each([
    ['fieldkit.example', true],
    ['localhost', true],
    ['site-2', true],
    ['1st.example', true],
    ['127.0.0.1', false],
    ['[::1]', false],
  ])('is offered as protection at %s: %s', async (hostname, expected) => {
    expect(await isOffered(hostname)).toBe(expected);
  });

  it('is offered unless the browser says that its passkeys cannot encrypt', async () => {
    passkeys.getClientCapabilities.mockResolvedValue({ 'extension:prf': true });
    expect(await isOffered()).toBe(true);
    passkeys.getClientCapabilities.mockResolvedValue({ 'extension:prf': false });
    expect(await isOffered()).toBe(false);
  });

  it('is offered in a browser that does not report what it can do', async () => {
    const { getClientCapabilities: _, ...older } = passkeys;
    expect(await createScreenLock(device, { ...browser(), PublicKeyCredential: older }).isOffered()).toBe(true);
  });

  it('is not offered by a device without a screen lock, or where even this question is forbidden', async () => {
    passkeys.isUserVerifyingPlatformAuthenticatorAvailable.mockResolvedValue(false);
    expect(await isOffered()).toBe(false);
    passkeys.isUserVerifyingPlatformAuthenticatorAvailable.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    expect(await isOffered()).toBe(false);
  });

  it('is not offered by a browser without passkeys', async () => {
    const without = createScreenLock(device, { ...browser(), PublicKeyCredential: undefined });
    expect(await without.isOffered()).toBe(false);
  });
});
