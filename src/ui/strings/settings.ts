/** Every word of the More page: account, key, phone, practice, advanced settings. */
import * as english from './en/settings.ts';
import { inLanguage } from './language.ts';

export const { settingFaultWords, settingsStrings } = inLanguage('settings', english);
