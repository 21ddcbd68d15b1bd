/**
 * The fields of the advanced settings, for every form that has them: one field for each entry of the table, under the
 * heading of its group.
 */
import { css, html, type TemplateResult } from 'lit';
import {
  SETTING_GROUPS,
  type SettingFaults,
  type SettingLine,
  type SettingTexts,
  type SettingPath,
} from '../../domain/settings-table.ts';
import { settingsStrings } from '../strings/settings.ts';
import { settingFaultWords } from '../words/settings.ts';
import '../elements/basics.ts';

const text = settingsStrings.advanced;

export const settingsFieldsStyles = css`
  .settings-fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: var(--space-4);
    padding-top: var(--space-2);
  }
`;

/** Each field has its path as its name and reports changes with `fk-input`. */
export function settingsFields(texts: SettingTexts, faults: SettingFaults): TemplateResult[] {
  return SETTING_GROUPS.map(
    (group) => html`<section>
      <h3>${text.groups[group.name]}</h3>
      <div class="settings-fields">${group.lines.map((line) => field(line, texts[line.path], faults))}</div>
    </section>`,
  );
}

const HELP: Partial<Record<SettingPath, string>> = text.help;

function field(line: SettingLine, value: string, faults: SettingFaults): TemplateResult {
  const fault = faults.get(line.path);
  // Numbers are plain text fields, because a number field discards invalid text, and the error could not be explained.
  return html`<fk-field
    kind="text"
    mono
    .name=${line.path}
    .label=${text.fields[line.path]}
    .value=${value}
    .unit=${line.unit === undefined ? '' : text.units[line.unit]}
    .help=${HELP[line.path] ?? ''}
    .error=${fault === undefined ? '' : settingFaultWords(fault)}
  ></fk-field>`;
}
