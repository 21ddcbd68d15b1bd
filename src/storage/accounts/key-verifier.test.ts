import { describe, expect, it } from 'vitest';
import { hexOf } from '../../domain/hex.ts';
import { makeKeyVerifier, matchesKeyVerifier } from './key-verifier.ts';

/** Makes a verifier in the stored form, with any number of iterations. */
async function verifierWith(iterations: number): Promise<string> {
  const salt = Uint8Array.from({ length: 16 }, (_, at) => (at === 15 ? 255 : at));
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode('secret'), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const hash = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, 256);
  return `pbkdf2-sha256.${iterations}.${hexOf(salt)}.${hexOf(new Uint8Array(hash))}`;
}

describe('the verifier of a key', () => {
  it('accepts its own key and no other, with a new salt each time', async () => {
    const [one, two] = await Promise.all([makeKeyVerifier('secret'), makeKeyVerifier('secret')]);
    expect(one).toMatch(/^pbkdf2-sha256\.600000\.[0-9a-f]{32}\.[0-9a-f]{64}$/);
    expect(one).not.toBe(two);
    expect(one).not.toContain('secret');
    expect(await matchesKeyVerifier(one, 'secret')).toBe(true);
    expect(await matchesKeyVerifier(two, 'secret')).toBe(true);
    for (const other of ['Secret', 'secret ', 'secre', '']) expect(await matchesKeyVerifier(one, other)).toBe(false);
  });

  it('accepts a key by a verifier that a phone has stored', async () => {
    const stored =
      'pbkdf2-sha256.600000.000102030405060708090a0b0c0d0eff.a470eb0c53c9efae3ab5a4c5c26e828cd5031fd8266116a277d26151a418e004';
    expect(await matchesKeyVerifier(stored, 'secret')).toBe(true);
    expect(await matchesKeyVerifier(await verifierWith(700_000), 'secret')).toBe(true);
  });

  it('accepts no key when it is damaged, weakened or would take forever', async () => {
    const verifier = await makeKeyVerifier('secret');
    const [name, iterations, salt, hash] = verifier.split('.') as [string, string, string, string];
    for (const damaged of [
      '',
      'pbkdf2-sha256...',
      `${name}.${iterations}.${salt}.${hash.slice(2)}`,
      `${name}.${iterations}.${salt}.${hash}00`,
      `${name}.${iterations}.${salt.slice(2)}.${hash}`,
      `${name}.${iterations}.${salt}.${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`,
      await verifierWith(1),
      await verifierWith(599_999),
      `x${verifier}`,
      `${name}..${salt}.${hash}`,
      `${name}.99999999.${salt}.${hash}`,
      `sha256.${iterations}.${salt}.${hash}`,
    ])
      expect(await matchesKeyVerifier(damaged, 'secret'), damaged).toBe(false);
  });
});
