/** Our own icons, all of them: one stroked path each on a 24-unit grid, drawn by `icon()`. */
import type { IconPath } from './first-icons.ts';

export * from './list-icons.ts';

// Beside the six marks
export const nowIcon: IconPath = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5';

// Things and doings
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
