import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { SETTING_GROUPS, readSettings, textsOf, type SettingPath } from './settings-table.ts';

const texts = textsOf(DEFAULT_SETTINGS);
const read = (changes: Partial<Record<SettingPath, string>>) =>
  readSettings({ ...texts, ...changes }, DEFAULT_SETTINGS);

describe('the form of the advanced settings', () => {
  it('contains every setting, and reads the defaults back unchanged', () => {
    const paths = SETTING_GROUPS.flatMap((group) => group.lines.map((line) => line.path));
    const leaves = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) =>
      typeof value === 'object' ? Object.keys(value).map((key) => `${name}.${key}`) : [name],
    );
    // A mark for accounts of earlier versions, which nobody sets.
    expect([...paths, 'pageSizeIs'].sort()).toEqual(leaves.sort());
    expect(readSettings(texts, DEFAULT_SETTINGS)).toEqual({ settings: DEFAULT_SETTINGS });
  });

  it('accepts what a person may type', () => {
    const got = read({
      'timing.connectGapsMs': ' 0 , 500',
      'profile.namePrefixes': 'Tag, Kontakt,Tag,',
      'profile.tokenUuid': '0x2A25',
      pageSize: ' 500 ',
    });
    expect(
      'settings' in got && [
        got.settings.timing.connectGapsMs,
        got.settings.profile.namePrefixes,
        got.settings.profile.tokenUuid,
        got.settings.pageSize,
      ],
    ).toEqual([[0, 500], ['Tag', 'Kontakt'], '00002a25-0000-1000-8000-00805f9b34fb', 500]);
  });

  it.each([
    ['pageSize', '', 'empty'],
    ['pageSize', 'many', 'notANumber'],
    ['pageSize', '1e2', 'notANumber'],
    ['pageSize', '0x10', 'notANumber'],
    ['pageSize', '1.5', 'notWhole'],
    ['pageSize', '0.5', 'notWhole'],
    ['pageSize', '500.5', 'notWhole'],
    ['pageSize', '+7', null],
    ['pageSize', '7.', null],
    ['pageSize', '1', null],
    ['pageSize', '500', null],
    ['pageSize', '-1', 'tooSmall'],
    ['pageSize', '0', 'tooSmall'],
    ['pageSize', '501', 'tooLarge'],
    ['timing.connectGapsMs', '1,2,x', 'notANumber'],
    ['timing.connectGapsMs', '1,1,1,1,1,1,1,1,1,1', 'tooMany'],
    ['timing.connectTotalMs', '5000', 'beyond'],
    ['delivery.backoffMaxMs', '1000', null],
    ['profile.serviceUuid', 'a1ea81f0', null],
    ['profile.serviceUuid', 'beacon', 'notAUuid'],
    ['profile.serviceUuid', '', 'empty'],
    ['profile.serviceUuid', 'A1EA81F0-0E1B-D4A1-B840-63F88C8DA1EA', null],
    ['profile.serviceUuid', '0xa1ea81f0', null],
    ['profile.serviceUuid', '0xa1ea81f', 'notAUuid'],
    ['timing.connectGapsMs', '1,1,1,1,1,1,1,1,1', null],
    ['timing.connectGapsMs', '', null],
    ['timing.connectTotalMs', texts['timing.connectTimeoutMs'], null],
    ['profile.requestUuid', DEFAULT_SETTINGS.profile.serviceUuid.toUpperCase(), 'sameUuid'],
  ] as const)('reports the fault of %s = %j: %s', (path, text, reason) => {
    const got = read({ [path]: text });
    const fault = 'faults' in got ? got.faults.get(path) : undefined;
    expect(fault?.reason ?? null).toBe(reason);
  });

  it.each<[SettingPath, string, object | null]>([
    ['pageSize', '0', { reason: 'tooSmall', limit: 1 }],
    ['pageSize', '1', null],
    ['pageSize', '+500', null],
    ['pageSize', '500.', null],
    ['pageSize', '50.0', null],
    ['pageSize', '501', { reason: 'tooLarge', limit: 500 }],
    ['pageSize', '5 0', { reason: 'notANumber' }],
    ['pageSize', 'x5', { reason: 'notANumber' }],
    ['pageSize', '5x', { reason: 'notANumber' }],
    ['pageSize', '5.x', { reason: 'notANumber' }],
    ['pageSize', '++5', { reason: 'notANumber' }],
    ['timing.connectGapsMs', '', null],
    ['timing.connectGapsMs', '1,1,1,1,1,1,1,1,1', null],
    ['timing.connectGapsMs', '1,1,1,1,1,1,1,1,1,1', { reason: 'tooMany', limit: 9 }],
    ['timing.connectGapsMs', '1,60001', { reason: 'tooLarge', limit: 60_000 }],
    ['timing.connectTimeoutMs', '120000', { reason: 'beyond', other: 'timing.connectTimeoutMs' }],
    ['timing.pollStartMs', '10000', { reason: 'beyond', other: 'timing.pollStartMs' }],
    ['timing.pollTotalMs', '1000', { reason: 'beyond', other: 'timing.pollMaxMs' }],
    ['delivery.backoffMinMs', '600000', { reason: 'beyond', other: 'delivery.backoffMinMs' }],
    ['commands.identify', '', null],
    ['commands.identify', 'x'.repeat(64), null],
    ['commands.identify', 'x'.repeat(65), { reason: 'tooLarge', limit: 64 }],
    ['profile.namePrefixes', [...Array(50).keys()].join(), null],
    ['profile.namePrefixes', [...Array(51).keys()].join(), { reason: 'tooMany', limit: 50 }],
    ['profile.namePrefixes', `${[...Array(50).keys()].join()},1,2`, null],
    ['profile.tokenUuid', '', { reason: 'empty' }],
    ['profile.tokenUuid', DEFAULT_SETTINGS.profile.serviceUuid, { reason: 'sameUuid', other: 'profile.serviceUuid' }],
    ['profile.tokenUuid', '2a2', { reason: 'notAUuid' }],
    ['profile.tokenUuid', 'x2a25', { reason: 'notAUuid' }],
    ['profile.tokenUuid', '2a25x', { reason: 'notAUuid' }],
    ['profile.tokenUuid', '2a252', { reason: 'notAUuid' }],
    ['profile.tokenUuid', `${DEFAULT_SETTINGS.profile.serviceUuid}0`, { reason: 'notAUuid' }],
  ])('names the limit or the other setting in the fault of %s = %j: %j', (path, text, fault) => {
    const wide = {
      'timing.connectTotalMs': '60000',
      'timing.pollMaxMs': '5000',
      'timing.pollTotalMs': '20000',
    } as const;
    const got = read({ ...wide, 'delivery.backoffMaxMs': '300000', [path]: text });
    expect('faults' in got ? [...got.faults.values()] : []).toEqual(fault === null ? [] : [fault]);
  });

  it('accepts a limit that equals the other limit which it must not be below', () => {
    const same = { 'timing.pollStartMs': '1000', 'timing.pollMaxMs': '1000', 'timing.pollTotalMs': '1000' } as const;
    expect(read(same)).toMatchObject({
      settings: { timing: { pollStartMs: 1000, pollMaxMs: 1000, pollTotalMs: 1000 } },
    });
  });

  it.each([
    ['2A25', '00002a25-0000-1000-8000-00805f9b34fb'],
    ['0xA1EA81F0', 'a1ea81f0-0000-1000-8000-00805f9b34fb'],
    ['A1EA81F0-0000-1000-8000-00805F9B34FB', 'a1ea81f0-0000-1000-8000-00805f9b34fb'],
  ])('writes out the UUID %s', (text, uuid) =>
    expect(read({ 'profile.tokenUuid': text })).toMatchObject({ settings: { profile: { tokenUuid: uuid } } }),
  );

  it('names every fault at once', () => {
    const got = read({ pageSize: 'x', 'bulk.inFlight': '0', 'profile.tokenUuid': 'y' });
    expect('faults' in got && [...got.faults.keys()].sort()).toEqual([
      'bulk.inFlight',
      'pageSize',
      'profile.tokenUuid',
    ]);
  });

  it('shows a stored value outside its range, and accepts the rest of the form once that is corrected', () => {
    const saved = { ...DEFAULT_SETTINGS, timing: { ...DEFAULT_SETTINGS.timing, connectTotalMs: 9_999_999 } };
    const texts = textsOf(saved);
    expect(texts['timing.connectTotalMs']).toBe('9999999');
    const got = readSettings({ ...texts, pageSize: '7' }, saved);
    expect('faults' in got && [...got.faults]).toEqual([
      ['timing.connectTotalMs', { reason: 'tooLarge', limit: 600_000 }],
    ]);
    expect(readSettings({ ...texts, 'timing.connectTotalMs': '60000' }, saved)).toEqual({ settings: DEFAULT_SETTINGS });
  });

  it('changes nothing in the settings it started from', () => {
    const before = structuredClone(DEFAULT_SETTINGS);
    read({ 'timing.pollStartMs': '50' });
    expect(DEFAULT_SETTINGS).toEqual(before);
  });
});
