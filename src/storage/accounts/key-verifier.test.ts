import { describe, expect, it } from 'vitest';
import { makeKeyVerifier, matchesKeyVerifier } from './key-verifier.ts';

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
      `${name}.1.${salt}.${hash}`,
      `${name}.99999999.${salt}.${hash}`,
      `sha256.${iterations}.${salt}.${hash}`,
    ])
      expect(await matchesKeyVerifier(damaged, 'secret'), damaged).toBe(false);
  });
});
