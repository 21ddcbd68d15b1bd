/**
 * Encrypting a key with the output of a passkey. test/e2e/screen-lock.e2e.ts tests the same with the browser's own
 * passkeys.
 */
import { expect } from '@open-wc/testing';
import { createScriptedDevice, type ScriptedDevice } from '../../../test/support/scripted-device.ts';
import { createScreenLock } from './screen-lock.ts';
import type { SessionScreenLock } from '../../use-cases/session/ports.ts';

const API_KEY = 'key-Xq7RtvPa93LmZe51';
const ACCOUNT = { id: '0b5c3f0e-7f62-4b7c-9d59-2f5f0a9b4c11', name: 'North wing' };

let device: ScriptedDevice;
let lock: SessionScreenLock;
beforeEach(() => {
  device = createScriptedDevice();
  lock = createScreenLock(device);
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

describe('a key behind the screen lock', () => {
  it('is decrypted for the person that the device recognises', async () => {
    for (const givesAtOnce of [false, true]) {
      device.givesAtOnce = givesAtOnce;
      device.prompts = 0;
      const text = await sealed();
      expect(device.prompts, 'questions to keep it').to.equal(givesAtOnce ? 1 : 2);
      expect(await lock.open(ACCOUNT.id, text)).to.deep.equal({ kind: 'opened', apiKey: API_KEY });
    }
  });

  it('is stored as ciphertext with a new salt each time, for keys of any length and script', async () => {
    for (const apiKey of [API_KEY, 'k', 'Schlüssel-鍵-🔑', 'x'.repeat(4000)]) {
      const texts = [await sealed(apiKey), await sealed(apiKey)];
      expect(await lock.open(ACCOUNT.id, texts[1]!)).to.deep.equal({ kind: 'opened', apiKey });
      const [one, other] = texts.map((text) => text.split('.').slice(1));
      for (const [at, part] of one!.entries()) expect(part, String(at)).not.to.equal(other![at]);
      for (const text of texts) {
        expect(text).to.match(/^prf-1\.[\w+/=.]+$/);
        // A single letter may occur in a ciphertext by chance.
        if (apiKey.length > 1) expect(atob(text.split('.').at(-1)!)).not.to.contain(latin1Of(apiKey));
      }
    }
  });

  it('is bound to its account: with another account it cannot be decrypted', async () => {
    const text = await sealed();
    expect(await lock.open('another', text)).to.deep.equal({ kind: 'damaged' });
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
    for (const one of changed) expect(await lock.open(ACCOUNT.id, one), one).to.deep.equal({ kind: 'damaged' });
    expect(device.prompts).to.equal(prompts + changed.length);
    // An unreadable text causes no prompt.
    for (const one of [
      '',
      'prf-1.',
      'prf-1.a.b.c.d',
      `${text}.x`,
      text.replace('prf-1', 'prf-2'),
      text + 'A'.repeat(9000),
    ])
      expect(await lock.open(ACCOUNT.id, one), one).to.deep.equal({ kind: 'damaged' });
    expect(device.prompts).to.equal(prompts + changed.length);
  });

  it('is not confirmed when the passkey is gone', async () => {
    const text = await sealed();
    device.passkeys.clear();
    expect(await lock.open(ACCOUNT.id, text)).to.deep.equal({ kind: 'notConfirmed' });
  });

  it('reports why a device refused, both when storing and when unlocking', async () => {
    const text = await sealed();
    for (const [refusal, kind] of [
      ['NotAllowedError', 'notConfirmed'],
      ['AbortError', 'notConfirmed'],
      ['NotSupportedError', 'unavailable'],
      ['SecurityError', 'unavailable'],
      ['ConstraintError', 'unavailable'],
    ] as const) {
      device.refusal = refusal;
      expect(await lock.set(ACCOUNT), refusal).to.deep.equal({ kind });
      expect(await lock.open(ACCOUNT.id, text), refusal).to.deep.equal({ kind });
    }
  });

  it('reports that the device has no secret for encryption, both when storing and when unlocking', async () => {
    const text = await sealed();
    device.hasPrf = false;
    expect(await lock.open(ACCOUNT.id, text)).to.deep.equal({ kind: 'noPrf' });
    expect(await lock.set(ACCOUNT)).to.deep.equal({ kind: 'noPrf' });
  });

  it('cancels the prompt', async () => {
    const text = await sealed();
    const controller = new AbortController();
    device.person = Promise.resolve().then(() => controller.abort());
    expect(await lock.open(ACCOUNT.id, text, controller.signal)).to.deep.equal({ kind: 'notConfirmed' });
  });

  it('passes an unexpected error on', async () => {
    device.refusal = 'DataError';
    const error = await lock.set(ACCOUNT).catch((thrown: Error) => thrown);
    expect((error as Error).name).to.equal('DataError');
  });
});
