import { describe, expect, it } from 'vitest';
import {
  fixtureDevice,
  fixtureDevices,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from '../../../test/support/fixture-rows.ts';
import { searchDevices } from '../../../test/support/search-devices.ts';
import { NO_FACTS, factsByDevice, trackOfDevice } from './device-facts.ts';

const device = fixtureDevice(0, { pending: null });
const id = device.uniqueId;
const none = { packages: [], runs: [], receipts: [], edits: [] };

describe('factsByDevice', () => {
  it('keeps the newest row of each kind and leaves out replaced, reserved and closed ones', () => {
    const facts = factsByDevice({
      packages: [
        fixturePackage(id, { id: 'old', preparedAtMs: 1 }),
        fixturePackage(id, { id: 'new', preparedAtMs: 2 }),
        fixturePackage(id, { id: 'x', preparedAtMs: 3, state: 'replaced' }),
      ],
      runs: [
        fixtureRun(id, { id: 'b', startedAtMs: 9, outcome: { kind: 'abandoned' } }),
        fixtureRun(id, { id: 'a', startedAtMs: 4 }),
      ],
      receipts: [
        fixtureReceipt(id, { id: 'r', createdAtMs: 5 }),
        fixtureReceipt(id, { id: 's', createdAtMs: 6, state: 'reserved' }),
      ],
      edits: [fixtureEdit(id)],
    }).get(id)!;
    expect([facts.package?.id, facts.run?.id, facts.receipt?.id, facts.edit?.uniqueId]).toEqual(['new', 'a', 'r', id]);
  });

  it('has nothing for a device without rows', () => {
    expect(factsByDevice(none).get(id)).toBeUndefined();
  });
});

describe('trackOfDevice', () => {
  const verified = fixtureReceipt(id, { state: 'verified', createdAtMs: 100, settledAtMs: 200 });
  it.each([
    ['is empty without rows', device, NO_FACTS, 'nothing'],
    [
      'shows Prepared when only the backend has something pending',
      { ...device, pending: { txPower: 1 } },
      NO_FACTS,
      'prepared',
    ],
    ['shows Verified', device, { ...NO_FACTS, receipt: verified }, 'verified'],
    [
      'shows a package that is newer than the Verified receipt',
      device,
      { ...NO_FACTS, receipt: verified, package: fixturePackage(id, { preparedAtMs: 300 }) },
      'onThisPhone',
    ],
    [
      'shows Prepared when a later list has something pending after Verified',
      { ...device, pending: { txPower: 1 }, readAtMs: 300 },
      { ...NO_FACTS, receipt: verified },
      'prepared',
    ],
    [
      'shows Verified when the list with the pending value was read before',
      { ...device, pending: { txPower: 1 }, readAtMs: 150 },
      { ...NO_FACTS, receipt: verified },
      'verified',
    ],
    [
      'shows Uncertain when a run has begun to write the package',
      device,
      {
        ...NO_FACTS,
        package: fixturePackage(id, { preparedAtMs: 300 }),
        run: fixtureRun(id, { startedAtMs: 400, step: 'writing' }),
      },
      'uncertain',
    ],
    [
      'is empty with a dead package',
      device,
      { ...NO_FACTS, package: fixturePackage(id, { state: 'dead' }) },
      'nothing',
    ],
    [
      'shows the package of a device outside the list',
      null,
      { ...NO_FACTS, package: fixturePackage(id) },
      'onThisPhone',
    ],
  ] as const)('%s', (_, of, facts, summary) => {
    expect(trackOfDevice(of, facts).summary).toBe(summary);
  });
});

describe('searchDevices', () => {
  const devices = fixtureDevices(230);
  it('finds by id in either case, MAC without colons, tag, alias, right-to-left text, and all words together', () => {
    const of = (query: string): string[] => searchDevices(devices, query).map((found) => found.uniqueId);
    expect(of(devices[20]!.uniqueId.toLowerCase())).toContain(devices[20]!.uniqueId);
    expect(of(devices[20]!.mac!.replaceAll(':', ''))).toContain(devices[20]!.uniqueId);
    expect(of('night shift dock')).not.toEqual([]);
    expect(
      of('night shift dock').every((found) =>
        devices.find((row) => row.uniqueId === found)!.alias!.startsWith('Loading dock'),
      ),
    ).toBe(true);
    expect(of('מעבדה')).toEqual([devices[7]!.uniqueId]);
    expect(of('  ')).toHaveLength(230);
    expect(of('nowhere')).toEqual([]);
  });
});
