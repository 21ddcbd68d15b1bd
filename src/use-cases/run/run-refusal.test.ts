/** Which packages are not written, and why. */
import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { READ_ALL } from '../../domain/commands/command.ts';
import { MAX_PACKET_BYTES } from '../../domain/limits.ts';
import { OPERATION, writePacket } from '../../domain/packet.ts';
import type { Run } from '../../domain/run.ts';
import type { PackageStore } from '../stores.ts';
import { refusalOf } from './run-refusal.ts';

const ID = 'tB4x';
const carried = fixturePackage(ID, { id: 'p', token: 100 });
const older = fixturePackage(ID, { id: 'older', token: 50 });
const open = fixtureRun(ID, { id: 'r' });
const written = fixtureRun(ID, { id: 'w', step: 'written', writes: 1, packageId: 'older' });

const headerOf = (operation: number): string =>
  encodeBase64(
    writePacket({ revision: 0, kind: 'encryptedRequest', operation, token: 100, payload: new Uint8Array(4) }),
  );

const refused = (
  one: CarriedPackage | null,
  { run = null, packages = [], runs = [] }: { run?: Run | null; packages?: CarriedPackage[]; runs?: Run[] } = {},
) =>
  refusalOf(
    { ofDevice: async (id: string) => packages.filter(({ uniqueId }) => uniqueId === id) } as unknown as PackageStore,
    run,
    one,
    runs,
  );

describe('a package that a run is to write', () => {
  it.each<[string, CarriedPackage | null, string]>([
    ['is gone', null, 'package unknown'],
    ['is used', { ...carried, state: 'used' }, 'package used'],
    ['has no bytes', { ...carried, base64: null }, 'package carried'],
    ['is empty', { ...carried, base64: '' }, 'the package is empty or not Base64'],
    ['is not Base64', { ...carried, base64: '!' }, 'the package is empty or not Base64'],
  ])('is not on this phone if it %s', async (_why, one, detail) => {
    await expect(refused(one)).resolves.toEqual({ code: 'packageNotHere', detail });
    // A run that has written nothing needs the package too.
    await expect(refused(one, { run: open })).resolves.toEqual({ code: 'packageNotHere', detail });
  });

  it.each([
    [MAX_PACKET_BYTES, null],
    [MAX_PACKET_BYTES + 1, { code: 'packageTooLarge', detail: `${MAX_PACKET_BYTES + 1} bytes` }],
  ])('is checked for its length of %i bytes', async (bytes, expected) => {
    const base64 = encodeBase64(new Uint8Array(bytes));
    await expect(refused({ ...carried, base64 })).resolves.toEqual(expected);
  });

  it.each<[string, Run]>([
    ['that may have written', written],
    ['that has ended', { ...open, outcome: { kind: 'abandoned' } }],
  ])('may be missing for a run %s', async (_which, run) => {
    await expect(refused(null, { run })).resolves.toBeNull();
  });
});

describe('a newer packet for a beacon', () => {
  it('waits while it would make an older one of the beacon useless', async () => {
    await expect(refused(carried, { packages: [carried, older] })).resolves.toEqual({
      code: 'newerPacketWaiting',
      detail: 'token 100 would end token 50',
    });
    await expect(refused(older, { packages: [carried, older] })).resolves.toBeNull();
    await expect(refused(carried, { packages: [fixturePackage('m3Rw', { token: 50 })] })).resolves.toBeNull();
  });

  it.each<[string, Run, boolean]>([
    ['does not wait for an older one that an unfinished run may have written', written, false],
    ['waits for an older one whose run has written nothing', { ...written, step: 'intent', writes: 0 }, true],
    ['waits for an older one whose run has ended', { ...written, outcome: { kind: 'noAnswer' } }, true],
  ])('%s', async (_which, run, waits) => {
    const refusal = await refused(carried, { packages: [older], runs: [run] });
    expect(refusal?.code ?? null).toBe(waits ? 'newerPacketWaiting' : null);
  });

  it.each<[string, Partial<CarriedPackage>]>([
    ['a command', { kind: 'command', command: 'identify', base64: headerOf(OPERATION.command) }],
    ['a request for all values', { kind: 'command', command: READ_ALL, base64: headerOf(OPERATION.readAll) }],
  ])('waits for the response of an unfinished run: %s', async (_which, change) => {
    const one = { ...carried, ...change };
    await expect(refused(one, { packages: [older], runs: [written] })).resolves.toMatchObject({
      code: 'newerPacketWaiting',
      detail: expect.stringContaining('a run of this beacon is unfinished'),
    });
    await expect(refused(one, { runs: [{ ...written, uniqueId: 'm3Rw' }] })).resolves.toBeNull();
    await expect(refused(one, { runs: [open] })).resolves.toBeNull();
  });
});
