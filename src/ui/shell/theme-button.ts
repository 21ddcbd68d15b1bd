/** The header's button that switches to the next theme. */
import { html, type TemplateResult } from 'lit';
import '../elements/button/button.ts';
import { autoIcon, moonIcon, outdoorIcon, sunIcon, type IconPath } from '../kit/icons.ts';
import { shellStrings as text } from '../strings/shell.ts';
import { THEMES, type Theme } from './theme.ts';

const ICONS: Record<Theme, IconPath> = { auto: autoIcon, light: sunIcon, dark: moonIcon, sun: outdoorIcon };

export function themeButton(theme: Theme, change: (next: Theme) => void): TemplateResult {
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  const label = text.theme.change(text.theme.names[theme], text.theme.names[next]);
  return html`<fk-button variant="quiet" .icon=${ICONS[theme]} .label=${label} title=${label} @click=${() => change(next)}></fk-button>`;
}
