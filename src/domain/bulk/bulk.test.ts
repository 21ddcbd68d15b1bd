/** Many devices: common values, the effect of a change on each, and tags. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { reachRisks } from '../attributes/reach.ts';
import { storableText } from '../storable-text.ts';
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

describe('the common values of many devices', () => {
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

  it('come with the differing values of each other attribute, the most frequent first', () => {
    const { varied } = commonOf(devices);
    expect([...varied.keys()]).toEqual(['major']);
    expect(varied.get('major')).toEqual([
      { value: 8, count: 2 },
      { value: 7, count: 1 },
      { value: undefined, count: 1 },
    ]);
  });

  it('leave out read-only values, values of the backend alone, and secrets', () => {
    const shown = { batteryLevel: 80, notes: 'x', password: 'a1b2c3d4', minor: 1 };
    const { shown: common, varied } = commonOf([
      beacon(0, shown),
      beacon(1, { ...shown, batteryLevel: 7, notes: 'y' }),
    ]);
    expect(common.attributes).toEqual({ name: 'Kontakt', minor: 1 });
    expect([...varied.keys()]).toEqual([]);
  });

  it('have no name where the devices have different names or none', () => {
    expect(commonOf([beacon(0, {}, { name: 'a' }), beacon(1, {}, { name: 'b' })]).shown.name).toBeNull();
    expect(commonOf([beacon(0, {}, { name: null }), beacon(1, {}, { name: null })]).shown).toEqual({
      name: null,
      attributes: {},
    });
    expect(commonOf([beacon(0, { name: 'of the attributes' }, { name: null })]).shown.name).toBe('of the attributes');
  });

  it('treat a value that is null as unknown', () => {
    expect(commonOf([beacon(0, { major: null }), beacon(1, {})]).varied.size).toBe(0);
    expect(commonOf([beacon(0, { major: null }), beacon(1, {})]).shown.attributes).toEqual({ name: 'Kontakt' });
    expect(commonOf([beacon(0, { major: null }), beacon(1, { major: 0 })]).varied.get('major')).toHaveLength(2);
  });

  it('distinguish an empty list from an unknown one', () => {
    const { varied } = commonOf([beacon(0, { 'powerSaving.features': [] }), beacon(1, {})]);
    expect(varied.get('powerSaving.features')).toHaveLength(2);
  });
});

it('values of many devices are compared in any spelling up to twenty different ones, and beyond that as they are spelt', () => {
  const countsOf = (different: number) => {
    const devices = Array.from({ length: different }, (_, at) => beacon(at, { major: at }));
    return commonOf([...devices, beacon(40, { major: '3' })]).varied.get('major')!;
  };
  expect(countsOf(20)[0]).toEqual({ value: 3, count: 2 });
  expect(countsOf(20)).toHaveLength(20);
  expect(countsOf(21)).toHaveLength(22);
});

describe('the plan of a change to many devices', () => {
  const plan = (
    device: CachedDevice,
    values: AttributeValues,
    open: CarriedPackage | null = null,
    held: HeldBack | null = null,
    again: ReadonlySet<string> = new Set(),
  ) => planChange({ devices: [device], packageOf: () => open, heldOf: () => held }, values, again)[0]!;
  const one = beacon(0, { txPower: 3 });

  it.each([
    [
      'prepares several values of which one differs',
      plan(beacon(0, { txPower: 3, major: 1 }), { txPower: 3, major: 2 }),
      { kind: 'prepare', before: { txPower: 3, major: 1 } },
    ],
    ['prepares a value that the device does not show', plan(one, { minor: 4 }), { kind: 'prepare', before: {} }],
    [
      'prepares a value that the device shows as none',
      plan(beacon(0, { minor: null }), { minor: 4 }),
      { kind: 'prepare', before: {} },
    ],
    ['empties a value that the device shows as none', plan(beacon(0, { url: null }), { url: '' }), { kind: 'prepare' }],
    ['empties a value that the device does not show', plan(one, { url: '' }), { kind: 'prepare' }],
    ['leaves out a value that is empty already', plan(beacon(0, { url: '' }), { url: '' }), { leftOut: 'same' }],
    [
      'prepares the name of a device with another name',
      plan(one, { name: 'Door' }),
      { kind: 'prepare', before: { name: 'Kontakt' } },
    ],
    ['leaves out a name that the device has', plan(one, { name: 'Kontakt' }), { kind: null, leftOut: 'same' }],
    [
      'leaves out a viewed device before any other reason',
      plan({ ...one, access: 'VIEWER' }, { txPower: 3 }, null, 'unfinishedRun'),
      { kind: null, leftOut: 'viewer', warning: null },
    ],
    [
      'fetches what is prepared with more values, without a warning',
      plan(one, { txPower: 5 }, fixturePackage('b0', { state: 'prepared', values: { txPower: 5, major: 1 } })),
      { kind: 'fetch', warning: null },
    ],
    [
      'prepares a secret again, although a package with it is on this phone',
      plan(one, { password: 'a1b2c3d4' }, fixturePackage('b0', { values: { password: 'a1b2c3d4' } })),
      { kind: 'prepare', warning: 'pending' },
    ],
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
      'warns of a pending configuration that was not prepared here',
      plan({ ...one, pending: { major: 1 } }, { txPower: 5 }),
      { kind: 'prepare', warning: 'foreign' },
    ],
    [
      'warns of a pending configuration that was prepared here',
      plan(
        { ...one, pending: { major: '1' } },
        { txPower: 5 },
        fixturePackage('b0', { state: 'prepared', values: { major: 1 } }),
      ),
      { kind: 'prepare', warning: 'pending' },
    ],
    [
      'does not call a pending configuration foreign that contains the planned values',
      plan({ ...one, pending: { txPower: '5', major: 1 } }, { txPower: 5 }),
      { kind: 'prepare', warning: 'pending' },
    ],
    [
      "does not call the backend's own fields foreign",
      plan({ ...one, pending: { orderNumber: 1 } }, { txPower: 5 }),
      { kind: 'prepare', warning: 'pending' },
    ],
    [
      'prepares the current value while another one is pending',
      plan({ ...one, pending: { txPower: 7 } }, { txPower: 3 }),
      { kind: 'prepare', warning: 'foreign' },
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

  it('contains, when packages are only fetched, nothing but what is pending in the backend', () => {
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
    const lines = planFetch({ devices, packageOf: (id) => rows.get(id) ?? null, heldOf: () => null });
    expect(lines.map(({ kind, leftOut }) => kind ?? leftOut)).toEqual([
      'nothingPending',
      'fetch',
      'fetch',
      'here',
      'gateway',
    ]);
    expect(lines[2]!.values).toEqual({ major: 9 });
    expect([lines[1]!.values, lines[0]!.values]).toEqual([{ major: 2 }, {}]);
  });

  it('warns of an undelivered receipt or an unfinished run also when packages are only fetched', () => {
    const devices = [
      beacon(1, { major: 7 }, { pending: { major: 2, minor: 3 } }),
      beacon(2, {}),
      beacon(3, {}, { pending: { major: 2 }, access: 'VIEWER' }),
    ];
    expect(planFetch({ devices, packageOf: () => null, heldOf: () => 'unfinishedRun' })).toEqual([
      {
        device: devices[0],
        values: { major: 2, minor: 3 },
        before: { major: 7 },
        kind: 'fetch',
        leftOut: null,
        warning: 'unfinishedRun',
      },
      { device: devices[1], values: {}, before: {}, kind: null, leftOut: 'nothingPending', warning: null },
      { device: devices[2], values: { major: 2 }, before: {}, kind: null, leftOut: 'viewer', warning: null },
    ]);
  });
});

it.each([
  ['a beacon', {}, false, true],
  ['a beacon whose package is here', {}, true, false],
  ['a beacon with nothing pending', { pending: null }, false, false],
  ['a gateway, which fetches by itself', { deviceType: 'GATEWAY' }, false, false],
  ['a beacon that this key may only view', { access: 'VIEWER' }, false, false],
] as const)('the plan of a change says whether %s needs a package: $3', (_, facts, isCarried, needs) => {
  const device = fixtureDevice(1, { deviceType: 'BEACON', access: 'OWNER', pending: { minor: 1 }, ...facts });
  expect(needsPackage(device, isCarried)).toBe(needs);
});

describe('values that make a beacon unreachable', () => {
  it.each([
    [{ interval: 350, txPower: 5, packets: ['IBEACON'], shuffled: false, 'powerSaving.features': [] }, []],
    [{ interval: '5000' }, ['slow']],
    [{ interval: 2000 }, []],
    [{ interval: 2001 }, ['slow']],
    [{ txPower: 0 }, ['weak']],
    [{ txPower: 1 }, ['weak']],
    [{ txPower: 2 }, []],
    [{ txPower: '' }, []],
    [{ packets: ' ' }, ['silent']],
    [{ packets: null }, ['silent']],
    [{ 'powerSaving.features': '' }, []],
    [{ shuffled: 'true' }, ['hidden']],
    [{ shuffled: 'false' }, []],
    [{ packets: [] }, ['silent']],
    [{ 'powerSaving.features': ['RTC'], shuffled: true }, ['sleeps', 'hidden']],
    [{ nonConnectable: 'true' }, ['nonConnectable']],
    [{ constructor: '1' }, []],
  ])('are recognised in %j: %j', (values, risks) =>
    expect(reachRisks(values as unknown as AttributeValues)).toEqual(risks),
  );
});

describe('the tags of many devices', () => {
  const tagged = (index: number, ...tags: string[]) => fixtureDevice(index, { uniqueId: `t${index}`, tags });

  it('are added and removed, and stay the same array on a device that needs no change', () => {
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

  it('may be as many as the limit, and no tag is added twice', () => {
    const almost = tagged(0, ...Array.from({ length: 19 }, (_, n) => `t${n}`));
    expect(planTags([almost], { add: ['last', 't3'], remove: [] })[0]).toMatchObject({ fault: null });
    expect(planTags([almost], { add: ['last', 't3'], remove: [] })[0]!.tags).toHaveLength(20);
    expect(planTags([almost], { add: ['last', 'one more'], remove: [] })[0]!.fault).toBe('tooMany');
  });

  it('replace the room when a room is typed as a tag, unless a room is given as well', () => {
    const device = tagged(0, 'room:Old', 'a');
    expect(planTags([device], { add: ['room:New', 'b'], remove: [] })[0]!.tags).toEqual(['room:New', 'a', 'b']);
    expect(planTags([device], { add: ['room:New'], remove: [], room: 'Given' })[0]!.tags).toEqual(['room:Given', 'a']);
    expect(planTags([device], { add: ['room:New'], remove: [], room: '  ' })[0]!.tags).toEqual(['room:New', 'a']);
  });

  it('in another order count as a change, and in the same order as none', () => {
    const device = tagged(0, 'a', 'b');
    expect(planTags([device], { add: [], remove: ['a'] })[0]!.tags).toEqual(['b']);
    expect(planTags([device], { add: ['c'], remove: ['a'] })[0]!.tags).toEqual(['b', 'c']);
  });

  it('that are stored here only in part are not sent back', () => {
    const cut = storableText('x'.repeat(20_000));
    expect(planTags([tagged(0, cut, 'a')], { add: ['b'], remove: [] })[0]).toMatchObject({
      tags: [cut, 'a'],
      fault: 'cut',
    });
    expect(planTags([tagged(0, cut, 'a')], { add: ['a'], remove: [] })[0]!.fault).toBeNull();
  });

  it('are listed by name where they are equally frequent, and counted once for each device', () => {
    expect(tagsAmong([tagged(0, 'c', 'a', 'c'), tagged(1, 'b'), tagged(2, 'b', 'a')])).toEqual([
      { tag: 'a', count: 2 },
      { tag: 'b', count: 2 },
      { tag: 'c', count: 1 },
    ]);
  });

  it('are counted by the number of devices that have them', () => {
    expect(tagsAmong([tagged(0, 'a', 'b'), tagged(1, 'b'), tagged(2)])).toEqual([
      { tag: 'b', count: 2 },
      { tag: 'a', count: 1 },
    ]);
  });
});

describe('withdrawing a pending change', () => {
  const waiting = fixturePackage('b0', { values: { txPower: 5 } });
  const plan = (device: CachedDevice, open: CarriedPackage | null = null, reason: HeldBack | null = null) =>
    planWithdraw({
      devices: [device],
      packageOf: () => open,
      heldOf: () => reason,
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
  ])('is done %s', (_which, device, open, reason, leftOut, values) => {
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
