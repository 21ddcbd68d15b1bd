/** The typed texts of the connect page, and their conversion into an account draft with checked settings. */
import { checkAccountDraft, DEFAULT_VENDOR, type AccountDraft } from '../../../domain/account.ts';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { readSettings, textsOf, type SettingFaults, type SettingTexts } from '../../../domain/settings-table.ts';
import { settingFaultTexts } from '../../shared/settings-fields.ts';
import { connectStrings } from '../../strings/connect.ts';

/** `backend` is the id of a preset, OWN_ADDRESSES, or '' until one is chosen. */
export type AccountField = 'backend' | 'name' | 'baseUrl' | 'legacyBaseUrl' | 'vendor';
export const OWN_ADDRESSES = 'other';

/** Field name or path of a setting -> its text. */
export type Typed = SettingTexts & Readonly<Record<AccountField, string>>;

export interface DraftVerdict {
  readonly draft: AccountDraft;
  /** Field name or path -> one sentence; empty when the draft is valid. */
  readonly faults: Readonly<Record<string, string>>;
  readonly settingFaults: SettingFaults;
}

/** The initial texts. */
export function firstTyped(): Typed {
  return {
    ...textsOf(DEFAULT_SETTINGS),
    backend: '',
    name: '',
    baseUrl: '',
    legacyBaseUrl: '',
    vendor: DEFAULT_VENDOR,
  };
}

/** Reads the fields. While a setting is invalid the draft has the defaults. */
export function readDraft(typed: Typed): DraftVerdict {
  const { baseUrl, legacyBaseUrl, vendor } = typed;
  const read = readSettings(typed, DEFAULT_SETTINGS);
  const settingFaults: SettingFaults = 'faults' in read ? read.faults : new Map();
  const settings = 'settings' in read ? read.settings : DEFAULT_SETTINGS;
  const draft: AccountDraft = { name: nameOf(typed), baseUrl, legacyBaseUrl, vendor, settings };
  const faults: Record<string, string> = {};
  if (typed.backend === '') faults['backend'] = connectStrings.faults.noBackend;
  else for (const fault of checkAccountDraft(draft)) faults[fault.field] = connectStrings.faults[fault.reason];
  return { draft, faults: { ...faults, ...settingFaultTexts(settingFaults) }, settingFaults };
}

function nameOf(typed: Typed): string {
  const name = typed.name.trim();
  if (name !== '') return name;
  return URL.canParse(typed.baseUrl.trim()) ? new URL(typed.baseUrl.trim()).host : '';
}
