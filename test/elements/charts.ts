/** Lines for the specimens of charts: an afternoon of two beacons, one of which was silent for an hour. */
import type { ChartLine } from '../../src/ui/elements/chart/chart-line.ts';
import type { TimeView } from '../../src/ui/elements/chart/view.ts';

const NOON_MS = Date.UTC(2026, 2, 10, 12);
const MINUTE_MS = 60_000;

export const afternoon: TimeView = { startMs: NOON_MS, endMs: NOON_MS + 360 * MINUTE_MS };

function line(label: string, minutes: readonly number[], value: (minute: number) => number): ChartLine {
  return {
    label,
    times: Float64Array.from(minutes, (minute) => NOON_MS + minute * MINUTE_MS),
    values: Float64Array.from(minutes, value),
    gapMs: 4 * MINUTE_MS,
  };
}

const everyMinute = Array.from({ length: 360 }, (_, minute) => minute);

export const temperatures: readonly ChartLine[] = [
  line('Ward 3, bed 12', everyMinute, (minute) => 20 + Math.sin(minute / 30)),
  line(
    'Cold store',
    everyMinute.filter((minute) => minute < 120 || minute >= 180),
    (minute) => 4 + Math.cos(minute / 50),
  ),
];

export const movements: readonly ChartLine[] = [
  line('Ward 3, bed 12', everyMinute, (minute) => (minute % 90 < 20 ? 1 : 0)),
];
