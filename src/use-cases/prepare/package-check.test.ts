/** What is accepted as a package, and the remarks about unusual ones. */
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../domain/base64.ts';
import { ERRANDS } from '../../domain/errand.ts';
import { OPERATION, writePacket } from '../../domain/packet.ts';
import { checkPackage } from './package-check.ts';

describe('a package from the backend', () => {
  it.each([
    ['', 'empty', 0],
    ['  ', 'empty', 0],
    ['AAA=A', 'notBase64', null],
    ['<html>', 'notBase64', null],
    [encodeBase64(new Uint8Array(8)), 'tooShort', 8],
    [encodeBase64(new Uint8Array(513)), 'tooLarge', 513],
  ])('is refused if its text is %j, with the reason %s', (base64, reason, bytes) => {
    expect(checkPackage(base64)).toEqual({ ok: false, reason, bytes });
  });

  it('of an unknown layout is accepted with a remark', () => {
    expect(checkPackage(encodeBase64(new Uint8Array(512)))).toMatchObject({
      ok: true,
      token: null,
      remarks: [expect.stringContaining('length')],
    });
    const plain = writePacket({
      revision: 0,
      kind: 'plainResponse',
      operation: 0x20,
      token: 9,
      payload: Uint8Array.of(0),
    });
    expect(checkPackage(encodeBase64(plain))).toMatchObject({
      ok: true,
      token: 9,
      remarks: [expect.stringContaining('plain response'), expect.stringContaining('0x20')],
    });
  });

  it.each([
    ['reading', OPERATION.write, false],
    ['reading', OPERATION.readAll, true],
    ['blink', OPERATION.write, false],
    ['command', OPERATION.readAll, false],
    ['command', OPERATION.command, true],
    ['configuration', OPERATION.command, true],
  ] as const)('for %s whose header contains the operation 0x%s is usable: %s', (errand, operation, ok) => {
    const bytes = writePacket({
      revision: 0,
      kind: 'encryptedRequest',
      operation,
      token: 9,
      payload: new Uint8Array(1),
    });
    expect(checkPackage(encodeBase64(bytes), ERRANDS[errand])).toMatchObject(
      ok ? { ok } : { ok, reason: 'otherOperation', bytes: 10 },
    );
  });
});
