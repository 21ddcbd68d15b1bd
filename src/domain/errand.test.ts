/** Each errand with each operation that a packet's header may say: what the screen promises, and what is written. */
import { describe, expect, it } from 'vitest';
import { fixturePackage } from '../../test/support/fixture-rows.ts';
import { encodeBase64 } from './base64.ts';
import {
  ERRANDS,
  errandOf,
  isForbiddenPacket,
  offeredPackage,
  saysOtherOperation,
  withoutSpares,
  type ErrandRow,
  type ErrandName,
} from './errand.ts';
import { OPERATION, writePacket } from './packet.ts';

const packet = (operation: number): Uint8Array =>
  writePacket({ revision: 0, kind: 'encryptedRequest', operation, token: 7, payload: Uint8Array.of(1, 2, 3) });
const BYTES = Array.from({ length: 256 }, (_, operation) => operation);

/** What the screen says before the packet is written, and the operations with which that is true. */
const PROMISES: readonly (readonly [ErrandName, string, readonly number[]])[] = [
  ['configuration', 'lists values and claims no other effect, so that any header is written with a remark', BYTES],
  ['command', 'says what the command does, and who loses what', [OPERATION.command]],
  ['blink', 'says that the beacon blinks', [OPERATION.command]],
  ['reading', 'says that nothing on the beacon changes', [OPERATION.readAll]],
];

describe('the operation in the header of a packet', () => {
  it('is checked for every purpose of a packet', () => {
    expect(PROMISES.map(([errand]) => errand)).toEqual(Object.keys(ERRANDS));
  });

  it.each(PROMISES)(
    'of a %s, whose screen %s, is allowed only if it does what the screen says',
    (errand, _promise, allowed) => {
      const written = BYTES.filter((operation) => !isForbiddenPacket(encodeBase64(packet(operation)), ERRANDS[errand]));
      expect(written).toEqual(allowed);
    },
  );

  it.each(PROMISES)('of a %s is distinguished from every other operation', (errand) => {
    const same = BYTES.filter((operation) => !saysOtherOperation(packet(operation), ERRANDS[errand]));
    expect(same).toEqual([ERRANDS[errand].operation]);
  });

  it('counts even where the length or the flags of the header are wrong', () => {
    const long = Uint8Array.from([...packet(OPERATION.write), 9, 9]);
    const flags = packet(OPERATION.write).with(1, 77);
    expect([long, flags].map((bytes) => isForbiddenPacket(encodeBase64(bytes), ERRANDS.reading))).toEqual([true, true]);
  });

  it('is unknown in bytes of another layout, which are not forbidden', () => {
    const otherRevision = packet(OPERATION.write).with(0, 1);
    expect(isForbiddenPacket(encodeBase64(otherRevision), ERRANDS.reading)).toBe(false);
    expect(isForbiddenPacket('not Base64!', ERRANDS.reading)).toBe(false);
    expect(isForbiddenPacket(null, ERRANDS.reading)).toBe(false);
  });
});

describe('the purpose of a stored package, run or receipt', () => {
  it.each<[string, ErrandRow, ErrandName]>([
    ['a run of an earlier version', {}, 'configuration'],
    ['a package', { kind: 'configuration', command: null }, 'configuration'],
    ['a package that reads', { kind: 'command', command: 'readAll' }, 'reading'],
    ['a run that reads', { command: 'readAll' }, 'reading'],
    ['the receipt of a reading', { kind: 'reading' }, 'reading'],
    ['a run', { command: 'identify' }, 'command'],
    ['a command of a later version', { command: 'somethingNew' }, 'command'],
    ['a package without the name of its command', { kind: 'command' }, 'command'],
    ['a command whose package says otherwise', { kind: 'configuration', command: 'restart' }, 'command'],
    ['a receipt of a later version', { kind: 'somethingNew' }, 'command'],
    ['a spare packet', { kind: 'command', command: 'identify', spare: 1 }, 'blink'],
  ])('of %s, %j, is a %s', (_what, row, errand) => {
    expect(errandOf(row)).toBe(ERRANDS[errand]);
  });

  it('leaves the runs of spare blink packets out of the list of runs', () => {
    const packages = [{ id: 'spare', spare: 1 }, { id: 'asked' }];
    const runs = [{ packageId: 'asked' }, { packageId: 'spare' }, { packageId: 'gone' }];
    expect(withoutSpares(runs, packages)).toEqual([{ packageId: 'asked' }, { packageId: 'gone' }]);
  });

  it('makes a package of another operation count as replaced, unless it is a configuration', () => {
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
