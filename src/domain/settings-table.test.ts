import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { SETTING_GROUPS, readSettings, textsOf, type SettingPath } from './settings-table.ts';

const texts = textsOf(DEFAULT_SETTINGS);
const read = (changes: Partial<Record<SettingPath, string>>) =>
  readSettings({ ...texts, ...changes }, DEFAULT_SETTINGS);

describe('the advanced settings', () => {
  it('contains every setting and reads the defaults back unchanged', () => {
    const paths = SETTING_GROUPS.flatMap((group) => group.lines.map((line) => line.path));
    const leaves = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) =>
      typeof value === 'object' ? Object.keys(value).map((key) => `${name}.${key}`) : [name],
    );
    expect([...paths].sort()).toEqual(leaves.sort());
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
    ['pageSize', '-1', 'tooSmall'],
    ['pageSize', '0', 'tooSmall'],
    ['pageSize', '501', 'tooLarge'],
    ['timing.connectGapsMs', '1,2,x', 'notANumber'],
    ['timing.connectGapsMs', '1,1,1,1,1,1,1,1,1,1', 'tooMany'],
    ['timing.connectTotalMs', '5000', 'beyond'],
    ['delivery.backoffMaxMs', '1000', null],
    ['profile.serviceUuid', 'a1ea81f0', null],
    ['profile.serviceUuid', 'beacon', 'notAUuid'],
    ['profile.requestUuid', DEFAULT_SETTINGS.profile.serviceUuid.toUpperCase(), 'sameUuid'],
  ] as const)('reports the fault of %s = %j: %s', (path, text, reason) => {
    const got = read({ [path]: text });
    const fault = 'faults' in got ? got.faults.get(path) : undefined;
    expect(fault?.reason ?? null).toBe(reason);
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
