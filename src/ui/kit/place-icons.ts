/** The icons of the places; apart, since a first visit shows none of them. */
import type { IconPath } from './icons.ts';

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
