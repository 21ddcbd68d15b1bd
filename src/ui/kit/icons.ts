/** Our own icons: one stroked path each on a 24-unit grid, drawn by `icon()`. */
import { html, type TemplateResult } from 'lit';

/** The `d` of one icon: 2-unit strokes, round ends, no fill, nothing outside 2..22. */
export type IconPath = string;

/** Renders an icon. It is decoration beside a word, so it is hidden from assistive technology. */
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
/** Half light, half dark: the theme of the system. */
export const autoIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 3v18M12 7.5h6.5M12 12h8.5M12 16.5h6.5';
/** Above the horizon: outdoors. */
export const outdoorIcon: IconPath = 'M2.5 18.5h19M6 18.5a6 6 0 0 1 12 0M12 5v3M4.5 9l2 2M19.5 9l-2 2';
export const moonIcon: IconPath = 'M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5z';
export const practiceIcon: IconPath =
  'M9 3h6M10 3v6.5L4.5 19a1.3 1.3 0 0 0 1.1 2h12.8a1.3 1.3 0 0 0 1.1-2L14 9.5V3M7.5 15h9';
export const infoIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 11v5.5M12 7.6h.01';
export const warningIcon: IconPath = 'M12 3.5L2.5 20h19zM12 10v4.5M12 17.2h.01';
export const refusedIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M5.8 5.8l12.4 12.4';
export const selectIcon: IconPath = 'M4 4h16v16H4zM8 12.5l3 3l5.5-7';
export const waitingIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5.2l3.5 2';
export const scanIcon: IconPath =
  'M3.5 8V4.5a1 1 0 0 1 1-1H8M16 3.5h3.5a1 1 0 0 1 1 1V8M20.5 16v3.5a1 1 0 0 1-1 1H16M8 20.5H4.5a1 1 0 0 1-1-1V16M8 8.5v7M12 8.5v7M16 8.5v7';
export const syncIcon: IconPath =
  'M20 11a8 8 0 0 0-14.2-4.2L3.5 9M3.5 4v5h5M4 13a8 8 0 0 0 14.2 4.2l2.3-2.2M20.5 20v-5h-5';
export const editIcon: IconPath = 'M4 20l1-4.5L16.5 4L20 7.5L8.5 19zM13.5 7l3.5 3.5';
export const downIcon: IconPath = 'M5.5 9l6.5 6.5L18.5 9';

export const nowIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5';

export const bluetoothIcon: IconPath = 'M6.5 7.5L17 16.5L12 21.5v-19l5 5L6.5 16.5';
export const crossIcon: IconPath = 'M6 6l12 12M18 6L6 18';
export const searchIcon: IconPath = 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.3 15.3L21 21';
export const lockIcon: IconPath = 'M5.5 10.5h13v10h-13zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5M12 14.5v2';
export const exportIcon: IconPath = 'M12 15V3.5M7.5 8L12 3.5L16.5 8M4 14v6.5h16V14';
export const importIcon: IconPath = 'M12 3.5V15M7.5 10.5L12 15l4.5-4.5M4 14v6.5h16V14';
export const forwardIcon: IconPath = 'M4 12h15.5M13 5.5l6.5 6.5l-6.5 6.5';
export const copyIcon: IconPath = 'M8.5 8.5h12v12h-12zM15.5 8.5v-5h-12v12h5';
export const trashIcon: IconPath = 'M4 6.5h16M9 6.5V3.5h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6';
export const undoIcon: IconPath = 'M4 9h10.5a5.5 5.5 0 0 1 0 11H8M8.5 4.5L4 9l4.5 4.5';
export const holdIcon: IconPath = 'M8.5 5v14M15.5 5v14';
export const playIcon: IconPath = 'M7.5 4.5v15l12-7.5z';

export const alarmIcon: IconPath = 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10.5 21.5h3M12 5V2.5';
/** Nearly empty. */
export const batteryIcon: IconPath = 'M3 7.5h15v9H3zM21 10.5v3M6.5 10.5v3';
// Places
export const overviewIcon: IconPath = 'M3.5 3.5h7v9h-7zM13.5 3.5h7v5h-7zM13.5 11.5h7v9h-7zM3.5 15.5h7v5h-7z';
export const inspectorIcon: IconPath =
  'M4 3.5h11l4 4V11M4 3.5v17h6M8 9h5M8 13h2.5M15.5 13a3 3 0 1 0 0 6a3 3 0 1 0 0-6M17.8 18.3L21 21.5';
export const ordersIcon: IconPath = 'M12 2.5l9 4.5v10l-9 4.5L3 17V7zM3 7l9 4.5L21 7M12 11.5v10M7.5 4.8l9 4.5';
export const jobsIcon: IconPath =
  'M9 3.5h6v3H9zM9 5H5.5v15.5h13V5H15M8.5 11l1.2 1.2l2-2.2M14 11.5h2M8.5 16l1.2 1.2l2-2.2M14 16.5h2';
export const devicesIcon: IconPath =
  'M12 10.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.3 18.7a9.5 9.5 0 0 1 0-13.4M18.7 5.3a9.5 9.5 0 0 1 0 13.4';
export const runIcon: IconPath = 'M7 4.5v15l12-7.5z';
export const outboxIcon: IconPath = 'M3 13l3-8.5h12L21 13v6.5H3zM3 13h5.5l1.5 3h4l1.5-3H21';
export const telemetryIcon: IconPath = 'M3 3v18h18M6.5 15l4-5l3.5 3l5.5-7.5';
export const moreIcon: IconPath =
  'M5 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2M12 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2M19 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2';
export const streamIcon: IconPath = 'M3 8c3-4 6-4 9 0s6 4 9 0M3 16c3-4 6-4 9 0s6 4 9 0';
export const settingsIcon: IconPath =
  'M3 7h10M19 7h2M3 17h2M11 17h10M16 4.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6M8 14.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6';
