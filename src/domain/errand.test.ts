/** Each errand with each operation that a packet's header may say: what the screen promises, and what is written. */
import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../test/support/fixture-rows.ts';
import { encodeBase64 } from './base64.ts';
import { ERRANDS, errandOf, isForbiddenPacket, offeredPackage, saysOtherOperation, type Errand } from './errand.ts';
import { OPERATION, writePacket } from './packet.ts';

const packet = (operation: number): Uint8Array =>
  writePacket({ revision: 0, kind: 'encryptedRequest', operation, token: 7, payload: Uint8Array.of(1, 2, 3) });
const BYTES = Array.from({ length: 256 }, (_, operation) => operation);

/** What the screen says before the packet is written, and the operations with which that is true. */
const PROMISES: readonly (readonly [Errand, string, readonly number[]])[] = [
  ['configuration', 'lists values and says nothing of other effects: any header is written, with a remark', BYTES],
  ['readAll', 'says that nothing on the beacon changes', [OPERATION.readAll]],
  ['identify', 'says that the beacon blinks', [OPERATION.command]],
  ['restart', 'says that the beacon keeps its configuration', [OPERATION.command]],
  ['nonConnectable', 'says who loses what', [OPERATION.command]],
  ['bootloader', 'says who loses what', [OPERATION.command]],
  ['otherCommand', 'is of another version', [OPERATION.command]],
];

describe('the operation in the header of a packet', () => {
  it('is looked at for every errand', () => {
    expect(PROMISES.map(([errand]) => errand)).toEqual(Object.keys(ERRANDS));
  });

  it.each(PROMISES)('of a %s, whose screen %s, is allowed only where that is true', (errand, _promise, allowed) => {
    const written = BYTES.filter((operation) => !isForbiddenPacket(encodeBase64(packet(operation)), errand));
    expect(written).toEqual(allowed);
  });

  it.each(PROMISES)('of a %s is told from every other one', (errand) => {
    const same = BYTES.filter((operation) => !saysOtherOperation(packet(operation), errand));
    expect(same).toEqual([ERRANDS[errand].operation]);
  });

  it('counts even where the length or the flags of the header are wrong', () => {
    const long = Uint8Array.from([...packet(OPERATION.write), 9, 9]);
    const flags = packet(OPERATION.write).with(1, 77);
    expect([long, flags].map((bytes) => isForbiddenPacket(encodeBase64(bytes), 'readAll'))).toEqual([true, true]);
  });

  it('is not known of bytes of another layout', () => {
    const otherRevision = packet(OPERATION.write).with(0, 1);
    expect(isForbiddenPacket(encodeBase64(otherRevision), 'readAll')).toBe(false);
    expect(isForbiddenPacket('not Base64!', 'readAll')).toBe(false);
    expect(isForbiddenPacket(null, 'readAll')).toBe(false);
  });
});

describe('the errand of a stored row', () => {
  it.each<[Parameters<typeof errandOf>[0], Errand]>([
    [{}, 'configuration'],
    [{ kind: 'configuration', command: null }, 'configuration'],
    [{ kind: 'command', command: 'readAll' }, 'readAll'],
    [{ command: 'identify' }, 'identify'],
    [{ command: 'somethingNew' }, 'otherCommand'],
    [{ kind: 'command' }, 'otherCommand'],
  ])('%j is %s', (row, errand) => {
    expect(errandOf(row)).toBe(errand);
  });

  it('is not offered with a stored packet that says something else', () => {
    const base64 = encodeBase64(packet(OPERATION.write));
    const blink = fixturePackage('kp7A', { kind: 'command', command: 'identify', spare: 1, base64 });
    expect(offeredPackage(blink).state).toBe('replaced');
    expect(offeredPackage({ ...blink, state: 'used' }).state).toBe('used');
    const right = { ...blink, base64: encodeBase64(packet(OPERATION.command)) };
    expect(offeredPackage(right)).toBe(right);
    const configuration = fixturePackage('kp7A', { base64: encodeBase64(packet(OPERATION.command)) });
    expect(offeredPackage(configuration)).toBe(configuration);
  });
});
