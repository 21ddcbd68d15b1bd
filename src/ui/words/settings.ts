/** Why a setting was not accepted. */
import type { SettingFault } from '../../domain/settings-table.ts';
import { settingFaults, settingsStrings } from '../strings/settings.ts';

export function settingFaultWords(fault: SettingFault): string {
  switch (fault.reason) {
    case 'tooSmall':
    case 'tooLarge':
    case 'tooMany':
      return settingFaults[fault.reason](fault.limit);
    case 'beyond':
    case 'sameUuid':
      return settingFaults[fault.reason](settingsStrings.advanced.fields[fault.other]);
    default:
      return settingFaults[fault.reason];
  }
}
