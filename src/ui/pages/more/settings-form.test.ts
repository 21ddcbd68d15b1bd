import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../domain/settings.ts';
import { settingFaultWords, settingsStrings } from '../../strings/settings.ts';
import { SETTING_GROUPS, readSettings, textsOf, type SettingPath } from './settings-form.ts';

const texts = textsOf(DEFAULT_SETTINGS);
const read = (changes: Partial<Record<SettingPath, string>>) =>
  readSettings({ ...texts, ...changes }, DEFAULT_SETTINGS);

describe('the advanced settings', () => {
  it('offers every value of the settings and reads the defaults back unchanged', () => {
    const paths = SETTING_GROUPS.flatMap((group) => group.lines.map((line) => line.path));
    const leaves = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) =>
      typeof value === 'object' ? Object.keys(value).map((key) => `${name}.${key}`) : [name],
    );
    expect([...paths].sort()).toEqual(leaves.sort());
    expect(Object.keys(settingsStrings.advanced.fields).sort()).toEqual(leaves.sort());
    expect(readSettings(texts, DEFAULT_SETTINGS)).toEqual({ settings: DEFAULT_SETTINGS });
  });

  it('takes what a person may type', () => {
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
    ['pageSize', '1.5', 'notWhole'],
    ['pageSize', '0', 'tooSmall'],
    ['pageSize', '501', 'tooLarge'],
    ['timing.connectGapsMs', '1,2,x', 'notANumber'],
    ['timing.connectGapsMs', '1,1,1,1,1,1,1,1,1,1', 'tooMany'],
    ['timing.connectTotalMs', '5000', 'beyond'],
    ['delivery.backoffMaxMs', '1000', null],
    ['profile.serviceUuid', 'a1ea81f0', null],
    ['profile.serviceUuid', 'beacon', 'notAUuid'],
  ] as const)('%s = %j: %s', (path, text, reason) => {
    const got = read({ [path]: text });
    const fault = 'faults' in got ? got.faults.get(path) : undefined;
    expect(fault?.reason ?? null).toBe(reason);
    if (fault !== undefined) expect(settingFaultWords(fault.reason, fault.limit)).toMatch(/\.$/);
  });

  it('changes nothing of the settings it started from', () => {
    const before = structuredClone(DEFAULT_SETTINGS);
    read({ 'timing.pollStartMs': '50' });
    expect(DEFAULT_SETTINGS).toEqual(before);
  });
});
