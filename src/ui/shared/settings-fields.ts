/**
 * The fields of the advanced settings, for every form that has them: one field for each entry of the table, under the
 * heading of its group.
 */
import { css, html, type TemplateResult } from 'lit';
import { SETTING_GROUPS, type SettingFaults, type SettingPath } from '../../domain/settings-table.ts';
import { settingsStrings } from '../strings/settings.ts';
import { settingFaultWords } from '../words/settings.ts';
import type { FormFields } from './form-controller.ts';

const text = settingsStrings.advanced;

export const settingsFieldsStyles = css`
  .settings-fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: var(--space-4);
    padding-top: var(--space-2);
  }
`;

const HELP: Partial<Record<SettingPath, string>> = text.help;

/** Numbers are plain text fields, because a number field discards invalid text, and the error could not be explained. */
export const SETTING_FIELDS = Object.fromEntries(
  SETTING_GROUPS.flatMap(({ lines }) => lines).map(({ path, unit, choices }) => [
    path,
    {
      label: text.fields[path],
      help: HELP[path] ?? '',
      unit: unit === undefined ? '' : text.units[unit],
      mono: true,
      // Parts of the protocol, not words.
      ...(choices !== undefined && { kind: 'select', options: choices.map((value) => ({ value, label: value })) }),
    },
  ]),
) as FormFields<SettingPath>;

export function settingsFields(form: { rows(...names: readonly SettingPath[]): unknown }): TemplateResult[] {
  return SETTING_GROUPS.map(
    (group) => html`<section>
      <h3>${text.groups[group.name]}</h3>
      <div class="settings-fields">${form.rows(...group.lines.map(({ path }) => path))}</div>
    </section>`,
  );
}

/** The words of the faults by path. */
export function settingFaultTexts(faults: SettingFaults): Record<string, string> {
  return Object.fromEntries([...faults].map(([path, fault]) => [path, settingFaultWords(fault)]));
}
