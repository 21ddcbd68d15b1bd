import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { SETTING_GROUPS, readSettings, textsOf, type SettingPath } from '../../domain/settings-table.ts';
import { faultWords } from './configure.ts';
import { settingFaultWords, settingsStrings } from './settings.ts';

it('has a different label for every setting, because a form finds a field by its label', () => {
  const { fields } = settingsStrings.advanced;
  const paths = SETTING_GROUPS.flatMap((group) => group.lines.map((line) => line.path));
  expect(Object.keys(fields).sort()).toEqual([...paths].sort());
  expect(new Set(Object.values(fields)).size).toBe(paths.length);
});

it.each([
  ['pageSize', '', 'Required.'],
  ['pageSize', 'many', 'Enter a number.'],
  ['pageSize', '501', 'At most 500.'],
  ['timing.connectTimeoutMs', '9999999', 'At most 120,000.'],
  ['timing.connectTotalMs', '5000', 'Must not be lower than “One connect attempt”.'],
  ['profile.requestUuid', DEFAULT_SETTINGS.profile.serviceUuid, '“Configuration service” has the same UUID.'],
] as const)('says of %s = %j: %s', (path: SettingPath, typed, words) => {
  const read = readSettings({ ...textsOf(DEFAULT_SETTINGS), [path]: typed }, DEFAULT_SETTINGS);
  const fault = 'faults' in read ? read.faults.get(path) : undefined;
  expect(fault === undefined ? '' : settingFaultWords(fault)).toBe(words);
});

it('writes the limits of an attribute as any other number', () => {
  expect([faultWords('tooLarge', '10240'), faultWords('tooLong', '15')]).toEqual([
    '10,240 or less.',
    'Up to 15 characters.',
  ]);
});
