/** Many devices: common values, the effect of a change on each, and tags. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { reachRisks } from '../attributes/reach.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';
import type { HeldBack } from '../provisioning/held-back.ts';
import { commonOf } from './common.ts';
import { needsPackage } from './needs-package.ts';
import { planChange, planFetch, planWithdraw } from './plan.ts';
import { planTags, tagsAmong } from './tags.ts';

const beacon = (index: number, attributes: AttributeValues, changes: Partial<CachedDevice> = {}): CachedDevice =>
  fixtureDevice(index, {
    uniqueId: `b${index}`,
    deviceType: 'BEACON',
    access: 'OWNER',
    name: 'Kontakt',
    pending: null,
    attributes,
    ...changes,
  });

describe('common values of many devices', () => {
  const devices = [
    beacon(0, { txPower: 3, interval: '350', packets: ['IBEACON', 'KONTAKT'], major: 7 }),
    beacon(1, { txPower: 3, interval: 350, packets: 'KONTAKT,IBEACON', major: 8 }),
    beacon(2, { txPower: 3, interval: 350, packets: ['KONTAKT', 'IBEACON'] }),
    beacon(3, { txPower: 3, interval: 350, packets: ['IBEACON', 'KONTAKT'], major: 8 }),
  ];

  it('are those that all of them show, in any spelling', () => {
    const { shown } = commonOf(devices);
    expect(shown.name).toBe('Kontakt');
    expect(shown.attributes).toMatchObject({ txPower: 3, name: 'Kontakt' });
    expect(Object.keys(shown.attributes).sort()).toEqual(['interval', 'name', 'packets', 'txPower']);
  });

  it('list the others by value, most frequent first, and unknown ones as such', () => {
    const { varied } = commonOf(devices);
    expect([...varied.keys()]).toEqual(['major']);
    expect(varied.get('major')).toEqual([
      { value: 8, count: 2 },
      { value: 7, count: 1 },
      { value: undefined, count: 1 },
    ]);
  });

  it('distinguish an empty list from an unknown one', () => {
    const { varied } = commonOf([beacon(0, { 'powerSaving.features': [] }), beacon(1, {})]);
    expect(varied.get('powerSaving.features')).toHaveLength(2);
  });
});

describe('the plan of a change', () => {
  const plan = (
    device: CachedDevice,
    values: AttributeValues,
    open: CarriedPackage | null = null,
    held: HeldBack | null = null,
    again: ReadonlySet<string> = new Set(),
  ) =>
    planChange(
      { devices: [device], packageOf: () => open, held: new Map(held === null ? [] : [[device.uniqueId, held]]) },
      values,
      again,
    )[0]!;
  const one = beacon(0, { txPower: 3 });

  it.each([
    [
      'prepares a change',
      plan(one, { txPower: 5 }),
      { kind: 'prepare', leftOut: null, warning: null, before: { txPower: 3 } },
    ],
    ['leaves out a value that the device has already', plan(one, { txPower: '3' }), { kind: null, leftOut: 'same' }],
    [
      'prepares a value that the device has already when it is requested again',
      plan(one, { txPower: 3 }, null, null, new Set(['txPower'])),
      { kind: 'prepare' },
    ],
    ['prepares a secret, because it cannot be compared', plan(one, { password: 'a1b2c3d4' }), { kind: 'prepare' }],
    [
      'leaves out a device that may only be viewed',
      plan({ ...one, access: 'VIEWER' }, { txPower: 5 }),
      { kind: null, leftOut: 'viewer' },
    ],
    [
      'prepares a change of a gateway',
      plan({ ...one, deviceType: 'GATEWAY' }, { txPower: 5 }),
      { kind: 'prepare', leftOut: null },
    ],
    [
      'leaves out a gateway that waits for the same change',
      plan(
        { ...one, deviceType: 'GATEWAY', pending: { txPower: 5 } },
        { txPower: 5 },
        fixturePackage('b0', { state: 'prepared', values: { txPower: 5 } }),
      ),
      { kind: null, leftOut: 'waits' },
    ],
    [
      'prepares a change of a gateway that has applied an earlier one',
      plan(
        { ...one, deviceType: 'GATEWAY' },
        { txPower: 5 },
        fixturePackage('b0', { state: 'prepared', values: { txPower: 5 } }),
      ),
      { kind: 'prepare', leftOut: null, warning: null },
    ],
    [
      'warns of a pending configuration',
      plan({ ...one, pending: { major: 1 } }, { txPower: 5 }),
      { kind: 'prepare', warning: 'pending' },
    ],
    [
      'prepares the current value while another one is pending',
      plan({ ...one, pending: { txPower: 7 } }, { txPower: 3 }),
      { kind: 'prepare', warning: 'pending' },
    ],
    [
      'leaves out a device whose package is on this phone',
      plan(one, { txPower: 5 }, fixturePackage('b0', { values: { txPower: 5, major: 1 } })),
      { kind: null, leftOut: 'here' },
    ],
    [
      'fetches the package of a change that is prepared',
      plan(one, { txPower: 5 }, fixturePackage('b0', { state: 'prepared', values: { txPower: 5 } })),
      { kind: 'fetch' },
    ],
    [
      'warns of another package on this phone',
      plan(one, { txPower: 6 }, fixturePackage('b0', { values: { txPower: 5 } })),
      { kind: 'prepare', warning: 'pending' },
    ],
    [
      'leaves out a device with an undelivered receipt',
      plan(one, { txPower: 5 }, null, 'undeliveredReceipt'),
      { kind: 'prepare', warning: 'undeliveredReceipt' },
    ],
    [
      'leaves out a device with an unfinished run',
      plan(one, { txPower: 5 }, null, 'unfinishedRun'),
      { kind: 'prepare', warning: 'unfinishedRun' },
    ],
  ])('%s', (_, line, wanted) => expect(line).toMatchObject(wanted));

  it('of fetching contains only what is pending in the backend', () => {
    const devices = [
      one,
      beacon(1, {}, { pending: { major: 2 } }),
      beacon(2, {}),
      beacon(3, {}, { pending: { minor: 1 } }),
      beacon(4, {}, { pending: { minor: 1 }, deviceType: 'GATEWAY' }),
    ];
    const rows = new Map([
      ['b2', fixturePackage('b2', { state: 'prepared', values: { major: 9 } })],
      ['b3', fixturePackage('b3')],
    ]);
    const lines = planFetch({ devices, packageOf: (id) => rows.get(id) ?? null, held: new Map() });
    expect(lines.map(({ kind, leftOut }) => kind ?? leftOut)).toEqual([
      'nothingPending',
      'fetch',
      'fetch',
      'here',
      'gateway',
    ]);
    expect(lines[2]!.values).toEqual({ major: 9 });
  });
});

it.each([
  ['a beacon', {}, false, true],
  ['a beacon whose package is here', {}, true, false],
  ['a beacon with nothing pending', { pending: null }, false, false],
  ['a gateway, which fetches by itself', { deviceType: 'GATEWAY' }, false, false],
  ['a beacon that this key may only view', { access: 'VIEWER' }, false, false],
] as const)('says that %s needs a package only where this key can fetch one', (_, facts, isCarried, needs) => {
  const device = fixtureDevice(1, { deviceType: 'BEACON', access: 'OWNER', pending: { minor: 1 }, ...facts });
  expect(needsPackage(device, isCarried)).toBe(needs);
});

describe('values that make a beacon unreachable', () => {
  it.each([
    [{ interval: 350, txPower: 5, packets: ['IBEACON'], shuffled: false, 'powerSaving.features': [] }, []],
    [{ interval: '5000' }, ['slow']],
    [{ txPower: 0 }, ['weak']],
    [{ packets: [] }, ['silent']],
    [{ 'powerSaving.features': ['RTC'], shuffled: true }, ['sleeps', 'hidden']],
    [{ nonConnectable: 'true' }, ['nonConnectable']],
    [{ constructor: '1' }, []],
  ])('are recognised in %j: %j', (values, risks) =>
    expect(reachRisks(values as unknown as AttributeValues)).toEqual(risks),
  );
});

describe('tags of many devices', () => {
  const tagged = (index: number, ...tags: string[]) => fixtureDevice(index, { uniqueId: `t${index}`, tags });

  it('are added and removed only where that changes something; others keep the same array', () => {
    const devices = [tagged(0, 'a', 'b'), tagged(1, 'b', 'c'), tagged(2, 'c')];
    const lines = planTags(devices, { add: ['c'], remove: ['a'] });
    expect(lines.map(({ tags }) => tags)).toEqual([['b', 'c'], ['b', 'c'], ['c']]);
    expect(lines[2]!.tags).toBe(devices[2]!.tags);
  });

  it('that are both added and removed are present afterwards', () => {
    expect(planTags([tagged(0, 'a')], { add: ['a'], remove: ['a'] })[0]!.tags).toEqual(['a']);
  });

  it('replace the room and leave all other tags', () => {
    const devices = [tagged(0, 'a', 'room:Old', 'b'), tagged(1), tagged(2, 'room:New')];
    const lines = planTags(devices, { add: [], remove: [], room: 'New' });
    expect(lines.map(({ tags }) => tags)).toEqual([['a', 'room:New', 'b'], ['room:New'], ['room:New']]);
    expect(lines[2]!.tags).toBe(devices[2]!.tags);
  });

  it('are present already when they differ only in quotes or dashes', () => {
    const device = tagged(0, 'Müller’s 1–3');
    expect(planTags([device], { add: ["Müller's 1-3"], remove: [] })[0]!.tags).toBe(device.tags);
  });

  it('stay unchanged on a device that would have too many, with the reason', () => {
    const full = tagged(0, ...Array.from({ length: 20 }, (_, n) => `t${n}`));
    expect(planTags([full], { add: ['one more'], remove: [] })[0]).toEqual({
      device: full,
      tags: full.tags,
      fault: 'tooMany',
    });
    expect(planTags([full], { add: ['one more'], remove: ['t3'] })[0]!.tags).toHaveLength(20);
  });

  it('are counted by device', () => {
    expect(tagsAmong([tagged(0, 'a', 'b'), tagged(1, 'b'), tagged(2)])).toEqual([
      { tag: 'b', count: 2 },
      { tag: 'a', count: 1 },
    ]);
  });
});

describe('a pending change is withdrawn', () => {
  const waiting = fixturePackage('b0', { values: { txPower: 5 } });
  const plan = (device: CachedDevice, open: CarriedPackage | null = null, reason: HeldBack | null = null) =>
    planWithdraw({
      devices: [device],
      packageOf: () => open,
      held: new Map(reason === null ? [] : [[device.uniqueId, reason]]),
    })[0]!;
  const pending = beacon(0, { txPower: 3 }, { pending: { txPower: 7 } });
  const idle = beacon(0, { txPower: 3 });

  it.each<[string, CachedDevice, CarriedPackage | null, HeldBack | null, string | null, AttributeValues]>([
    ['for a beacon with a pending change', pending, null, null, null, { txPower: 7 }],
    ['for a beacon with a package', idle, waiting, null, null, { txPower: 5 }],
    ['for a beacon with a pending change and a package', pending, waiting, null, null, { txPower: 7 }],
    ['not for a beacon with nothing pending', idle, null, null, 'nothingPending', {}],
    [
      'not for a beacon that may only be viewed',
      { ...pending, access: 'VIEWER' },
      null,
      null,
      'viewer',
      { txPower: 7 },
    ],
    [
      'not for a beacon with an undelivered receipt',
      pending,
      null,
      'undeliveredReceipt',
      'undeliveredReceipt',
      { txPower: 7 },
    ],
    [
      'not for a gateway that has applied its change',
      { ...idle, deviceType: 'GATEWAY' },
      waiting,
      null,
      'nothingPending',
      {},
    ],
  ])('%s', (_which, device, open, reason, leftOut, values) => {
    expect(plan(device, open, reason)).toEqual({
      device,
      values,
      before: Object.keys(values).length === 0 ? {} : { txPower: 3 },
      kind: leftOut === null ? 'withdraw' : null,
      leftOut,
      warning: null,
    });
  });
});
