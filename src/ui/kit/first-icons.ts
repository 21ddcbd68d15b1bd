/** How an icon is drawn, and those of the first screen: icons.ts has them all. */
import { html, type TemplateResult } from 'lit';

/** The `d` of one icon: 2-unit strokes, round ends, no fill, nothing outside 2..22. */
export type IconPath = string;

/** Draws an icon; it is decoration beside a word, so it is hidden from assistive technology. */
export function icon(path: IconPath): TemplateResult {
  return html`<svg
    class="icon"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${path}></path>
  </svg>`;
}

export const helpIcon: IconPath =
  'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M9.2 9.5a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1-1.4 2.1M12 17.2h.01';
export const cloudIcon: IconPath = 'M7 19a4.5 4.5 0 0 1-.6-8.96a6 6 0 0 1 11.5 1.2A3.9 3.9 0 0 1 17.5 19z';
export const phoneIcon: IconPath =
  'M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5zM11 18h2';
export const writtenIcon: IconPath = 'M4 20h16M6 16l-.5-3.5L15 3l3.5 3.5L9 16z';
export const receiptIcon: IconPath = 'M6 21.5V3h12v18.5l-2-1.5l-2 1.5l-2-1.5l-2 1.5l-2-1.5zM9.5 8h5M9.5 12.5h5';
export const sendIcon: IconPath = 'M12 20V4.5M5.5 11L12 4.5l6.5 6.5';
export const checkIcon: IconPath = 'M4.5 12.5l5 5.5L19.5 6.5';
export const uncertainIcon: IconPath = 'M8.5 8.5a3.6 3.6 0 1 1 5.3 3.2c-1.2.7-1.8 1.4-1.8 3M12 19h.01';
export const offlineIcon: IconPath =
  'M3 3l18 18M5 9.5a11 11 0 0 1 4-2.2M13.5 6.9A11 11 0 0 1 19 9.5M8.2 13a6 6 0 0 1 3-1.4M15.4 12.7l.5.4M12 18h.01';
export const keyIcon: IconPath = 'M8 11.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M11.2 12.8L20.5 3.5M16 8l3 3';
export const backIcon: IconPath = 'M20 12H4.5M11 5.5L4.5 12l6.5 6.5';
export const sunIcon: IconPath =
  'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2.5v1.5M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.3l1 1M17.7 17.7l1 1M5.3 18.7l1-1M17.7 6.3l1-1';
/** Half light, half dark: as the system has it. */
export const autoIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 3v18M12 7.5h6.5M12 12h8.5M12 16.5h6.5';
/** Over the horizon, out of doors. */
export const outdoorIcon: IconPath = 'M2.5 18.5h19M6 18.5a6 6 0 0 1 12 0M12 5v3M4.5 9l2 2M19.5 9l-2 2';
export const moonIcon: IconPath = 'M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5z';
export const practiceIcon: IconPath =
  'M9 3h6M10 3v6.5L4.5 19a1.3 1.3 0 0 0 1.1 2h12.8a1.3 1.3 0 0 0 1.1-2L14 9.5V3M7.5 15h9';
export const infoIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 11v5.5M12 7.6h.01';
export const warningIcon: IconPath = 'M12 3.5L2.5 20h19zM12 10v4.5M12 17.2h.01';
export const refusedIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M5.8 5.8l12.4 12.4';
