/** The icons that the device list and its rows show, with those of the first screen: icons.ts has them all. */
import type { IconPath } from './first-icons.ts';

export * from './first-icons.ts';

export const selectIcon: IconPath = 'M4 4h16v16H4zM8 12.5l3 3l5.5-7';
export const waitingIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5.2l3.5 2';
export const scanIcon: IconPath =
  'M3.5 8V4.5a1 1 0 0 1 1-1H8M16 3.5h3.5a1 1 0 0 1 1 1V8M20.5 16v3.5a1 1 0 0 1-1 1H16M8 20.5H4.5a1 1 0 0 1-1-1V16M8 8.5v7M12 8.5v7M16 8.5v7';
export const syncIcon: IconPath =
  'M20 11a8 8 0 0 0-14.2-4.2L3.5 9M3.5 4v5h5M4 13a8 8 0 0 0 14.2 4.2l2.3-2.2M20.5 20v-5h-5';
export const editIcon: IconPath = 'M4 20l1-4.5L16.5 4L20 7.5L8.5 19zM13.5 7l3.5 3.5';
export const downIcon: IconPath = 'M5.5 9l6.5 6.5L18.5 9';
